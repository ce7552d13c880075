"""Feedback released through nbgrader's exchange: what one student handed in stops nobody else's."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from nbgrader.apps import NbGraderAPI

from autograder.course import Course
from autograder.nbgrader.exchange import ReleaseFeedback
from tests.conftest import A0
from tests.tiny import configure

TIME = b"2025-03-01 10:00:00 UTC"


def page_of(course: Course, student: str, time: bytes | None, secret: bytes | None) -> None:
    page = course.feedback(student, A0)
    page.parent.mkdir(parents=True)
    page.write_text(f"page of {student}")
    for name, content in (("timestamp.txt", time), ("submission_secret.txt", secret)):
        if content is not None:
            (page.parent / name).write_bytes(content)


@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")
# nbgrader leaves the files open that it reads
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_files_that_cannot_be_read_stop_nobody_elses_release(
    tiny_course: Course, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    exchange = tmp_path / "exchange"
    exchange.mkdir(mode=0o777)
    exchange.chmod(0o777)
    configure(tiny_course, f"c.Exchange.root = {str(exchange)!r}")
    page_of(tiny_course, "anna", TIME, b"secret of anna")
    page_of(tiny_course, "ben", None, None)
    page_of(tiny_course, "eve", TIME, b"\xff\xfe\x00")
    page_of(tiny_course, "eve2", b"\xff\xfe\x00", b"secret")
    page_of(tiny_course, "eve3", TIME, b"s" * 20_000)
    page_of(tiny_course, "eve4", TIME, b"secret")
    (tiny_course.feedback("eve4", A0).parent / "x.html").mkdir()
    page_of(tiny_course, "zoe", TIME, b"secret of zoe")
    api = NbGraderAPI(config=tiny_course.nbgrader_config())
    api.coursedir.assignment_id = A0
    caplog.set_level(logging.WARNING)
    release = ReleaseFeedback(coursedir=api.coursedir, parent=api)
    release.log = logging.getLogger("released")
    release.start()
    released = {path.read_text() for path in exchange.glob("attention/feedback/*.html")}
    assert released == {"page of anna", "page of zoe"}
    said = [record.getMessage() for record in caplog.records]
    assert any("did not hand in through the exchange: ben. Send" in each for each in said)
    assert any("cannot be read: eve, eve2, eve3, eve4. Send" in each for each in said)
