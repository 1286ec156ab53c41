"""Which column says when, for accounts that protect a person within a period: the first release fixes it.

Blocks add up separately only because a person's rows of one month are one unit. If one release told months by the
day of the visit and the next by the day of the bill, the same rows could be paid for in two different blocks, and
neither cap would bound what is learned about them. So the column and how it is read are written into the books
under a key of their own before the first such release, and every later one must repeat them. The entry holds the
least amount there is and gives it back: nothing was read.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final
from urllib.parse import quote, unquote

from epsilog.core.charge import Pure
from epsilog.core.ledger import Receipt, State
from epsilog.errors import PrivacyError, SpecError
from epsilog.ledger import Ledger
from epsilog.roles.spec import Spec

KEY: Final = "time column"
_LEAST: Final = Pure(Fraction(1, 10**12))


def fix_time_column(spec: Spec, ledger: Ledger, blocks: tuple[str, ...]) -> None:
    """Write down which column says when, or refuse a spec that says another than the account's first release."""
    if spec.protect.unit.per is None:
        return
    # What the entries say, not the release's own stretch: they may name stretches of their own. A spec that
    # protects persons within a period has days, and the same column, in every one of them.
    (column,) = {query.during.time for query in spec.publish if query.during is not None}
    kind, written = spec.source.columns[column], spec.source.formats.get(column)
    # 1/2 is a day of January or of February: read another way, the same rows would be in other blocks.
    said = f"{kind} {column}" if written is None else f"{kind}:{quote(written, safe='')} {column}"
    known = ledger.find(spec.spend.account, KEY) or _written(spec, ledger, said, blocks)
    if known.request != said:
        before, _, first = known.request.partition(" ")
        kind_before, _, way = before.partition(":")
        how = f"{kind_before} written {unquote(way)}" if way else kind_before
        raise PrivacyError(
            f"this account tells its periods by the column {first[:60]!r}, read as {how}",
            where="during.time",
            hint="use that column, read that way; another way to tell periods needs another account",
        )


def _written(spec: Spec, ledger: Ledger, said: str, blocks: tuple[str, ...]) -> Receipt:
    try:
        receipt = ledger.reserve(spec.spend.account, _LEAST, said, key=KEY, blocks=blocks[:1])
        if receipt.state is State.RESERVED:
            ledger.release(receipt, why="says which column tells the periods; nothing was read")
    except (PrivacyError, SpecError):
        # Another process may have been quicker by a moment; what it wrote holds for us too.
        known = ledger.find(spec.spend.account, KEY)
        if known is None:
            raise
        return known
    return receipt
