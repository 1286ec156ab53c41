"""Story one, the main job: from a table of visits to a release somebody can defend, command by command."""

from __future__ import annotations

import contextlib
import io
import json
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from epsilog.cli.showcase.clinic import DIAGNOSES, REGIONS, YEAR, write_year
from epsilog.errors import SpecError

_MARK: Final = ".made-by-epsilog-demo"
RELEASE: Final = "clinic-year"
SPEC: Final = f"""\
# A year of visits, for the public. `epsilog init --from FILE` drafts such a file; a steward answers its questions.
release: {RELEASE}
edition: {YEAR}
source:
  file: visits.parquet
  columns: {{patient_id: text, region: text, visited_at: timestamp, diagnosis: text, systolic: number}}
protect: {{each: patient_id, per: 1mo, zone: Asia/Shanghai}}   # the account says the same, or nothing is published
bound: {{rows: 4, cells: 4}}                                   # what one patient may weigh within one month
during: {{time: visited_at, from: {YEAR}-01-01, to: {YEAR}-12-31}}
publish:
  - {{count: rows, by: {{diagnosis: [{", ".join(DIAGNOSES)}]}}, every: 1w}}
  - {{count: persons, by: {{region: [{", ".join(REGIONS)}]}}, every: 1mo}}
  - {{mean: systolic, between: [80, 220], by: {{region: [{", ".join(REGIONS)}]}}, expect: 50000}}
  - {{histogram: systolic, between: [80, 220], bins: 14}}
tidy: {{whole: true}}
spend: {{epsilon: 0.5, delta: 1e-8, from: clinic/{YEAR}}}
"""


@dataclass
class Press:
    """What was run, what it answered, and where everything lies."""

    folder: Path
    rows: int
    commands: list[str] = field(default_factory=list)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    codes: list[int] = field(default_factory=list)

    @property
    def release(self) -> Path:
        """The folder of the release."""
        return self.folder / RELEASE

    @property
    def as_expected(self) -> bool:
        """Every command ended well; the same request again was the stored release; the folder verified."""
        again, verified = self.answers.get("publish again", {}), self.answers.get("verify", {})
        return not any(self.codes) and again.get("repeated") is True and verified.get("whole") is True


def run_press(folder: Path, rows: int, lang: str, show: Callable[[str], None] | None) -> Press:
    """Write the table and the spec, then run the commands a person would type; with `show`, on the screen."""
    clinic = _fresh(folder / "clinic")
    press = Press(clinic, rows)
    write_year(clinic / "visits.parquet", rows)
    (clinic / "visits.yaml").write_text(SPEC, encoding="utf-8")
    spec, ledger = str(clinic / "visits.yaml"), ["--ledger", str(clinic / "ledger.db")]
    who = ["--each", "patient_id", "--per", "1mo", "--zone", "Asia/Shanghai"]
    opening = ["ledger", "open", f"clinic/{YEAR}", *who, "--epsilon", "2", "--delta", "1e-8", "--by", "Ada"]
    table, draft, plan = (str(clinic / name) for name in ("visits.parquet", "draft.yaml", "plan"))
    publish = ["publish", spec, "--out", str(press.release), *ledger]
    for arguments in (
        ["init", "--from", table, "--out", draft],
        [*opening, *ledger],
        ["check", spec, *ledger],
        ["plan", spec, "--picture", plan, *ledger],
        publish,
        ["explain", str(press.release)],
    ):
        _step(press, arguments, lang, show)
    # The same request again, quietly: the stored release, nothing read, nothing spent.
    again = press.answers["publish again"] = _step(press, publish, lang, None)
    verify = ["verify", str(press.release), "--trust", str(again.get("public_key", "")), *ledger]
    if show is not None:
        _step(press, verify, lang, show)
    press.answers["verify"] = _step(press, verify, lang, None)
    return press


def _step(press: Press, arguments: list[str], lang: str, show: Callable[[str], None] | None) -> dict[str, Any]:
    """Run one command: on the screen after its own words where somebody watches, otherwise for its answer."""
    from epsilog.cli.app import run

    command = "epsilog " + shlex.join(arguments)
    if command not in press.commands:
        press.commands.append(command)
    if show is not None:
        show(command)
        press.codes.append(run([*arguments, "--lang", lang]))
        return {}
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard):
        press.codes.append(run([*arguments, "--json"]))
    answer: dict[str, Any] = json.loads(heard.getvalue() or "{}")
    return answer


def _fresh(folder: Path) -> Path:
    """An empty folder of our own; what an earlier demonstration left is cleared away, anything else is not."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / _MARK).exists():
            raise SpecError("the folder holds something else", where=str(folder), hint="--out ANOTHER")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MARK).write_text(
        "Made by `epsilog demo`; the next demonstration clears it away.\n", encoding="utf-8"
    )
    return folder
