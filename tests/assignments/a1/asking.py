"""A real jail and judge that ask one question of assignment 1 about an answer."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

with warnings.catch_warnings():
    # third-party modules warn while they are imported
    warnings.simplefilter("ignore")
    from autograder.course import Course
    from autograder.course.master import defining_cells, read_master
    from autograder.jail import Limits
    from autograder.jail.inside.warm import warm_up
    from autograder.jail.outside.notebook import CellSource
    from autograder.jail.outside.zygote import Zygote
    from autograder.judge import Judge
    from autograder.judge.bundle import read_bundle
    from autograder.judge.verdict import Verdict
    from tests.conftest import A1, ROOT

    warm_up(Course(ROOT).settings.warm_up)

Asked = Callable[[str, str], Verdict]


@contextmanager
def asking(course: Course) -> Iterator[Asked]:
    """The verdict on one question of the master, whose cell is another one."""
    cells = defining_cells(read_master(course.master(A1)))
    with (
        Zygote.start(hidden=(Path(ROOT),), allow_weak=True) as zygote,
        Judge(read_bundle(course.solution(A1))) as judge,
    ):

        def verdict(question: str, source: str) -> Verdict:
            changed = [CellSource(name, source if name == question else text) for name, text in cells.items()]
            with zygote.run_notebook(changed, Limits()) as run:
                return judge.judge(run, [question], {question: source})[0]

        yield verdict
