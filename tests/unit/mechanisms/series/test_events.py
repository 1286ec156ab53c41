"""w-event streams: no window overspends, in any history; rules as published; refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epsilog.core.participation import Participation
from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.events import Events
from epsilog.mechanisms.series.windowed import WindowBudget
from epsilog.testing import seeded
from series_patterns import visit as anywhere

ONE = Fraction(1)
RULES = ["uniform", "sample", "distribution", "absorption"]


def visit(times, **other):
    return anywhere(times, span=times, **other)


class Record(WindowBudget):
    """A window budget that remembers every step."""

    def __init__(self, width, cap):
        super().__init__(width, cap)
        self.steps = []

    def spend(self, amount):
        super().spend(amount)
        self.steps.append(Fraction(amount))


def run(rule, w, values, epsilon=1, seed=1, cells=1):
    unit = visit(w)
    stream = Events(rule, w, unit, ONE, Fraction(epsilon))
    state = stream.start(cells)
    state.values, state.questions = Record(w, state.values.cap), Record(w, state.questions.cap)
    rng, out = seeded(seed), []
    for value in values:
        row, state = stream.step(BoundedSeries(np.full((1, cells), value, dtype=np.int64), ONE, unit), state, rng)
        out.append(row[0])
    return np.array(out), state.values.steps, state.questions.steps


@given(
    st.sampled_from(RULES),
    st.integers(1, 7),
    st.lists(st.integers(0, 3), min_size=1, max_size=40),
    st.integers(0, 10**6),
)
def test_no_window_of_any_history_spends_more_than_epsilon(rule, w, jumps, seed):
    values = np.cumsum([10 ** (3 * jump) for jump in jumps])
    _, told, asked = run(rule, w, values.tolist(), seed=seed)
    asked += [Fraction(0)] * (len(told) - len(asked))
    assert len(told) == len(jumps)
    for start in range(len(told)):
        assert sum(told[start : start + w]) + sum(asked[start : start + w]) <= 1


def test_questions_are_counted_at_every_step_they_are_asked():
    for rule in ("distribution", "absorption"):
        _, told, asked = run(rule, 5, [0, 10**6, 0, 10**6] * 10)
        assert len(asked) == len(told) == 40
        assert max(asked) <= Fraction(1, 10)


def test_uniform_and_sample():
    out, told, _ = run("uniform", 4, [100] * 40)
    assert set(told) == {Fraction(1, 4)}
    assert len(set(out.tolist())) > 5
    out, told, _ = run("sample", 4, [100] * 40)
    assert told == ([1] + [0] * 3) * 10
    assert all(len(set(out[at : at + 4])) == 1 for at in range(0, 40, 4))


def test_distribution_halves_what_is_left():
    """Values that always jump: 1/4, 1/8, 1/16 … of epsilon until the window gives back."""
    _, told, _ = run("distribution", 4, [(-1) ** t * 10**9 for t in range(12)])
    assert told[:4] == [Fraction(1, 4), Fraction(1, 8), Fraction(1, 16), Fraction(1, 32)]
    assert told[4] == (Fraction(1, 2) - Fraction(1, 8) - Fraction(1, 16) - Fraction(1, 32)) / 2


def test_absorption_gathers_and_skips():
    """Quiet for six steps, then always jumping, w = 4: four shares at once, three steps skipped, then one share."""
    share = Fraction(1, 8)
    quiet = [0] * 6
    _, told, _ = run("absorption", 4, quiet + [t * 10**9 for t in range(1, 10)], cells=1000)
    assert told[:6] == [0] * 6
    assert told[6:] == [4 * share, 0, 0, 0, share, share, share, share, share]


def test_a_flat_stream_is_told_seldom_and_a_jump_at_once():
    for rule in ("distribution", "absorption"):
        out, told, _ = run(rule, 10, [0] * 50 + [10**6] * 50, cells=1000)
        assert sum(amount > 0 for amount in told[:50]) == 0
        assert abs(out[50] - 10**6) < 10**4


def test_more_cells_are_compared_by_their_sum():
    out, _, _ = run("distribution", 3, [0, 500, 500], cells=1000, epsilon=4)
    assert abs(out[1] - 500) < 60


@pytest.mark.parametrize("rule", RULES)
def test_refusals(rule):
    stream = Events(rule, 4, visit(4), ONE, ONE)
    state = stream.start(1)
    for other in (visit(5), visit(4, most=2), visit(4, neighbours="replace")):
        with pytest.raises(SensitivityExceeded):
            stream.step(BoundedSeries(np.array([[987654321]]), ONE, other), state, seeded(1))
    with pytest.raises(SpecError):
        stream.step(BoundedSeries(np.array([[1, 2]]), ONE, visit(4)), state, seeded(1))
    with pytest.raises(SpecError):
        Events(rule, 3, visit(4), ONE, ONE)
    with pytest.raises(SpecError, match="consecutive"):  # one step in each of four windows would cost four epsilons
        Events(rule, 4, anywhere(4), ONE, ONE)
    with pytest.raises(SensitivityExceeded):
        stream.step(BoundedSeries(np.array([[1]]), ONE, anywhere(1)), state, seeded(1))
    with pytest.raises(SpecError):
        Events("fair", 4, visit(4), ONE, ONE)
    with pytest.raises(SpecError):
        Events(rule, 4, visit(4), ONE, 0)


def test_the_budget_itself_refuses():
    budget = WindowBudget(2, 1)
    budget.spend("0.6")
    with pytest.raises(PrivacyError):
        budget.spend("0.5")
    budget.spend("0.4")
    budget.spend("0.6")
    assert budget.left == Fraction(2, 5)
    with pytest.raises(SpecError):
        budget.spend(-1)


@pytest.mark.parametrize("neighbours", ["add-remove", "replace"])
def test_a_unit_in_several_cells_of_one_step_moves_a_row_by_all_of_them(neighbours):
    """Contributions counted apiece may all be one step's: brute force over where three of them lie."""
    unit = Participation(3, 1, 2, signed=False, neighbours=neighbours, span=3, apiece=True)
    stream = Events("uniform", 3, unit, ONE, ONE)
    furthest = 0
    for places in product(product(range(3), range(4)), repeat=3):  # a step and a cell each
        table = np.zeros((3, 4), dtype=np.int64)
        for step, cell in set(places):
            table[step, cell] = 2
        furthest = max(furthest, int(np.abs(table).sum(axis=1).max()))
    assert furthest * (2 if neighbours == "replace" else 1) == stream.reach
