"""Errors of the series strategies in closed form, beside the figures they are meant to reach.

    python benchmarks/series.py

Units: standard error per unit of noise multiplier (Gaussian), or at epsilon = 1 (pure). Nothing is drawn. Integer
strategies with their exact norms; the targets are those of real-valued matrices.
"""

from __future__ import annotations

import math

from epsilog.core.participation import Participation
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.dense import Dense
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.strategy import multiplier_error
from epsilog.mechanisms.series.subtraction_blocks import best_arity, blocks, levels_of
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window


def unit(times=1, apart=1):
    return Participation(times, apart, most=1, signed=False, neighbours="add-remove")


def line(name, steps, found, target):
    """One row of the table: what was found, what was aimed at, and how far apart they are."""
    shown = " / ".join(f"{value:.4g}" if value < 1000 else f"{value:.0f}" for value in found)
    wanted = " / ".join(f"{value:g}" for value in target)
    over = max(value / aim - 1 for value, aim in zip(found, target, strict=False))
    return f"| {name} | {steps} | {shown} | {wanted} | {100 * over:+.2f} % |"


def rows():
    """The table, line by line."""
    yield "| strategy | steps | largest / root mean square | target | worst against target |"
    yield "|---|---|---|---|---|"
    once = unit()
    for n, target in ((256, (2.645, 2.557)), (1024, (3.081, 2.991)), (4096, (3.518, 3.428))):
        yield line("square root, normalised", n, multiplier_error(SquareRoot(n, normalised=True), once, n), target)
        yield line(
            "buffered, normalised", n, multiplier_error(Buffered.fitted(n, normalised=True), once, n), target
        )
    for n, target in ((1024, (3.2726, 3.1098)), (16384, (4.1552, 3.9929)), (65536, (4.5964, 4.4344))):
        yield line("buffered", n, multiplier_error(Buffered.fitted(n, normalised=False), once, n), target)
    yield line("binary tree", 1024, multiplier_error(BinaryTree(1024), once, 1024), (7.990, 5.650))
    for apart, times, target in ((256, 4, (7.576, 6.444)), (64, 16, (20.87, 16.26)), (16, 64, (69.27, 50.74))):
        several = unit(times, apart)
        found = multiplier_error(Banded.fitted(1024, several), several, 1024)
        yield line(f"banded, {times} contributions {apart} apart", 1024, found, target)
    for strategy, target in ((Window(24), 2.2775), (Window(365), 3.3806), (Decay("0.99"), 2.1369)):
        yield line(str(strategy), "endless", multiplier_error(strategy, once, 2**16)[:1], (target,))
    for n, target in ((64, 6.801), (256, 9.500), (1024, 13.058), (4096, 16.458)):
        k = best_arity(n)
        error = math.sqrt(2 * levels_of(n, k) ** 2 * float(blocks(n, k).mean()))
        yield line("subtracted blocks, pure epsilon, root mean square", n, (error,), (target,))
    for n, target in ((64, 5.414), (256, 7.52)):
        dense = Dense.load_shipped(n)
        error = math.sqrt(2 * float(dense.gains(n).mean())) * dense.reach(once).l1
        yield line("dense, pure epsilon, root mean square", n, (error,), (target,))


def main():
    for text in rows():
        print(text, flush=True)


if __name__ == "__main__":
    main()
