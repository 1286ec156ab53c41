"""Names, keys, charges and payloads chosen to confuse. Refused with a clear word, or kept apart for ever."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Approx, Charge, Composed, Gaussian, GeoInd, Price, Pure, Repeated
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, CurrencyMismatch, EpsilogError, LedgerError, PrivacyError, SpecError
from epsilog.ledger import Ledger, State, Terms
from ledger_places import Places
from ledger_scenes import BOARD, UNIT, opened, pure, pure_terms, used, whole

NEVER_A_NAME: list[Any] = [
    "", " ", "/", "a/", "/a", "a//b", "..", "-a", ".a", "a b", "a\tb", "a\nb", "a\x00b", "\x00", "a\x1b[31m",
    "a'; DROP TABLE journal; --", 'a"b', "a;b", "a%b", "a\\b", "a/*", "*", "a:b", "a?b", "a#b",
    "x" * 65, "/".join("abcdefghi"), "x" * 1_000_000, "/".join(["x" * 60] * 4),
    "clini\u0441",  # a Cyrillic letter that looks like c
    "\u0430dmin",  # a Cyrillic letter that looks like a
    "\u03bfne",  # a Greek letter that looks like o
    "cafe\u0301",  # e and a combining accent: not normal form C
    "a\u202eb", "a\u200bb", "a\u200db", "a\u2066b", "\ufeffa", "a\u2028b",  # invisible or turning
    "\ud800", "\ue000", "\U000e0041", "a\u0378", "\ufdd0",  # surrogate, private use, tag, unassigned
    b"clinic", None, 7, True, ("clinic",), float("nan"),
]  # fmt: skip


@pytest.mark.parametrize("name", NEVER_A_NAME, ids=lambda name: ascii(name)[:30])
def test_a_name_that_is_none(places: Places, name: Any) -> None:
    with opened(places.file()) as ledger:
        for act in (
            lambda: ledger.open_account(name, pure_terms(5), by="Ada"),
            lambda: ledger.debit(name, pure(1), "plan", key="k"),
            lambda: ledger.allocate("clinic", {name: "0.5"}, by="Ada"),
            lambda: ledger.account(name),
            lambda: ledger.find(name, "k"),
        ):
            with pytest.raises(SpecError) as refused:
                act()
            text = str(refused.value)
            assert len(text) < 500
            assert text.isprintable(), ascii(text)
        whole(ledger)
        assert [account.name for account in ledger.accounts()] == ["clinic"]


TWINS = [
    ("Clinic", "clinic"),
    ("CLINIC", "clinic"),
    ("straße", "strasse"),
    ("\uff43linic", "clinic"),  # full width
    ("\ufb01le", "file"),  # the ligature fi
    ("x\u00b2", "x2"),  # superscript two
    ("\u212bngstrom", "\u00e5ngstrom"),  # the sign of the unit
    ("clinic/x", "clinic"),  # below another root: would look like its child
    ("Clinic/x", "clinic"),
    ("clinic", "CLINIC/x"),
]


@pytest.mark.parametrize(("second", "first"), TWINS, ids=[ascii(twin[0]) for twin in TWINS])
def test_no_second_account_that_looks_like_the_first(place: str, first: str, second: str) -> None:
    with opened(place, name=first) as ledger:
        with pytest.raises(SpecError):
            ledger.open_account(second, pure_terms(1000), by="Ada")
        assert len(ledger.accounts()) == 1
        whole(ledger)


def test_children_that_look_alike(place: str) -> None:
    with opened(place) as ledger:
        for shares in ({"ward": "0.2", "Ward": "0.2"}, {"a/b": "0.2"}, {"ward": "0.9", "lab": "0.2"}):
            with pytest.raises((SpecError, PrivacyError)):
                ledger.allocate("clinic", shares, by="Ada")
        assert len(ledger.accounts()) == 1, "nothing of a refused allocation stays"
        ledger.allocate("clinic", {"ward": "0.2"}, by="Ada")
        with pytest.raises(SpecError):
            ledger.allocate("clinic", {"WARD": "0.1"}, by="Ada")
        whole(ledger)


def test_like_patterns_are_letters_not_wildcards(place: str) -> None:
    with opened(place, name="a_c") as ledger:
        ledger.open_account("abc", pure_terms(5), by="Ada")
        ledger.open_account("a.c", pure_terms(5), by="Ada")
        ledger.allocate("a_c", {"x": "0.5"}, by="Ada")
        ledger.debit("a_c/x", pure(3), "plan", key="k")
        assert used(ledger, "abc") == used(ledger, "a.c") == (0, 0)
        assert ledger.account("abc").releases == 0
        assert {line.body.get("account") for line in ledger.history("abc")} == {"abc"}
        whole(ledger)


NEVER_A_KEY: list[Any] = [
    "",
    "a\nb",
    "a\rb",
    "a\x00",
    "k" * 201,
    "k" * 10**6,
    "\u202ek",
    "cafe\u0301",
    b"k",
    7,
    None,
]


@pytest.mark.parametrize("key", NEVER_A_KEY, ids=lambda key: ascii(key)[:20])
def test_a_key_that_is_none(places: Places, key: Any) -> None:
    with opened(places.file()) as ledger:
        for act in (
            lambda: ledger.debit("clinic", pure(1), "plan", key=key),
            lambda: ledger.reserve("clinic", pure(1), "plan", key=key),
            lambda: ledger.debit("clinic", pure(1), key, key="k"),
            lambda: ledger.stop("clinic", by="Ada", why=key),
            lambda: ledger.stop("clinic", by=key, why="why"),
        ):
            with pytest.raises(SpecError):
                act()
        assert used(ledger) == (0, 0)
        whole(ledger)


KEYS = [
    "k",
    "K",
    "k ",
    " k",
    "k'; --",
    'k"',
    "%",
    "_",
    "\\",
    "k/1",
    "ключ",
    "钥匙",
    "🔑",
    "null",
    "0",
    "%(b)s",
    ":b",
    "{}",
]


def test_keys_are_compared_letter_by_letter(place: str) -> None:
    with opened(place) as ledger:
        accepted = []
        for number, key in enumerate(KEYS):
            try:
                receipt = ledger.debit("clinic", pure(1), f"plan {number}", key=key)
            except SpecError:
                continue
            assert not receipt.repeated
            accepted.append(key)
        assert {"k", "K", "k'; --", "%", "_", "ключ", "钥匙", "%(b)s", ":b"} <= set(accepted)
        for key in accepted:
            found = ledger.find("clinic", key)
            assert found is not None
            assert found.request == f"plan {KEYS.index(key)}"
        assert used(ledger) == (0, len(accepted))
        whole(ledger)


class Invented(Charge):
    """A kind of charge nobody priced."""

    kind = "invented"

    def price(self) -> Price:
        return Price(0, 0)

    def pure(self) -> int:
        return 0

    def to_dict(self) -> dict[str, Any]:
        return Pure("1e-12").to_dict()


HOSTILE_CHARGES: list[Any] = [None, 0, 1, 0.5, "0.5", {}, Pure, Invented(), {"kind": "pure", "epsilon": "0"}]


@pytest.mark.parametrize("charge", HOSTILE_CHARGES, ids=lambda charge: str(type(charge).__name__))
def test_a_charge_that_is_none(places: Places, charge: Any) -> None:
    with opened(places.file()) as ledger:
        for act in (ledger.debit, ledger.reserve):
            with pytest.raises(EpsilogError):
                act("clinic", charge, "plan", key="k")
        assert used(ledger) == (0, 0)
        assert ledger.find("clinic", "k") is None
        whole(ledger)


@pytest.mark.parametrize(
    "charge", [Gaussian(4, 1), Approx("0.1", "1e-9"), GeoInd("0.1"), Pure("1e-11").__class__("3")]
)
def test_a_charge_in_another_currency_or_too_large(places: Places, charge: Charge) -> None:
    with opened(places.file()) as ledger:
        with pytest.raises((CurrencyMismatch, BudgetExceeded)):
            ledger.debit("clinic", charge, "plan", key="k")
        assert used(ledger) == (0, 0)
        whole(ledger)


def test_the_edges_of_sixty_four_bits(place: str) -> None:
    """The largest account there is; charges just below, at and far above what a column holds."""
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("big", Terms(Unit("row"), Allowance.pure(10**6)), by="Ada")
        cap = 10**6 * UNIT
        for epsilon in (2**63 // UNIT + 1, 2**64, 10**30, 10**300):
            with pytest.raises(EpsilogError) as refused:
                ledger.debit("big", Pure(epsilon), "plan", key="too much")
            assert not isinstance(refused.value, LedgerError), "refused by the rule, not by the column"
        with pytest.raises(EpsilogError):
            ledger.debit("big", Repeated(Pure(10**6), 10**9), "plan", key="too often")
        ledger.debit("big", pure(cap - 1), "plan", key="nearly all")
        with pytest.raises(BudgetExceeded):
            ledger.debit("big", pure(2), "plan", key="one too many")
        ledger.debit("big", pure(1), "plan", key="the last")
        with pytest.raises(BudgetExceeded):
            ledger.debit("big", pure(1), "plan", key="no more")
        assert used(ledger, "big") == (0, cap)
        whole(ledger)


def test_dust_is_never_free(place: str) -> None:
    """A charge below the smallest unit costs a whole unit."""
    with opened(place, cap=3) as ledger:
        for n in range(3):
            ledger.debit("clinic", Pure("1e-30"), "plan", key=f"dust {n}")
        with pytest.raises(BudgetExceeded):
            ledger.debit("clinic", Pure("1e-30"), "plan", key="dust 3")
        assert used(ledger) == (0, 3)
        whole(ledger)


def test_deep_charges_cost_their_sum(place: str) -> None:
    with opened(place, cap=100) as ledger:
        ledger.debit("clinic", Composed((pure(10), Repeated(pure(5), 4))), "plan", key="k")
        assert used(ledger) == (0, 30)
        whole(ledger)


@pytest.mark.parametrize("payload", [b"", b"\x00", b"\xff" * 20_000_000], ids=["nothing", "nul", "20 MB"])
def test_payloads_come_back_to_the_byte(place: str, payload: bytes) -> None:
    with opened(place) as ledger:
        receipt = ledger.debit("clinic", pure(1), "plan", key="k")
        digest = ledger.commit(receipt, payload)
        assert ledger.commit(receipt, payload) == digest, "the same result again is no second result"
        assert ledger.deliver(receipt) == payload
        with pytest.raises(PrivacyError) as refused:
            ledger.commit(receipt, payload + b"x")
        assert len(str(refused.value)) < 500
        whole(ledger)


@pytest.mark.parametrize("result", ["text", None, 7, [1], 1.5], ids=lambda result: type(result).__name__)
def test_a_result_is_bytes(places: Places, result: Any) -> None:
    with opened(places.file()) as ledger:
        receipt = ledger.debit("clinic", pure(1), "plan", key="k")
        with pytest.raises(SpecError):
            ledger.commit(receipt, result)
        found = ledger.find("clinic", "k")
        assert found is not None
        assert found.state is State.STARTED
        whole(ledger)


@pytest.mark.parametrize("tick", [-1, 2**63, 2**200, "no", 0.5, True, None], ids=str)
def test_a_tick_is_a_small_whole_number(place: str, tick: Any) -> None:
    with opened(place) as ledger:
        receipt = ledger.debit("clinic", pure(1), "plan", key="k")
        with pytest.raises(SpecError):
            ledger.commit(receipt, b"x", tick=tick)
        with pytest.raises((SpecError, LedgerError)):
            ledger.deliver(receipt, tick=tick)
        whole(ledger)


@pytest.mark.parametrize("receipt", ["", "x", "' OR 1=1 --", "0" * 32, "\x00", None, 7, b"x"], ids=ascii)
def test_a_receipt_nobody_gave(place: str, receipt: Any) -> None:
    with opened(place) as ledger:
        ledger.debit("clinic", pure(1), "plan", key="k")
        for act in (
            lambda: ledger.start(receipt),
            lambda: ledger.commit(receipt, b"x"),
            lambda: ledger.deliver(receipt),
            lambda: ledger.release(receipt, why="why"),
            lambda: ledger.forfeit(receipt, why="why"),
            lambda: ledger.assert_refund(receipt, approvers=BOARD, why="why"),
        ):
            with pytest.raises(EpsilogError):
                act()
        assert used(ledger) == (0, 1)
        whole(ledger)


SECRET = b"SECRET-noisy-payload-4711"


def test_no_error_quotes_a_payload_or_a_statement(place: str) -> None:
    with opened(place, cap=20) as ledger:
        receipt = ledger.debit("clinic", pure(1), "plan", key="k")
        ledger.commit(receipt, SECRET)
        held = ledger.reserve("clinic", pure(1), "plan", key="held")
        said = []
        for act in (
            lambda: ledger.commit(receipt, SECRET + b"!"),
            lambda: ledger.commit(receipt, SECRET, tick=1),
            lambda: ledger.commit(held, SECRET),
            lambda: ledger.deliver(receipt, tick=9),
            lambda: ledger.deliver(held),
            lambda: ledger.start(receipt),
            lambda: ledger.release(receipt, why="why"),
            lambda: ledger.forfeit(held, why="why"),
            lambda: ledger.debit("clinic", pure(2), "plan", key="k"),
            lambda: ledger.debit("clinic", pure(100), "plan", key="more"),
            lambda: ledger.debit("nobody", pure(1), "plan", key="k"),
            lambda: ledger.assert_refund(receipt, approvers=BOARD, why="why"),
            lambda: ledger.assert_refund(receipt, approvers=["Ada"], why="why"),
        ):
            with pytest.raises(EpsilogError) as refused:
                act()
            assert refused.value.__cause__ is None
            said.append(str(refused.value))
        for text in said:
            for word in ("SECRET", "4711", "SELECT", "INSERT", "UPDATE ", "sqlite", "psycopg", "sqlalchemy"):
                assert word.lower() not in text.lower(), text
        whole(ledger)


def test_refusals_are_the_same_whatever_was_published(place: str) -> None:
    """Two ledgers that differ in their noisy results only answer alike."""
    with opened(place, cap=20) as ledger:
        ledger.open_account("school", pure_terms(20), by="Ada")
        words = []
        for account, payload in (("clinic", b"0"), ("school", b"9" * 1000)):
            receipt = ledger.debit(account, pure(15), "plan", key=f"k {account}")
            ledger.commit(receipt, payload)
            with pytest.raises(BudgetExceeded) as refused:
                ledger.debit(account, pure(6), "plan", key="more")
            words.append(str(refused.value).replace(account, "X"))
        assert words[0] == words[1]
        assert "2.1e-11 of 2e-11" in words[0]


PEOPLE = [
    ["Ada"],
    [],
    ["Ada", "Ada"],
    ["Ada", "ADA"],
    ["Ada", " Ada "],
    ["Ada", "Ａda"],
    ["Ada", ""],
    ["Ada", "A\u200bda"],
]


@pytest.mark.parametrize("approvers", PEOPLE, ids=ascii)
def test_one_person_is_not_two(place: str, approvers: list[str]) -> None:
    with opened(place) as ledger:
        ledger.allocate("clinic", {"ward": "0.2"}, by="Ada")
        lost = ledger.debit("clinic/ward", pure(1), "plan", key="k")
        ledger.forfeit(lost, why="failed")
        ledger.stop("clinic", by="Ada", why="a doubt")
        before = len(ledger.history())
        for act in (
            lambda: ledger.resume("clinic", approvers=approvers, why="why"),
            lambda: ledger.resume(None, approvers=approvers, why="why"),
            lambda: ledger.raise_cap("clinic", Allowance.pure(1), approvers=approvers, why="why"),
            lambda: ledger.move_reserve("clinic/ward", "0.1", approvers=approvers, why="why"),
            lambda: ledger.assert_refund(lost, approvers=approvers, why="why"),
        ):
            with pytest.raises(EpsilogError):
                act()
        assert len(ledger.history()) == before
        assert ledger.account("clinic").stopped == "a doubt"


def test_the_names_in_the_table_above_are_what_they_claim() -> None:
    assert unicodedata.name("\u0441").startswith("CYRILLIC")
    assert unicodedata.normalize("NFC", "cafe\u0301") != "cafe\u0301"
    assert unicodedata.category("\u0378") == "Cn"
