"""Programs with a mistake in them write books in which everything adds up. `verify` must still name their entry."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount
from epsilog.core.charge import Approx
from epsilog.core.unit import Unit
from epsilog.ledger import Ledger, Terms, governing, spending
from epsilog.ledger.chain import digest_of
from epsilog.ledger.posting import Posting, Side, postings_for
from epsilog.ledger.receipt import State
from epsilog.ledger.verify import Damage
from ledger_scenes import BOARD, opened, pure, pure_terms

Rows = Iterable[Any]
MONTHLY = Terms(Unit("patient_id", per="1mo"), Allowance.approximate(2, "1e-6", for_events="5e-7"))
BOTH = ("2026-01", "2026-02")


def _spend(ledger: Ledger) -> int:
    """Pay from both accounts; the number of the last entry."""
    ledger.debit("clinic/ward", pure(10), "plan", key="warm")  # PostgreSQL's quick way needs a known account
    ledger.debit("registry", Approx("0.01", "1e-7"), "plan", key="warm", blocks=BOTH)
    return _entries(ledger)


def _entries(ledger: Ledger) -> int:
    return ledger.history(last=1)[0].seq


def _books(place: str) -> Ledger:
    ledger = opened(place)
    ledger.allocate("clinic", {"ward": "0.5"}, by="Ada")
    ledger.open_account("registry", MONTHLY, by="Ada")
    assert ledger.verify().whole
    return ledger


def _damage(ledger: Ledger) -> Damage:
    damage = ledger.verify().damage
    assert damage is not None
    assert ledger.stopped == f"damage at entry {damage.seq}: {damage.kind}"
    assert damage.kind == "edited", damage
    return damage


def _cheaper(lineage: Rows, blocks: Iterable[str], cost: Amount, side: Side) -> list[Posting]:
    return postings_for(lineage, blocks, Amount(cost.main - 1, cost.delta), side)


def _no_delta(lineage: Rows, blocks: Iterable[str], cost: Amount, side: Side) -> list[Posting]:
    return postings_for(lineage, blocks, Amount(cost.main, 0), side)


def _first_block(lineage: Rows, blocks: Iterable[str], cost: Amount, side: Side) -> list[Posting]:
    return postings_for(lineage, list(blocks)[:1], cost, side)


def _not_above(lineage: Rows, blocks: Iterable[str], cost: Amount, side: Side) -> list[Posting]:
    return postings_for(list(lineage)[-1:], blocks, cost, side)


def _one_more_block(lineage: Rows, blocks: Iterable[str], cost: Amount, side: Side) -> list[Posting]:
    return postings_for(lineage, [*blocks, "2026-03"], cost, side)


PostingsFor = Callable[[Rows, Iterable[str], Amount, Side], list[Posting]]


def _plant(monkeypatch: pytest.MonkeyPatch, wrong: PostingsFor) -> None:
    """Whoever writes postings writes these instead."""
    users = [
        module
        for name, module in sys.modules.items()
        if name.startswith("epsilog.ledger.") and getattr(module, "postings_for", None) is postings_for
    ]
    assert len(users) >= 2
    for module in users:
        monkeypatch.setattr(module, "postings_for", wrong)


@pytest.mark.parametrize(
    ("wrong", "account", "words"),
    [
        (_cheaper, "clinic/ward", "another amount"),
        (_cheaper, "registry", "another amount"),
        (_not_above, "clinic/ward", "not posted once"),
        (_no_delta, "registry", "not posted once"),
        (_first_block, "registry", "not posted once"),
        (_one_more_block, "registry", "not posted once"),
    ],
)
@pytest.mark.parametrize("verb", ["debit", "reserve"])
def test_a_program_that_posts_wrongly(
    place: str, monkeypatch: pytest.MonkeyPatch, wrong: PostingsFor, account: str, words: str, verb: str
) -> None:
    with _books(place) as ledger:
        last = _spend(ledger)
        _plant(monkeypatch, wrong)
        # Another charge than before: what a charge comes to is remembered.
        charge, blocks = (pure(11), ()) if account == "clinic/ward" else (Approx("0.02", "1e-7"), BOTH)
        getattr(ledger, verb)(account, charge, "plan", key="wrong", blocks=blocks)
        damage = _damage(ledger)
        assert damage.seq == last + 1
        assert words in damage.words


def test_a_program_that_prices_wrongly(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Postings and the row of the release agree with each other, and are one unit too cheap."""
    with _books(place) as ledger:
        last = _spend(ledger)
        cost_of = Terms.cost_of
        monkeypatch.setattr(
            Terms,
            "cost_of",
            lambda terms, charge: Amount(cost_of(terms, charge).main - 1, cost_of(terms, charge).delta),
        )
        ledger.debit("clinic/ward", pure(77), "plan", key="wrong")
        damage = _damage(ledger)
        assert damage.seq == last + 1
        assert "another amount" in damage.words


@pytest.mark.parametrize("wrong", [_cheaper, _not_above])
@pytest.mark.parametrize("step", ["start", "release", "refund"])
def test_a_program_that_moves_wrongly(
    place: str, monkeypatch: pytest.MonkeyPatch, wrong: PostingsFor, step: str
) -> None:
    with _books(place) as ledger:
        verb = ledger.debit if step == "refund" else ledger.reserve
        receipt = verb("clinic/ward", pure(10), "plan", key="k")
        if step == "refund":
            ledger.forfeit(receipt, why="failed")
        last = _entries(ledger)
        _plant(monkeypatch, wrong)
        if step == "start":
            ledger.start(receipt)
        elif step == "release":
            ledger.release(receipt, why="cancelled")
        else:
            ledger.assert_refund(receipt, approvers=BOARD, why="nothing left")
        assert _damage(ledger).seq == last + 1


