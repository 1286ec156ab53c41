"""Keys that were found in the data: here even the names, and how many there are, are private."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import whole
from epsilog.core.text import same_text
from epsilog.errors import PrivacyError, SpecError


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
