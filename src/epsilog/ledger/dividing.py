"""Opening accounts and dividing them among departments and projects."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from epsilog.accounting.filter import Amount
from epsilog.core.number import Number, exact
from epsilog.errors import PrivacyError, SpecError
from epsilog.ledger import schema
from epsilog.ledger.block import EVERYTHING
from epsilog.ledger.books import Books
from epsilog.ledger.chain import canonical
from epsilog.ledger.name import account_name, person_name, skeleton
from epsilog.ledger.page import Page
from epsilog.ledger.posting import empty_balance
from epsilog.ledger.store import Row, list_parameters
from epsilog.ledger.terms import Terms

Rule = Literal["proportional", "base"]


def open_account(books: Books, name: str, terms: Terms, *, by: str) -> None:
    """Open a root account: fixes who is protected, in which currency, and the cap."""
    name, by = account_name(name), person_name(by, "by")
    if not isinstance(terms, Terms):
        raise SpecError("an account is opened with Terms", where="terms")
    with books.page() as page:
        page.refuse_if_stopped(())
        _must_be_new(page, name, below=None)
        body = {"account": name, "terms": terms.to_dict(), "cap": [terms.cap.main, terms.cap.delta], "by": by}
        _insert(page, page.append("open", body), name, None, terms, terms.cap)


def allocate(
    books: Books, parent: str, shares: Mapping[str, Number], *, rule: Rule, by: str, reserve: Number = 0
) -> None:
    """Divide an account among departments or projects.

    ``proportional``: what is left after the reserve is divided in proportion to the planned queries of each.
    ``base``: each gets the stated share of the account, the reserve stays above. Shares and reserve are fractions
    of the account's cap; what is not given away stays with the account as its reserve.
    """
    parent, by = account_name(parent), person_name(by, "by")
    kept = exact(reserve, "reserve", at_least=0, below=1)
    weights = {_child(child): exact(share, f"share of {child}", above=0) for child, share in shares.items()}
    if not weights:
        raise SpecError("name at least one child", where="shares")
    if rule == "proportional":
        total = sum(weights.values())
        weights = {child: weight / total * (1 - kept) for child, weight in weights.items()}
    elif rule != "base":
        raise SpecError(f"unknown rule {str(rule)[:40]!r}", where="rule", hint="proportional or base")
    with books.page() as page:
        lineage = page.lineage(parent)
        page.refuse_if_stopped(lineage)
        above = lineage[-1]
        terms = Terms.from_text(above["terms"])
        caps = {child: part_of(cap_of(above), weight) for child, weight in weights.items()}
        given = sum(caps.values(), given_away(page, above) + part_of(cap_of(above), kept))
        if not within(given, cap_of(above)):
            raise PrivacyError(
                "more is given away than there is", where="shares", hint="lower the shares or the reserve"
            )
        for child, cap in caps.items():
            if not cap.main:
                raise SpecError("would get nothing", where=f"share of {child}")
            name = account_name(f"{parent}/{child}")
            _must_be_new(page, name, below=parent)
            body = {"account": name, "cap": [cap.main, cap.delta], "rule": rule, "reserve": str(kept), "by": by}
            _insert(page, page.append("allocate", body), name, above, terms, cap)
        page.session.run("UPDATE accounts SET divided = 1 WHERE id = :id", {"id": above["id"]})


def cap_of(row: Row) -> Amount:
    """An account's cap."""
    return Amount(row["cap_main"], row["cap_delta"])


def within(total: Amount, cap: Amount) -> bool:
    """Whether an amount fits."""
    return total.main <= cap.main and total.delta <= cap.delta


def part_of(cap: Amount, share: Fraction) -> Amount:
    """A share of a cap, rounded down.

    >>> part_of(Amount(10, 1), Fraction(1, 3))
    Amount(main=3, delta=0)
    """
    return Amount(int(cap.main * share), int(cap.delta * share))


def given_away(page: Page, above: Row, but: Row | None = None) -> Amount:
    """What the children of an account may spend in all."""
    total = page.session.first(
        "SELECT SUM(cap_main) AS main, SUM(cap_delta) AS delta FROM accounts WHERE parent = :id AND id <> :but",
        {"id": above["id"], "but": -1 if but is None else but["id"]},
    )
    return Amount(int(total["main"] or 0), int(total["delta"] or 0)) if total else Amount(0, 0)


def write_cap(page: Page, row: Row, cap: Amount) -> None:
    """Write a new cap into an account and every block of it; what was stopped at the old cap goes on."""
    changed = {"cap_main": cap.main, "cap_delta": cap.delta}
    page.session.run(
        "UPDATE accounts SET cap_main = :cap_main, cap_delta = :cap_delta WHERE id = :id",
        {**changed, "id": row["id"]},
    )
    for found in page.session.rows("SELECT block FROM balances WHERE account = :id", {"id": row["id"]}):
        fresh = empty_balance({**row, **changed}, found["block"])
        page.session.run(
            "UPDATE balances SET cap_main = :cap_main, cap_delta = :cap_delta, stopped = NULL"
            " WHERE account = :account AND block = :block",
            {name: fresh[name] for name in ("cap_main", "cap_delta", "account", "block")},
        )


def _child(name: object) -> str:
    text = account_name(name)
    if "/" in text:
        raise SpecError("a child is one word", where="shares")
    return text


def _must_be_new(page: Page, name: str, below: str | None) -> None:
    """Refuse a name that a reader could take for another, or that lies above or below an existing account."""
    parts = skeleton(name).split("/")
    above = ["/".join(parts[:n]) for n in range(1, len(parts))] if below is None else []
    names, parameters = list_parameters("name", [skeleton(name), *above])
    below_it = skeleton(name).replace("_", "!_") + "/%"
    other = page.session.first(
        f"SELECT name FROM accounts WHERE skeleton IN {names} OR skeleton LIKE :below ESCAPE '!'",
        {**parameters, "below": below_it},
    )
    if other is not None:
        # The names are the user's own; what they are to each other is what needs saying.
        same = skeleton(other["name"]) == skeleton(name)
        what = f"{other['name']!r} is in the way: " + (
            "there is an account of this name" if same else "one account would lie inside the other"
        )
        raise SpecError(
            what,
            where="account",
            hint="a second account on the same people opens no second budget: epsilog ledger show, or allocate",
        )


def _insert(page: Page, seq: int, name: str, above: Row | None, terms: Terms, cap: Amount) -> None:
    row: dict[str, Any] = {
        "id": seq,
        "name": name,
        "skeleton": skeleton(name),
        "lineage": str(seq) if above is None else f"{above['lineage']}/{seq}",
        "root": seq if above is None else above["root"],
        "parent": None if above is None else above["id"],
        "terms": canonical(terms.to_dict()),
        "period": terms.period,
        "coin": terms.allowance.coin,
        "cap_main": cap.main,
        "cap_delta": cap.delta,
        "divided": 0,
        "failures": 0,
        "stopped": None,
    }
    page.session.run(schema.insertion("accounts"), row)
    page.session.run(schema.insertion("balances"), empty_balance(row, EVERYTHING))
