"""The quick way on PostgreSQL accepts nothing that the plain way would not, and writes the same."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import psycopg
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Approx, Charge, Gaussian, Pure
from epsilog.core.unit import Unit
from epsilog.errors import EpsilogError
from epsilog.ledger import Ledger, Receipt, Terms, paying, swift
from epsilog.ledger.books import Books
from ledger_places import Places


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each payment went the quick way."""
    seen: list[bool] = []
    quick = swift.pay

    def watched(books: Books, asked: paying.Request) -> Receipt | None:
        receipt = quick(books, asked)
        seen.append(receipt is not None)
        return receipt

    monkeypatch.setattr(swift, "pay", watched)
    return seen


def _prepared(place: str) -> Ledger:
    ledger = Ledger.open(place, create=True)
    ledger.open_account("clinic", Terms(Unit("p", per="1mo"), Allowance.approximate("0.2", 1e-6, 5e-7)), by="Ada")
    ledger.allocate("clinic", {"a": "0.6", "b": "0.3"}, by="Ada")
    ledger.open_account("pure", Terms(Unit("row"), Allowance.pure("0.01")), by="Ada")
    return ledger


def _outcome(act: Callable[[], Receipt]) -> tuple[object, ...]:
    try:
        receipt = act()
    except EpsilogError as error:
        return type(error), str(error)
    return receipt.state, receipt.repeated, receipt.blocks


def test_both_ways_agree_on_a_long_random_history(
    places: Places, taken: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick, plain = _prepared(places.server()), _prepared(places.server())
    rng = random.Random(3)
    charges: list[Charge] = [
        Gaussian(40000, 1),
        Gaussian(70000, 3),
        Pure("0.0004"),
        Pure("0.006"),
        Approx("1e-4", "1e-7"),
    ]
    months = ["2026-01", "2026-02"]
    for n in range(240):
        account = rng.choice(["clinic/a", "clinic/b", "clinic", "pure", "nobody"])
        blocks = (
            rng.sample(months, rng.randint(1, 2)) if account.startswith("clinic") and rng.random() < 0.95 else []
        )
        charge, started, key = rng.choice(charges), rng.random() < 0.7, f"{rng.randint(0, 4 * n)}"

        def ask(ledger: Ledger) -> Receipt:
            verb = ledger.debit if started else ledger.reserve  # noqa: B023  (called at once)
            return verb(account, charge, "plan", key=key, blocks=blocks)  # noqa: B023

        first = _outcome(lambda: ask(quick))
        with monkeypatch.context() as alone:
            alone.setattr(swift, "pay", lambda books, asked: None)
            second = _outcome(lambda: ask(plain))
        assert first == second, (n, account, charge, key)
        for ledger in (quick, plain):
            if n % 60 == 40:
                ledger.stop("clinic/b", by="Ada", why="a doubt")
            if n % 60 == 50:
                ledger.resume("clinic/b", approvers=["Ada", "Ben"], why="none")
    shown = [[(a.name, a.balances, a.stopped, a.releases) for a in ledger.accounts()] for ledger in (quick, plain)]
    assert shown[0] == shown[1]
    random_words = ("receipt", "identity")
    entries = [
        [(line.kind, {k: v for k, v in line.body.items() if k not in random_words}) for line in ledger.history()]
        for ledger in (quick, plain)
    ]
    assert json.dumps(entries[0]) == json.dumps(entries[1])
    for ledger in (quick, plain):
        assert ledger.verify().whole
        ledger.close()
    assert sum(taken) > 30, "the quick way was hardly taken, so nothing was compared"
    assert taken.count(False) > 30, "everything went the quick way, refusals too?"


def test_it_yields_when_anything_is_unusual(places: Places, taken: list[bool]) -> None:
    with _prepared(places.server()) as ledger:
        ledger.debit("pure", Pure("0.0004"), "plan", key="1")
        ledger.debit("pure", Pure("0.0004"), "plan", key="1")  # known
        ledger.debit("pure", Pure("0.0096"), "plan", key="2")  # the last unit: a stop must be written
        ledger.debit("clinic/a", Gaussian(10**6, 1), "plan", key="3", blocks=["2026-07"])  # a new block
        ledger.debit("clinic/a", Gaussian(10**6, 1), "plan", key="4", blocks=["2026-07"])
        assert taken == [True, False, False, False, True]
        assert ledger.verify().whole


def test_a_key_is_one_key_whatever_the_environment_speaks(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    ledger = _prepared(places.server())
    first = ledger.debit("pure", Pure("0.001"), "plan", key="é")
    again = ledger.debit("pure", Pure("0.001"), "plan", key="é")
    assert (again.id, again.repeated) == (first.id, True)
    assert ledger.verify().whole
    ledger.close()


def test_nothing_is_learnt_about_an_account_that_is_not_on_disk(
    places: Places, monkeypatch: pytest.MonkeyPatch, taken: list[bool]
) -> None:
    ledger = _prepared(places.server())
    store = ledger._books.store
    assert not ledger._books.lineages
    monkeypatch.setattr(type(store), "reading", None)  # a mere reader may see what a crash can still undo
    ledger.debit("pure", Pure("0.001"), "plan", key="k")
    assert taken == [True]
    monkeypatch.undo()
    ledger.close()


def test_a_page_sees_what_was_committed_before_it_got_the_lock_whatever_the_server_prefers(places: Places) -> None:
    address = places.server()
    with psycopg.connect(address, autocommit=True) as connection:
        name = connection.execute("SELECT current_database()").fetchone()
        assert name is not None
        connection.execute(f"ALTER DATABASE {name[0]} SET default_transaction_isolation = 'repeatable read'")
    with _prepared(address) as ledger, ledger._books.page() as page:
        assert page.session.rows("SHOW transaction_isolation") == [{"transaction_isolation": "read committed"}]
