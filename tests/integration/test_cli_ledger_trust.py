"""`epsilog ledger` when something went wrong: damage named, old copies refused, keys replaced, backups put back."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from epsilog.cli.app import run
from epsilog.ledger.schema import SCHEMA_VERSION
from ledger_places import Places

TWO = "--approver Ada --approver Grace --why agreed"
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(autouse=True)
def _nobody_elses_ledger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    monkeypatch.chdir(tmp_path)


def call(command: str) -> int:
    return run(["ledger", *shlex.split(command)])


def done(capsys: pytest.CaptureFixture[str], command: str) -> dict[str, Any]:
    assert call(f"{command} --json") == 0, capsys.readouterr().err
    document = json.loads(capsys.readouterr().out)
    assert isinstance(document, dict)
    return document


def refused(capsys: pytest.CaptureFixture[str], code: int, command: str) -> dict[str, Any]:
    assert call(f"{command} --json") == code
    error = json.loads(capsys.readouterr().err)["error"]
    assert isinstance(error, dict)
    return error


def some_books(capsys: pytest.CaptureFixture[str], options: str = "") -> None:
    done(capsys, f"open clinic --each patient_id --epsilon 2 --delta 1e-6 --by Ada {options}")
    for month in range(1, 5):
        pay(capsys, f"2026-0{month}", options)


def pay(capsys: pytest.CaptureFixture[str], key: str, options: str = "") -> dict[str, Any]:
    return done(capsys, f"debit clinic pure:epsilon=0.05 --key {key} --by Ada {options}")


def tamper(file: str, *statements: str) -> None:
    with sqlite3.connect(file) as connection:
        for verb in ("update", "delete"):
            connection.execute(f"DROP TRIGGER IF EXISTS journal_no_{verb}")
        for statement in statements:
            connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "entry", "kind"),
    [
        ("UPDATE journal SET body = replace(body, '2026-02', '2026-09') WHERE seq = 6", 6, "edited"),
        ("DELETE FROM journal WHERE seq = 6", 6, "removed"),
        ("DELETE FROM journal WHERE seq > 12", 13, "truncated"),
        ("UPDATE balances SET spent_main = spent_main - 1", 14, "totals"),
        ("UPDATE results SET body = x'00' WHERE rowid > 1", 7, "totals"),  # the entry that committed the second
    ],
)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_verify_names_the_first_damage(
    statement: str, entry: int, kind: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    some_books(capsys)
    assert done(capsys, "verify")["entries"] == 14
    tamper("ledger.db", statement)
    assert call("verify --json") == 6
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["whole"] is False
    assert (verdict["damage"]["entry"], verdict["damage"]["kind"]) == (entry, kind)
    assert verdict["stopped"] is not None
    assert call(f"verify --lang {lang}") == 6
    shown = capsys.readouterr().out
    assert ("DAMAGED at entry" if lang == "en" else "已损坏") in shown
    assert str(entry) in shown
    assert refused(capsys, 4, "debit clinic pure:epsilon=0.05 --key after --by Ada")["kind"] == "PolicyError"
    assert call("show") == 0
    assert "stopped" in capsys.readouterr().out
    assert "still there" in refused(capsys, 6, f"resume {TWO}")["what"]


def test_whole_books_and_a_stop_of_everything(capsys: pytest.CaptureFixture[str]) -> None:
    some_books(capsys)
    done(capsys, "stop --by Lin --why drill")
    assert "drill" in refused(capsys, 4, "debit clinic pure:epsilon=0.05 --key x --by Ada")["what"]
    assert call("verify") == 0
    shown = capsys.readouterr().out
    assert "WHOLE" in shown
    assert "drill" in shown
    assert "No anchor was checked" in shown
    done(capsys, f"resume {TWO}")
    assert done(capsys, "show")["stopped"] is None
    pay(capsys, "x")


def keys(capsys: pytest.CaptureFixture[str], name: str = "first") -> str:
    public = done(capsys, f"anchor --new-key {name}.key")["public_key"]
    assert stat.S_IMODE(os.stat(f"{name}.key").st_mode) == 0o600
    assert done(capsys, f"anchor --public --signing-key {name}.key")["public_key"] == public
    return str(public)


def test_an_older_copy_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    public = keys(capsys)
    writer, reader = "--anchors elsewhere --signing-key first.key", f"--anchors elsewhere --trust {public}"
    some_books(capsys, writer)
    shutil.copy("ledger.db", "older.db")
    pay(capsys, "2026-05", writer)
    verdict = done(capsys, f"verify {reader}")
    assert verdict["anchors"] >= 6
    for options in (writer, reader):
        for command in ("verify", "show", "debit clinic pure:epsilon=0.05 --key 2026-05 --by Ada"):
            error = refused(capsys, 6, f"{command} --ledger older.db {options}")
            assert "older copy" in error["what"]
    error = refused(capsys, 4, "debit clinic pure:epsilon=0.05 --key 2026-06 --by Ada --ledger older.db")
    assert "anchored" in error["what"], "noticed once, it stays stopped, anchors or not"


def test_a_key_is_never_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    keys(capsys)
    before = Path("first.key").read_bytes()
    assert "overwritten" in refused(capsys, 2, "anchor --new-key first.key")["hint"]
    assert Path("first.key").read_bytes() == before


def test_keys_are_replaced_and_readers_follow_the_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = keys(capsys), keys(capsys, "second")
    stranger = keys(capsys, "stranger")
    some_books(capsys, "--anchors elsewhere --signing-key first.key")
    signed = done(capsys, "anchor --anchors elsewhere --signing-key first.key")
    assert (signed["public_key"], signed["entry"]) == (first, 14)
    rotate = "anchor --anchors elsewhere --signing-key first.key --rotate second.key"
    assert refused(capsys, 4, f"{rotate} --approver Ada --why yearly")["where"] == "approvers"
    rotated = done(capsys, f"{rotate} {TWO}")
    assert (rotated["public_key"], rotated["next_public_key"]) == (first, second)
    pay(capsys, "2026-05", f"--anchors elsewhere --signing-key second.key --trust {first}")
    assert done(capsys, f"verify --anchors elsewhere --trust {first}")["whole"] is True
    old = refused(capsys, 6, "anchor --anchors elsewhere --signing-key first.key")
    assert "replaced" in old["what"]
    nobody = refused(capsys, 6, f"show --anchors elsewhere --trust {stranger}")
    assert "--trust" in nobody["hint"]
    monkeypatch.setenv("EPSILOG_ANCHORS", "elsewhere")
    monkeypatch.setenv("EPSILOG_TRUST", first)
    assert done(capsys, "verify")["anchors"] > 0


def test_backup_and_restore_between_databases(capsys: pytest.CaptureFixture[str], places: Places) -> None:
    some_books(capsys)
    written = done(capsys, "backup copy.jsonl")
    assert written["entries"] == 14
    assert "overwritten" in refused(capsys, 2, "backup copy.jsonl")["hint"]
    server = places.server()
    restored = done(capsys, f"restore copy.jsonl --ledger {server} --by Ada")
    assert restored["digest"] == written["digest"]
    assert refused(capsys, 2, f"restore copy.jsonl --ledger {server} --by Ada")["where"] == "ledger"
    assert (
        "restored"
        in refused(capsys, 4, f"debit clinic pure:epsilon=0.05 --key x --by Ada --ledger {server}")["what"]
    )
    assert "--nothing-spent-since" in refused(capsys, 4, f"resume {TWO} --ledger {server}")["hint"]
    done(capsys, f"resume {TWO} --nothing-spent-since --ledger {server}")
    again = pay(capsys, "2026-03", f"--ledger {server}")
    assert again["repeated"] is True, "the key was in the backup"
    with open("copy.jsonl", "a", encoding="ascii") as file:
        file.write("{}\n")
    assert refused(capsys, 6, "restore copy.jsonl --ledger new.db --by Ada")["where"] == "backup"


def test_a_backup_older_than_the_anchors_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    keys(capsys)
    writer = "--anchors elsewhere --signing-key first.key"
    some_books(capsys, writer)
    done(capsys, f"backup copy.jsonl {writer}")
    pay(capsys, "2026-05", writer)
    error = refused(capsys, 6, f"restore copy.jsonl --ledger new.db --by Ada {writer}")
    assert "spend twice" in error["hint"]


def test_migrate_books_of_version_1(capsys: pytest.CaptureFixture[str]) -> None:
    connection = sqlite3.connect("ledger.db")
    connection.executescript((GOLDEN / "ledger-v1-sqlite.sql").read_text())
    connection.close()
    for command in ("show", "verify", "backup copy.jsonl"):
        assert refused(capsys, 6, command)["hint"] == "epsilog ledger migrate"
    assert done(capsys, "migrate --by Ada") == {
        "schema": "epsilog.ledger-migrate/1",
        "from": 1,
        "to": SCHEMA_VERSION,
    }
    assert done(capsys, "migrate --by Ada")["from"] == SCHEMA_VERSION
    assert done(capsys, "verify")["whole"] is True
    assert done(capsys, "show")["accounts"]


def test_recover_and_refund_after_a_dead_process(capsys: pytest.CaptureFixture[str]) -> None:
    some_books(capsys)
    code = (
        "import os, signal; from epsilog.ledger import Ledger; from epsilog.core.charge import Pure\n"
        "ledger = Ledger.open('ledger.db')\n"
        "ledger.reserve('clinic', Pure('0.1'), 'r', key='held')\n"
        "print(ledger.debit('clinic', Pure('0.2'), 'r', key='begun').id, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    died = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert died.returncode == -signal.SIGKILL
    before = done(capsys, "show")["accounts"][0]["share_used"]
    settled = {one["key"]: one for one in done(capsys, "recover")["settled"]}
    assert {key: one["state"] for key, one in settled.items()} == {"held": "RELEASED", "begun": "FORFEITED"}
    assert settled["begun"]["receipt"] == died.stdout.strip()
    assert done(capsys, "recover")["settled"] == []
    after = done(capsys, "show")["accounts"][0]
    assert after["share_used"] < before
    assert after["failures"] == 1
    assert call("show") == 0
    assert "1 of 3 failures" in capsys.readouterr().out
    lost = f"refund {died.stdout.strip()} --requester Kay"
    assert refused(capsys, 4, f"{lost} --approver Ada --why x")["where"] == "approvers"
    own = refused(capsys, 4, f"{lost} --approver Ada --approver  kay --why x")
    assert own["what"] == "whoever asked for a release cannot be one of those who state that nothing of it left"
    done(capsys, f"{lost} {TWO}")
    assert done(capsys, "show")["accounts"][0]["share_used"] < after["share_used"]
    assert refused(capsys, 3, f"{lost} {TWO}")["where"] == "receipt"
    assert done(capsys, "verify")["whole"] is True


def test_a_bar_while_somebody_watches(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    some_books(capsys)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert call("verify") == 0
    assert "WHOLE" in capsys.readouterr().out


def test_files_that_cannot_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    public = keys(capsys)
    some_books(capsys)
    Path("folder").mkdir()
    Path("words.db").write_text("these are words " * 500)
    assert refused(capsys, 2, f"show --anchors folder --trust {public}")["where"] == "folder"
    assert refused(capsys, 2, "show --anchors elsewhere --signing-key absent.key")["where"] == "signing_key"
    junk = refused(capsys, 6, "show --ledger words.db")
    assert (junk["kind"], junk["where"]) == ("LedgerError", "ledger")
    assert "see whether it is the file of a ledger" in junk["hint"]
    assert "--ledger" in refused(capsys, 6, "show --ledger folder")["hint"]
