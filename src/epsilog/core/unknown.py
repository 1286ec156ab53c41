"""Keys nobody can list beforehand: they are found in the data, and the finding is paid for.

Before a release is made, an unknown axis says what may come out at most: so many keys, each so long. After it the
same axis holds the keys that were found, which are public: they were bought with a threshold. A request is the same
request in both states, and what one unit may do is read from what may come out, never from what did.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys
from epsilog.core.number import same_text, whole
from epsilog.core.unit import Unit
from epsilog.errors import PrivacyError, SpecError

if TYPE_CHECKING:
    from epsilog.core.during import During
    from epsilog.roles.entry import Entry


UNKNOWN: Final = "unknown"
MOST_KEYS: Final = 100_000
LONGEST_KEY: Final = 200
# What a terminal, a page or a spreadsheet might act upon, or nobody can see.
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@dataclass(frozen=True)
class Unknown(Keys):
    """A column whose keys are found in the data by a paid threshold.

    most       no more keys than this come out; of more, those with the largest noisy counts
    longest    a key with more characters than this is not looked at
    keys       the keys that were found, sorted; () before

    >>> diagnosis = Unknown("diagnosis")
    >>> diagnosis.size, diagnosis.found(("cold", "flu")).size, diagnosis.found(()).labels()
    (1000, 2, ())
    """

    keys: tuple[str, ...] = ()
    most: int = field(default=1_000, kw_only=True)
    longest: int = field(default=80, kw_only=True)
    settled: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        where = f"by.{self.column}"
        object.__setattr__(self, "most", whole(self.most, f"{where}.most", at_least=1, at_most=MOST_KEYS))
        object.__setattr__(
            self, "longest", whole(self.longest, f"{where}.longest", at_least=1, at_most=LONGEST_KEY)
        )
        if self.under:
            raise SpecError("unknown keys have no hierarchy", where=where, hint="leave `under` out")
        if not self.settled and self.keys:
            raise SpecError("unknown keys are not listed", where=where, hint="by: {diagnosis: unknown}")
        if len(self.keys) > self.most or list(self.keys) != sorted({*self.keys}):
            raise SpecError("found keys are sorted, each once, and not more than may come out", where=where)
        if not all(is_shown(key, self.longest) for key in self.keys):
            raise SpecError("a found key may not be shown", where=where)

    @property
    def size(self) -> int:
        """How many keys: those found, or before that the most there may be."""
        return len(self.keys) if self.settled else self.most

    @property
    def room(self) -> int:
        """The most keys there may be, whatever was found."""
        return self.most

    def found(self, keys: Sequence[str]) -> Unknown:
        """The same axis with its keys."""
        return replace(self, keys=tuple(keys), settled=True)

    def to_dict(self) -> dict[str, Any]:
        """As a request is stored: what was found is no part of what was asked."""
        return {"column": self.column, UNKNOWN: {"most": self.most, "longest": self.longest}}


def is_shown(key: str, longest: int) -> bool:
    """Whether a key found in data may come out: short enough, and made of characters that only show themselves.

    >>> is_shown("flu", 80), is_shown("flu\\x1b[2J", 80), is_shown("\\u202ecod", 80), is_shown("x" * 81, 80)
    (True, False, False, False)
    """
    if not 1 <= len(key) <= longest or same_text(key) != key:
        return False
    return not any(unicodedata.category(letter) in _UNSEEN for letter in key)


def keys_of_one(unit: Unit, bounds: Bounds) -> int:
    """In how many keys one unit is counted at most while keys are looked for.

    >>> keys_of_one(Unit("patient_id"), Bounds(cells=3)), keys_of_one(Unit("row"), Bounds())
    (3, 1)
    """
    if bounds.norm is not None:
        raise SpecError(
            "a norm bounds a unit's length and not its keys: it does not go with unknown keys",
            where="bound.norm",
            hint="bound: {cells: 4, rows_per_cell: 1}",
        )
    if unit.each == "row":
        return 1
    said = [bound for bound in (bounds.cells, bounds.rows) if bound is not None]
    if not said:
        raise SpecError("say how many keys one unit may be in", where="bound.cells", hint="bound: {cells: 4}")
    return min(said)


@dataclass(frozen=True)
class KeySearch:
    """Which keys of a column there are in rows that lie inside the rest of a table. Entries may share one.

    keys       the column, before anything was found
    beside     the declared keys of other columns: rows with any other are outside
    during     rows of other days are outside
    """

    keys: Unknown
    beside: Grid
    during: During | None


def key_search_of(query: Entry) -> KeySearch | None:
    """What has to be looked for before a query can be answered; None where every key is declared."""
    for axis in query.by:
        if isinstance(axis, Unknown):
            others = tuple(other for other in query.by if other is not axis)
            return KeySearch(replace(axis, keys=(), settled=False), Grid(others), query.during)
    return None


def check_unknown(query: Entry) -> None:
    """Refuse what unknown keys do not go with."""
    unknown = [axis for axis in query.by if isinstance(axis, Unknown)]
    if not unknown:
        return
    where = f"by.{unknown[0].column}"
    if len(unknown) > 1:
        raise SpecError(
            "one column of a table may be unknown", where=f"by.{unknown[1].column}", hint="list its keys"
        )
    if query.ask.is_chosen:
        raise SpecError(
            "what is chosen in groups needs declared groups",
            where=where,
            hint="list the keys, or publish a count by unknown keys first and list what it finds",
        )
    if query.levels:
        raise SpecError(
            "a hierarchy needs declared keys beside it",
            where=where,
            hint="list the keys, or leave the hierarchy out",
        )
    if query.total is not None or query.map is not None:
        raise SpecError("a `total` or a `map` needs declared keys", where=where, hint="list the keys")


# Keys that were found in the data: here even the names, and how many there are, are private.


@dataclass(frozen=True, repr=False, eq=False)
class Seen:
    """Every key some unit has, with the number of *different units* that have it.

    The source's promise: one unit adds at most 1 to a key's count, and to at most `cells` keys. Under replace,
    where one unit leaves and another comes, `cells` is how many keys both together may touch: twice as many. Norms
    cannot carry this promise (one cell moved by two is within the norms of four moved by one, and a new key with
    two units is seen more often than one with one), so unknown keys have a container of their own.

    >>> Seen(("flu", "plague"), np.array([210, 1]), cells=2)
    Seen(private keys, at most 2 of one unit)
    """

    keys: tuple[str, ...]
    counts: NDArray[np.int64]
    cells: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", whole(self.cells, "cells", at_least=1, at_most=10**9))
        counts = self.counts
        # What is refused here depends on types and lengths only: a source that errs in them errs for every table.
        keys = () if isinstance(self.keys, str | bytes) else tuple(self.keys)
        if isinstance(self.keys, str | bytes) or not all(type(key) is str for key in keys):
            raise SpecError("keys are a list of texts", where="keys")
        if not isinstance(counts, np.ndarray) or counts.dtype != np.int64 or counts.shape != (len(keys),):
            raise SpecError("counts are one int64 per key", where="counts")
        kept = counts.copy()
        kept.flags.writeable = False
        object.__setattr__(self, "keys", keys)
        object.__setattr__(self, "counts", kept)

    def present(self) -> Iterator[tuple[str, int]]:
        """Keys at least one unit has, each once, sorted by their text alone. Private.

        A key with a count below one is no key: whether a source lists it must not matter. Twins (the same text
        in two Unicode spellings) become one key with the larger count: the maximum of two counts moves by no more
        than the counts and touches no more keys, whereas a sum could move by two.
        """
        found: dict[str, int] = {}
        for key, count in zip(self.keys, self.counts.tolist(), strict=True):
            if count >= 1:
                name = same_text(key)
                found[name] = max(count, found.get(name, 0))
        return iter(sorted(found.items()))

    def __repr__(self) -> str:
        return f"Seen(private keys, at most {self.cells} of one unit)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("private keys are not pickled", hint="publish them, or keep them in memory")
