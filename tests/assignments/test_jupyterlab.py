"""Both notebooks of an assignment, opened as an instructor and a student would."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser import browser, jupyterlab
from tests.conftest import A1, ROOT

pytestmark = pytest.mark.browser

# what a command does before the application has come up again is lost
OPEN = """
const [path, factory, done] = arguments, app = window.jupyterapp;
app.restored.then(() => app.commands.execute("docmanager:open", {path, factory})).then(() => done());
"""
VALUES = "return [...document.querySelectorAll(arguments[0])].map(field => field.value)"


@pytest.fixture(scope="module")
def chrome() -> Iterator[Chrome]:
    with browser() as chrome:
        yield chrome


@pytest.fixture(scope="module")
def lab() -> Iterator[str]:
    with jupyterlab(ROOT) as address:
        yield address


def page_errors(chrome: Chrome) -> list[str]:
    """What the page itself reported as an error; a missing favicon, or leaving an unsaved page, is not one."""
    harmless = ("beforeunload", "favicon", ".map", "Failed to load resource", "service-worker", "ServiceWorker")
    return [
        entry["message"]
        for entry in chrome.get_log("browser")
        if entry["level"] == "SEVERE" and not any(word in entry["message"] for word in harmless)
    ]


def wait(chrome: Chrome, condition: Callable[[Chrome], Any]) -> Any:
    """Wait until the page shows something; elements come and go while it is built."""
    return WebDriverWait(chrome, 90, ignored_exceptions=[WebDriverException]).until(condition)


def open_notebook(chrome: Chrome, lab: str, path: str, factory: str) -> None:
    """Open a file as File > Open with does, in a fresh workspace, and wait until its formulas are set."""
    chrome.get(f"{lab}/lab/workspaces/{factory.replace(' ', '-')}")
    wait(chrome, lambda page: page.execute_script("return !!window.jupyterapp"))
    chrome.set_script_timeout(90)
    chrome.execute_async_script(OPEN, path, factory)
    wait(chrome, lambda page: len(page.find_elements(By.CSS_SELECTOR, ".jp-Notebook .jp-Cell")) > 3)
    wait(chrome, lambda page: page.find_elements(By.CSS_SELECTOR, ".jp-Notebook mjx-container"))


@pytest.mark.parametrize(
    ("name", "path", "factory"),
    [
        ("release", f"notebooks/{A1}/{A1}.ipynb", "Notebook"),
        ("master", f"solutions/{A1}/master.py", "Jupytext Notebook"),
    ],
)
def test_notebook_opens_without_an_error_in_the_page(
    chrome: Chrome, lab: str, name: str, path: str, factory: str
) -> None:
    open_notebook(chrome, lab, path, factory)
    assert chrome.find_elements(By.CSS_SELECTOR, ".jp-Dialog") == []
    wait(chrome, lambda page: "Attention and Convolution" in page.find_element(By.CSS_SELECTOR, ".jp-Notebook").text)
    assert chrome.find_elements(By.CSS_SELECTOR, "mjx-merror, .MathJax_Error") == []
    assert page_errors(chrome) == []
    if folder := os.environ.get("SCREENSHOTS"):
        chrome.save_screenshot(str(Path(folder) / f"{name}.png"))


def test_create_assignment_panel_works_on_the_master(chrome: Chrome, lab: str) -> None:
    open_notebook(chrome, lab, f"solutions/{A1}/master.py", "Jupytext Notebook")
    panel = "[data-id='nbgrader-create_assignemnt']"
    wait(chrome, lambda page: page.find_element(By.CSS_SELECTOR, panel).click() or True)
    wait(chrome, lambda page: "100" in page.execute_script(VALUES, ".nbgrader-TotalPointsInput"))
    wait(chrome, lambda page: "mhsa_parameters" in page.execute_script(VALUES, ".nbgrader-CellId input"))
