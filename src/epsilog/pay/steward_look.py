"""A steward's own look at the rows before a budget is spent: whether dates, numbers, keys and ids can be read.

What it tells is private and is for one screen. It goes into no release and over no wire, and it is written into the
books before a row is read: a request that was written after a look may hold something of it, so the cards of later
releases say that there was one. The entry is a note, as the one about the column that tells the periods: it holds
the least amount there is and gives it back.
"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Final

from epsilog.core.charge import Pure
from epsilog.core.ledger import State
from epsilog.core.source import LookResult
from epsilog.errors import SpecError
from epsilog.ledger import Ledger
from epsilog.ledger.calendar import look_key
from epsilog.pay.door import Door
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec

_LEAST: Final = Pure(Fraction(1, 10**12))
_MOST: Final = 10_000


def look(plan: Plan, ledger: Ledger, base: Path | None = None) -> LookResult:
    """Write down that somebody looks, then look. Private: for the steward's own screen only."""
    spec = plan.spec
    _write_down(spec, ledger, plan.blocks)
    return Door(None, base).look(spec)


def last_look(account: str, ledger: Ledger) -> str:
    """The day of the last look at the data of an account, in UTC; empty if nobody looked."""
    day = ""
    for number in range(1, _MOST):
        known = ledger.find(account, look_key(number))
        if known is None:
            break
        day = known.request[:10]
    return day


def _write_down(spec: Spec, ledger: Ledger, blocks: tuple[str, ...]) -> None:
    account = spec.spend.account
    said = f"{dt.datetime.now(dt.UTC).isoformat(timespec='seconds')} {spec.digest}"
    for number in range(1, _MOST):
        if ledger.find(account, look_key(number)) is not None:
            continue
        receipt = ledger.reserve(account, _LEAST, said, key=look_key(number), blocks=blocks[:1])
        if receipt.state is State.RESERVED:
            ledger.release(receipt, why="a look for the steward's own screen; nothing was published")
        if not receipt.repeated:
            return
    raise SpecError("the data was looked at too often", where="spend.from", hint="publish, or open another account")
