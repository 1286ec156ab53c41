"""Worst neighbours: corner inputs per declared sensitivity, searched with some draws, confirmed with fresh ones."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from epsilog.audit.event import Family, Target
from epsilog.audit.run import SIDES, AnyClaim, Progress, Run, Settings, SideUnanswered, name_of, no_progress
from epsilog.audit.verdict import Verdict
from epsilog.audit.worker import Mechanism
from epsilog.core.bounded import Sensitivity
from epsilog.core.number import Number, whole
from epsilog.errors import SpecError


@dataclass(frozen=True)
class Pair:
    """Two neighbouring inputs and what they are, in words."""

    before: object
    after: object
    words: str


def corners(
    length: int, *, low: int = 0, high: int = 1, sensitivity: Sensitivity | None = None, most: int = 200
) -> list[Pair]:
    """Neighbouring integer vectors at the corners of [low, high]^length, moved as far as the sensitivity allows.

    Bases: all patterns of low and high (short vectors), or the telling ones (all low, all high, one against the
    rest, halves, alternating). Moves: everything in one cell, one step in as many cells as allowed, up, down, and
    half up half down. A move that would leave the box stops at its edge, so every pair is a pair of neighbours.

    >>> [(pair.before, pair.after) for pair in corners(1)]
    [([0], [1]), ([1], [0])]
    >>> len(corners(2, high=5, sensitivity=Sensitivity(l1=2, l2_squared=4)))
    20
    """
    cells = whole(length, "length", at_least=1, at_most=4096)
    if low >= high:
        raise SpecError(f"an empty box: low = {low}, high = {high}", where="low, high")
    reach = sensitivity or Sensitivity(1, 1)
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], str] = {}
    for base_words, base in _bases(cells, low, high):
        for move_words, move in _moves(cells, reach):
            after = tuple(min(high, max(low, b + m)) for b, m in zip(base, move, strict=True))
            if after != base:
                found.setdefault((base, after), f"{base_words}, {move_words}")
    return [Pair(list(b), list(a), words) for (b, a), words in itertools.islice(found.items(), most)]


def search(
    mechanism: Mechanism,
    pairs: Sequence[Pair | tuple[object, object]],
    claim: AnyClaim,
    *,
    samples: int = 200_000,
    confidence: Number = "0.9999",
    families: Sequence[Family | str] | None = None,
    seed: int | None = None,
    patience: Number = 60,
    isolate: bool = True,
    progress: Progress | None = None,
) -> Verdict:
    """Look at every pair with a few draws, then audit the most promising one with `samples` fresh draws.

    The bound is that of one ordinary audit: the searching draws only choose the pair, so nothing is paid for having
    looked at many. A pair on which the mechanism does not answer is reported at once.

    >>> import numpy as np
    >>> def loud(data, size, rng):                    # forgets to add noise to the last cell
    ...     return data[0] + rng.laplace(size=size), [data[1]] * size
    >>> def stacked(data, size, rng):
    ...     return np.column_stack(loud(data, size, rng))
    >>> verdict = search(stacked, corners(2), claim=1.0, samples=20_000, seed=3)
    >>> verdict.passed, verdict.epsilon > 5
    (False, True)
    """
    if not pairs:
        raise SpecError("no pair to look at", where="pairs")
    named = [p if isinstance(p, Pair) else Pair(p[0], p[1], f"pair {i}") for i, p in enumerate(pairs)]
    settings = Settings.of(claim, samples, confidence, families, seed, patience=patience, isolate=isolate)
    each = max(1000, settings.samples // (2 * len(named)))
    inputs = [side for pair in named for side in (pair.before, pair.after)]
    with settings.worker(mechanism, inputs) as worker:
        run = Run(replace(settings, samples=2 * each), worker, name_of(mechanism), progress or no_progress)
        target = Target(settings.claim.levels, settings.samples // 2, settings.alpha / settings.finalists)
        best = (-math.inf, 0)
        for i, pair in enumerate(named):
            at = (2 * i, 2 * i + 1)
            try:
                run.glance(at, i)
                if run.only_fails(at, i, {}):
                    return run.judge(at, pair.words, i, None)
                found = run.choose(at, i, each, target, {side: {} for side in SIDES})
            except SideUnanswered:
                return run.judge(at, pair.words, i, None)
            if found and found[0][0].score > best[0]:
                best = (found[0][0].score, i)
        run.settings = settings
        chosen = best[1]
        return run.judge((2 * chosen, 2 * chosen + 1), named[chosen].words, len(named), None)


def _bases(cells: int, low: int, high: int) -> list[tuple[str, tuple[int, ...]]]:
    if cells <= 4:
        return [(f"start {list(b)}", b) for b in itertools.product((low, high), repeat=cells)]
    half = cells // 2
    middle = (low + high) // 2
    shapes = {
        "all low": [low] * cells,
        "all high": [high] * cells,
        "all in the middle": [middle] * cells,
        "one high": [high] + [low] * (cells - 1),
        "one low": [low] + [high] * (cells - 1),
        "half high": [high] * half + [low] * (cells - half),
        "alternating": [high if i % 2 else low for i in range(cells)],
    }
    return [(words, tuple(shape)) for words, shape in shapes.items()]


def _moves(cells: int, reach: Sensitivity) -> list[tuple[str, tuple[int, ...]]]:
    far = min(reach.l1, math.isqrt(reach.l2_squared))
    many = min(cells, reach.l1, reach.l2_squared)
    found: list[tuple[str, tuple[int, ...]]] = []
    for sign, way in ((1, "up"), (-1, "down")):
        for cell in sorted({0, cells // 2, cells - 1}):
            move = [0] * cells
            move[cell] = sign * far
            found.append((f"cell {cell} {way} by {far}", tuple(move)))
        if many > 1:
            found.append((f"{many} cells {way} by one", tuple([sign] * many + [0] * (cells - many))))
            split = [sign] * (many // 2) + [-sign] * (many - many // 2) + [0] * (cells - many)
            found.append((f"{many} cells by one, the first half {way} and the others back", tuple(split)))
    return found
