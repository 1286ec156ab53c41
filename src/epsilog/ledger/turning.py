"""Turning an account: the same promise counted in the other currency, for the whole tree at once.

An account that promises (epsilon, delta) counts either rho or pure epsilon, one at a time. It is turned when
everything booked so far fits the caps of the other currency: every account of the tree, every block, what is held,
what was forfeited, and streams at the price of their whole horizon. Then each path of questions and answers ends
within one of the two, and the promise stays the same: docs/proofs/turning.md. A decision to turn looks at charges,
never at data.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from epsilog.accounting.allowance import Coin
from epsilog.accounting.filter import Amount
from epsilog.core.charge import Charge, charge_from_dict
from epsilog.errors import BudgetExceeded, CurrencyMismatch, LedgerError, PolicyError, SpecError
from epsilog.ledger.block import COIN_NAMES, EVERYTHING, checked_blocks
from epsilog.ledger.books import Books
from epsilog.ledger.chain import canonical, words_of
from epsilog.ledger.dividing import cap_of, within
from epsilog.ledger.governing import two_people
from epsilog.ledger.name import account_name, label
from epsilog.ledger.page import Page, lineage_of
from epsilog.ledger.posting import empty_balance, postings_for
from epsilog.ledger.receipt import State
from epsilog.ledger.schema import must_be_current
from epsilog.ledger.store import Row, Session
from epsilog.ledger.terms import Terms

Leg = Literal["pure", "rho"]
_COINS: Final[Mapping[str, Coin]] = {"pure": "pure", "rho": "zcdp"}
# Everything that is not given back, as often as it was booked alike.
_BOOKED: Final = (
    "SELECT account, blocks, charge, cost_main, cost_delta, state, COUNT(*) AS n FROM releases"
    " WHERE root = :root AND state <> 'RELEASED' GROUP BY account, blocks, charge, cost_main, cost_delta, state"
)
_REPRICE: Final = (
    "UPDATE releases SET cost_main = :main, cost_delta = :delta"
    " WHERE root = :root AND charge = :charge AND state <> 'RELEASED'"
)
_REWRITE: Final = (
    "UPDATE balances SET cap_main = :cap_main, cap_delta = :cap_delta, held_main = :held_main,"
    " held_delta = :held_delta, spent_main = :spent_main, spent_delta = :spent_delta, stopped = NULL"
    " WHERE account = :account AND block = :block"
)


@dataclass(frozen=True)
class Fullest:
    """Where an account's tree would be fullest in the other currency; amounts in units of 1e-12."""

    account: str
    block: str
    used: int
    cap: int

    @property
    def share(self) -> float:
        """The part of the cap that would be used."""
        return self.used / self.cap if self.cap else 0.0


@dataclass(frozen=True)
class Booking:
    """A release that is not booked yet: who would pay, the charge, and the time blocks it touches."""

    account: str
    charge: Charge
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Turned:
    """A tree in the other currency, worked out and not yet written."""

    terms: Terms
    caps: dict[int, Amount]
    prices: dict[str, Amount]
    balances: list[dict[str, Any]]


def turn(books: Books, account: str, to: str, *, approvers: Sequence[str], why: str) -> None:
    """Count an account and everything below it in the other currency from now on. Two people must agree."""
    names, why, coin = two_people(approvers), label(why, "why"), _coin(to)
    with books.page() as page:
        page.refuse_if_stopped(())
        root, tree = _tree(page.session, account)
        _refuse_calendars(page.session, root)
        found = _turn(page.session, root, tree, coin)
        cap, terms = found.caps[root["id"]], found.terms.to_dict()
        below = {row["name"]: _pair(found.caps[row["id"]]) for row in tree if row["parent"] is not None}
        body = {"account": root["name"], "to": coin, "terms": terms, "cap": _pair(cap), "caps": below}
        page.append("turn", {**body, "booked": _record_amounts(found), "approvers": names, "why": why})
        _write(page, root, found)


