"""No neighbouring series moves the answers further than stated: random strategies, units, cells and data."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.core.participation import Participation
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.toeplitz import root_coefficients
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window

MAKERS = [
    lambda n, k, cells: BinaryTree(n),
    lambda n, k, cells: SquareRoot(n, normalised=False),
    lambda n, k, cells: SquareRoot(n, normalised=True),
    lambda n, k, cells: Buffered.fitted(n, normalised=False),
    lambda n, k, cells: Buffered.fitted(n, normalised=True),
    lambda n, k, cells: Buffered(n, (2**30 - 1, 2**28 + k), (9000, 7000), normalised=bool(k % 2)),
    lambda n, k, cells: Banded(n, root_coefficients(min(n, k))),
    lambda n, k, cells: Window(k),
    lambda n, k, cells: Decay(f"0.{k}5"),
    lambda n, k, cells: Transform(n, "fourier", min(n, k), cells),
    lambda n, k, cells: Transform(n, "cosine", min(n, k), cells),
    lambda n, k, cells: Transform(n, "haar", min(n, k), cells),
]


def contribution(draw, unit, n, cells):
    """One unit's table: at most `times` rows at least `apart` apart, each of L1 norm at most `most`."""
    table, step = np.zeros((n, cells), dtype=np.int64), draw(st.integers(0, n - 1))
    for _ in range(unit.times):
        if step >= n:
            break
        left = unit.most
        for cell in draw(st.permutations(range(cells))):
            part = draw(st.integers(0, left)) if draw(st.booleans()) else left
            left -= part
            table[step, cell] = part if not unit.signed or draw(st.booleans()) else -part
        step += unit.apart + draw(st.sampled_from([0, 0, 0, 1, 3]))
    return table


@st.composite
def scenes(draw):
    n, cells = draw(st.integers(1, 32)), draw(st.integers(1, 3))
    unit = Participation(
        times=draw(st.integers(1, 8)),
        apart=draw(st.integers(1, 6)),
        most=draw(st.sampled_from([1, 1, 2, 5])),
        signed=draw(st.booleans()),
        neighbours=draw(st.sampled_from(["add-remove", "replace"])),
    )
    strategy = draw(st.sampled_from(MAKERS))(n, draw(st.integers(1, 9)), cells)
    rest = np.array(
        draw(st.lists(st.integers(-1000, 1000), min_size=n * cells, max_size=n * cells)), dtype=np.int64
    )
    rest = rest.reshape(n, cells)
    before = rest + contribution(draw, unit, n, cells)
    after = rest + contribution(draw, unit, n, cells) if unit.neighbours == "replace" else rest
    return strategy, unit, before, after


@settings(max_examples=300, deadline=None)
@given(scenes())
def test_neighbours_stay_within_the_stated_norms(scene):
    strategy, unit, before, after = scene
    moved = (strategy.answers(before) - strategy.answers(after)).astype(object)
    reach = strategy.reach(unit)
    assert int((moved**2).sum()) <= reach.l2_squared
    assert int(np.abs(moved).sum()) <= reach.l1
    plain = (before - after).astype(object)
    assert int((plain**2).sum()) <= unit.sensitivity.l2_squared
    assert int(np.abs(plain).sum()) <= unit.sensitivity.l1
