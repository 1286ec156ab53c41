"""Spells of rest and sums: no window of any history spends more than epsilon, no neighbour moves sums further."""

from __future__ import annotations

import itertools
import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.core.law import DiscreteLaplace
from epsilog.core.series_method import Spell
from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.events import Events
from epsilog.mechanisms.series.spells import Spells, affordable
from epsilog.postprocess.timely import TimelyPacer
from epsilog.testing import seeded
from series_patterns import visit

ONE = Fraction(1)
NEXT = Spell(1, 1, 99)


class Scripted:
    """A pacer that follows a list, again and again, and remembers what it was told."""

    def __init__(self, *spells):
        self.spells, self.heard, self.at = spells, [], 0

    def told(self, noisy, variance, steps, added):
        self.heard.append((noisy.tolist(), variance, steps, added))
        self.at += 1
        return self.spells[(self.at - 1) % len(self.spells)]


def window(width, **more):
    return visit(width, span=width, **more)


def row(value, unit, cells=1):
    return BoundedSeries(np.full((1, cells), value, dtype=np.int64), ONE, unit)


def walked(stream, pacer, first, steps, seed=1):
    """Which steps each sum held and the scale its noise had, by what the pacer heard: nothing of the state."""
    state, ends = stream.start(1, first, pacer), []
    for at in range(steps):
        released, state = stream.step(row(5, stream.covers), state, seeded(seed))
        ends += [at] if released is not None else []
    assert len(ends) == len(pacer.heard)
    sums = []
    for end, (_, variance, _, added) in zip(ends, pacer.heard, strict=True):
        sums.append((range(end - added + 1, end + 1), variance))
    return sums


def epsilon_of(variance):
    """The rate of a discrete Laplace law from its variance 2p/(1 − p)², p = e^−rate, by bisection."""
    low, high = 1e-9, 50.0
    for _ in range(200):
        rate = (low + high) / 2
        p = np.exp(-rate)
        low, high = (rate, high) if 2 * p / (1 - p) ** 2 > variance else (low, rate)
    return low


def menu(width):
    return [
        Spell(size, add, parts)
        for size in range(1, width + 1)
        for add in range(1, size + 1)
        for parts in sorted({1, 2, width})
    ]


@pytest.mark.parametrize("width", [1, 2, 3])
def test_no_history_lets_a_neighbour_move_what_is_told_by_more_than_epsilon(width) -> None:
    """All scripts of two spells, every window of w steps, every step of it moved by one grain."""
    stream, most = Spells(width, window(width), ONE, Fraction(2)), 0.0
    for one, two in itertools.product(menu(width), repeat=2):
        sums = walked(stream, Scripted(one, two), two, 4 * width + 3)
        rates = [(set(steps), epsilon_of(variance)) for steps, variance in sums]
        for start in range(3 * width + 3):
            changed = set(range(start, start + width))
            most = max(most, sum(len(steps & changed) * rate for steps, rate in rates))
    assert most <= 2 * (1 + 1e-6)
    assert most > 1.99  # and the price is reached


@settings(deadline=None, max_examples=60)
@given(
    st.integers(1, 9),
    st.lists(st.tuples(st.integers(-3, 30), st.integers(-3, 30), st.integers(-3, 30)), min_size=1, max_size=9),
    st.integers(0, 10**6),
)
def test_whatever_a_pacer_says_no_window_overspends_and_the_stream_goes_on(width, said, seed) -> None:
    stream = Spells(width, window(width), ONE, ONE)
    pacer = Scripted(*[Spell(*numbers) for numbers in said])
    state, spent, quiet = stream.start(1, Spell(*said[0]), pacer), [], 0
    for _ in range(6 * width):
        released, state = stream.step(row(3, stream.covers), state, seeded(seed))
        spent.append(state.amount)  # in billionths
        quiet = 0 if released is not None else quiet + 1
        assert quiet <= 4 * width
        assert sum(spent[-width:]) <= 10**9
    steps = sum(steps for _, _, steps, _ in pacer.heard)
    assert steps == 6 * width - state.since


def test_uniform_and_sample_are_two_of_the_choices() -> None:
    width = 5
    stream = Spells(width, window(width), ONE, ONE)
    uniform = walked(stream, Scripted(Spell(1, 1, width)), Spell(1, 1, width), 20)
    assert [list(steps) for steps, _ in uniform] == [[at] for at in range(20)]
    assert {variance for _, variance in uniform} == {float(DiscreteLaplace(Fraction(5)).variance)}
    sample = walked(stream, Scripted(Spell(width, 1, 1)), Spell(width, 1, 1), 20)
    assert [list(steps) for steps, _ in sample] == [[0], [5], [10], [15]]
    assert {variance for _, variance in sample} == {float(DiscreteLaplace(ONE).variance)}
    told = Events("sample", width, window(width), ONE, ONE)
    assert told.reach == stream.reach