def _release_after_start(ledger: Ledger) -> None:
    receipt = ledger.debit("clinic/ward", pure(10), "plan", key="k")
    ledger.debit("clinic/ward", pure(10), "plan", key="l")
    ledger.reserve("clinic/ward", pure(10), "plan", key="m")  # so that there is something held to take from
    ledger.release(receipt, why="we would like it back")


def _commit_after_forfeit(ledger: Ledger) -> None:
    receipt = ledger.debit("clinic/ward", pure(10), "plan", key="k")
    ledger.forfeit(receipt, why="failed")
    ledger.commit(receipt, b"noisy")


def _commit_before_start(ledger: Ledger) -> None:
    ledger.commit(ledger.reserve("clinic/ward", pure(10), "plan", key="k"), b"noisy")


def _forfeit_before_start(ledger: Ledger) -> None:
    ledger.forfeit(ledger.reserve("clinic/ward", pure(10), "plan", key="k"), why="failed")


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (_release_after_start, "release after STARTED"),
        (_commit_after_forfeit, "commit after FORFEITED"),
        (_commit_before_start, "commit after RESERVED"),
        (_forfeit_before_start, "forfeit after RESERVED"),
    ],
)
def test_a_program_that_forgets_the_order(
    place: str, monkeypatch: pytest.MonkeyPatch, act: Callable[[Ledger], None], words: str
) -> None:
    with _books(place) as ledger:
        monkeypatch.setattr(spending, "_must_be", lambda row, state: None)
        act(ledger)
        damage = _damage(ledger)
        assert damage.seq == _entries(ledger)
        assert words in damage.words


@pytest.mark.parametrize("after", ["start", "tick"])
def test_a_program_that_refunds_what_it_must_not(place: str, after: str) -> None:
    with _books(place) as ledger:
        receipt = ledger.debit("clinic/ward", pure(10), "plan", key="k")
        if after == "tick":
            ledger.commit(receipt, b"tick", last=False)
            ledger.forfeit(receipt, why="failed")
        with ledger._books.page() as page:
            release = spending.find_release(page, receipt.id)
            lineage = page.lineage("clinic/ward")
            body = {"receipt": receipt.id, "approvers": list(BOARD), "why": "nothing left"}
            page.append("refund", body, spending.postings_of(lineage, release, "refund"))
            spending.set_state(page, receipt.id, State.RELEASED)
        damage = _damage(ledger)
        assert damage.seq == _entries(ledger)
        assert ("refund after STARTED" if after == "start" else "something that was committed") in damage.words


def test_a_program_that_asks_one_person(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with _books(place) as ledger:
        receipt = ledger.debit("clinic/ward", pure(10), "plan", key="k")
        ledger.forfeit(receipt, why="failed")
        monkeypatch.setattr(governing, "two_people", list)
        ledger.assert_refund(receipt, approvers=["Ada"], why="sure")
        damage = _damage(ledger)
        assert damage.seq == _entries(ledger)
        assert "two people" in damage.words


def test_a_changed_result_names_the_entry_that_committed_it(place: str) -> None:
    """Changed together with its fingerprint; and put in the place of another tick's, fingerprint and all."""
    with opened(place) as ledger:
        stream = ledger.debit("clinic", pure(1), "plan", key="k")
        for tick in range(3):
            ledger.commit(stream, b"noisy %d" % tick, tick=tick, last=False)
        ledger.debit("clinic", pure(1), "plan", key="l")
        for body in (b"noisy 7", b"noisy 2"):
            with ledger._books.store.writing() as session:
                session.run(
                    "UPDATE results SET body = :body, digest = :digest WHERE tick = 1",
                    {"body": body, "digest": digest_of(body)},
                )
            damage = ledger.verify().damage
            assert damage is not None
            assert (damage.kind, damage.seq) == ("totals", 5), damage


def test_a_missing_result_and_release_name_their_entries(place: str) -> None:
    with opened(place) as ledger:
        first = ledger.debit("clinic", pure(1), "plan", key="k")  # 3
        ledger.commit(first, b"noisy")  # 4
        ledger.debit("clinic", pure(1), "plan", key="l")  # 5
        ledger.debit("clinic", pure(1), "plan", key="m")  # 6
        with ledger._books.store.writing() as session:
            session.run("DELETE FROM results")
        damage = ledger.verify().damage
        assert damage is not None
        assert (damage.kind, damage.seq) == ("totals", 4), damage
        with ledger._books.store.writing() as session:
            session.run("DELETE FROM releases WHERE key = 'l'")
        damage = ledger.verify().damage
        assert damage is not None
        assert (damage.kind, damage.seq) == ("totals", 5), damage


def test_a_faultless_program_with_all_of_these_is_whole(place: str) -> None:
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", pure_terms(1000), by="Ada")
        ledger.allocate("clinic", {"ward": "0.5"}, by="Ada")
        ledger.open_account("registry", MONTHLY, by="Ada")
        _spend(ledger)
        stream = ledger.reserve("clinic/ward", pure(3), "plan", key="stream")
        ledger.start(stream)
        ledger.commit(stream, b"a", tick=5, last=False)
        ledger.deliver(stream, tick=5)
        ledger.forfeit(stream, why="the rest failed")
        ledger.deliver(stream, tick=5)
        assert ledger.verify().whole
