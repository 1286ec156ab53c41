"""`epsilog ledger show`: the tree of accounts, what each protects, and how much of it is used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from epsilog.cli.ledger.place import Books, printable_place, with_books
from epsilog.cli.ledger.terms import terms_pairs, terms_record
from epsilog.cli.ledger.tree import Leaf, Usage, bar, reserve_of, tree_of, usage
from epsilog.cli.screen import Screen
from epsilog.errors import SpecError
from epsilog.words import percent, plain
from epsilog.words.wrapping import width_of

if TYPE_CHECKING:
    from rich.text import Text

    from epsilog.ledger.reading import Account, Balance

_MOST_BLOCKS: Final = 24
Drawn = tuple[Usage, bool]  # what a bar shows, and whether it is stopped


@with_books("ledger-show")
def show(
    screen: Screen,
    place: Books,
    name: Annotated[str | None, typer.Argument(help="One account and what is below it; left out: all.")] = None,
    block: Annotated[
        str | None, typer.Option(help="One time block, such as 2026-02; left out: the fullest.")
    ] = None,
) -> None:
    """Show accounts as a tree with bars: the share used and held, what is protected, what is promised.

    [dim]epsilog ledger show
    epsilog ledger show clinic/2026 --block 2026-02[/dim]
    """
    with place.opened() as books:
        found = books.accounts() if name is None else _below(books.accounts(), books.account(name))
        identity, stopped = books.identity, books.stopped
    if block is not None:
        _must_have_block(found, block)
    screen.heading(screen.say("ledger.heading", place=printable_place(place.ledger)))
    if stopped is not None:
        screen.line(screen.say("ledger.all_stopped", why=stopped), "bold red")
    if not found:
        screen.line(screen.say("ledger.empty"))
    for leaves in tree_of(found):
        _show_tree(screen, leaves, block, alone=name is not None)
    if found:
        screen.note(screen.say("ledger.show.note"))
    records = [_record(account, found) for account in found]
    screen.result({"identity": identity, "stopped": stopped, "accounts": records})


def _below(found: Sequence[Account], top: Account) -> list[Account]:
    return [account for account in found if account.name == top.name or account.name.startswith(f"{top.name}/")]


def _must_have_block(found: Sequence[Account], block: str) -> None:
    from epsilog.ledger.block import checked_blocks

    timed = [account.terms.period for account in found if account.terms.period is not None]
    if not timed:
        raise SpecError("no account here has time blocks", where="block", hint="leave --block out")
    for period in timed:
        checked_blocks((block,), period)


def _show_tree(screen: Screen, leaves: Sequence[Leaf], block: str | None, alone: bool) -> None:
    top = leaves[0].account
    screen.heading(top.name)
    screen.pairs(_about(screen, top))
    uses = [usage(leaf.account, block if leaf.account.terms.period else None) for leaf in leaves]
    held = any(use.held for use in uses)
    deltas = any(leaf.account.simple_delta for leaf in leaves)
    columns = [(screen.say("ledger.account"), "left"), (screen.say("ledger.used"), "right")]
    columns += [(screen.say("ledger.held"), "right")] if held else []
    columns += [(screen.say("ledger.part"), "right"), (screen.say("ledger.releases"), "right"), ("Σε", "right")]
    columns += [("Σδ", "right")] if deltas else []
    rows: list[list[str]] = []
    bars: list[Drawn] = []
    for leaf, use in zip(leaves, uses, strict=True):
        account = leaf.account
        row = [leaf.label, percent(use.share, screen.lang, "up")]
        row += [percent(use.held, screen.lang, "up")] if held else []
        row.append("" if leaf.part is None else percent(float(leaf.part), screen.lang))
        row += [f"{account.releases:,}", _simple(account)]
        row += [plain(float(account.simple_delta), 3, "up")] if deltas else []
        rows.append(row)
        bars.append((use, account.stopped is not None or use.stopped is not None))
    _table_with_bars(screen, columns, rows, bars)
    screen.sentences(_remarks(screen, leaves, block))
    if alone and top.terms.period is not None and block is None:
        _show_blocks(screen, top)


def _table_with_bars(
    screen: Screen, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]], bars: Sequence[Drawn]
) -> None:
    """A table with a bar after the first column, as wide as the screen leaves room for."""
    wide = [
        max(width_of(row[index]) for row in [[name for name, _ in columns], *rows]) for index in range(len(columns))
    ]
    around = 3 * (len(columns) + 1) + 1
    width = max(8, min(40, screen.console.width - sum(wide) - around))
    drawn = [bar(use.spent, use.held, width, stopped) for use, stopped in bars]
    cells: list[list[str | Text]] = [[row[0], line, *row[1:]] for row, line in zip(rows, drawn, strict=True)]
    screen.table([columns[0], ("", "left"), *columns[1:]], cells)


def _about(screen: Screen, top: Account) -> list[tuple[str, str]]:
    if top.parent is None:
        return terms_pairs(screen, top.terms, top.cap)
    return [
        *terms_pairs(screen, top.terms, top.cap),
        (screen.say("ledger.above"), screen.say("ledger.above.rule", parent=top.parent)),
    ]


def _simple(account: Account) -> str:
    return "–" if account.simple_epsilon is None else plain(float(account.simple_epsilon), 4, "up")


def _remarks(screen: Screen, leaves: Sequence[Leaf], block: str | None) -> list[str]:
    """What a bar cannot say: stops, reserves, and which block a bar shows."""
    accounts = [leaf.account for leaf in leaves]
    lines = []
    for account in accounts:
        use = usage(account, block if account.terms.period else None)
        if account.stopped is not None:
            lines.append(screen.say("ledger.is_stopped", account=account.name, why=account.stopped))
        elif use.stopped is not None:
            where = account.name if use.block == "*" else f"{account.name} ({use.block})"
            lines.append(screen.say("ledger.is_stopped", account=where, why=use.stopped))
        if account.failures:
            words = {"failures": account.failures, "limit": account.terms.failures}
            lines.append(screen.say("ledger.failed", account=account.name, **words))
        if account.divided:
            rest = percent(float(reserve_of(account, accounts)), screen.lang)
            lines.append(screen.say("ledger.reserve", account=account.name, share=rest))
    if accounts[0].terms.period is not None:
        key = "ledger.fullest" if block is None else "ledger.one_block"
        fullest = usage(accounts[0], block).block if block is None else block
        if block is not None or accounts[0].releases:
            lines.append(screen.say(key, block=fullest if fullest != "*" else "δ"))
    return lines


def _show_blocks(screen: Screen, account: Account) -> None:
    blocks = [balance for balance in account.balances if balance.block != "*"]
    if not blocks:
        return
    latest = blocks[-_MOST_BLOCKS:]
    uses = [usage(account, balance.block, delta=False) for balance in latest]
    columns = [(screen.say("ledger.block"), "left"), (screen.say("ledger.used"), "right")]
    rows = [
        [balance.block, percent(use.share, screen.lang, "up"), balance.stopped or ""]
        for balance, use in zip(latest, uses, strict=True)
    ]
    bars = [(use, balance.stopped is not None) for balance, use in zip(latest, uses, strict=True)]
    _table_with_bars(screen, [*columns, (screen.say("ledger.state"), "left")], rows, bars)
    if len(blocks) > _MOST_BLOCKS:
        screen.note(screen.say("ledger.more_blocks", count=f"{len(blocks) - _MOST_BLOCKS:,}"))


def _record(account: Account, found: Sequence[Account]) -> dict[str, Any]:
    simple = account.simple_epsilon
    return {
        "account": account.name,
        "parent": account.parent,
        **terms_record(account.terms),
        "cap_units": {"main_1e12": account.cap.main, "delta_1e18": account.cap.delta},
        "share_used": account.share,
        "divided": account.divided,
        "reserve": float(reserve_of(account, found)) if account.divided else None,
        "stopped": account.stopped,
        "failures": account.failures,
        "releases": account.releases,
        "simple_bound": {
            "sum_of_epsilons": None if simple is None else float(simple),
            "sum_of_deltas": float(account.simple_delta),
        },
        "balances": [_balance(balance) for balance in account.balances],
    }


def _balance(balance: Balance) -> dict[str, Any]:
    parts = {"cap": balance.cap, "held": balance.held, "spent": balance.spent}
    units = {name: {"main_1e12": part.main, "delta_1e18": part.delta} for name, part in parts.items()}
    return {"block": balance.block, "share_used": balance.share, "stopped": balance.stopped, **units}
