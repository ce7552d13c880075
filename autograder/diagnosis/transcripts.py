"""What the known mistakes of an assignment answer, stored in a file so that a class need not wait for them to run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from autograder.diagnosis.examples import Example
from autograder.diagnosis.recognise import KnownMistake
from autograder.judge.verdict import CheckTranscript, Transcript


class _TranscriptFile(msgspec.Struct):
    """transcripts.json: by question a digest of what its answers depend on, and by mistake what it answered."""

    digests: dict[str, str] = {}
    transcripts: dict[str, tuple[CheckTranscript, ...]] = {}


def write_transcripts(path: Path, known: Iterable[KnownMistake], digests: Mapping[str, str]) -> None:
    """Store the failed checks of all mistakes; a question's digest is made of everything that a verdict depends on."""
    lines = [
        f"{_json(mistake.example.label)}: {_json(tuple(mistake.transcript.failed.values()))}"
        for mistake in sorted(known, key=lambda each: each.example.label)
    ]
    # a line for each mistake, so that a change can be read
    text = f'{{"digests": {_json(dict(sorted(digests.items())))},\n"transcripts": {{\n' + ",\n".join(lines) + "\n}}\n"
    path.write_text(text, encoding="utf-8")


def read_transcripts(
    path: Path, examples: Iterable[Example], digests: Mapping[str, str]
) -> dict[str, tuple[KnownMistake, ...]]:
    """The known mistakes by question, of those questions whose digest has not changed."""
    try:
        stored = msgspec.json.decode(path.read_bytes(), type=_TranscriptFile)
    except (FileNotFoundError, msgspec.DecodeError):
        return {}
    found: dict[str, list[KnownMistake]] = {}
    for example in examples:
        if (
            stored.digests.get(example.question) == digests.get(example.question)
            and example.label in stored.transcripts
        ):
            mistake = KnownMistake(example, Transcript(stored.transcripts[example.label]))
            found.setdefault(example.question, []).append(mistake)
    return {question: tuple(mistakes) for question, mistakes in found.items()}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
