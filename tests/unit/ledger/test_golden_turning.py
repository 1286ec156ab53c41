"""Books of the version before accounts could be turned, and of the first in which they can."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from fractions import Fraction
from pathlib import Path

import psycopg
import pytest

from epsilog.core.charge import Pure
from epsilog.errors import LedgerError, PrivacyError
from epsilog.ledger import Ledger, schema
from ledger_places import Places
from ledger_scenes import BOARD, totals

GOLDEN = Path(__file__).parents[2] / "golden"


def _later() -> dt.datetime:
    return dt.datetime(2027, 1, 1, tzinfo=dt.UTC)


def _golden_4(place: str) -> None:
    file = sqlite3.connect(place)
    file.executescript((GOLDEN / "ledger-v4-sqlite.sql").read_text())
    file.close()


def test_version_4_migrates_in_place_and_can_be_turned(places: Places) -> None:
    """Accounts had one currency for life, and a cap could be raised to a smaller epsilon."""
    place = places.file()
    _golden_4(place)
    with Ledger.open(place) as ledger, pytest.raises(LedgerError, match="the books are of version 4"):
        ledger.debit("ward", Pure("0.01"), "plan", key="too early")
    assert Ledger.migrate(place, by="Ada", clock=_later) == (4, schema.SCHEMA_VERSION)
    with Ledger.open(place, clock=_later) as ledger:
        known = json.loads((GOLDEN / "ledger-totals.json").read_text())["v4 in place"]
        assert totals(ledger) == {**known, "entries": known["entries"] + 1}
        assert ledger.account("ward").terms.allowance.epsilon == Fraction(9, 10)
        assert ledger.verify().whole
        with pytest.raises(PrivacyError, match="booked so far that have no epsilon without a delta: 1;"):
            ledger.turn("ward", "pure", approvers=BOARD, why="no")
        ledger.turn("clinic", "pure", approvers=BOARD, why="few tables")
        assert {one.terms.allowance.coin for one in ledger.accounts() if one.name.startswith("clinic")} == {"pure"}
        ledger.debit("clinic/oncology", Pure("0.1"), "plan", key="new", blocks=["2026-04"])
        assert ledger.verify().whole


def test_version_4_was_the_same_on_a_server(places: Places) -> None:
    place = places.server()
    Ledger.restore(GOLDEN / "ledger-v4.jsonl", place, by="Ada", clock=_later)
    with psycopg.connect(place, autocommit=True) as server:
        server.execute("ALTER TABLE accounts DROP COLUMN coin")
        server.execute("UPDATE ledger SET schema_version = 4")
    assert Ledger.migrate(place, by="Ada", clock=_later) == (4, schema.SCHEMA_VERSION)
    with Ledger.open(place, clock=_later) as ledger:
        known = json.loads((GOLDEN / "ledger-totals.json").read_text())["v4"]
        assert totals(ledger) == {**known, "entries": known["entries"] + 1}
        assert ledger.verify().whole


def test_version_5_is_read_as_it_was_written(place: str) -> None:
    """An account that was turned to pure epsilon and goes on in it."""
    Ledger.restore(GOLDEN / "ledger-v5.jsonl", place, by="Ada", clock=_later)
    with Ledger.open(place, clock=_later) as ledger:
        assert totals(ledger) == json.loads((GOLDEN / "ledger-totals.json").read_text())["v5"]
        assert {one.terms.allowance.is_turned for one in ledger.accounts()} == {True}
        assert [line.kind for line in ledger.history()].count("turn") == 3
        assert ledger.verify().whole
