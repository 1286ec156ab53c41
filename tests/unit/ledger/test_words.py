"""The small nouns: chain, names, blocks, postings, terms, receipts, refusals."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import subprocess
import sys

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount
from epsilog.core.charge import Gaussian, GeoInd, Pure
from epsilog.core.unit import Unit
from epsilog.errors import CurrencyMismatch, LedgerError, PrivacyError, SpecError
from epsilog.ledger.block import EVERYTHING, block_of, blocks_between, checked_blocks, refusal
from epsilog.ledger.chain import GENESIS, canonical, hash_of
from epsilog.ledger.name import account_name, label, person_name, skeleton
from epsilog.ledger.posting import MOVES, empty_balance, postings_for
from epsilog.ledger.receipt import is_gone, this_process
from epsilog.ledger.terms import Terms


def test_a_hash_covers_each_part_and_where_it_ends() -> None:
    parts = (GENESIS, "7", "now", "open", "{}")
    expected = hashlib.sha256(b"".join(len(p).to_bytes(8, "big") + p.encode() for p in parts)).hexdigest()
    assert hash_of(7, "now", "open", "{}", GENESIS) == expected
    others = {
        hash_of(7, "no", "wopen", "{}", GENESIS),  # the same letters, divided elsewhere
        hash_of(8, "now", "open", "{}", GENESIS),
        hash_of(7, "now", "open", "{ }", GENESIS),
        hash_of(7, "now", "open", "{}", "1" * 64),
    }
    assert len(others | {expected}) == 5


def test_one_record_has_one_spelling() -> None:
    assert canonical({"b": 1, "a": "病"}) == canonical({"a": "病", "b": 1})
    with pytest.raises(ValueError, match="Out of range"):
        canonical({"a": float("nan")})


@pytest.mark.parametrize(
    "name",
    ["", "a//b", "/a", "a/", "a b", "a'; DROP TABLE accounts; --", "a\x00b", "e\u0301", "a\u200bb", "pаypal",
     "x" * 201, "/".join("abcdefghi"), None, 7, b"a", "a/.b", "\ud800"],
)  # fmt: skip
def test_names_that_could_mislead_are_refused(name: object) -> None:
    with pytest.raises(SpecError):
        account_name(name)


def test_names_people_use_are_taken() -> None:
    for name in ("clinic/2026", "医院/2026/肿瘤科", "a-b_c.d", "é"):
        assert account_name(name) == name
    assert skeleton("Clinic") == skeleton("clinic") == skeleton("ｃｌｉｎｉｃ")
    assert person_name(" Ada ", "by") == "Ada"
    with pytest.raises(SpecError, match="say who"):
        person_name("  ", "by")
    with pytest.raises(SpecError, match="longer than"):
        label("x" * 10**6, "why")


def test_blocks_have_the_form_of_their_period() -> None:
    moment = dt.datetime(2026, 12, 31, 23, 59)
    found = {period: block_of(moment, period) for period in ("1h", "1d", "1w", "1mo", "1q", "1y")}
    assert found == {
        "1h": "2026-12-31T23", "1d": "2026-12-31", "1w": "2026-W53",
        "1mo": "2026-12", "1q": "2026-Q4", "1y": "2026",
    }  # fmt: skip
    for period, block in found.items():
        assert checked_blocks([block, block], period) == (block,)
        for other in set(found.values()) - {block}:
            with pytest.raises(SpecError):
                checked_blocks([other], period)


def test_a_stream_touches_every_block_to_its_horizon() -> None:
    start = dt.datetime(2026, 1, 31, 23, 30)
    assert blocks_between(start, start, "1mo") == ("2026-01",)
    assert blocks_between(start, dt.datetime(2026, 3, 1), "1mo") == ("2026-01", "2026-02", "2026-03")
    assert blocks_between(start, dt.datetime(2026, 2, 1, 0, 0), "1h") == ("2026-01-31T23", "2026-02-01T00")
    assert len(blocks_between(dt.datetime(2026, 1, 1), dt.datetime(2026, 12, 31), "1w")) == 53
    with pytest.raises(SpecError, match="ends before"):
        blocks_between(start, dt.datetime(2026, 1, 1), "1d")
    with pytest.raises(SpecError, match="more than"):
        blocks_between(start, dt.datetime(2036, 1, 1), "1h")


def test_blocks_are_said_where_there_are_some_and_only_there() -> None:
    assert checked_blocks([], None) == (EVERYTHING,)
    for blocks, period in ((["2026-01"], None), ([], "1mo"), (["*"], "1mo"), ([7], "1mo"), (["2026-01\n"], "1mo")):
        with pytest.raises(SpecError):
            checked_blocks(blocks, period)  # type: ignore[arg-type]


def test_postings_reach_everybody_above_in_every_block_and_delta_once() -> None:
    lineage = [{"id": 1, "period": "1mo"}, {"id": 5, "period": "1mo"}]
    posted = [p.written() for p in postings_for(lineage, ["2026-01", "2026-02"], Amount(9, 4), "pay")]
    assert posted == [
        [account, block, "pay", main, delta]
        for account in (1, 5)
        for block, main, delta in (("2026-01", 9, 0), ("2026-02", 9, 0), ("*", 0, 4))
    ]
    assert [p.written() for p in postings_for([{"id": 1, "period": None}], ["*"], Amount(9, 4), "hold")] == [
        [1, "*", "hold", 9, 4]
    ]


def test_the_sides_keep_money_or_say_where_it_goes() -> None:
    add = {side: held + spent for side, (held, spent) in MOVES.items()}
    assert add == {"hold": 1, "free": -1, "spend": 0, "pay": 1, "refund": -1}
    assert tuple(map(sum, zip(MOVES["hold"], MOVES["spend"], strict=True))) == MOVES["pay"]


def test_an_empty_balance_of_a_timed_account_keeps_delta_apart() -> None:
    account = {"id": 3, "period": "1mo", "cap_main": 10, "cap_delta": 7}
    month, whole = empty_balance(account, "2026-01"), empty_balance(account, EVERYTHING)
    assert (month["cap_main"], month["cap_delta"]) == (10, 0)
    assert (whole["cap_main"], whole["cap_delta"]) == (0, 7)


def test_terms_come_back_as_they_were() -> None:
    terms = Terms(Unit("patient_id", per="1mo"), Allowance.approximate(2, 1e-6, 5e-7), zone="Asia/Shanghai")
    assert Terms.from_text(canonical(terms.to_dict())) == terms
    for broken in (
        "{}",
        "[]",
        "no",
        canonical({**terms.to_dict(), "version": 2}),
        canonical({**terms.to_dict(), "zone": "X/Y"}),
    ):
        with pytest.raises(LedgerError):
            Terms.from_text(broken)


def test_terms_refuse_what_they_cannot_promise() -> None:
    pure = Terms(Unit("row"), Allowance.pure(1))
    with pytest.raises(CurrencyMismatch):
        pure.cost_of(Gaussian(10, 1))
    with pytest.raises(CurrencyMismatch):
        pure.cost_of(GeoInd("0.01"))
    assert pure.cost_of(Pure("1/3")) == Amount(333333333334, 0)  # up
    pure.must_match(Unit("row"), "UTC")
    for unit, zone in (
        (Unit("patient_id"), "UTC"),
        (Unit("row", neighbours="replace"), "UTC"),
        (Unit("row"), "Asia/Shanghai"),
    ):
        with pytest.raises(PrivacyError, match="the account protects"):
            pure.must_match(unit, zone)
    for zone in ("Mars/Olympus", "", None, "../etc/passwd"):
        with pytest.raises(SpecError):
            Terms(Unit("row"), Allowance.pure(1), zone=zone)  # type: ignore[arg-type]


def test_a_process_is_gone_only_when_it_certainly_is() -> None:
    assert not is_gone(this_process())
    child = subprocess.run(
        [sys.executable, "-c", "from epsilog.ledger.receipt import this_process; print(this_process())"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert is_gone(child.stdout.strip())
    place, pid, began = this_process().rsplit(":", 2)
    host, machine, boot, space = place.split("/")
    assert is_gone(f"{place}:{pid}:{int(began) + 1}")  # the pid was used again
    assert is_gone(f"{host}/{machine}/0123456789ab/{space}:{pid}:{began}")  # the machine was started again
    for other in (
        f"elsewhere/{machine}/{boot}/{space}",
        f"{host}/0123456789ab/{boot}/{space}",  # another machine of the same name
        f"{host}/0123456789ab/0123456789ab/{space}",
        f"{host}//0123456789ab/{space}",
        f"{host}/{machine}//{space}",
        f"{host}/{machine}/{boot}/0123456789ab",  # another container
        f"{host}/{machine}/{boot}/",
        host,  # written before boots were named
    ):
        assert not is_gone(f"{other}:{pid}:{int(began) + 1}")
    for odd in ("", ":", "::", f"{place}:x:1", f"{place}:{10**30}:1", f"{place}:²:1"):
        assert not is_gone(odd)
    assert pid == str(os.getpid())


def test_a_process_that_is_hidden_is_not_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with `hidepid`: /proc does not show it, and the system says that it may not be signalled."""
    place, _, began = this_process().rsplit(":", 2)
    number = 2**30  # above the largest number a process can have

    def hidden(pid: int, signal: int) -> None:
        assert (pid, signal) == (number, 0)
        raise PermissionError

    assert is_gone(f"{place}:{number}:{began}")
    monkeypatch.setattr("os.kill", hidden)
    assert not is_gone(f"{place}:{number}:{began}")


def test_a_refusal_says_total_allowance_and_three_ways_out() -> None:
    error = refusal("clinic", "2026-01", "zcdp", Amount(3 * 10**12, 2), Amount(2 * 10**12, 1))
    assert str(error) == (
        "spend: clinic in 2026-01 cannot pay: rho would reach 3 of 2 and delta of events would reach 2e-18 of 1e-18"
        "; nothing was spent (hint: ask with more noise or fewer cells, reuse an answer already published (free), "
        "or have two people move the reserve or raise the cap)"
    )
