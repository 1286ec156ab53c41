"""The shortcut accepts nothing that the plain way would not, and writes the same, on both databases."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Approx, Charge, Composed, Gaussian, Pure
from epsilog.core.unit import Unit
from epsilog.errors import EpsilogError
from epsilog.ledger import Ledger, Receipt, Terms, pay_fast
from epsilog.ledger.bill import Bill, Request
from epsilog.ledger.books import Books
from epsilog.ledger.chain import canonical
from epsilog.ledger.page import entry_text
from ledger_places import Places

TERMS = Terms(Unit("p"), Allowance.approximate(1, 1e-6, 5e-7))


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each payment went the quick way."""
    seen: list[bool] = []
    quick = pay_fast.pay

    def watched(books: Books, asked: Request) -> Receipt | None:
        receipt = quick(books, asked)
        seen.append(receipt is not None)
        return receipt

    monkeypatch.setattr(pay_fast, "pay", watched)
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


@pytest.mark.parametrize("kind", ["file", "server"])
def test_both_ways_agree_on_a_long_random_history(
    places: Places, taken: list[bool], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    new = places.file if kind == "file" else places.server
    quick, plain = _prepared(new()), _prepared(new())
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
            alone.setattr(pay_fast, "pay", lambda books, asked: None)
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


def test_it_yields_when_anything_is_unusual(place: str, taken: list[bool]) -> None:
    with _prepared(place) as ledger:
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


@pytest.mark.parametrize("word", ["visits 2026", 'a "quote" \\ slash', "é", "日本", "\U0001f600", "</script>"])
def test_a_bill_is_written_as_every_other_entry(word: str) -> None:
    lineage = [
        {"id": n, "name": name, "root": 2, "period": None, "terms": canonical(TERMS.to_dict())}
        for n, name in ((2, "clinic"), (17, "clinic/ü"))
    ]
    for started in (False, True):
        asked = Request("7f" * 16, "clinic/ü", word, word, Approx("1/3", "1e-7"), (), started)
        bill = Bill.of(asked, lineage)
        assert bill.text() == entry_text(bill.body(), bill.tag.postings)
        posted = {(p.account, p.block): p.amount for p in bill.tag.postings}
        grouped = {(a, b): amount for amount, ids, blocks in bill.tag.by_amount for a in ids for b in blocks}
        assert grouped == posted


def test_a_charge_that_claims_to_be_another_does_not_pay_its_price(place: str) -> None:
    """A price that is remembered belongs to the charge that was priced, not to whatever says it is equal."""

    class Cuckoo(Pure):
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return hash(Pure("0.0001"))

    with _prepared(place) as ledger:
        ledger.debit("pure", Pure("0.0001"), "plan", key="1")
        for key, charge in (("2", Cuckoo("0.009")), ("3", Composed((Pure("0.0001"), Pure("0.0002"))))):
            with contextlib.suppress(EpsilogError):
                ledger.debit("pure", charge, "plan", key=key)
        (balance,) = ledger.account("pure").balances
        assert balance.spent.main == 10**8 + 3 * 10**8, "the cuckoo paid, or the composed one did not"
        assert ledger.verify().whole


def test_nothing_is_learnt_about_an_account_that_is_not_on_disk(
    place: str, monkeypatch: pytest.MonkeyPatch, taken: list[bool]
) -> None:
    ledger = _prepared(place)
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


def test_a_page_needs_no_new_memory_of_the_server(places: Places) -> None:
    """Else its C library gives memory back and asks for it again, 44 faults for each debit: a third of its time."""
    with Ledger.open(places.server(), create=True) as ledger:
        ledger.open_account("a", TERMS, by="Ada")
        ledger.allocate("a", {"b": "0.5"}, by="Ada")
        ledger.allocate("a/b", {"c": "0.5"}, by="Ada")
        ledger.debit("a/b/c", Gaussian(10**9, 1), "plan", key="first")
        with ledger._books.store.connect() as connection:
            stat = Path(f"/proc/{connection.info.backend_pid}/stat")
        faults = []
        for turn in range(2):
            for number in range(60):
                ledger.debit("a/b/c", Gaussian(10**9, 1), "plan", key=f"{turn} {number}")
            faults.append(int(stat.read_text().rpartition(")")[2].split()[7]))
    assert faults[1] - faults[0] < 60 * 8
