"""The pages as a student opens them: in a real browser, on a desk and on a phone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests.browser import browser
from tests.feedback import attacks
from tests.feedback.conftest import Pages
from tests.feedback.test_pages import STUDENTS

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")]

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
STARTED = (
    "return window.pwned === undefined && !document.querySelector('script, iframe, svg, object, embed, form, base')"
)
HANDLERS = """return [...document.querySelectorAll('*')].flatMap(e => [...e.attributes])
  .filter(a => a.name.startsWith('on') || /^\\s*(javascript|vbscript|data:text)/i.test(a.value)).map(a => a.name)"""


@pytest.fixture(scope="module")
def chrome() -> Iterator[Chrome]:
    with browser() as chrome:
        yield chrome


def show(chrome: Chrome, page: Path, width: int, scheme: str = "light") -> None:
    metrics = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 500}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    preferred = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", preferred)
    chrome.get(page.as_uri())


def click_everything(chrome: Chrome) -> None:
    """What a curious reader does, in formulas too; a link that leaves the page is not followed."""
    chrome.execute_script(
        """document.querySelectorAll('main *').forEach(e => {
             if (!/^(http|mailto)/.test(e.getAttribute('href') || '')) e.dispatchEvent(new MouseEvent('click'));
             e.dispatchEvent(new Event('error')); e.dispatchEvent(new Event('load')); e.focus && e.focus(); })"""
    )


@pytest.mark.parametrize("student", [attacks.STUDENT, "emil", "anna"])
@pytest.mark.parametrize("policy", [True, False], ids=["as written", "without its policy"])
def test_nothing_a_student_wrote_runs(pages: Pages, chrome: Chrome, tmp_path: Path, student: str, policy: bool) -> None:
    page = pages[student]
    assert POLICY.search(page)
    copy = tmp_path / "page.html"
    copy.write_text(page if policy else POLICY.sub("", page))
    show(chrome, copy, 1200)
    click_everything(chrome)
    assert chrome.execute_script(STARTED)
    assert chrome.execute_script(HANDLERS) == []
    assert chrome.current_url.startswith(copy.as_uri())


def test_the_test_would_notice_a_script_that_runs(chrome: Chrome, tmp_path: Path) -> None:
    copy = tmp_path / "page.html"
    copy.write_text(f"<main><img src=x onerror={attacks.PWN}></main>")
    show(chrome, copy, 1200)
    click_everything(chrome)
    assert chrome.execute_script(STARTED) is False


@pytest.mark.parametrize("student", STUDENTS)
@pytest.mark.parametrize("width", [390, 1200])
def test_the_page_never_scrolls_sideways(pages: Pages, chrome: Chrome, student: str, width: int) -> None:
    show(chrome, pages.files[student], width)
    assert chrome.execute_script("return document.documentElement.scrollWidth") <= width


def is_shown(chrome: Chrome, selector: str) -> list[bool]:
    return chrome.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map(e => e.checkVisibility())", selector
    )


def test_a_box_leaves_only_what_lost_points_and_needs_no_script(pages: Pages, chrome: Chrome) -> None:
    show(chrome, pages.files["anna"], 1200)
    assert is_shown(chrome, "details.question, tbody tr") == [True] * 4
    assert all(is_shown(chrome, "details[open] li.passed"))
    chrome.find_element("id", "only-lost").click()
    assert is_shown(chrome, "details.question, tbody tr") == [False, True, False, True]
    assert not any(is_shown(chrome, "li.passed"))


def test_a_link_to_a_folded_question_unfolds_it(pages: Pages, chrome: Chrome) -> None:
    show(chrome, pages.files["anna"], 1200)
    assert is_shown(chrome, "#q-area") == [False]
    chrome.find_element("css selector", "tbody a[href='#q-area']").click()
    assert is_shown(chrome, "#q-area") == [True]


@pytest.mark.parametrize("width", [390, 1200])
def test_a_caret_stays_below_its_place(pages: Pages, chrome: Chrome, width: int) -> None:
    show(chrome, pages.files["nora"], width)
    lines = chrome.execute_script(
        """const shown = [...document.querySelectorAll('pre')].find(e => e.textContent.includes('^'));
        const style = getComputedStyle(shown), px = name => parseFloat(style[name]);
        return [shown.textContent.trimEnd().split('\\n').length,
                Math.round((shown.clientHeight - px('paddingTop') - px('paddingBottom')) / px('lineHeight'))]"""
    )
    assert lines[0] == lines[1]


def test_formulas_look_like_mathematics(pages: Pages, chrome: Chrome) -> None:
    show(chrome, pages.files["anna"], 390)
    above, below = chrome.execute_script(
        "return [...document.querySelectorAll('.answer mfrac:first-of-type > *')].map(e => e.getBoundingClientRect().top)"
    )[:2]
    assert above < below


def test_the_page_follows_the_readers_colours_and_loads_nothing(pages: Pages, chrome: Chrome) -> None:
    background = "return getComputedStyle(document.body).backgroundColor"
    show(chrome, pages.files["nora"], 1200)
    light = chrome.execute_script(background)
    show(chrome, pages.files["nora"], 1200, "dark")
    assert chrome.execute_script(background) != light
    assert (
        chrome.execute_script("return performance.getEntriesByType('resource').filter(e => !/^data:/.test(e.name))")
        == []
    )
    assert chrome.execute_script("return [...document.images].every(i => i.complete && i.naturalWidth > 0)")
    if folder := os.environ.get("SCREENSHOTS"):
        chrome.save_screenshot(str(Path(folder) / "feedback.png"))
