"""The command to open an account that is offered beside a spec is the one the spec needs, ready to copy."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from epsilog.cli.app import run

SPEC = """\
release: visits
edition: "1"
source: {file: visits.csv, columns: {patient id: text, visited_at: timestamp}}
protect: {each: patient id, per: 1mo, zone: Asia/Shanghai, neighbours: replace}
bound: {rows: 4}
during: {time: visited_at, from: 2026-01-01, to: 2026-01-31}
publish: [{count: rows}]
spend: {epsilon: 2.5, delta: 1e-6, from: clinic/2026}
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    Path("visits.csv").write_text("patient id,visited_at\np1,2026-01-05 10:00:00\n", encoding="utf-8")
    Path("visits.yaml").write_text(SPEC, encoding="utf-8")


def hint(command: str, code: int, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert run([*shlex.split(command), "--json"]) == code
    said = capsys.readouterr()
    if "checks" in said.out:
        (found,) = (one for one in json.loads(said.out)["checks"] if one["step"] == "account")
        return str(found["error"]["hint"])
    return str(json.loads(said.err)["error"]["hint"])


CALENDAR = """\
calendar: year
from: 2026-01-01
to: 2026-12-31
time: visited_at
source: {file: visits.csv, columns: {patient id: text, visited_at: timestamp}}
protect: {each: patient id, zone: Asia/Shanghai}
bound: {rows: 1}
reports: [{name: monthly, count: rows, every: 1mo, error: 50}]
spend: {delta: 1e-6, from: clinic/2026}
"""


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_calendar_offers_it_too(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("year.yaml").write_text(CALENDAR, encoding="utf-8")
    for again in (False, True):
        if again:
            assert run(["ledger", "open", "another", "--each", "row", "--epsilon", "1", "--by", "Ada"]) == 0
        capsys.readouterr()
        assert run(["plan", "--calendar", "year.yaml", "--lang", lang]) == 0
        words = offered(" ".join(capsys.readouterr().out.split()))
        place = ["--ledger", f"fresh{again}.db"]
        assert run([*words, *place]) == 0
        assert run(["plan", "--calendar", "year.yaml", *place]) == 0


def offered(text: str) -> list[str]:
    found = re.search(r"epsilog (ledger open .*? --by) YOU", text)
    assert found is not None, text
    return [*shlex.split(found[1]), "Ada"]


@pytest.mark.parametrize("place", ["", " --ledger 'my books.db'"])
@pytest.mark.parametrize("command", ["check", "publish"])
def test_the_offered_command_makes_the_spec_ready(
    command: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = offered(hint(f"{command} visits.yaml{place}", 6, capsys))
    assert run(words) == 0
    assert run(shlex.split(f"check visits.yaml{place}")) == 0
    other = SPEC.replace("clinic/2026", "ward").replace(", neighbours: replace", "")
    Path("other.yaml").write_text(other, encoding="utf-8")
    words = offered(hint(f"{command} other.yaml{place}", 2, capsys))
    assert run(words) == 0
    assert run(shlex.split(f"check other.yaml{place}")) == 0


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_plan_offers_it_too(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    for again in (False, True):
        if again:  # there are books now, and clinic/2026 is not in them
            assert run(["ledger", "open", "another", "--each", "row", "--epsilon", "1", "--by", "Ada"]) == 0
        capsys.readouterr()
        assert run(["plan", "visits.yaml", "--lang", lang]) == 0
        words = offered(" ".join(capsys.readouterr().out.split()))
        assert run([*words, "--ledger", f"fresh{again}.db"]) == 0
        assert run(["check", "visits.yaml", "--ledger", f"fresh{again}.db"]) == 0
