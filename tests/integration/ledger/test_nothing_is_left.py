"""`epsilog ledger open` that is refused leaves no ledger behind, on either database."""

from __future__ import annotations

import json
from pathlib import Path

import psycopg
import pytest

from epsilog.cli.app import run
from epsilog.ledger import Anchors, Ledger
from epsilog.ledger.signing import new_key, read_key
from ledger_places import Places

GOOD = ("clinic", "--epsilon", "1", "--by", "Ada")
REFUSED = {
    "a name that is none": ["clinic//2026", "--epsilon", "1", "--by", "Ada"],
    "a name with an invisible letter": ["clinic\u200b", "--epsilon", "1", "--by", "Ada"],
    "nobody": ["clinic", "--epsilon", "1", "--by", "   "],
    "no epsilon": ["clinic", "--epsilon", "0", "--by", "Ada"],
    "a cap of nothing": ["clinic", "--epsilon", "1e-13", "--by", "Ada"],
    "no zone": ["clinic", "--epsilon", "1", "--zone", "Mars", "--by", "Ada"],
    "no period": ["clinic", "--epsilon", "1", "--per", "1s", "--by", "Ada"],
    "no failures": ["clinic", "--epsilon", "1", "--failures", "0", "--by", "Ada"],
    "no anchors": [*GOOD, "--anchors", "nowhere/anchors", "--trust", "x" * 43],
    "no key": [*GOOD, "--anchors", "anchors", "--signing-key", "none"],
    "nobody trusted": [*GOOD, "--anchors", "anchors"],
    "another ledger's anchors": [*GOOD, "--anchors", "others", "--signing-key", "key"],
    "forged anchors": [*GOOD, "--anchors", "forged", "--signing-key", "key"],
}  # fmt: skip


@pytest.fixture(autouse=True)
def _somewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    monkeypatch.chdir(tmp_path)
    new_key(Path("key"))
    with Ledger.open("other.db", create=True, anchors=Anchors(Path("others"), key=read_key(Path("key")))) as other:
        other.stop(None, by="Ada", why="so that something is signed")
    lines = [json.loads(line) for line in Path("others").read_text().splitlines()]
    Path("forged").write_text("".join(json.dumps({**line, "seq": 9}) + "\n" for line in lines))


@pytest.mark.parametrize("name", list(REFUSED))
def test_no_file(name: str, tmp_path: Path) -> None:
    before = sorted(path.name for path in tmp_path.iterdir())
    assert run(["ledger", "open", *REFUSED[name], "--each", "patient_id", "--ledger", "fresh.db"]) != 0
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", list(REFUSED))
def test_no_tables(name: str, places: Places) -> None:
    place = places.server()
    assert run(["ledger", "open", *REFUSED[name], "--each", "patient_id", "--ledger", place]) != 0
    with psycopg.connect(place) as connection:
        assert connection.execute("SELECT to_regclass('ledger')").fetchone() == (None,)


def test_what_is_not_refused_is_made(place: str) -> None:
    words = ["ledger", "open", "clinic", "--epsilon", "1", "--by", "Ada", "--each", "patient_id"]
    assert run([*words, "--ledger", place, "--anchors", "mine", "--signing-key", "key"]) == 0
    with Ledger.open(place) as ledger:
        assert [account.name for account in ledger.accounts()] == ["clinic"]
