"""A year from the command line: plan it, approve it, publish by it, and be refused beside it."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from calendar_years import DAILY, text_of
from epsilog.cli.app import run
from epsilog.core.charge import Gaussian
from epsilog.ledger import Ledger
from epsilog.plan.planned_question import another_question
from epsilog.year.file import read_calendar
from epsilog.year.plan import plan_calendar

ROWS = "patient_id,region,visited_at,systolic\n" + "".join(
    f"p{n},North,2029-01-{n % 28 + 1:02d} 10:00:00,120\n" for n in range(300)
)
OPEN = ["ledger", "open", "clinic/2029", "--each", "patient_id", "--zone", "Asia/Shanghai", "--by", "Ada"]
TWO = ["--approver", "Ada", "--approver", "Grace", "--why", "the plan of the year"]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with rows and a calendar; the account is open."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("EPSILOG_LEDGER", raising=False)
    (tmp_path / "visits.csv").write_text(ROWS, encoding="utf-8")
    text = text_of().replace("no/such/folder/visits.csv", "visits.csv")
    (tmp_path / "year.yaml").write_text(text, encoding="utf-8")
    assert run([*OPEN, "--epsilon", "7", "--delta", "1e-6"]) == 0
    return tmp_path


def test_plan_approve_publish(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["plan", "--calendar", "year.yaml", "--json"]) == 0
    planned = json.loads(capsys.readouterr().out)
    assert planned["schema"] == "epsilog.calendar/1"
    assert (planned["feasible"], [one["times"] for one in planned["reports"]]) == (True, [365, 52, 12])
    assert run(["ledger", "approve", "clinic/2029", "year.yaml", *TWO, "--json"]) == 0
    approved = json.loads(capsys.readouterr().out)
    assert (approved["digest"], approved["releases"]) == (planned["digest"], 429)

    assert run(["plan", "--calendar", "year.yaml", "--release", "daily@2029-01-05"]) == 0
    spec = capsys.readouterr().out
    (desk / "daily.yaml").write_text(spec, encoding="utf-8")
    assert run(["publish", "daily.yaml"]) == 0
    capsys.readouterr()
    for text, status, words in (
        (spec.replace("2029-01-05", "2030-01-05"), 4, "not in the approved calendar"),
        (spec.replace("release: daily", "release: other"), 4, "not in the approved calendar"),
        (spec.replace("2029-01-05", "2029-01-06").replace("error: 50", "error: 20"), 4, "dearer"),
        (spec.replace('"2029-01-05"', '"2029-01-06"'), 4, "other days than its tick"),
        (spec.replace('"2029-01-05"', '"2029-01-05+2"'), 4, "paid for already"),
    ):
        (desk / "other.yaml").write_text(text, encoding="utf-8")
        assert run(["check", "other.yaml", "--json"]) == status
        capsys.readouterr()
        assert run(["publish", "other.yaml", "--json"]) == status
        assert words in capsys.readouterr().err
    with Ledger.open("ledger.db") as ledger:
        account = ledger.account("clinic/2029")
        assert account.releases == 1
        assert account.balances[0].spent.main == planned["reports"][0]["price_units"]
        assert ledger.verify().whole
    assert run(["ledger", "approve", "clinic/2029", "--lift", *TWO]) == 0
    assert run(["publish", "other.yaml"]) == 0  # as an account without a calendar pays for any release
    assert run(["ledger", "history", "--lang", "zh"]) == 0
    assert "批准日历" in capsys.readouterr().out


def test_a_planned_name_asks_the_planned_question(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What two people agreed to is a question, not a name: nothing else is paid under it, however cheap."""
    assert run(["ledger", "approve", "clinic/2029", "year.yaml", *TWO]) == 0
    capsys.readouterr()
    assert run(["plan", "--calendar", "year.yaml", "--release", "daily@2029-01-07"]) == 0
    spec = capsys.readouterr().out
    assert "count: rows" in spec
    for wrong in (
        spec.replace("count: rows", "count: persons"),
        spec.replace("count: rows", "count: rows\n    by: {region: [North, South]}").replace(
            "error: 50", "error: 90"
        ),
        spec.replace("visits.csv", "others.csv"),
        spec.replace("bound: {rows: 1}", "bound: {rows: 1, cells: 1}"),
        spec.replace("to: 2029-01-07", "to: 2029-01-08"),
        spec.replace("from: 2029-01-07", "from: 2029-01-06"),
    ):
        assert wrong != spec
        (desk / "wrong.yaml").write_text(wrong, encoding="utf-8")
        (desk / "others.csv").write_text(ROWS, encoding="utf-8")
        assert run(["check", "wrong.yaml", "--json"]) == 4, wrong
        capsys.readouterr()
        assert run(["publish", "wrong.yaml", "--json"]) == 4, wrong
        assert "approved calendar" in capsys.readouterr().err
    # Errors, budgets and editions of a second attempt are no part of a question: the price limits them.
    cheaper = spec.replace("error: 50", "error: 60").replace('edition: "2029-01-07"', 'edition: "2029-01-07+2"')
    assert cheaper.count("60") > spec.count("60")
    (desk / "cheaper.yaml").write_text(cheaper, encoding="utf-8")
    assert run(["check", "cheaper.yaml"]) == 0
    assert run(["publish", "cheaper.yaml"]) == 0
    assert run(["publish", "cheaper.yaml"]) == 0  # the stored release, whatever is in force
    with Ledger.open("ledger.db") as ledger:
        assert ledger.account("clinic/2029").releases == 1


