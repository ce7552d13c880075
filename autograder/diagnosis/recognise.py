"""Which known mistakes a submission made, found by comparing what it answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.diagnosis.examples import Example
from autograder.judge.verdict import Answer, CheckTranscript, Transcript

_TEXTS = ("text ", "int ")
"""How the structure of an answer begins that is a text, or a number too large for others."""


@dataclass(frozen=True)
class KnownMistake:
    """A mistake and what it answers to the checks of its question."""

    example: Example
    transcript: Transcript

    @property
    def failed(self) -> frozenset[str]:
        return frozenset(self.transcript.failed)

    def alike(self, transcript: Transcript, tolerance: float) -> frozenset[str]:
        """The failed checks to which a submission gave the same answers as this mistake."""
        theirs = transcript.failed
        return frozenset(
            name
            for name, check in self.transcript.failed.items()
            if name in theirs and check.is_like(theirs[name], tolerance)
        )


def recognise(transcript: Transcript, known: Iterable[KnownMistake], tolerance: float) -> tuple[KnownMistake, ...]:
    """The mistakes that a submission made.

    First those of which it repeats all wrong answers, without those that another one explains better: an answer can
    hold two mistakes at once, say one in each of two functions. Then those of which it repeats some wrong answers that
    only they give, where another mistake accounts for the others. Last those that a failure tells of by itself.
    """
    known = [mistake for mistake in known if mistake.failed]
    fitting = [mistake for mistake in known if transcript.repeats(mistake.transcript, tolerance)]
    whole = [mistake for mistake in fitting if not any(mistake.failed < other.failed for other in fitting)]
    found = (*whole, *_beside_others(transcript, known, whole, tolerance))
    return (*found, *_told(transcript, known, found, tolerance))


def explained(transcript: Transcript, found: Iterable[KnownMistake], tolerance: float) -> frozenset[str]:
    """The failed checks that recognised mistakes account for: answered as one of them answers, or failed by two.

    Also those whose failure tells of one of them, and exceptions in other checks that such a mistake fails.
    """
    found = list(found)
    failed = transcript.failed
    accounted = set[str]().union(*(mistake.alike(transcript, tolerance) for mistake in found))
    accounted |= {name for name in failed if sum(name in mistake.failed for mistake in found) > 1}
    for mistake in found:
        told = {name for name, check in failed.items() if check.told == mistake.example.name}
        if told:
            accounted |= told | {name for name in mistake.failed & failed.keys() if _raised(failed[name])}
    return frozenset(accounted)


def is_told_by_answers(transcript: Transcript, mistake: KnownMistake, tolerance: float) -> bool:
    """Whether a mistake was recognised by some answer that says more than that something went wrong."""
    failed = transcript.failed
    told = any(check.told == mistake.example.name for check in failed.values())
    return told or any(_tells(failed[name]) for name in mistake.alike(transcript, tolerance))


def says_something_wrong(transcript: Transcript) -> bool:
    """Whether some check failed for another reason than a cell that is not filled in yet."""
    return any(not check.passed and not _is_unfilled(check) for check in transcript.checks)


def _beside_others(
    transcript: Transcript, known: Sequence[KnownMistake], whole: Sequence[KnownMistake], tolerance: float
) -> list[KnownMistake]:
    """The mistakes that are recognised by some of their wrong answers, while another mistake changed the others."""
    failed, left = transcript.failed, transcript.failed.keys() - explained(transcript, whole, tolerance)
    alike = {id(mistake): mistake.alike(transcript, tolerance) for mistake in known}
    told = {mistake.example.hint for mistake in whole}
    found = [
        mistake
        for mistake in known
        if mistake.failed <= failed.keys()
        and mistake.example.hint not in told
        and any(_only_it_answers_so(mistake, failed[name], known, tolerance) for name in alike[id(mistake)] & left)
    ]
    # of mistakes with the same hint the one that fits best
    found.sort(key=lambda mistake: -len(alike[id(mistake)]))
    found = list({mistake.example.hint: mistake for mistake in reversed(found)}.values())
    while True:
        staying = [
            mistake
            for mistake in found
            if all(
                any(name in other.failed for other in (*whole, *found) if other is not mistake)
                for name in mistake.failed - alike[id(mistake)]
            )
        ]
        if len(staying) == len(found):
            return [mistake for mistake in known if any(mistake is each for each in staying)]
        found = staying


def _told(
    transcript: Transcript, known: Sequence[KnownMistake], found: Sequence[KnownMistake], tolerance: float
) -> list[KnownMistake]:
    """The mistakes that failures tell of which no recognised mistake accounts for."""
    failed = transcript.failed
    left = [failed[name] for name in failed.keys() - explained(transcript, found, tolerance)]
    names = {
        check.told
        for check in left
        if check.told and not (check.told_alone and any(other.told != check.told for other in failed.values()))
    }
    return [mistake for mistake in known if mistake.example.name in names and mistake not in found]


def _only_it_answers_so(
    mistake: KnownMistake, check: CheckTranscript, known: Iterable[KnownMistake], tolerance: float
) -> bool:
    """Whether the answers in a check say something that no mistake with another hint says."""
    others = (other.transcript.failed for other in known if other.example.hint != mistake.example.hint)
    return _tells(check) and not any(
        check.check in other and other[check.check].is_like(check, tolerance) for other in others
    )


def _tells(check: CheckTranscript) -> bool:
    """Whether the answers in a check say more than that something went wrong: numbers, or a text.

    The last answer is the one at which the check failed. An exception, nothing at all, an object, a lone bool and
    nothing but zeros are what very different mistakes answer.
    """
    if not check.answers:
        return False
    last = check.answers[-1]
    if last.structure.startswith(_TEXTS):
        return True
    return bool(last.numbers) and not _is_bool(last) and any(any(answer.numbers) for answer in check.answers)


def _is_bool(answer: Answer) -> bool:
    return answer.numbers in {(0.0,), (1.0,)} and answer.structure == "numbers ()"


def _raised(check: CheckTranscript) -> bool:
    return bool(check.answers) and check.answers[-1].structure.startswith("raised ")


def _is_unfilled(check: CheckTranscript) -> bool:
    return bool(check.answers) and check.answers[-1].structure == "raised NotImplementedError"