def try_turn(books: Books, account: str, to: str, *, after: Booking | None = None) -> Fullest:
    """Where the account would be fullest if it were turned; the refusal of `turn` where it could not be.

    With `after`: if it were turned once this release is booked too.
    """
    coin = _coin(to)
    with books.reading() as session:
        must_be_current(session)
        root, tree = _tree(session, account)
        _refuse_calendars(session, root)
        found = _turn(session, root, tree, coin, () if after is None else (_row_of(after, tree),))
    names = {row["id"]: row["name"] for row in tree}
    uses = [
        Fullest(names[one["account"]], one["block"], one["held_main"] + one["spent_main"], one["cap_main"])
        for one in found.balances
    ]
    return max(uses, key=lambda one: one.share)


def _row_of(planned: Booking, tree: Sequence[Row]) -> Row:
    """What would stand among the releases: what it costs now is of no concern, for nothing of it is booked."""
    payer = next((row for row in tree if row["name"] == account_name(planned.account)), None)
    if payer is None:
        raise SpecError(f"{planned.account!r} is no account of this tree", where="account")
    blocks = canonical({"blocks": list(checked_blocks(planned.blocks, payer["period"]))})
    charge = canonical(planned.charge.to_dict())
    return {"account": payer["id"], "blocks": blocks, "charge": charge, "state": State.RESERVED, "n": 1}


def _coin(to: object) -> Coin:
    if not isinstance(to, str) or to not in _COINS:
        raise SpecError("an account is turned to pure epsilon or to rho", where="to", hint="pure or rho")
    return _COINS[to]


def _tree(session: Session, account: str) -> tuple[Row, list[Row]]:
    row = lineage_of(session, account_name(account))[-1]
    if row["parent"] is not None:
        root = lineage_of(session, row["name"])[0]["name"]
        raise SpecError("a whole tree is turned together", where="account", hint=f"turn its root: {root}")
    rows = session.rows("SELECT * FROM accounts WHERE root = :root ORDER BY id", {"root": row["id"]})
    return row, rows


def _refuse_calendars(session: Session, root: Row) -> None:
    found = session.first(
        "SELECT accounts.name FROM calendars JOIN accounts ON accounts.id = calendars.account"
        " WHERE accounts.root = :root ORDER BY accounts.id",
        {"root": root["id"]},
    )
    if found is not None:
        raise PolicyError(
            f"{found['name']} pays for an approved calendar, whose prices are in the present currency",
            where="account",
            hint="have two people lift the calendar, turn the account, and approve one in the new currency",
        )


def _turn(session: Session, root: Row, tree: Sequence[Row], coin: Coin, planned: Iterable[Row] = ()) -> _Turned:
    terms = Terms.from_text(root["terms"])
    old = terms.allowance
    if coin == old.coin:
        raise SpecError(f"{root['name']} counts in {COIN_NAMES[coin]} already", where="to")
    new = replace(terms, allowance=old.turned(coin))
    booked = session.rows(_BOOKED, {"root": root["id"]})
    _must_add_up(session, tree, booked)
    booked = [*booked, *planned]
    prices = _prices(new, booked)
    caps = {row["id"]: _cap(row, root, new) for row in tree}
    rows = [{**row, "cap_main": caps[row["id"]].main, "cap_delta": caps[row["id"]].delta} for row in tree]
    balances = {
        (row["id"], one["block"]): empty_balance(row, one["block"])
        for row in rows
        for one in session.rows("SELECT block FROM balances WHERE account = :id", {"id": row["id"]})
    }
    known = {row["id"]: row for row in rows}
    for (account, block), amount in _sums(tree, booked, prices).items():
        if (account, block) not in balances:  # only a release that is not booked yet has blocks of its own
            balances[account, block] = empty_balance(known[account], block)
        balances[account, block].update(amount)
    names = {row["id"]: row["name"] for row in tree}
    for one in balances.values():
        _must_fit(names[one["account"]], one, coin)
    return _Turned(new, caps, prices, list(balances.values()))


def _prices(terms: Terms, booked: Sequence[Row]) -> dict[str, Amount]:
    """What every charge that was booked costs in the new currency; a stream's is that of its whole horizon."""
    found: dict[str, Amount] = {}
    without = 0
    for row in booked:
        try:
            found[row["charge"]] = terms.cost_of(charge_from_dict(json.loads(row["charge"])))
        except CurrencyMismatch:
            without += row["n"]
    if without:
        raise BudgetExceeded(
            f"releases booked so far that have no epsilon without a delta: {without:,}; nothing was turned",
            where="to",
            hint="Gaussian noise and thresholds on unknown keys are counted in rho only",
        )
    return found


