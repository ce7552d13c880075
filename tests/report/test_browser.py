"""The instructor's pages in a real browser: nothing in them runs, and they fit a desk and a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from autograder.report.page import page
from tests.browser import browser
from tests.feedback import attacks
from tests.report.conftest import Reports
from tests.report.made_up import made_up_report

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")]

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
INJECTED = """return [...document.querySelectorAll(
  'script, iframe, img, object, embed, form, input, base, link, body style, svg:not(.chart), math, a[id]')].map(e => e.outerHTML)"""
HANDLERS = """return [...document.querySelectorAll('*')].flatMap(e => [...e.attributes])
  .filter(a => a.name.startsWith('on') || /^\\s*(javascript|vbscript|data:)/i.test(a.value)).map(a => a.name)"""
TOUCH_EVERYTHING = """document.querySelectorAll('details').forEach(e => e.open = true);
  document.querySelectorAll('main *').forEach(e => { if (!(e.getAttribute('href') || '#').startsWith('#')) return;
  e.click && e.click(); e.dispatchEvent(new Event('error')); e.dispatchEvent(new Event('load')); e.focus && e.focus(); })"""


@pytest.fixture(scope="module")
def chrome() -> Iterator[Chrome]:
    with browser() as chrome:
        yield chrome


def show(chrome: Chrome, page: Path, width: int = 1280, scheme: str = "light") -> None:
    metrics = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 500}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    preferred = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", preferred)
    chrome.get(page.as_uri())


@pytest.fixture(params=["report.html", "similarity.html", "report-anonymous.html", "similarity-anonymous.html"])
def written(reports: Reports, request: pytest.FixtureRequest) -> Path:
    path = reports.named.path.parent / request.param
    assert path.is_file()
    return path


@pytest.mark.parametrize("policy", [True, False], ids=["as written", "without its policy"])
def test_nothing_a_student_wrote_runs_or_becomes_an_element(
    written: Path, chrome: Chrome, tmp_path: Path, policy: bool
) -> None:
    text = written.read_text()
    assert POLICY.search(text)
    copy = tmp_path / "page.html"
    copy.write_text(text if policy else POLICY.sub("", text))
    show(chrome, copy)
    chrome.execute_script(TOUCH_EVERYTHING)
    assert chrome.execute_script("return window.pwned") is None
    assert chrome.execute_script(INJECTED) == []
    assert chrome.execute_script(HANDLERS) == []
    assert chrome.current_url.startswith(copy.as_uri())


def test_the_hostile_names_and_files_are_there_to_be_read(reports: Reports, chrome: Chrome) -> None:
    show(chrome, reports.named.path)
    shown = chrome.execute_script("return document.body.textContent")
    assert attacks.FIRST_NAME in shown
    assert attacks.FILE_NAME in shown


def test_the_test_would_notice_a_script_that_runs(chrome: Chrome, tmp_path: Path) -> None:
    copy = tmp_path / "page.html"
    copy.write_text(f"<main><p><img src=x onerror={attacks.PWN}></p></main>")
    show(chrome, copy)
    chrome.execute_script(TOUCH_EVERYTHING)
    assert chrome.execute_script("return window.pwned") == 1
    assert len(chrome.execute_script(INJECTED)) == 1
    assert chrome.execute_script(HANDLERS) == ["onerror"]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_never_scrolls_sideways(written: Path, chrome: Chrome, width: int) -> None:
    show(chrome, written, width)
    assert chrome.execute_script("return document.documentElement.scrollWidth") <= width


def test_a_large_table_scrolls_inside_its_own_box(chrome: Chrome, tmp_path: Path) -> None:
    copy = tmp_path / "page.html"
    copy.write_text(page(made_up_report(300, 40)))
    show(chrome, copy, 390)
    assert chrome.execute_script("return document.documentElement.scrollWidth") <= 390
    inside = "const box = document.querySelector('.scroll'), name = document.querySelector('.heat tbody th');"
    sizes = "return [box.scrollWidth > box.clientWidth, box.scrollHeight > box.clientHeight]"
    assert chrome.execute_script(inside + sizes) == [True, True]
    stuck = """box.scrollTo(400, 4000); const head = document.querySelector('.heat thead th'), edge = box.getBoundingClientRect();
      return [Math.abs(name.getBoundingClientRect().left - edge.left) < 3, Math.abs(head.getBoundingClientRect().top - edge.top) < 3]"""
    assert chrome.execute_script(inside + stuck) == [True, True]


def test_the_page_follows_the_readers_colours_and_loads_nothing(written: Path, chrome: Chrome) -> None:
    background = "return getComputedStyle(document.body).backgroundColor"
    show(chrome, written)
    light = chrome.execute_script(background)
    show(chrome, written, scheme="dark")
    assert chrome.execute_script(background) != light
    assert chrome.execute_script("return performance.getEntriesByType('resource').map(e => e.name)") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_in_coloured_cells_can_be_read(chrome: Chrome, tmp_path: Path, scheme: str) -> None:
    copy = tmp_path / "page.html"
    copy.write_text(page(made_up_report(30, 12)))
    show(chrome, copy, scheme=scheme)
    colours = """return [0, 1, 2, 3, 4, 5].flatMap(n => { const cell = document.querySelector('.l' + n);
      const s = getComputedStyle(cell); return [[s.color, s.backgroundColor]]; })"""
    for ink, paper in chrome.execute_script(colours):
        bright, dim = sorted((_luminance(ink), _luminance(paper)), reverse=True)
        assert (bright + 0.05) / (dim + 0.05) >= 4.5, (ink, paper)


def _luminance(colour: str) -> float:
    """As WCAG defines it."""
    channels = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
