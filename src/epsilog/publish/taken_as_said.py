"""What a request takes without a word: names of columns that look like values, dates whose format nobody said."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Final

from epsilog.ledger.calendar import look_key
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Remark
from epsilog.words import Language, say

if TYPE_CHECKING:
    from epsilog.ledger import Ledger
    from epsilog.roles.spec import Spec

_TYPED: Final = (".parquet", ".pq")
_TIMES: Final = ("date", "timestamp", "instant")


def names_like_values(spec: Spec) -> tuple[int, ...]:
    """Which columns, counted from 1, have a name that is a number or a date: a file without a header has such."""
    from epsilog.sources.draft_dates import is_value

    return tuple(at for at, name in enumerate(spec.source.columns, 1) if is_value(name))


def unseen_dates(spec: Spec, ledger: Ledger | None) -> tuple[str, ...]:
    """Columns of a text file that are read as dates although no `format` is said, if nobody looked by this spec."""
    source = spec.source
    if source.file is None or source.file.lower().endswith(_TYPED):
        return ()
    found = tuple(name for name, kind in source.kinds.items() if kind in _TIMES and name not in source.formats)
    return () if not found or (ledger is not None and _was_looked_at(spec, ledger)) else found


def warn_of_dates(made: Plan, ledger: Ledger | None) -> Plan:
    """The plan, warning last of all what is taken as a date."""
    found = unseen_dates(made.spec, ledger)
    if not found:
        return made
    remark = Remark("plan.warn.dates", (("columns", ", ".join(found)),))
    return replace(made, warnings=(*made.warnings, remark))


def dates_text(spec: Spec, ledger: Ledger, lang: Language) -> str:
    """The same sentence before a price is paid; empty where there is nothing to say."""
    found = unseen_dates(spec, ledger)
    return say("plan.warn.dates", lang, columns=", ".join(found)) if found else ""


def _was_looked_at(spec: Spec, ledger: Ledger) -> bool:
    """Whether the ledger has a look by this very request; that of a live series is looked at as a release."""
    digest = replace(spec, stream=None).digest
    for number in count(1):
        known = ledger.find(spec.spend.account, look_key(number))
        if known is None:
            return False
        if known.request.endswith(f" {digest}"):
            return True
    return False
