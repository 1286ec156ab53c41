"""Make the picture at the head of the README and of each tutorial, by doing what the page says.

python docs/pictures/make_tutorial_pictures.py [NAME ...]      (README, or as in tutorial-NAME.md; none: all)

Nobody can draw the same noise twice, so a picture made again differs a little from the one before.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from epsilog.accounting.pictures import Verdict, audit_picture, save
from epsilog.cli.app import run

HERE = Path(__file__).parent
DOCS = HERE.parent
FENCE = re.compile(r"(?:Save as `([\w.-]+)`:\n\n)?```(\w+)\n(.*?)```", re.DOTALL)
# What a tutorial draws on its way, and which of it stands at its head.
DRAWN = {
    "README": "visits-2026/pictures/1-*.png",
    "first-release": "release/pictures/1-*.png",
    "hospital-report": "quarter/pictures/4-readmission.png",
    "series": "quarter/pictures/*day-by-day.png",
    "year": "plan/calendar.png",
    "city": "week/pictures/1-by-hour.png",
    "notebook": "release/pictures/2-*.png",
    "shop": "week-20/pictures/2-*.png",
    "board": "plan/calendar.png",
}
# What an auditor shows: the functions of a tutorial, with two tables that differ by one person.
AUDITED = {
    "audit": (
        ("rows counted", "noisy_count", ["ann"], ["ann", "bob", "bob", "bob"]),
        ("people counted", "noisy_people", ["ann"], ["ann", "bob", "bob", "bob"]),
        ("textbook noise", "textbook", 0.0, 1.0),
    ),
    "engineer": (
        ("taps counted", "taps_by_screen", [("ann", 0)], [("ann", 0), *(("bob", at) for at in range(3))]),
        ("users counted", "users_by_screen", [("ann", 0)], [("ann", 0), *(("bob", at) for at in range(3))]),
    ),
}


def main(names: list[str]) -> None:
    """Make those that were named, or all."""
    (HERE / "tutorials").mkdir(exist_ok=True)
    for name in names or [*DRAWN, *AUDITED, "live"]:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            scope = follow(name)
            if name == "live":
                _take_chart(Path("visits-on-Monday-first/index.html"), HERE / "tutorials" / "live.svg")
            elif name in AUDITED:
                _draw_audit(name, scope)
            else:
                found = sorted(Path().glob(DRAWN[name]))
                shutil.copy(found[0], HERE / ("story.png" if name == "README" else f"tutorials/{name}.png"))
        print(f"made: {name}")


def follow(name: str) -> dict[str, object]:
    """Do what a page says, in the folder one is in; what its Python left behind."""
    scope: dict[str, object] = {}
    for variable in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        os.environ.pop(f"EPSILOG_{variable}", None)
    page = DOCS.parent / "README.md" if name == "README" else DOCS / f"tutorial-{name}.md"
    for saved, language, text in FENCE.findall(page.read_text(encoding="utf-8")):
        if saved:
            Path(saved).write_text(text, encoding="utf-8")
        heard = io.StringIO()
        with contextlib.redirect_stdout(heard), contextlib.redirect_stderr(io.StringIO()):
            if language == "python":
                exec(compile(text, saved or name, "exec"), scope)
            for line in text.splitlines() if language == "bash" else ():
                command, _, target = line.partition("    # exit ")[0].partition(" > ")
                heard.seek(0)
                heard.truncate()
                run(shlex.split(command)[1:])
                if target:
                    Path(target).write_text(heard.getvalue(), encoding="utf-8")
    return scope


def _take_chart(page: Path, target: Path) -> None:
    """The first chart of a live page, as a picture of its own with the page's colours."""
    text = page.read_text(encoding="utf-8")
    chart = re.search(r"<svg.*?</svg>", text, re.DOTALL)
    assert chart, "a live page has a chart"
    drawn = chart[0].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    for name, colour in re.findall(r"(--\w+): (#\w+)", text):
        drawn = drawn.replace(f"var({name})", colour)
    target.write_text(drawn + "\n", encoding="utf-8")


def _draw_audit(name: str, scope: dict[str, object]) -> None:
    from epsilog.audit import audit

    lines = []
    for words, function, before, after in AUDITED[name]:
        verdict = audit(scope[function], before, after, claim=1.0, seed=1)
        lines.append(Verdict(words, 1.0, verdict.epsilon))
    drawn = save(audit_picture(lines), Path(name))
    shutil.copy(next(path for path in drawn if path.suffix == ".png"), HERE / "tutorials" / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
