"""Governing: opening accounts, dividing them, stopping and changing them. Each act is an entry that names who agreed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

from sqlalchemy import RowMapping, func, insert, or_, select, update

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount
from epsilog.core.number import exact
from epsilog.errors import PolicyError, PrivacyError, SpecError
from epsilog.ledger import schema
from epsilog.ledger.block import EVERYTHING
from epsilog.ledger.books import Books
from epsilog.ledger.chain import canonical
from epsilog.ledger.name import account_name, label, person_name, skeleton
from epsilog.ledger.page import Page
from epsilog.ledger.posting import empty_balance, postings_for
from epsilog.ledger.receipt import State
from epsilog.ledger.terms import Terms

Rule = Literal["proportional", "base"]
_ACCOUNTS = schema.accounts


def open_account(books: Books, name: str, terms: Terms, *, by: str) -> None:
    """Open a root account: fixes who is protected, in which currency, and the cap."""
    name, by = account_name(name), person_name(by, "by")
    with books.page() as page:
        _must_be_new(page, name)
        body = {"account": name, "terms": terms.to_dict(), "cap": _listed(terms.cap), "by": by}
        seq = page.append("open", body)
        _insert(page, seq, name, None, terms, terms.cap)


def allocate(
    books: Books, parent: str, shares: Mapping[str, object], *, rule: Rule, by: str, reserve: object = 0
) -> None:
    """Divide an account among departments or projects.

    ``proportional``: what is left after the reserve is divided in proportion to the planned queries of each.
    ``base``: each gets the stated share of the account, the reserve stays above. Shares and reserve are fractions of the
    account's cap; what is not given away stays with the account as its reserve.
    """
    parent, by = account_name(parent), person_name(by, "by")
    kept = exact(reserve, "reserve", at_least=0, below=1)
    weights = {account_name(child): exact(share, f"share of {child}", above=0) for child, share in shares.items()}
    if not weights:
        raise SpecError("name at least one child", where="shares")
    if rule == "proportional":
        total = sum(weights.values())
        weights = {child: weight / total * (1 - kept) for child, weight in weights.items()}
    elif rule != "base":
        raise SpecError(f"unknown rule {str(rule)[:40]!r}", where="rule", hint="proportional or base")
    with books.page() as page:
        above = page.account(parent)
        terms = Terms.from_text(above["terms"])
        given = _given_away(page, above)
        caps = {child: _share(_cap(above), weight) for child, weight in weights.items()}
        for child, cap in caps.items():
            if "/" in child or not cap.main:
                raise SpecError("a child is one word and gets something", where=f"share of {child}")
            given = given + cap
        if not _within(given + _share(_cap(above), kept), _cap(above)):
            raise PrivacyError(
                "more is given away than there is", where="shares", hint="lower the shares or the reserve"
            )
        for child, cap in caps.items():
            name = account_name(f"{parent}/{child}")
            _must_be_new(page, name, below=parent)
            seq = page.append("allocate", {"account": name, "cap": _listed(cap), "rule": rule, "by": by})
            _insert(page, seq, name, above, terms, cap)


def stop(books: Books, account: str | None, *, by: str, why: str) -> None:
    """Stop an account and everything below it, or (None) the whole ledger, at once. Anybody may."""
    by, why = person_name(by, "by"), label(why, "why")
    with books.page() as page:
        if account is None:
            page.append("stop", {"account": None, "by": by, "why": why})
            page.connection.execute(update(schema.ledger).values(stopped=why))
            return
        account = account_name(account)
        row = page.account(account)
        page.append("stop", {"account": account, "by": by, "why": why})
        page.connection.execute(update(_ACCOUNTS).where(_ACCOUNTS.c.id == row["id"]).values(stopped=why))


def resume(books: Books, account: str | None, *, approvers: Sequence[str], why: str) -> None:
    """Lift a stop: of an account, or (None) of the whole ledger. Two people must agree."""
    names, why = _two(approvers), label(why, "why")
    with books.page() as page:
        if account is None:
            page.append("resume", {"account": None, "approvers": names, "why": why})
            page.connection.execute(update(schema.ledger).values(stopped=None))
            return
        row = page.account(account_name(account))
        page.append("resume", {"account": row["name"], "approvers": names, "why": why})
        page.connection.execute(
            update(_ACCOUNTS).where(_ACCOUNTS.c.id == row["id"]).values(stopped=None, failures=0)
        )


def raise_cap(books: Books, account: str, allowance: Allowance, *, approvers: Sequence[str], why: str) -> None:
    """Give a root account a larger allowance in the same currency. Its promise becomes weaker, and the entry says so."""
    names, why = _two(approvers), label(why, "why")
    with books.page() as page:
        row = page.account(account_name(account))
        if row["parent"] is not None:
            raise SpecError("only a root account has an allowance of its own", where="account", hint="move_reserve")
        terms = Terms.from_text(row["terms"])
        new = replace(terms, allowance=allowance)
        if allowance.coin != terms.allowance.coin or not _within(terms.cap, new.cap) or new.cap == terms.cap:
            raise SpecError("a new allowance is larger, in the same currency", where="allowance")
        body = {"account": row["name"], "terms": new.to_dict(), "cap": _listed(new.cap)}
        page.append("raise", {**body, "approvers": names, "why": why})
        page.connection.execute(
            update(_ACCOUNTS).where(_ACCOUNTS.c.root == row["id"]).values(terms=canonical(new.to_dict()))
        )
        _write_cap(page, row, new.cap)


def move_reserve(books: Books, account: str, share: object, *, approvers: Sequence[str], why: str) -> None:
    """Move a share of the parent's cap from its reserve to a child, or back if negative."""
    names, why = _two(approvers), label(why, "why")
    part = exact(share, "share", above=-1, below=1)
    with books.page() as page:
        row = page.account(account_name(account))
        if row["parent"] is None:
            raise SpecError("a root account has nothing above it", where="account", hint="raise_cap")
        above = _by_id(page, row["parent"])
        moved = _share(_cap(above), abs(part))
        if not moved.main:
            raise SpecError("moves nothing", where="share")
        cap = _cap(row) + moved if part > 0 else Amount(_cap(row).main - moved.main, _cap(row).delta - moved.delta)
        if not _within(_given_away(page, above, but=row) + cap, _cap(above)):
            raise PrivacyError("the reserve above is too small", where="share", hint="raise the account above first")
        if not _within(_given_away(page, row), cap) or not _within(_most_used(page, row), cap):
            raise PrivacyError("more of it is used or given away already", where="share")
        page.append("move", {"account": row["name"], "cap": _listed(cap), "approvers": names, "why": why})
        _write_cap(page, row, cap)


