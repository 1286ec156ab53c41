"""Blocks are stretches of the calendar: what it does not have is refused where a block is given."""

from __future__ import annotations

import datetime as dt

import pytest

from epsilog.cli.app import run
from epsilog.errors import SpecError
from epsilog.ledger.block import block_of, checked_blocks, formed_blocks
from ledger_scenes import opened, pure, used

NONE_SUCH = {
    "1h": ["2026-02-29T00", "2026-01-01T24", "2026-00-01T00", "0000-01-01T00", "2026-04-31T23", "2026-01-00T05"],
    "1d": ["2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-06-31", "2026-01-00", "0000-12-31"],
    "1w": ["2026-W00", "2026-W54", "2025-W53", "2027-W53", "0000-W10"],
    "1mo": ["2026-13", "2026-00", "2026-99", "0000-01"],
    "1q": ["0000-Q1"],
    "1y": ["0000"],
}
SUCH = {
    "1h": ["2024-02-29T23", "2026-03-29T02"],  # the second hour does not come in Berlin; no zone is asked
    "1d": ["2024-02-29", "2000-02-29", "9999-12-31", "0001-01-01"],
    "1w": ["2026-W53", "2020-W53", "2025-W52", "2026-W01"],
    "1mo": ["2026-01", "2026-12", "9999-12"],
    "1q": ["2026-Q1", "2026-Q4"],
    "1y": ["2026", "0001", "9999"],
}
NO_FORM = {
    "1q": ["2026-Q0", "2026-Q5"],
    "1mo": ["2026-1", "26-01", "２０２６-01", "2026-01 ", "+026-01"],
    "1y": ["20266"],
}


@pytest.mark.parametrize("period", list(NONE_SUCH))
def test_the_calendar(period: str) -> None:
    for block in NONE_SUCH[period]:
        assert formed_blocks([block], period) == (block,)
        with pytest.raises(SpecError, match="in the calendar"):
            checked_blocks([block], period)
        with pytest.raises(SpecError, match="in the calendar"):
            checked_blocks([SUCH[period][0], block], period)
    for block in SUCH[period]:
        assert checked_blocks([block], period) == (block,)
    for block in NO_FORM.get(period, ()):
        with pytest.raises(SpecError, match="not a block"):
            checked_blocks([block], period)


@pytest.mark.parametrize("period", list(SUCH))
def test_every_moment_lies_in_a_block_that_is_accepted(period: str) -> None:
    moment = dt.datetime(1999, 12, 30, 22)
    while moment.year < 2034:
        block = block_of(moment, period)
        assert checked_blocks([block], period) == (block,)
        moment += dt.timedelta(hours=37)


@pytest.mark.parametrize("verb", ["debit", "reserve"])
def test_nothing_is_paid_in_a_month_that_never_comes(place: str, verb: str) -> None:
    with opened(place, per="1mo") as ledger:
        for _ in range(2):  # the second time the account is known, and PostgreSQL would take the quick way
            for blocks in (["2026-13"], ["2026-12", "2026-13"], ["2026-00"]):
                with pytest.raises(SpecError, match="in the calendar"):
                    getattr(ledger, verb)("clinic", pure(1), "plan", key="k", blocks=blocks)
            ledger.debit("clinic", pure(1), "plan", key="good", blocks=["2026-12"])
        assert used(ledger, block="2026-12") == (0, 1)
        assert [balance.block for balance in ledger.account("clinic").balances] == ["*", "2026-12"]
        assert ledger.verify().whole


def test_the_command_line_says_so_too(
    place: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EPSILOG_ANCHORS", raising=False)
    opened(place, per="1mo").close()
    debit = ["debit", "clinic", "pure:epsilon=1e-12", "--key", "k", "--by", "Ada", "--block", "2026-13"]
    for command in (debit, ["show", "--block", "2026-13"]):
        assert run(["ledger", *command, "--ledger", place, "--json"]) == 2
        assert "2026-13" in capsys.readouterr().err