def _cap(row: Row, root: Row, new: Terms) -> Amount:
    """The same part of the root's cap as before, rounded down: parts never add up to more than there is."""
    if row["parent"] is None:
        return new.cap
    cap = Amount(*(_part(row[name], part, root[name]) for name, part in zip(_CAPS, _pair(new.cap), strict=True)))
    if not cap.main:
        raise BudgetExceeded(f"{row['name']} would get nothing; nothing was turned", where="account")
    return cap


_CAPS: Final = ("cap_main", "cap_delta")


def _part(cap: int, new: int, old: int) -> int:
    return cap * new // old if old else 0


def _sums(tree: Sequence[Row], booked: Sequence[Row], prices: Mapping[str, Amount] | None) -> dict[Any, Any]:
    """What is held and spent on each account in each block, at these prices or (None) at those that were paid."""
    found: dict[tuple[int, str], dict[str, int]] = {}
    known = {row["id"]: row for row in tree}
    for row in booked:
        lineage = [known[int(part)] for part in known[row["account"]]["lineage"].split("/")]
        cost = Amount(row["cost_main"], row["cost_delta"]) if prices is None else prices[row["charge"]]
        side: Literal["hold", "pay"] = "hold" if row["state"] == State.RESERVED else "pay"
        for posting in postings_for(lineage, words_of(row["blocks"]), cost, side):
            sums = found.setdefault((posting.account, posting.block), dict.fromkeys(_MOVED, 0))
            for name in _MOVED:
                sums[name] += row["n"] * int(posting.moved()[name])
    return found


_MOVED: Final = ("held_main", "held_delta", "spent_main", "spent_delta")


def _must_add_up(session: Session, tree: Sequence[Row], booked: Sequence[Row]) -> None:
    """The balances are about to be written anew from the releases: they must be what those add up to now."""
    sums = _sums(tree, booked, None)
    for row in tree:
        for one in session.rows("SELECT * FROM balances WHERE account = :id", {"id": row["id"]}):
            expected = sums.pop((row["id"], one["block"]), dict.fromkeys(_MOVED, 0))
            if any(one[name] != expected[name] for name in _MOVED):
                raise LedgerError(
                    f"the balance of {row['name']}, block {one['block']}, is not what its releases add up to",
                    hint="epsilog ledger verify",
                )
    if sums:
        raise LedgerError("a release was booked where there is no balance", hint="epsilog ledger verify")


def _must_fit(name: str, one: Mapping[str, Any], coin: Coin) -> None:
    used = Amount(one["held_main"] + one["spent_main"], one["held_delta"] + one["spent_delta"])
    cap = cap_of(dict(one))
    if within(used, cap):
        return
    place = name if one["block"] == EVERYTHING else f"{name} in {one['block']}"
    raise BudgetExceeded(
        f"{place} holds more than the other currency allows: {COIN_NAMES[coin]} would be"
        f" {used.main / 1e12:.12g} of {cap.main / 1e12:.12g}; nothing was turned",
        where="to",
        hint="continue in the present currency, or have two people raise the cap first",
    )


def _write(page: Page, root: Row, found: _Turned) -> None:
    text, coin = canonical(found.terms.to_dict()), found.terms.allowance.coin
    page.session.run(
        "UPDATE accounts SET terms = :terms, coin = :coin WHERE root = :id",
        {"terms": text, "coin": coin, "id": root["id"]},
    )
    for account, cap in found.caps.items():
        page.session.run(
            "UPDATE accounts SET cap_main = :main, cap_delta = :delta WHERE id = :id",
            {"main": cap.main, "delta": cap.delta, "id": account},
        )
    for charge, price in found.prices.items():
        values = {"main": price.main, "delta": price.delta, "root": root["id"], "charge": charge}
        page.session.run(_REPRICE, values)
    for one in found.balances:
        page.session.run(_REWRITE, {name: value for name, value in one.items() if name != "stopped"})


def _record_amounts(found: _Turned) -> list[list[int | str]]:
    """What is held and spent now, wherever it is something, in the new currency: for whoever reads the entry."""
    booked = [[one["account"], one["block"], *(one[name] for name in _MOVED)] for one in found.balances]
    return sorted(row for row in booked if any(row[2:]))


def _pair(amount: Amount) -> list[int]:
    return [amount.main, amount.delta]