@pytest.mark.parametrize("spell", [Spell(5, 1, 1), Spell(5, 3, 1), Spell(5, 2, 2)])
def test_the_noise_of_a_sum_is_what_was_paid_for(spell) -> None:
    """20,000 cells at once: their mean absolute noise against the law's, within seven standard errors."""
    stream, cells = Spells(5, window(5), ONE, ONE), 20_000
    pacer = Scripted(spell)
    state, rng, told = stream.start(cells, spell, pacer), seeded(9), []
    for _ in range(12):
        released, state = stream.step(row(7, stream.covers, cells), state, rng)
        told += [] if released is None else [released]
    for noisy, (_, variance, _, added) in zip(told, pacer.heard, strict=True):
        rate = 1 / (spell.parts * spell.add)  # of epsilon = 1, for each of the steps added up
        assert variance == pytest.approx(float(DiscreteLaplace(Fraction(1) / Fraction(rate)).variance), rel=1e-6)
        assert float(np.abs(noisy - 7 * added).mean()) == pytest.approx(1 / np.sinh(rate), rel=0.06)


def test_all_spent_at_once_is_followed_by_silence() -> None:
    """A whole window's budget on one step, and the pacer wants every step from then on: it has to wait."""
    stream = Spells(6, window(6), ONE, ONE)
    sums = walked(stream, Scripted(Spell(1, 1, 6)), Spell(6, 1, 1), 14)
    assert [steps[-1] for steps, _ in sums] == [0, 6, 7, 8, 9, 10, 11, 12, 13]
    assert affordable(np.array([0, 0, 10**9, 0, 0]), Spell(2, 1, 2)) == 0
    assert affordable(np.array([10**9, 0, 0, 0, 0]), Spell(6, 1, 1)) == 0
    assert affordable(np.zeros(0, dtype=np.int64), Spell(1, 1, 1)) == 10**9


def test_pacers_are_told_noisy_numbers_and_nothing_else() -> None:
    """The same sums of other steps, other values while it rests, the same noise: the same is heard."""
    unit, heard = window(4), []
    for values in ([1, 9, 9, 2, 3, 7, 4, 4], [1, 0, 5, 4, 1, 2, 8, 0]):
        stream, pacer = Spells(4, unit, ONE, ONE), Scripted(Spell(4, 2, 2), Spell(3, 2, 4))
        state, rng = stream.start(1, Spell(1, 1, 4), pacer), seeded(5)
        for value in values:
            released, state = stream.step(row(value, unit), state, rng)
            assert released is None or released.tolist() == pacer.heard[-1][0]
        heard.append(pacer.heard)
    assert heard[0] == heard[1]
    assert [added for _, _, _, added in heard[0]] == [1, 2, 2]


def test_a_unit_in_several_cells_moves_a_row_by_all_of_them() -> None:
    apart = replace(window(4), apiece=True)
    assert Spells(4, apart, ONE, ONE).reach == 4
    assert Spells(4, window(4, most=3), ONE, ONE).reach == 3
    assert Spells(4, window(4, most=3, neighbours="replace"), ONE, ONE).reach == 6
    assert Spells(4, window(4, most=3), ONE, ONE).variance > 8 * Spells(4, window(4), ONE, ONE).variance


def test_rest_follows_calm_and_the_error_what_it_should_be() -> None:
    width, unit = 40, window(40)
    stream = Spells(width, unit, ONE, ONE)
    calm, lively = np.full(600, 200), 50_000 + np.cumsum(np.random.default_rng(1).integers(-900, 900, 600))
    found = {}
    for name, values, moves in (("calm", calm, None), ("declared", calm, 0.0), ("lively", lively, None)):
        pacer = TimelyPacer(1, stream.variance, width, level=200.0, moves=moves)
        state, rng, out = stream.start(1, pacer.first, pacer), seeded(2), []
        for value in values:
            _, state = stream.step(row(value, unit), state, rng)
            out.append(float(pacer.value[0]))
        found[name] = float(np.abs(np.array(out) - values).mean())
    assert found["calm"] < 4  # noise on every step errs by 40
    assert found["declared"] < 1.5
    assert found["lively"] < 60


def test_refusals() -> None:
    unit = window(4)
    stream = Spells(4, unit, ONE, ONE)
    state = stream.start(1, NEXT, Scripted(NEXT))
    with pytest.raises(SensitivityExceeded):
        stream.step(row(1, window(5)), state, seeded(1))
    with pytest.raises(SpecError):
        stream.step(row(1, unit, cells=2), state, seeded(1))
    with pytest.raises(SpecError):
        Spells(4, unit, ONE, Fraction(2)).step(row(1, unit), state, seeded(1))
    with pytest.raises(PrivacyError):
        pickle.dumps(state)
    assert "steps done" in repr(state)
    assert state.done == 0
    for width, covers, epsilon in (
        (4, visit(4), 1),
        (3, unit, 1),
        (0, unit, 1),
        (2**21, unit, 1),
        (4, unit, 0),
        (4, unit, float("nan")),
        (4, unit, "1e-7"),
        (2**20, unit, "1e-6"),
    ):
        with pytest.raises(SpecError):
            Spells(width, covers, ONE, epsilon)  # type: ignore[arg-type]
    _, state = stream.step(row(2**63 - 1, unit), state, seeded(1))  # held, not wrapped
    _, state = stream.step(row(-(2**63), unit), state, seeded(1))
