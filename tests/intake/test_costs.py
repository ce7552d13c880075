"""What one notebook may cost those who read it: too much is one sentence, and everything else stays within bounds."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable
from datetime import UTC
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from nbformat import from_dict

from autograder.course import bounds
from autograder.course.bounded import Bounded
from autograder.course.bounds import LONGEST_SENTENCE, MOST_SENTENCES
from autograder.course.notebook import NotebookError, read_notebook
from autograder.course.released import ReleasedNotebook, released_in
from autograder.intake.archive import Packed
from autograder.intake.handed import MOST_OTHERS, HandedFiles, read_handed
from autograder.intake.lms import Origin
from autograder.intake.preflight import preflight
from autograder.intake.submission import refuse_odd_files, take_in
from tests.intake.packing import make_deep, not_as_root

Raw = dict[str, Any]
ANSWER = "attention"


def code(source: str, **more: Any) -> Raw:
    return {"cell_type": "code", "source": source, "metadata": {}, "outputs": [], "execution_count": None, **more}


def notebook(*cells: Raw, **more: Any) -> Raw:
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells), **more}


def written(folder: Path, content: Raw | str, name: str = "x.ipynb") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def nested(depth: int) -> Any:
    value: Any = 1
    for number in range(depth):
        value = [value] if number % 2 else {"a": value}
    return value


STREAM = {"output_type": "stream", "name": "stdout", "text": "x"}
TOO_LARGE: dict[str, tuple[Callable[[], Raw | str], str]] = {
    "cells": (lambda: notebook(*[code("x")] * 2_001), "has 2,001 cells, more than the 2,000 allowed"),
    "lines": (lambda: notebook(code("\n" * 80_000)), r"\(number 1\) of 80,001 lines"),
    "line ends of other kinds": (lambda: notebook(code("\u2028" * 80_000)), r"\(number 1\) of 80,001 lines"),
    "a cell": (lambda: notebook(code("x"), code("x" * 200_001)), r"\(number 2\) of 200,001 characters"),
    "a cell in lines": (lambda: notebook(code(["x" * 100] * 2_001)), "of 200,100 characters"),  # type: ignore[arg-type]
    "all code": (lambda: notebook(*[code("x" * 199_999)] * 3), "599,997 characters of code"),
    "outputs": (lambda: notebook(code("x", outputs=[STREAM] * 20_001)), "has 20,001 outputs"),
    "metadata": (lambda: notebook(code("x", metadata={"x": "y" * 1_000_001})), "characters of metadata"),
    "pictures": (
        lambda: notebook(code("x", attachments={str(number): {} for number in range(1_001)})),
        "1,001 attached pictures",
    ),
    "forms of a picture": (
        lambda: notebook(code("x", attachments={"p": {f"text/{number}": "" for number in range(100_000)}})),
        "more than the 20 forms allowed",
    ),
    "depth": (lambda: notebook(code("x", metadata={"x": nested(200)})), "nested more than the 200 deep"),
    "depth of a picture": (
        lambda: notebook(code("x", attachments={"p": {"application/json": nested(470)}})),
        "nested more than the 200 deep",
    ),
    "digits": (lambda: json.dumps(notebook(code("x"))).replace("null", "1" * 5_000), "more than the 1,000 digits"),
    "values": (lambda: '{"cells": [' + "[]," * 2_000_000 + "[]]}", "more than the 2,000,000 values"),
}


@pytest.mark.parametrize("what", TOO_LARGE)
def test_a_notebook_that_is_too_large_is_one_sentence(what: str, tmp_path: Path) -> None:
    make, sentence = TOO_LARGE[what]
    with pytest.raises(NotebookError, match=sentence) as raised:
        read_notebook(written(tmp_path, make()))
    assert len(str(raised.value)) < LONGEST_SENTENCE


def test_what_only_looks_like_many_values_is_read(tmp_path: Path) -> None:
    text = "x, " * 700_000 + '"quoted\\" ' + "1" * 2_000
    shown = {"output_type": "stream", "name": "stdout", "text": text}
    assert (
        read_notebook(written(tmp_path, notebook(code("x", outputs=[shown], id="a")))).cells[0].outputs[0].text == text
    )


def test_an_output_may_be_nested_as_deep_as_programs_nest(tmp_path: Path) -> None:
    shown = {"output_type": "display_data", "data": {"application/json": nested(150)}, "metadata": {}}
    assert read_notebook(written(tmp_path, notebook(code("x", outputs=[shown], id="a"))))


def test_a_string_without_an_end_is_broken_json(tmp_path: Path) -> None:
    with pytest.raises(NotebookError, match="not valid JSON"):
        read_notebook(written(tmp_path, '{"cells": [' + '"\\"' * 1_000_000))


@pytest.mark.parametrize(
    "content",
    [
        notebook(nbformat="x" * 3_000_000),
        notebook({"cell_type": "code" * 1_000_000, "source": "", "metadata": {}}),
        notebook(code("x", **{"y" * 3_000_000: 1})),
        notebook(code("x", outputs=[{"output_type": "x" * 3_000_000}])),
    ],
)
def test_sentences_are_short_whatever_a_notebook_holds(content: Raw, tmp_path: Path) -> None:
    with pytest.raises(NotebookError) as raised:
        read_notebook(written(tmp_path, content))
    assert len(str(raised.value)) <= LONGEST_SENTENCE + 1


def test_a_damaged_cell_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotebookError, match="its cell number 2 is damaged"):
        read_notebook(written(tmp_path, notebook(code("x", id="a"), code("x", id="b", outputs=[{"text": 1}]))))


def test_names_in_a_sentence_do_nothing_on_a_terminal(tmp_path: Path) -> None:
    with pytest.raises(NotebookError) as raised:
        read_notebook(tmp_path / "\x1b[2J\nanna: 10\udcff.ipynb")
    assert str(raised.value).startswith("\ufffd[2J anna: 10\ufffd.ipynb does not exist")


def release_of(*names: str) -> ReleasedNotebook:
    cells = []
    for name in names:
        about = {"grade_id": name, "solution": True, "locked": False, "grade": False, "schema_version": 3}
        cells.append(code(f"def {name}(x):\n    raise NotImplementedError", id=name, metadata={"nbgrader": about}))
    return released_in(from_dict(notebook(*cells)))


def answered(source: str, *more: Raw) -> Raw:
    about = {"grade_id": ANSWER, "solution": True, "locked": False, "grade": False, "schema_version": 3}
    return notebook(code(source, id=ANSWER, metadata={"nbgrader": about}), *more)


SHAPES: dict[str, Callable[[], Raw]] = {
    "empty lines": lambda: answered("\n" * 19_999),
    "spaces": lambda: answered(" " * 199_999),
    "indented lines": lambda: answered((" " * 8 + "\n") * 19_999),
    "installs nothing": lambda: answered("!pip " * 39_999),
    "cells without ids": lambda: notebook(*[code(f"x{number} = 1") for number in range(1_999)]),
    "cells of one id": lambda: answered("x", *[code(f"x{number} = 1", id="same") for number in range(1_999)]),
    "copies of one answer": lambda: notebook(*[answered(f"def f(: {number}")["cells"][0] for number in range(1_999)]),
    "answers elsewhere": lambda: answered("", *[code(f"def {ANSWER}(x{number}): pass") for number in range(1_999)]),
    "parts of an answer": lambda: answered("def f():", *[code(f"  x{number} = 1") for number in range(1_999)]),
    "a long error": lambda: answered(
        "x",
        code("x", outputs=[{"output_type": "error", "ename": "E", "evalue": "x" * 10_000_000, "traceback": []}]),
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_largest_notebooks_are_taken_in_within_bounds(shape: str, tmp_path: Path) -> None:
    """Each of these took minutes, or would have: what is read again for each line or cell breaks the bounds."""
    written(tmp_path, SHAPES[shape](), "a.ipynb")
    release = release_of(ANSWER, "other")
    with Bounded("Reading", lambda folder: take_in(folder, "a", release).recovery.note.certainty) as read:
        assert read(tmp_path) in {"untouched", "sure", "doubtful"}


def test_many_errors_are_not_all_looked_for(tmp_path: Path) -> None:
    path = written(tmp_path, answered("x", code("x", outputs=[{"output_type": "x"}] * 19_999)))
    with Bounded("Reading", read_notebook) as read, pytest.raises(NotebookError, match="cell number 2 is damaged"):
        read(path)


def test_findings_are_few_and_short(tmp_path: Path) -> None:
    imports = "import " + ", ".join(f"a{number}" for number in range(20_000))
    content = answered(f"import {'x' * 50_000}\n{imports}")
    found = preflight(read_notebook(written(tmp_path, content)), release_of(ANSWER))
    assert len(found) == MOST_SENTENCES
    assert max(len(each.sentence) for each in found) <= LONGEST_SENTENCE + 1


def test_a_number_that_python_does_not_write_is_no_error(tmp_path: Path) -> None:
    number = f"0x{'f' * 20_000}"
    content = answered(f"def {ANSWER}(x={number}):\n    return __import__({number})")
    found = preflight(read_notebook(written(tmp_path, content)), release_of(ANSWER))
    assert [each.sentence for each in found if each.rule == "signature"] == [
        f"Cell '{ANSWER}': the signature {ANSWER}(x) was changed to {ANSWER}(…)."
    ]


def test_the_files_of_a_submission_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.intake.submission.MOST_FILES", 10)
    for number in range(10):
        (tmp_path / f"{number}.txt").touch()
    refuse_odd_files(tmp_path)
    (tmp_path / "one more").touch()
    with pytest.raises(NotebookError, match="More than the 10 files allowed"):
        refuse_odd_files(tmp_path)


def test_folders_are_not_followed_without_end(tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(bounds.DEEPEST_FOLDER + 2):
        deep = deep / "d"
    deep.mkdir(parents=True)
    with pytest.raises(NotebookError, match="folders deep"):
        refuse_odd_files(tmp_path)


@pytest.mark.parametrize("count", [5, 20])
def test_long_paths_are_refused_also_those_that_the_system_does_not_take(tmp_path: Path, count: int) -> None:
    make_deep(tmp_path, ["d" * 250] * 3)
    refuse_odd_files(tmp_path)
    make_deep(tmp_path, ["e" * 250] * count)
    with pytest.raises(NotebookError, match="whose path has more than the 1,000 bytes allowed"):
        refuse_odd_files(tmp_path)


@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_a_folder_that_may_not_be_read_is_one_sentence(mode: int) -> None:
    with not_as_root() as place:
        (place / "closed").mkdir()
        (place / "closed" / "x").touch()
        (place / "closed").chmod(mode)
        with pytest.raises(NotebookError, match="The folder closed cannot be read: Permission denied"):
            refuse_odd_files(place)
        # where that is the whole of it, whoever grades has no right to read submissions
        with pytest.raises(PermissionError):
            refuse_odd_files(place / "closed")


def test_a_notebook_that_may_not_be_read_is_one_sentence() -> None:
    with not_as_root() as place:
        path = place / "a.ipynb"
        path.write_text(json.dumps(notebook()))
        path.chmod(0o000)
        with pytest.raises(NotebookError, match=r"a\.ipynb may not be read"):
            read_notebook(path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotebookError, match="pipe is neither a file nor a folder"):
        refuse_odd_files(tmp_path)


def test_damaged_files_are_unpacked_only_so_many_times() -> None:
    opened: list[int] = []

    def damaged(number: int) -> Packed:
        def read() -> io.BytesIO:
            opened.append(number)
            raise zipfile.BadZipFile("Bad CRC-32")

        return Packed(PurePosixPath(f"{number}.bin"), None, 10, read)

    whole = Packed(PurePosixPath("a.ipynb"), None, 2, lambda: io.BytesIO(b"{}"))
    files = [whole, *(damaged(number) for number in range(MOST_OTHERS * 3))]
    found = HandedFiles(Origin("folder", "anna", "", "anna"), tuple((each.path, each) for each in files))
    handed = read_handed(found, "a", ["a"], UTC)
    assert list(handed.content) == ["a.ipynb"]
    assert len(opened) == MOST_OTHERS


def test_files_beside_the_notebook_are_bounded_together(tmp_path: Path) -> None:
    for number in range(3):
        with (tmp_path / f"{number}.bin").open("wb") as file:
            file.truncate(bounds.MOST_BYTES_IN_ALL // 3)
    refuse_odd_files(tmp_path)
    (tmp_path / "more.txt").write_bytes(bytes(10))
    with pytest.raises(NotebookError, match="More than the 256 MB allowed"):
        refuse_odd_files(tmp_path)