def assert_refund(books: Books, receipt: str, *, approvers: Sequence[str], why: str) -> None:
    """Give back a forfeited price because two people assert that nothing left. Every later certificate must say so."""
    names, why = _two(approvers), label(why, "why")
    with books.page() as page:
        table = schema.releases
        release = page.connection.execute(select(table).where(table.c.receipt == receipt)).mappings().first()
        if release is None or release["state"] != State.FORFEITED:
            raise PrivacyError("only a forfeited release can be asserted back", where="receipt")
        published = select(schema.results.c.tick).where(schema.results.c.receipt == receipt)
        if page.connection.execute(published).first() is not None:
            raise PrivacyError("some of its ticks were published; nobody can assert that nothing left", where="receipt")
        account = (
            page.connection.execute(select(_ACCOUNTS).where(_ACCOUNTS.c.id == release["account"])).mappings().one()
        )
        cost = Amount(release["cost_main"], release["cost_delta"])
        postings = postings_for(page.lineage(account), json.loads(release["blocks"])["blocks"], cost, "refund")
        page.append("refund", {"receipt": receipt, "approvers": names, "why": why}, postings)
        page.connection.execute(update(table).where(table.c.receipt == receipt).values(state=State.RELEASED))


def _two(approvers: Sequence[str]) -> list[str]:
    names = sorted({person_name(name, "approvers") for name in approvers}, key=skeleton)
    if len({skeleton(name) for name in names}) < 2:
        raise PolicyError("two different people must agree", where="approvers", hint="name both")
    return names