def test_calendars_from_before_questions_were_pinned_still_hold_names(desk: Path) -> None:
    with Ledger.open("ledger.db") as ledger:
        terms = ledger.account("clinic/2029").terms
        record = plan_calendar(read_calendar(desk / "year.yaml"), terms).to_dict()
        before = {
            **record,
            "releases": [{k: v for k, v in one.items() if k != "question"} for one in record["releases"]],
        }
        ledger.approve("clinic/2029", before, approvers=("Ada", "Grace"), why="an older plan")
        spec = plan_calendar(read_calendar(desk / "year.yaml"), terms).spec("daily", "2029-01-07")
        assert another_question(replace(spec, confidence=Fraction(1, 2)), ledger) is None
        ledger.approve("clinic/2029", record, approvers=("Ada", "Grace"), why="the plan of the year")
        assert another_question(spec, ledger) is None
        assert another_question(replace(spec, confidence=Fraction(1, 2)), ledger) is not None


def test_persons_within_a_month(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first release of such an account notes its time column; a calendar does not stand in its way."""
    text = text_of(spend="", per="1mo").replace("no/such/folder/visits.csv", "visits.csv")
    (desk / "year.yaml").write_text(text.replace("clinic/2029", "wards"), encoding="utf-8")
    words = ["ledger", "open", "wards", "--each", "patient_id", "--per", "1mo", "--zone", "Asia/Shanghai"]
    assert run([*words, "--epsilon", "4", "--by", "Ada"]) == 0
    assert run(["ledger", "approve", "wards", "year.yaml", *TWO]) == 0
    capsys.readouterr()
    assert run(["plan", "--calendar", "year.yaml", "--release", "weekly@2029-W05"]) == 0
    (desk / "weekly.yaml").write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["check", "weekly.yaml"]) == 0
    assert run(["publish", "weekly.yaml"]) == 0
    with Ledger.open("ledger.db") as ledger:
        blocks = {one.block: one.spent.main for one in ledger.account("wards").balances if one.spent.main}
        assert set(blocks) == {"2029-01", "2029-02"}
        assert ledger.verify().whole


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_budget_that_is_too_small_ends_with_3(desk: Path, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (desk / "year.yaml").read_text(encoding="utf-8").replace("{delta", "{epsilon: 3, delta")
    (desk / "small.yaml").write_text(text, encoding="utf-8")
    assert run(["plan", "--calendar", "small.yaml", "--picture", "pictures", "--lang", lang]) == 3
    assert "±95" in capsys.readouterr().out
    assert (desk / "pictures" / "calendar.png").exists()
    assert run(["ledger", "approve", "clinic/2029", "small.yaml", *TWO]) == 3
    with Ledger.open("ledger.db") as ledger:
        assert ledger.calendars("clinic/2029") == {}


def test_refusals(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (desk / "else.yaml").write_text(text_of(DAILY).replace("clinic/2029", "elsewhere"), encoding="utf-8")
    for words, status, said in (
        (["plan"], 2, "say which spec"),
        (["plan", "x.yaml", "--calendar", "year.yaml"], 2, "not both"),
        (["plan", "--calendar", "year.yaml", "--release", "daily"], 2, "say which release"),
        (["plan", "--calendar", "year.yaml", "--release", "daily@2031-01-01"], 2, "is not planned"),
        (["plan", "--calendar", "year.yaml", "--release", "hourly@2029-01-01"], 2, "no report"),
        (["ledger", "approve", "clinic/2029", *TWO], 2, "a calendar, or --lift"),
        (["ledger", "approve", "clinic/2029", "year.yaml", "--lift", *TWO], 2, "a calendar, or --lift"),
        (["ledger", "approve", "clinic/2029", "else.yaml", *TWO], 2, "spends from"),
        (["ledger", "approve", "clinic/2029", "year.yaml", "--approver", "Ada", "--why", "x"], 4, "two different"),
    ):
        assert run([*words, "--json"]) == status, words
        assert said in capsys.readouterr().err


def _daily(capsys: pytest.CaptureFixture[str]) -> int:
    capsys.readouterr()
    assert run(["plan", "--calendar", "year.yaml", "--json"]) == 0
    return int(json.loads(capsys.readouterr().out)["reports"][0]["price_units"])


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_left_decides_not_the_whole(desk: Path, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Spent on the calendar's own releases, an account is enough for the rest; spent on others, it is not."""
    words = ["plan", "--calendar", "year.yaml"]

    def left(status: int) -> dict[str, object]:
        capsys.readouterr()
        assert run([*words, "--json"]) == status
        return dict(json.loads(capsys.readouterr().out)["left"])

    fresh = left(0)
    assert (fresh["paid"], fresh["used"], fresh["enough"]) == (0, 0, True)
    with Ledger.open("ledger.db") as ledger:
        cap = ledger.account("clinic/2029").cap.main
        price = Fraction(_daily(capsys), 10**12)  # the calendar's own release, at its own price
        ledger.debit("clinic/2029", Gaussian(1 / (2 * price), 1), "plan", key="daily@2029-01-05#0123")
        own = left(0)
        assert (own["paid"], own["enough"]) == (1, True)
        assert own["needed"] == int(str(fresh["needed"])) - int(str(own["used"]))
        room = Fraction(cap - int(str(own["used"])) - int(str(own["needed"])), 10**12)
        ledger.debit(
            "clinic/2029", Gaussian(1 / (2 * room), 1), "plan", key="others@1"
        )  # exactly what is not planned
        assert left(0)["enough"] is True
        ledger.debit("clinic/2029", Gaussian(10**9, 1), "plan", key="others@2")
        assert left(3)["enough"] is False
    assert run([*words, "--lang", lang]) == 3
    shown = capsys.readouterr().out
    assert ("No, not with what is left" if lang == "en" else "剩余的不够") in shown
    assert ("Yes." if lang == "en" else "可行。占") not in shown
    assert run(["ledger", "approve", "clinic/2029", "year.yaml", *TWO, "--lang", lang]) == 0
    assert ("No, not with what is left" if lang == "en" else "剩余的不够") in capsys.readouterr().out


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_commands_it_names_can_be_copied(desk: Path, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (desk / "year.yaml").read_text(encoding="utf-8").replace("name: daily", 'name: "daily visits"')
    (desk / "the year.yaml").write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert run(["plan", "--calendar", "the year.yaml", "--lang", lang]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    said = shown[shown.index("epsilog plan --calendar") :]
    words = shlex.split(said)[1:6]
    assert words == ["plan", "--calendar", "the year.yaml", "--release", "daily visits@2029-01-01"]
    assert run(words) == 0
