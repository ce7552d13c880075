"""What an author knows about a failure: that it can have one cause only."""

from collections.abc import Iterator
from contextlib import contextmanager

from autograder.judge.failure import CheckFailed, StudentError, ToldMistake


@contextmanager
def tells_of(mistake: str, alone: bool = False) -> Iterator[None]:
    """Whoever fails in here made this known mistake, whatever the numbers are; `alone` if nothing else fails.

    An exception of the student's code can have other causes, and tells of nothing.
    """
    try:
        yield
    except StudentError:
        raise
    except CheckFailed as failure:
        failure.told = failure.told or ToldMistake(mistake, alone)
        raise
