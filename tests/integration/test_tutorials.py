"""The tutorials run as printed: files as saved, commands with the exit status they say, Python block by block."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from epsilog.cli.app import run

DOCS = Path(__file__).parents[2] / "docs"
FENCE = re.compile(r"(?:Save as `([\w.-]+)`:\n\n)?```(\w+)\n(.*?)```", re.DOTALL)


def blocks(name: str) -> list[tuple[str, str, str]]:
    return FENCE.findall((DOCS / name).read_text(encoding="utf-8"))


def walked(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> dict[str, str]:
    """Do what a page says, in an empty folder; what each command told, all of it where it is given twice."""
    monkeypatch.chdir(home)
    for variable in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{variable}", raising=False)
    told: dict[str, str] = {}
    scope: dict[str, object] = {}
    for saved, language, text in blocks(name):
        if saved:
            Path(saved).write_text(text, encoding="utf-8")
        if language == "python":
            exec(compile(text, saved or name, "exec"), scope)
            told["python"] = told.get("python", "") + capsys.readouterr().out
        for line in text.splitlines() if language == "bash" else ():
            command, _, status = line.partition("    # exit ")
            command, _, target = command.partition(" > ")
            program, *arguments = shlex.split(command)
            assert program == "epsilog"
            capsys.readouterr()
            code = run(arguments)
            heard = capsys.readouterr()
            assert code == int(status or 0), command + heard.err
            if target:
                Path(target).write_text(heard.out, encoding="utf-8")
            told[command] = " ".join([told.get(command, ""), *(heard.out + heard.err).split()])
    return told


def test_a_first_release_from_a_csv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = walked("tutorial-first-release.md", tmp_path, monkeypatch, capsys)
    assert len(told) >= 14
    assert "blanks are for you" in told["epsilog init --from visits.csv --out draft.yaml"]
    again = told["epsilog publish visits.yaml --out release"]
    assert "nothing was spent" in again
    assert (tmp_path / "plan" / "plan-tradeoff.png").stat().st_size > 1000
    assert (tmp_path / "release" / "report.html").exists()


def test_the_same_in_a_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    pages = [text for _, language, text in blocks("tutorial-notebook.md") if language == "python"]
    assert len(pages) >= 8
    for text in pages:
        exec(compile(text, "tutorial-notebook.md", "exec"), scope)
    said = capsys.readouterr().out
    assert said.count("19 times in 20") == 4
    assert "nothing was spent" in said
    assert "the account protects" in said


def test_a_quarterly_hospital_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = walked("tutorial-hospital-report.md", tmp_path, monkeypatch, capsys)
    assert len(told) == 8
    assert (
        "1-infections-proportion · about the population: noise and sampling"
        in told["epsilog publish quarter.yaml --out quarter"]
    )
    assert "Plausible deniability" in (tmp_path / "board" / "board.en.html").read_text(encoding="utf-8")
    assert "at no further cost" in told["epsilog plan quarter.yaml --all"]
    said = told["python"]
    assert said.count("19 times in 20") == 2
    assert said.count("restricted_mean") == 2
    assert said.count("corrected") == 3
    page = (tmp_path / "quarter" / "report.html").read_text(encoding="utf-8")
    for words in (
        "Groups compared",
        "Is the risk over time the same in all groups of arm?",
        "at risk just before (noisy)",
        "Standardised",
    ):
        assert words in page
    assert (tmp_path / "quarter" / "pictures" / "4-readmission.png").stat().st_size > 1000
    assert (tmp_path / "quarter" / "pictures" / "3-patients-map.png").exists()


def test_the_page_about_statistics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    for text in (text for _, language, text in blocks("statistics.md") if language == "python"):
        exec(compile(text, "statistics.md", "exec"), scope)
    said = capsys.readouterr().out
    for words in ("vaccine comparison population", "followed curve population", "tests tests population"):
        assert words in said


def test_a_live_series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = walked("tutorial-live.md", tmp_path, monkeypatch, capsys)
    assert len(told) >= 12
    assert "3 of 24" in told["epsilog stream status monday.yaml"]
    assert "2026-01-05T22" in told["epsilog stream history monday.yaml --last 4"]
    page = (tmp_path / "visits-on-Monday-first" / "index.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "http" not in page.replace('http-equiv="', "")
    assert not (tmp_path / "visits-on-Monday-first.private").exists()


def test_the_examples_of_the_guide_to_live_series() -> None:
    scope: dict[str, object] = {}
    pages = [text for _, language, text in blocks("streams.md") if language == "python"]
    assert len(pages) == 1
    exec(compile(pages[0], "streams.md", "exec"), scope)


def test_publishing_a_series(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = walked("tutorial-series.md", tmp_path, monkeypatch, capsys)
    planned = told["epsilog plan visits.yaml --all --picture plan"]
    assert "Ways to make the series" in planned
    assert "ticks one by one, added up" in planned
    assert (tmp_path / "plan" / "plan-series.png").stat().st_size > 1000
    assert len(list((tmp_path / "quarter" / "tables").glob("*.csv"))) == 3
    table = next((tmp_path / "quarter" / "tables").glob("3-*.csv")).read_text("utf-8-sig").splitlines()
    assert "smoothed_low" in table[0]
    again = told["epsilog publish visits.yaml --out quarter"]
    assert "nothing was spent" in again
    advice = (
        "an alert is unsure by 57; single ticks at the same price would be off by up to 84. Watching for alerts"
    )
    assert advice in told["epsilog plan staff.yaml --all"], "what the page quotes"
    watched = next((tmp_path / "staff" / "tables").glob("1-*.csv")).read_text("utf-8-sig")
    assert '"no"' in watched


def test_a_year_of_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = walked("tutorial-year.md", tmp_path, monkeypatch, capsys)
    assert len(told) == 14
    refused = told["epsilog plan --calendar wanted.yaml"]
    assert "epsilon = 9.65" in refused
    assert "No. The budget is epsilon = 3." in refused
    planned = told["epsilog plan --calendar year.yaml --picture plan"]
    assert "Yes. All of the budget is planned." in planned
    assert "daily monthly (days) 12 ±25 ±25 0.00591 51.9 %" in planned  # "about half of the budget"
    assert "not in the approved calendar" in told["epsilog publish hurry.yaml --out hurry"]
    assert not (tmp_path / "hurry").exists()
    assert len((tmp_path / "march" / "tables" / "1-daily.csv").read_text("utf-8-sig").splitlines()) == 32
    assert (tmp_path / "plan" / "calendar.png").stat().st_size > 1000


def test_trips_of_a_city(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = walked("tutorial-city.md", tmp_path, monkeypatch, capsys)
    planned = told["epsilog plan week.yaml --all"]
    assert "by hour, number of rows: Gaussian noise. For the same price it stays within 33" in planned  # as quoted
    assert "by day, number of rows: Gaussian noise. For the same price it stays within 47" in planned
    assert "what a longer time shows is protected less" in told["epsilog explain week"]
    hours = (tmp_path / "week" / "tables" / "1-by-hour.csv").read_text("utf-8-sig").splitlines()
    assert len(hours) == 1 + 4 * 7 * 24
    assert "10 of 24" in told["epsilog stream status monday.yaml"]
    assert (tmp_path / "trips-live-2026-03-09" / "index.html").exists()


def test_a_dashboard_of_a_shop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = walked("tutorial-shop.md", tmp_path, monkeypatch, capsys)
    opened = told["epsilog ledger open shop --each customer --per 1w --epsilon 1 --delta 1e-8 --by Ada"]
    assert "each week (UTC) has the whole cap for itself" in opened
    assert "shop, 100 % used" in told["epsilog publish week-20.yaml --out week-20"]
    assert "nothing was spent" in told["epsilog publish week-19.yaml --out week-19"]
    named = (tmp_path / "week-19" / "tables" / "3-favourites.csv").read_text("utf-8-sig")
    # Coffee leads tea by more than a thousand orders and the choice is within 188: false alarm far below 1e-6.
    assert named.splitlines()[1].split(",")[1].strip('"') == "coffee"
    assert "this release takes 16.7 %" in told["epsilog plan back.yaml"]  # "six editions"
    shares = (tmp_path / "back" / "tables" / "1-came-back-proportion.csv").read_text("utf-8-sig")
    assert "population" in shares


def test_what_a_board_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = walked("tutorial-board.md", tmp_path, monkeypatch, capsys)
    approved = (
        'epsilog ledger approve clinic/2026 year.yaml --approver Ada --approver Grace --why "the reports of 2026"'
    )
    assert "the 4 releases" in told[approved]
    assert "Ada + Grace" in told["epsilog ledger history clinic/2026"]
    assert "WHOLE" in told["epsilog verify spring --ledger ledger.db"]
    for folder in ("before", "after"):
        assert "Plausible deniability" in (tmp_path / folder / "board.en.html").read_text("utf-8")


def test_an_engineer_checks_a_mechanism(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = walked("tutorial-engineer.md", tmp_path, monkeypatch, capsys)
    assert "FAILED" in told["epsilog audit taps.yaml"]
    assert "PASSED" in told["epsilog audit users.yaml"]
    said = told["python"]
    for words in ("refused: one unit may move this table", "2 checks", "caught:", "days, then no more"):
        assert words in said
