"""Draws docs/pictures/way.svg, the way of a submission through the rooms: python docs/pictures/way.py"""

from html import escape
from pathlib import Path

INK, QUIET, LINE = "#1c2230", "#5d6678", "#c3cad6"
TRUSTED, JAILED, PAGES, FILES = "#e8f0fb", "#fdeceb", "#e9f6ee", "#f6f7fa"
WIDTH, HEIGHT = 1180, 640
parts: list[str] = []


def box(x, y, width, height, title, lines, fill, dashed=False):
    """A room: its name, and what happens in it."""
    dash = ' stroke-dasharray="7 5"' if dashed else ""
    parts.append(
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10" fill="{fill}" stroke="{LINE}" stroke-width="1.5"{dash}/>'
    )
    text(x + 14, y + 25, title, 16, INK, "700")
    for number, line in enumerate(lines):
        text(x + 14, y + 46 + 18 * number, line, 13, QUIET)


def text(x, y, words, size, color, weight="400", anchor="start"):
    parts.append(
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{color}" font-weight="{weight}" text-anchor="{anchor}">{escape(words)}</text>'
    )


def arrow(points, words="", at=None):
    """A way from one room to the next."""
    path = " L ".join(f"{x} {y}" for x, y in points)
    parts.append(f'<path d="M {path}" fill="none" stroke="{QUIET}" stroke-width="1.8" marker-end="url(#head)"/>')
    if words and at:
        text(*at, words, 12.5, QUIET)


def draw():
    text(24, 34, "The way of a submission", 20, INK, "700")
    text(
        24,
        56,
        "A box is a room of autograder/. Blue: trusted. Red: beside student code. Green: what people read.",
        13,
        QUIET,
    )

    box(
        24,
        80,
        200,
        96,
        "From the class",
        ["a zip of Moodle or Canvas,", "a folder, the exchange:", "notebooks (.ipynb)"],
        FILES,
    )
    box(
        270,
        80,
        250,
        96,
        "intake/",
        ["whose it is, when; the notebook", "back in the form of its release;", "which rules it breaks"],
        TRUSTED,
    )
    box(
        566,
        80,
        270,
        96,
        "grading/",
        ["the task: cells and digests of checks;", "the pool of grading processes;", "results in .autograder/results/"],
        TRUSTED,
    )
    box(
        882,
        80,
        274,
        96,
        "solutions/<assignment>/",
        ["master, references, checks,", "mistakes, variants, certificate", "(all that is secret)"],
        FILES,
    )
    arrow([(224, 128), (264, 128)])
    arrow([(520, 128), (560, 128)], "", None)
    arrow([(882, 128), (842, 128)])

    parts.append(
        f'<rect x="250" y="216" width="906" height="196" rx="14" fill="none" stroke="{LINE}" stroke-width="1.5"/>'
    )
    text(566, 240, "one grading process (worker), one submission at a time", 13, QUIET)
    box(
        270,
        252,
        250,
        140,
        "judge/",
        [
            "pytest runs the hidden checks:",
            "asks questions, compares answers",
            "with references, gives points",
            "-> a verdict per question",
        ],
        TRUSTED,
    )
    box(
        566,
        252,
        270,
        140,
        "jail/outside, jail/wire",
        ["starts jails, runs cells in them,", "talks to snapshots: data only,", "msgpack frames, no pickle"],
        TRUSTED,
    )
    box(
        882,
        252,
        254,
        140,
        "jail/walls, jail/inside",
        ["zygote -> jail -> notebook ->", "a snapshot per question;", "no network, no course files,", "hard limits"],
        JAILED,
        dashed=True,
    )
    arrow([(700, 176), (700, 200), (395, 200), (395, 246)], "task + checks", (470, 194))
    arrow([(520, 322), (560, 322)])
    arrow([(836, 308), (876, 308)])
    arrow([(882, 340), (842, 340)])
    arrow([(566, 346), (526, 346)])

    box(
        24,
        252,
        200,
        140,
        "diagnosis/",
        ["which known mistakes", "the answers repeat:", "their hints; groups of", "alike wrong answers"],
        TRUSTED,
    )
    arrow([(270, 322), (230, 322)])

    box(
        24,
        452,
        250,
        96,
        "class_run/, nbgrader/",
        ["one after the other: grades into", "the gradebook, notebooks into", "autograded/, with our note"],
        TRUSTED,
    )
    arrow([(124, 392), (124, 446)], "result with hints", (134, 424))
    box(
        320,
        452,
        230,
        96,
        "feedback/",
        ["one page per student:", "checks in sentences, hints,", "comments of people"],
        PAGES,
    )
    box(
        596,
        452,
        250,
        96,
        "report/, similarity/",
        ["one page for the instructor;", "answers that are alike,", "side by side"],
        PAGES,
    )
    box(892, 452, 264, 96, "export/", ["back to Moodle, Canvas,", "Gradescope, or a table"], PAGES)
    arrow([(274, 500), (314, 500)])
    arrow([(274, 524), (296, 524), (296, 574), (721, 574), (721, 554)])
    arrow([(721, 574), (1024, 574), (1024, 554)])
    text(
        24,
        604,
        "Beside the way: course/ (folders, masters, releases, cells), student/ (check, preflight, kit), pages/ (what all pages share),",
        13,
        QUIET,
    )
    text(
        24,
        624,
        "authoring/ (certify, new assignments), demo/ (a made-up class), cli/ (the commands, which call the functions above).",
        13,
        QUIET,
    )


draw()
svg = f'''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif" role="img" aria-label="The way of a submission through the rooms">
<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>
<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M 0 0 L 10 5 L 0 10 z" fill="{QUIET}"/></marker></defs>
{chr(10).join(parts)}
</svg>
'''
Path(__file__).with_name("way.svg").write_text(svg, encoding="utf-8")
