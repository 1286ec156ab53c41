"""The command that opens the account a spec spends from: for whoever has a spec and no account yet."""

from __future__ import annotations

import math
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from epsilog.cli.ledger.place import DEFAULT_PLACE, is_server
from epsilog.errors import EpsilogError, SpecError

if TYPE_CHECKING:
    from epsilog.cli.screen import Screen
    from epsilog.core.unit import Protect
    from epsilog.roles.spec import Spend

_USUAL: Final = 2  # the epsilon of an account, unless the spec alone spends more


def open_command(protect: Protect, spend: Spend, place: str = DEFAULT_PLACE) -> str:
    """The command that opens an account with the terms a spec needs, ready for a shell; the epsilon is a proposal.

    >>> from fractions import Fraction
    >>> from epsilog.roles.spec import Protect, Spend
    >>> from epsilog.core.unit import Unit
    >>> month = Protect(Unit("patient id", per="1mo", neighbours="replace"), "Asia/Shanghai")
    >>> print(open_command(month, Spend("clinic/2026", Fraction(5, 2), Fraction(1, 10**6))))
    epsilog ledger open clinic/2026 --each 'patient id' --per 1mo --zone Asia/Shanghai --neighbours replace \
--epsilon 3 --delta 1e-6 --by YOU
    """
    unit = protect.unit
    words = ["epsilog", "ledger", "open", spend.account, "--each", unit.each]
    words += ["--per", unit.per] if unit.per is not None else []
    words += ["--window", str(unit.window)] if unit.window is not None else []
    words += ["--zone", protect.zone] if protect.zone != "UTC" else []
    words += ["--neighbours", unit.neighbours] if unit.neighbours != "add-remove" else []
    words += ["--epsilon", str(max(_USUAL, math.ceil(spend.epsilon or 0)))]
    words += ["--delta", _number(spend.delta)] if spend.delta else []
    words += ["--events", _number(spend.events)] if spend.events else []
    # An address may hold a password, and what the environment says need not be said again.
    if place not in (DEFAULT_PLACE, os.environ.get("EPSILOG_LEDGER")) and not is_server(place):
        words += ["--ledger", place]
    return shlex.join([*words, "--by", "YOU"])


def _number(value: Fraction) -> str:
    """As people write it, if that is the same number."""
    from epsilog.core.number import spell_number

    text = f"{float(value):.6g}".replace("e-0", "e-")
    return text if Fraction(text) == value else spell_number(value)


def offer_account(error: EpsilogError, protect: Protect, spend: Spend, place: str) -> None:
    """Where there is no ledger, or no such account in it, let the refusal name the command that would make it."""
    from epsilog.ledger.store import NoLedger

    if isinstance(error, NoLedger):
        error.hint = (
            f"open the first account and it is made: {open_command(protect, spend, place)}; "
            "if it is somewhere else: --ledger PLACE or EPSILOG_LEDGER"
        )
    elif isinstance(error, SpecError) and error.what == f"no account {spend.account!r}":
        command = open_command(protect, spend, place)
        # A second account on the same people is a second budget on them, so a slip of the pen is asked about first.
        near = error.hint if error.hint.startswith("did you mean") else ""
        error.hint = f"{near} If it is new, open it: {command}" if near else f"open it: {command}"


def without_account(error: SpecError, screen: Screen, said: dict[str, str]) -> str:
    """The note of a plan whose account is not in the books: which one may be meant, else how to open it."""
    if not error.what.startswith("no account"):
        raise error
    near = re.fullmatch(r"did you mean (.*)\?", error.hint)
    if near is None:
        return screen.say("front.plan.no_account", **said)
    return screen.say("front.plan.near_account", near=near[1], **said)


@contextmanager
def offering_account(protect: Protect, spend: Spend, place: str) -> Iterator[None]:
    """The same for whatever is refused inside."""
    try:
        yield
    except EpsilogError as error:
        offer_account(error, protect, spend, place)
        raise