def _must_be_new(page: Page, name: str, below: str | None = None) -> None:
    table = _ACCOUNTS
    parts = name.split("/")
    above = ["/".join(parts[:n]) for n in range(1, len(parts))]
    clash = page.connection.execute(
        select(table.c.name).where(
            or_(
                table.c.skeleton == skeleton(name),
                table.c.name.in_([prefix for prefix in above if below is None]),
                table.c.skeleton.like(skeleton(name).replace("_", r"\_").replace("%", r"\%") + "/%", escape="\\"),
            )
        )
    ).scalars()
    other = clash.first()
    if other is not None:
        raise SpecError(
            f"{other!r} is in the way",
            where="account",
            hint="a second account on the same people opens no second budget",
        )


def _insert(page: Page, seq: int, name: str, above: RowMapping | None, terms: Terms, cap: Amount) -> None:
    row: dict[str, Any] = {
        "id": seq,  # the number of the entry that opened it
        "name": name,
        "skeleton": skeleton(name),
        "lineage": str(seq) if above is None else f"{above['lineage']}/{seq}",
        "root": seq if above is None else above["root"],
        "parent": None if above is None else above["id"],
        "terms": canonical(terms.to_dict()),
        "period": terms.unit.per,
        "cap_main": cap.main,
        "cap_delta": cap.delta,
        "failures": 0,
        "stopped": None,
    }
    page.connection.execute(insert(_ACCOUNTS), row)
    page.connection.execute(insert(schema.balances), empty_balance(row, EVERYTHING))


def _cap(row: RowMapping) -> Amount:
    return Amount(row["cap_main"], row["cap_delta"])


def _listed(cap: Amount) -> list[int]:
    return [cap.main, cap.delta]


def _within(total: Amount, cap: Amount) -> bool:
    return total.main <= cap.main and total.delta <= cap.delta


def _share(cap: Amount, share: Fraction) -> Amount:
    return Amount(int(cap.main * share), int(cap.delta * share))


def _given_away(page: Page, above: RowMapping, but: RowMapping | None = None) -> Amount:
    """What the children of an account may spend in all."""
    table = _ACCOUNTS
    query = select(func.sum(table.c.cap_main), func.sum(table.c.cap_delta)).where(table.c.parent == above["id"])
    main, delta = page.connection.execute(query if but is None else query.where(table.c.id != but["id"])).one()
    return Amount(int(main or 0), int(delta or 0))


def _most_used(page: Page, row: RowMapping) -> Amount:
    """The fullest of an account's blocks."""
    table = schema.balances
    used = (func.max(table.c.held_main + table.c.spent_main), func.max(table.c.held_delta + table.c.spent_delta))
    main, delta = page.connection.execute(select(*used).where(table.c.account == row["id"])).one()
    return Amount(int(main or 0), int(delta or 0))


def _by_id(page: Page, account: int) -> RowMapping:
    return page.connection.execute(select(_ACCOUNTS).where(_ACCOUNTS.c.id == account)).mappings().one()


def _write_cap(page: Page, row: RowMapping, cap: Amount) -> None:
    changed = {"cap_main": cap.main, "cap_delta": cap.delta}
    page.connection.execute(update(_ACCOUNTS).where(_ACCOUNTS.c.id == row["id"]).values(changed))
    table = schema.balances
    of_account = table.c.account == row["id"]
    for block in page.connection.execute(select(table.c.block).where(of_account)).scalars().all():
        fresh = empty_balance({**row, **changed}, block)
        page.connection.execute(
            update(table).where(of_account, table.c.block == block).values({name: fresh[name] for name in changed})
        )
