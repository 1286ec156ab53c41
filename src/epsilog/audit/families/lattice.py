"""Exact values: where the response lies modulo one, before or after a public linear map.

Integer noise z through a real-valued strategy C releases x + C⁻¹z. Whoever multiplies by C reads Cx + z, and so
Cx modulo one, without any noise at all. The matrix is public, so the attacker has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.audit.answers import Answers
from epsilog.audit.event import Candidate, Event, Target, best
from epsilog.audit.families.likelihood import members, prefixes
from epsilog.audit.features import numbers

_FINE: Final = 10**6  # cells of one millionth: far above rounding error, far below one
_STEP: Final = 0x9E3779B97F4A7C15


@dataclass(frozen=True, eq=False)
class Residue:
    """All responses of one kind whose residue modulo one is one of a few."""

    family: Lattice
    codes: NDArray[np.uint64]
    kind: int

    @property
    def words(self) -> str:
        """Which map, how many residues."""
        what = "the response" if self.family.matrix is None else "the response times the public matrix"
        return f"{what} has one of {len(self.codes)} residues modulo one"

    def contains(self, answers: Answers) -> NDArray[np.bool_]:
        """Look the residues up."""
        return np.asarray(members(self.family.residues(answers.values), self.codes) & answers.of_kind(self.kind))

    def record(self) -> dict[str, Any]:
        """Codes and kind; the matrix belongs to the family."""
        return {"codes": [int(code) for code in self.codes], "kind": self.kind}


@dataclass(frozen=True, eq=False)
class Lattice:
    """Residues modulo one, of the response itself or of its product with a public matrix.

    >>> Lattice().residues(np.array([[0.5], [1.5], [0.25]])).tolist()
    [500000, 500000, 250000]
    """

    matrix: NDArray[np.float64] | None = None
    name: str = "lattice"

    def residues(self, values: NDArray[Any]) -> NDArray[np.uint64]:
        """One code per response; responses on the same shifted lattice share it."""
        moved = values.astype(np.float64)
        if self.matrix is not None:
            moved = moved[:, : self.matrix.shape[1]] @ self.matrix.T
        with np.errstate(invalid="ignore"):
            cells = np.round((moved - np.floor(moved)) * _FINE) % _FINE
        cells = np.where(np.isfinite(cells), cells, _FINE)
        codes = np.zeros(len(cells), dtype=np.uint64)
        for j in range(cells.shape[1]):
            codes = codes * np.uint64(_STEP) + cells[:, j].astype(np.uint64)
        return codes

    def candidates(self, likely: Answers, rare: Answers, target: Target) -> Sequence[Candidate]:
        """Residues by likelihood ratio; whole numbers without a matrix have only one."""
        kind = numbers(likely, rare)
        if kind is None or (self.matrix is None and likely.values.dtype.kind != "f"):
            return []
        if self.matrix is not None and min(likely.values.shape[1], rare.values.shape[1]) < self.matrix.shape[1]:
            return []
        x, y = (self.residues(a.values[a.of_kind(kind[0])]) for a in (likely, rare))
        found = prefixes(x, y, (len(likely), len(rare)), target)
        return best([Candidate(score, Residue(self, codes, kind[0])) for score, codes in found])

    def rebuild(self, record: Mapping[str, Any]) -> Event:
        """Read codes and kind."""
        return Residue(self, np.array(record["codes"], dtype=np.uint64), int(record["kind"]))
