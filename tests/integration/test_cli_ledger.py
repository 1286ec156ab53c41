"""`epsilog ledger` as its users meet it: accounts, spending, dividing, screens, machines, refusals."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from epsilog.cli.app import run
from epsilog.ledger import Ledger
from epsilog.words.wrapping import width_of

TWO = "--approver Ada --approver Grace --why agreed"
OPEN = "open clinic/2026 --each patient_id --epsilon 2 --delta 1e-6 --by Ada"
TIMED = (
    "open clinic --each patient_id --per 1mo --zone Asia/Shanghai --epsilon 2 --delta 1e-6 --events 1e-7 --by Ada"
)
LAPLACE = "laplace:scale=100,l1=3,l2_squared=9"


@pytest.fixture(autouse=True)
def _nobody_elses_ledger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    monkeypatch.chdir(tmp_path)


def call(command: str, *more: str) -> int:
    return run(["ledger", *shlex.split(command), *more])


def done(capsys: pytest.CaptureFixture[str], command: str, *more: str) -> dict[str, Any]:
    """Run it for a machine; the document names its own shape."""
    assert call(command, *more, "--json") == 0, capsys.readouterr().err
    out = capsys.readouterr()
    assert out.err == ""
    document = json.loads(out.out, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert document["schema"] == f"epsilog.ledger-{command.split()[0]}/1"
    assert isinstance(document, dict)
    return document


def refused(capsys: pytest.CaptureFixture[str], code: int, command: str, *more: str) -> dict[str, Any]:
    """Run it for a machine and for a person; both are told the same, and neither sees a traceback."""
    assert call(command, *more, "--json") == code
    out = capsys.readouterr()
    assert out.out == ""
    error = json.loads(out.err)["error"]
    assert error["code"] == code
    assert call(command, *more) == code
    shown = capsys.readouterr()
    assert shown.out.strip() == ""
    assert "Traceback" not in shown.err
    assert "╭" in shown.err
    assert isinstance(error, dict)
    return error


def by_name(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {account["account"]: account for account in document["accounts"]}


def test_who_acts_is_the_login_unless_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "grace")
    open_it = "open clinic/2026 --each patient_id --per 1mo --zone Asia/Shanghai --epsilon 2 --delta 1e-6"
    assert done(capsys, open_it)["account"] == "clinic/2026"
    assert done(capsys, "history")["entries"][-1]["body"]["by"] == "grace"


def test_a_year_of_one_account(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    """On both databases; the figures shown are the books' own."""
    at = ["--ledger", place]
    opened = done(capsys, OPEN, *at)
    assert opened["promises_when_used_up"] == {"epsilon": 2.0, "delta": 1e-6}
    assert opened["protects"]["neighbours"] == "add-remove"
    divided = done(capsys, "allocate clinic/2026 oncology=0.5 cardiology=0.25 --reserve 0.2 --by Ada", *at)
    assert divided["reserve"] == pytest.approx(0.25, abs=1e-9)
    cap = opened["allowance"]["cap"]
    assert [child["cap_units"]["main_1e12"] for child in divided["children"]] == [cap // 2, cap // 4]

    pay = f"debit clinic/2026/cardiology {LAPLACE},times=12 --key visits --by Ada --note 'by another tool'"
    paid = done(capsys, pay, *at)
    again = done(capsys, pay, *at)
    assert (paid["repeated"], again["repeated"]) == (False, True)
    assert again["receipt"] == paid["receipt"]
    assert again["share_used"] == paid["share_used"]
    other = refused(capsys, 2, pay.replace("times=12", "times=13"), *at)
    assert other["where"] == "key"

    over = refused(capsys, 3, f"debit clinic/2026/cardiology {LAPLACE},times=60 --key more --by Ada", *at)
    assert over["kind"] == "BudgetExceeded"
    assert "would reach" in over["what"]
    assert "clinic/2026/cardiology" in over["what"]
    reserve = refused(capsys, 4, f"debit clinic/2026 {LAPLACE} --key top --by Ada", *at)
    assert "divided" in reserve["what"]

    moved = done(capsys, f"move clinic/2026/cardiology 0.1 {TWO}", *at)
    assert moved["part"] == pytest.approx(0.35, abs=1e-9)
    assert moved["reserve"] == pytest.approx(0.15, abs=1e-9)
    done(capsys, f"debit clinic/2026/cardiology {LAPLACE},times=30 --key more --by Ada", *at)
    back = done(capsys, f"move clinic/2026/cardiology 0.01 --back {TWO}", *at)
    assert back["part"] == pytest.approx(0.34, abs=1e-9)

    done(capsys, "stop clinic/2026/cardiology --by Lin --why 'a form was misread'", *at)
    stopped = refused(capsys, 4, f"debit clinic/2026/cardiology {LAPLACE} --key third --by Ada", *at)
    assert "a form was misread" in stopped["what"]
    alone = refused(capsys, 4, "resume clinic/2026/cardiology --approver Ada --why agreed", *at)
    assert "--approver" in alone["hint"]
    done(capsys, f"resume clinic/2026/cardiology {TWO}", *at)
    done(capsys, f"debit clinic/2026/cardiology {LAPLACE} --key third --by Ada", *at)

    raised = done(capsys, f"raise clinic/2026 --epsilon 3 --delta 1e-6 {TWO}", *at)
    assert raised["allowance"]["cap"] > cap
    assert refused(capsys, 2, f"raise clinic/2026 --epsilon 1 --delta 1e-6 {TWO}", *at)["where"] == "allowance"
    below = refused(capsys, 2, f"raise clinic/2026/oncology --epsilon 9 --delta 1e-6 {TWO}", *at)
    assert below["hint"] == "epsilog ledger move"

    shown = by_name(done(capsys, "show", *at))
    assert set(shown) == {"clinic/2026", "clinic/2026/oncology", "clinic/2026/cardiology"}
    cardiology = shown["clinic/2026/cardiology"]
    assert cardiology["releases"] == 3
    assert cardiology["simple_bound"] == {"sum_of_epsilons": pytest.approx(43 * 0.03), "sum_of_deltas": 0.0}
    with Ledger.open(place) as ledger:
        found = ledger.account("clinic/2026/cardiology")
        assert cardiology["balances"][0]["spent"]["main_1e12"] == found.balances[0].spent.main
        assert cardiology["share_used"] == found.share
        assert ledger.verify().whole
    entries = done(capsys, "history --last 0", *at)["entries"]
    assert [entry["entry"] for entry in entries] == list(range(1, len(entries) + 1))
    assert {entry["kind"] for entry in entries} >= {"open", "allocate", "debit", "move", "stop", "resume", "raise"}
    mine = done(capsys, "history clinic/2026/oncology", *at)["entries"]
    assert [entry["kind"] for entry in mine] == ["allocate"]
    assert done(capsys, "verify", *at)["whole"] is True


def test_time_blocks(capsys: pytest.CaptureFixture[str]) -> None:
    done(capsys, TIMED)
    approx = "approx:epsilon=0.1,delta=1e-8"
    pay = f"debit clinic {approx} --by Ada --block 2026-01 --block 2026-02 --key a"
    assert done(capsys, pay)["blocks"] == ["2026-01", "2026-02"]
    done(capsys, f"debit clinic {approx},times=2 --by Ada --block 2026-02 --key b")
    assert refused(capsys, 2, f"debit clinic {approx} --by Ada --key c")["where"] == "blocks"
    assert refused(capsys, 2, f"debit clinic {approx} --by Ada --key c --block 2026-W1")["where"] == "blocks"
    balances = {one["block"]: one for one in by_name(done(capsys, "show"))["clinic"]["balances"]}
    first, second = (balances[f"2026-0{month}"]["spent"]["main_1e12"] for month in (1, 2))
    assert second == 3 * first > 0
    assert balances["*"]["spent"] == {"main_1e12": 0, "delta_1e18": 3 * 10**10}
    assert call("show clinic") == 0
    shown = capsys.readouterr().out
    assert "within one month" in shown
    assert "Asia/Shanghai" in shown
    assert "2026-01" in shown
    assert call("show clinic --block 2026-01") == 0
    assert "Bars show block 2026-01" in capsys.readouterr().out
    assert refused(capsys, 2, "show --block January")["where"] == "blocks"
    assert refused(capsys, 2, "show nobody")["where"] == "account"


def test_currencies_and_neighbours(capsys: pytest.CaptureFixture[str]) -> None:
    pure = done(capsys, "open sensors --each row --epsilon 0.5 --neighbours replace --by Ada")
    assert (pure["coin"], pure["protects"]["neighbours"]) == ("pure", "replace")
    places = done(capsys, "open places --each person --per 1h --epsilon 0.01 --per-metre --window 12 --by Ada")
    assert (places["coin"], places["protects"]["window"]) == ("per-metre", 12)
    done(capsys, "debit places geo-ind:epsilon_per_metre=0.001 --key map --by Ada")
    error = refused(capsys, 3, "debit sensors gaussian:sigma_squared=9,l2_squared=1 --key g --by Ada")
    assert error["where"] == "charge"
    assert call("show") == 0
    shown = capsys.readouterr().out
    assert "each row by itself" in shown
    assert "the total is public" in shown
    assert "epsilon = 0.01 per metre" in shown
    assert "12 hours in a row" in shown


def test_nothing_on_a_screen_claims_an_epsilon_so_far(capsys: pytest.CaptureFixture[str]) -> None:
    """Shown are a share, the promise when used up, and plain sums; a Gaussian has no plain epsilon at all."""
    done(capsys, OPEN)
    done(capsys, "debit clinic/2026 gaussian:sigma_squared=400,l2_squared=1 --key g --by Ada")
    assert call("show") == 0
    shown = capsys.readouterr().out
    assert "when it is used up" in shown
    assert "simple bound" in shown
    assert len(re.findall(r"epsilon = ", shown)) == 1, "only the promise of the whole"
    assert re.search(r"clinic/2026 .*–", shown)
    record = by_name(done(capsys, "show"))["clinic/2026"]
    assert record["simple_bound"]["sum_of_epsilons"] is None
    assert not [name for name in record if "so_far" in name or name in ("epsilon", "epsilon_spent")]


def a_busy_ledger(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    done(capsys, OPEN)
    done(capsys, TIMED.replace("clinic", "诊所"))
    done(
        capsys, "allocate clinic/2026 oncology=0.5 a-department-with-a-rather-long-name=0.25 --reserve 0.2 --by Ada"
    )
    done(capsys, "allocate clinic/2026/oncology first=2 second=1 --rule proportional --by Ada")
    done(capsys, f"debit clinic/2026/oncology/first {LAPLACE},times=12 --key 'visits by district' --by Ada")
    done(
        capsys, "debit 诊所 approx:epsilon=0.1,delta=1e-8 --by 王医生 --block 2026-02 --key 二月 --note 各区就诊量"
    )
    done(capsys, "stop clinic/2026/oncology/second --by Lin --why 'a form was misread by somebody in a hurry'")
    with Ledger.open(folder / "ledger.db") as ledger:
        from epsilog.core.charge import Pure

        ledger.reserve("clinic/2026/oncology/first", Pure("0.05"), "under way", key="under way")


SCREENS = [
    "show",
    "show clinic/2026/oncology",
    "show 诊所",
    "show 诊所 --block 2026-02",
    "history",
    "history clinic/2026 --last 3",
    "verify",
    "recover",
    "open other --each patient_id --epsilon 1 --by Ada",
    f"debit clinic/2026/oncology/first {LAPLACE} --key again --by Ada",
    f"move clinic/2026/oncology 0.01 {TWO}",
    f"raise clinic/2026 --epsilon 2.5 --delta 1e-6 {TWO}",
    "allocate 诊所 儿科=0.5 --by 王医生",
    "stop clinic/2026 --by Ada --why pause",
    f"resume clinic/2026 {TWO}",
    "backup copy.jsonl",
    "anchor --new-key new.key",
    "migrate --by Ada",
]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", [80, 120])
def test_screens_fit_their_width(
    width: int, lang: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_busy_ledger(capsys, tmp_path)
    monkeypatch.setenv("COLUMNS", str(width))
    for command in SCREENS:
        assert call(command, "--lang", lang) == 0, command
        out = capsys.readouterr().out
        assert all(width_of(line.rstrip()) <= width for line in out.splitlines()), f"{command}\n{out}"
        assert not re.search(r"\w…", out), f"a cell was cut: {command}\n{out}"
        assert re.search(r"[\u4e00-\u9fff]", out.replace("诊所", "").replace("王医生", "")) or lang == "en", command
        if command == "show":
            assert "▒" in out
            assert "█" in out


def test_the_picture_of_spending(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    a_busy_ledger(capsys, tmp_path)
    for lang in ("en", "zh"):
        assert call(f"history --picture {lang} --lang {lang}") == 0
        assert {path.name for path in (tmp_path / lang).iterdir()} == {"spending.png", "spending.svg"}
        assert "spending.png" in capsys.readouterr().out
    assert call("history clinic/2026/oncology --picture one") == 0
    svg = (tmp_path / "one" / "spending.svg").read_text(encoding="utf-8")
    assert "诊所" not in svg
    assert "clinic/2026/oncology/first" in svg
    (tmp_path / "file").write_text("")
    assert call("history --picture file") == 2


def test_the_course_ends_where_the_books_stand(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from epsilog.cli.ledger.course import courses

    a_busy_ledger(capsys, tmp_path)
    done(capsys, f"move clinic/2026/oncology 0.01 {TWO}")
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        shares = {account.name: account.share for account in ledger.accounts()}
        drawn = {course.name: course for course in courses(ledger.history())}
    assert {name: course.used for name, course in drawn.items()} == pytest.approx(shares, abs=1e-15)
    assert len(drawn["clinic/2026/oncology/second"].stops) == 1
    assert drawn["clinic/2026/oncology/first"].points[0][1] == 0


REFUSED = [
    ("show --ledger absent.db", 6, "", "epsilog ledger open"),
    ("open x --each row --epsilon 1 --by Ada --ledger nowhere/ledger.db", 2, "ledger", ""),
    ("open x --each row --epsilon 1 --by Ada --ledger mysql://host/db", 2, "ledger", ""),
    ("open x --each row --epsilon 0 --by Ada", 2, "epsilon", ""),
    ("open x --each row --epsilon nan --by Ada", 2, "epsilon", ""),
    ("open x --each row --epsilon 1 --delta 1 --by Ada", 2, "delta", ""),
    ("open x --each row --epsilon 1 --events 1e-7 --by Ada", 2, "events", "--delta"),
    ("open x --each row --epsilon 1 --delta 1e-6 --events 1e-6 --by Ada", 2, "for_events", ""),
    ("open x --each row --epsilon 1 --delta 1e-6 --per-metre --by Ada", 2, "per_metre", ""),
    ("open x --each row --per 1mo --epsilon 1 --by Ada", 2, "protect.per", ""),
    ("open x --each p --per 2mo --epsilon 1 --by Ada", 2, "protect.per", "1mo"),
    ("open x --each p --zone Mars/North --epsilon 1 --by Ada", 2, "zone", "Asia/Shanghai"),
    ("open x --each p --window 0 --epsilon 1 --by Ada", 2, "window", ""),
    ("open x --each p --window 24 --epsilon 1 --by Ada", 2, "per", "--per 1h protects"),
    ("open x --each row --window 24 --epsilon 1 --by Ada", 2, "protect.window", "leave"),
    (
        "open x --each p --per 1h --window 24 --neighbours replace --epsilon 1 --by Ada",
        2,
        "neighbours",
        "add-remove",
    ),
    ("open x --each p --failures 0 --epsilon 1 --by Ada", 2, "failures", ""),
    ("open x//y --each row --epsilon 1 --by Ada", 2, "account", "letters"),
    ("open clinic/2026 --each row --epsilon 1 --by Ada", 2, "account", "second budget"),
    ("open CLINIC/2026 --each row --epsilon 1 --by Ada", 2, "account", "second budget"),
    ("open x --each row --epsilon 1 --by ' '", 2, "by", ""),
    ("debit clinic/2026 lapalce:scale=1 --key k --by Ada", 2, "kind", "laplace"),
    ("debit nobody pure:epsilon=0.1 --key k --by Ada", 2, "account", "epsilog ledger show"),
    ("debit clinic/2026 pure:epsilon=0.1 --key '' --by Ada", 2, "key", ""),
    ("debit clinic/2026 pure:epsilon=0.1 --key k --by Ada --block 2026-01", 2, "blocks", ""),
    ("debit clinic/2026 geo-ind:epsilon_per_metre=1 --key k --by Ada", 3, "", ""),
    ("allocate clinic/2026 oncology --by Ada", 2, "shares", "oncology=0.4"),
    ("allocate clinic/2026 a=0.4 a=0.4 --by Ada", 2, "shares", ""),
    ("allocate clinic/2026 a=0.9 b=0.2 --by Ada", 3, "shares", ""),
    ("allocate clinic/2026 a=0 --by Ada", 2, "share of a", ""),
    ("allocate clinic/2026 a=1 --reserve 1 --by Ada", 2, "reserve", ""),
    (f"move clinic/2026 0.1 {TWO}", 2, "account", "epsilog ledger raise"),
    (
        "raise clinic/2026 --epsilon 3 --delta 1e-6 --approver Ada --approver ADA --why x",
        4,
        "approvers",
        "--approver",
    ),
    (f"refund 00 --requester Kay {TWO}", 2, "receipt", ""),
    (f"resume {TWO}", 2, "account", ""),
    ("history --last -1", 2, "last", ""),
    ("history --last many", 2, "last", ""),
    ("restore absent.jsonl --ledger new.db --by Ada", 6, "backup", ""),
    ("backup nowhere/copy.jsonl", 2, "backup", ""),
    ("migrate --by Ada --ledger absent.db", 6, "", ""),
    ("show --trust abc", 2, "anchors", "--anchors"),
    ("show --anchors a", 2, "trusted", "--signing-key"),
    ("anchor", 2, "anchors", "--new-key"),
    ("anchor --public", 2, "signing_key", "--signing-key"),
    ("anchor --public --new-key x.key", 2, "anchor", ""),
    ("anchor --public --why x", 2, "why", "--rotate"),
    ("anchor --new-key nowhere/x.key", 2, "x.key", ""),
    ("anchor --public --signing-key ledger.db", 2, "key", ""),
]


@pytest.mark.parametrize(("command", "code", "where", "hint"), REFUSED)
def test_refusals(command: str, code: int, where: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    done(capsys, OPEN)
    before = done(capsys, "history --last 0")["entries"]
    error = refused(capsys, code, command)
    assert error["where"].endswith(where)
    assert hint in error["hint"]
    assert done(capsys, "history --last 0")["entries"] == before, "a refusal wrote something"


@pytest.mark.parametrize(
    "command", ["", "nope", "open x", "debit x", "show a b", "resume", "open x --each row --by A"]
)
def test_usage_errors_are_2(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(command) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_variables_name_the_ledger_and_no_password_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EPSILOG_LEDGER", str(tmp_path / "books.db"))
    done(capsys, OPEN)
    assert (tmp_path / "books.db").exists()
    monkeypatch.setenv("EPSILOG_LEDGER", "postgresql://ada:hunter2@127.0.0.1:1/books")
    for command in ("show", "verify", "migrate --by Ada"):
        assert call(command) == 6
        assert call(command, "--json") == 6
        out = capsys.readouterr()
        assert "hunter2" not in out.out + out.err
    assert call("--help") == call("show --help") == 0
    assert "hunter2" not in capsys.readouterr().out


def test_a_fresh_ledger_shows_nothing_yet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    Ledger.open(tmp_path / "ledger.db", create=True).close()
    assert call("show") == 0
    assert "No account is open yet" in capsys.readouterr().out
    assert done(capsys, "show")["accounts"] == []
    assert refused(capsys, 2, "history --picture here")["what"] == "no account to draw"


def test_the_real_command(tmp_path: Path) -> None:
    environment = {**os.environ, "COLUMNS": "80", "EPSILOG_LEDGER": "my.db"}

    def real(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "epsilog.cli", "ledger", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)

    assert real(*shlex.split(OPEN)).returncode == 0
    shown = real("show")
    assert shown.returncode == 0
    assert "░" in shown.stdout
    assert real("verify").returncode == 0
    assert real("debit", "clinic/2026", "pure:epsilon=9", "--key", "k", "--by", "Ada").returncode == 3
