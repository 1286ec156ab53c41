"""Smoothed likelihood-ratio sets: the outcomes that look more probable on one neighbour, best prefix taken.

The best event for a given size is a set of outcomes ordered by their likelihood ratio (Neyman and Pearson). Raw
ratios of rare outcomes are mostly noise: a selector that trusts them finds SVT4 at 0.109 instead of 0.17. So log
ratios are shrunk towards zero by as much as their own error deserves (empirical Bayes), outcomes are ordered on one
half of the choosing draws, and the length of the prefix is chosen on the other half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.audit.answers import Answers
from epsilog.audit.event import Candidate, Event, Target, best
from epsilog.audit.features import numbers

_LOOK: Final = 1 << 17
_ATOMS: Final = 512
_MOST_OUTCOMES: Final = 20_000
_STEP: Final = 0x9E3779B97F4A7C15  # an odd constant that mixes columns; a collision only merges two outcomes


@dataclass(frozen=True, eq=False)
class Coder:
    """Turns a row of numbers into one outcome code: frequent values stay themselves, the rest falls into bins."""

    atoms: tuple[NDArray[np.float64], ...]
    edges: tuple[NDArray[np.float64], ...]

    def __call__(self, values: NDArray[Any]) -> NDArray[np.uint64]:
        """The code of each row; bytes go through a table."""
        small = values.dtype == np.int8 and len(values) > 256
        codes = np.zeros(len(values), dtype=np.uint64)
        for j in range(len(self.atoms)):
            if small:
                table = self._column(np.arange(-128, 128), j)
                codes = codes * np.uint64(_STEP) + table[values[:, j].astype(np.intp) + 128]
            else:
                codes = codes * np.uint64(_STEP) + self._column(values[:, j], j)
        return codes

    def of(self, answers: Answers) -> NDArray[np.uint64]:
        """The codes of all responses, computed once per batch."""
        if id(self) not in answers.memo:
            answers.memo[id(self)] = self(answers.values)
        return answers.memo[id(self)]

    def _column(self, column: NDArray[Any], j: int) -> NDArray[np.uint64]:
        atoms, edges = self.atoms[j], self.edges[j]
        x = column.astype(np.float64)
        bins = np.searchsorted(edges, x, side="right") + len(atoms)
        if len(atoms):
            near = np.minimum(np.searchsorted(atoms, x), len(atoms) - 1)
            bins = np.where(atoms[near] == x, near, bins)
        return np.asarray(bins, dtype=np.uint64)

    def record(self) -> list[dict[str, list[str]]]:
        """Hexadecimal floats, exactly."""
        return [
            {"atoms": [float(a).hex() for a in atoms], "edges": [float(e).hex() for e in edges]}
            for atoms, edges in zip(self.atoms, self.edges, strict=True)
        ]

    @classmethod
    def read(cls, record: Sequence[Mapping[str, Sequence[str]]]) -> Coder:
        """The inverse of `record`."""
        return cls(
            tuple(np.array([float.fromhex(a) for a in c["atoms"]]) for c in record),
            tuple(np.array([float.fromhex(e) for e in c["edges"]]) for c in record),
        )


@dataclass(frozen=True, eq=False)
class OutcomeSet:
    """All responses of one kind whose outcome code lies in a set."""

    family: str
    coder: Coder
    codes: NDArray[np.uint64]
    kind: int
    sample: str

    @property
    def words(self) -> str:
        """How many outcomes, and the first of them."""
        many = "one outcome" if len(self.codes) == 1 else f"one of {len(self.codes)} outcomes"
        return f"{many}, such as {self.sample}"

    def contains(self, answers: Answers) -> NDArray[np.bool_]:
        """Look the codes up."""
        return np.asarray(members(self.coder.of(answers), self.codes) & answers.of_kind(self.kind))

    def record(self) -> dict[str, Any]:
        """Coder, codes, kind."""
        codes = [int(code) for code in self.codes]
        return {"coder": self.coder.record(), "codes": codes, "kind": self.kind, "sample": self.sample}


@dataclass(frozen=True)
class LikelihoodSets:
    """Sets of outcomes with a high smoothed likelihood ratio; vectors are binned where they are continuous."""

    name: str = "likelihood"

    def candidates(self, likely: Answers, rare: Answers, target: Target) -> Sequence[Candidate]:
        """Code both sides with one coder, then take prefixes."""
        kind = numbers(likely, rare)
        if kind is None:
            return []
        x, y = (a.values[a.of_kind(kind[0])] for a in (likely, rare))
        coder = _coder(x[:_LOOK], y[:_LOOK])
        found = prefixes(coder(x), coder(y), (len(likely), len(rare)), target)
        scored = []
        for score, codes in found:
            first = np.flatnonzero(members(coder(x[:_LOOK]), codes))
            row = x[first[0]] if len(first) else ()
            shown = ", ".join(f"{float(v):.6g}" for v in row[:12])
            scored.append(Candidate(score, OutcomeSet(self.name, coder, codes, kind[0], f"({shown})")))
        return best(scored)

    def rebuild(self, record: Mapping[str, Any]) -> Event:
        """Read coder and codes."""
        codes = np.array(record["codes"], dtype=np.uint64)
        return OutcomeSet(self.name, Coder.read(record["coder"]), codes, int(record["kind"]), str(record["sample"]))


def prefixes(
    x: NDArray[Any], y: NDArray[Any], draws: tuple[int, int], target: Target, keep: int = 3
) -> list[tuple[float, NDArray[Any]]]:
    """The most promising prefixes of outcomes ordered by shrunken log ratio; codes sorted for lookup.

    `x` and `y` hold the codes of the responses that have one, `draws` how many responses there were in all.
    """
    outcomes, counts = np.unique(np.concatenate([x, y]), return_counts=True)
    if len(outcomes) > _MOST_OUTCOMES:
        outcomes = np.sort(outcomes[np.argsort(-counts)[:_MOST_OUTCOMES]])
    if not len(outcomes):
        return []
    cut = (len(x) // 2, len(y) // 2)
    order_x, order_y = tally(x[: cut[0]], outcomes), tally(y[: cut[1]], outcomes)
    length_x, length_y = tally(x[cut[0] :], outcomes), tally(y[cut[1] :], outcomes)
    order = np.argsort(-shrunken(order_x, order_y, draws), kind="stable")
    score = target.score(
        length_x[order].cumsum(), max(1, draws[0] // 2), length_y[order].cumsum(), max(1, draws[1] // 2)
    )
    return [(float(score[i]), np.sort(outcomes[order[: i + 1]])) for i in np.argsort(-score, kind="stable")[:keep]]


def shrunken(k1: NDArray[np.int64], k0: NDArray[np.int64], draws: tuple[int, int]) -> NDArray[np.float64]:
    """Posterior means of the log ratios under a normal prior whose variance is read off the ratios themselves."""
    log_ratio = np.log((k1 + 0.5) / draws[0]) - np.log((k0 + 0.5) / draws[1])
    error = 1 / (k1 + 0.5) + 1 / (k0 + 0.5)
    weight = 1 / error
    spread = max(float(np.average(log_ratio**2 - error, weights=weight)), 1e-9)
    return np.asarray(log_ratio * spread / (spread + error))


def tally(codes: NDArray[Any], outcomes: NDArray[Any]) -> NDArray[np.int64]:
    """How often each outcome occurs."""
    place = np.minimum(np.searchsorted(outcomes, codes), len(outcomes) - 1)
    return np.bincount(place[outcomes[place] == codes], minlength=len(outcomes)).astype(np.int64)


def members(codes: NDArray[Any], inside: NDArray[Any]) -> NDArray[np.bool_]:
    """Which codes lie in a sorted set."""
    if not len(inside):
        return np.zeros(len(codes), dtype=np.bool_)
    place = np.minimum(np.searchsorted(inside, codes), len(inside) - 1)
    return np.asarray(inside[place] == codes)


def _coder(x: NDArray[Any], y: NDArray[Any]) -> Coder:
    pooled = np.concatenate([x, y]).astype(np.float64)
    wide = pooled.shape[1] > 1
    atoms, edges = [], []
    for j in range(pooled.shape[1]):
        values, counts = np.unique(pooled[:, j], return_counts=True)
        frequent = counts >= (len(pooled) / 200 if wide else 20)
        if len(values) <= (64 if wide else _ATOMS):
            frequent = np.ones(len(values), dtype=bool)
        keep = values[frequent]
        if len(keep) > _ATOMS:
            keep = np.sort(values[np.argsort(-counts)[:_ATOMS]])
        rest = pooled[~members(pooled[:, j], keep), j]
        rest = rest[np.isfinite(rest)]
        bins = 12 if wide else 64
        cuts = (
            np.unique(np.quantile(rest, np.linspace(0, 1, bins + 1)[1:-1]))
            if len(rest) > 50 * bins
            else np.empty(0)
        )
        atoms.append(keep[np.isfinite(keep)])
        edges.append(cuts)
    return Coder(tuple(atoms), tuple(edges))
