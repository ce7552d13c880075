"""A real JupyterLab in a real browser."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-quic", "--no-first-run", "--window-size=1400,1600", "--hide-scrollbars",
)  # fmt: skip


def require_browser() -> tuple[str, str]:
    """Chromium and its driver; without them the test is skipped, unless they are required."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if chromium and driver:
        return chromium, driver
    message = "needs chromium and chromedriver (Debian: apt-get install chromium chromium-driver)"
    if os.environ.get("REQUIRE_BROWSER"):
        pytest.fail(message)
    pytest.skip(message)


@contextlib.contextmanager
def browser() -> Iterator[Chrome]:
    """Headless Chromium with a profile of its own."""
    chromium, driver = require_browser()
    with tempfile.TemporaryDirectory() as profile:
        options = ChromeOptions()
        options.binary_location = chromium
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        chrome = Chrome(options=options, service=ChromeService(driver))
        try:
            yield chrome
        finally:
            chrome.quit()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def jupyterlab(root: Path) -> Iterator[str]:
    """A JupyterLab server on a folder; gives its address."""
    port = free_port()
    with tempfile.TemporaryDirectory() as home:
        env = {
            **os.environ,
            "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"],
            "JUPYTER_CONFIG_DIR": f"{home}/config",
            "JUPYTER_DATA_DIR": f"{home}/data",
            "JUPYTER_RUNTIME_DIR": f"{home}/runtime",
            "HOME": home,
        }
        command = [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
            "--expose-app-in-browser", "--IdentityProvider.token=", "--ServerApp.password=", "--LabApp.news_url=None",
        ]  # fmt: skip
        with (Path(home) / "server.log").open("w") as log:
            server = subprocess.Popen(command, cwd=root, env=env, stdout=log, stderr=subprocess.STDOUT)
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_until_up(address, server, Path(home) / "server.log")
            yield address
        finally:
            server.terminate()
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_until_up(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/api", timeout=2):
            return
        time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()}")
