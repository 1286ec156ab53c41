"""Groups and samples chosen on the way: no grouping, sampling or pattern moves the answers further than priced."""

from __future__ import annotations

import itertools
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError
from epsilog.mechanisms.series import adaptive, grouped
from epsilog.mechanisms.series.adaptive import Adaptive
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.grouped import Grouped
from epsilog.postprocess.pacing import Controller
from epsilog.testing import seeded
from group_pacing import GroupPacer
from series_patterns import patterns, visit, worst, worst_replacement

ONE = Fraction(1)


class Scripted:
    """A pacer that follows a list and remembers what it was told."""

    def __init__(self, *sizes):
        self.sizes, self.heard = list(sizes), []

    def told(self, noisy, steps):
        self.heard.append((noisy.tolist(), steps))
        return self.sizes.pop(0) if self.sizes else 1


def rows(values, unit, cells=1):
    return [BoundedSeries(np.full((1, cells), value, dtype=np.int64), ONE, unit) for value in values]


def compositions(n, longest):
    """All ways to cut n steps into groups."""
    if n == 0:
        yield ()
    for first in range(1, min(n, longest) + 1):
        for rest in compositions(n - first, longest):
            yield (first, *rest)


def summing(sizes):
    matrix = np.zeros((len(sizes), sum(sizes)), dtype=np.int64)
    start = 0
    for i, size in enumerate(sizes):
        matrix[i, start : start + size] = 1
        start += size
    return matrix


@pytest.mark.parametrize(
    ("times", "apart", "longest"), [(1, 1, 4), (2, 1, 1), (3, 1, 2), (3, 2, 3), (6, 1, 3), (4, 1, 6)]
)
def test_no_grouping_and_no_pattern_moves_the_sums_further(times, apart, longest) -> None:
    priced = grouped.reach(visit(times, apart), longest)
    found = [worst(summing(sizes), times, apart) for sizes in compositions(6, longest)]
    l1, l2 = max(one for one, _ in found), max(two for _, two in found)
    assert (l1, l2) <= (priced.l1, priced.l2_squared)
    assert l1 == min(times, 6 if apart == 1 else 3)
    if apart == 1 and times in (1, 2, 3):
        assert l2 * 1.5 >= priced.l2_squared  # and the price is not far above what can happen
    swapped = grouped.reach(visit(times, apart, neighbours="replace"), longest)
    for sizes in compositions(5, longest):
        one, two = worst_replacement(summing(sizes), times, apart)
        assert one <= swapped.l1
        assert two <= swapped.l2_squared


def test_entries_counted_apiece_may_meet_in_one_group() -> None:
    """Two cells, three entries of one grain anywhere: every such table, every grouping of four steps."""
    from dataclasses import replace

    unit = replace(visit(3), apiece=True)
    for longest in (1, 2, 4):
        priced, most = grouped.reach(unit, longest), 0
        for places in itertools.combinations(range(8), 3):
            table = np.zeros(8, dtype=np.int64)
            table[list(places)] = 1
            for sizes in compositions(4, longest):
                moved = summing(sizes) @ table.reshape(4, 2)
                assert np.abs(moved).sum() <= priced.l1
                most = max(most, int((moved**2).sum()))
        assert most <= priced.l2_squared
    for samples in (1, 2):
        priced = adaptive.reach(4, samples, unit)
        for places in itertools.combinations(range(8), 3):
            table = np.zeros(8, dtype=np.int64)
            table[list(places)] = 1
            for taken in itertools.combinations(range(4), samples):
                assert np.abs(table.reshape(4, 2)[list(taken)]).sum() <= priced.l1


@pytest.mark.parametrize(("times", "apart", "samples"), [(1, 1, 3), (3, 1, 2), (2, 3, 7), (7, 1, 7)])
def test_no_sampling_and_no_pattern_moves_the_samples_further(times, apart, samples) -> None:
    priced = adaptive.reach(7, samples, visit(times, apart))
    swapped = adaptive.reach(7, samples, visit(times, apart, neighbours="replace"))
    worst_seen = 0
    for taken in itertools.combinations(range(7), samples):
        matrix = np.eye(7, dtype=np.int64)[list(taken)]
        l1, l2 = worst(matrix, times, apart)
        assert l1 <= priced.l1
        assert l2 <= priced.l2_squared
        worst_seen = max(worst_seen, l1)
        one, two = worst_replacement(matrix, times, apart)
        assert one <= swapped.l1
        assert two <= swapped.l2_squared
    assert worst_seen == priced.l1


@given(st.lists(st.integers(-3, 20), min_size=1, max_size=12), st.integers(1, 6), st.integers(0, 10**6))
def test_every_step_is_in_exactly_one_group_whatever_the_pacer_says(sizes, longest, seed) -> None:
    unit = visit(1)
    mechanism = Grouped(unit, ONE, DiscreteLaplace(Fraction(1, 10**6)), longest, horizon=30)  # noise is nought
    pacer = Scripted(*sizes)
    values = np.random.default_rng(seed).integers(0, 100, 30)
    state, told = mechanism.start(1, 1, pacer), []
    for row in rows(values, unit):
        released, state = mechanism.step(row, state, seeded(seed))
        told += [] if released is None else [float(released[0])]
    spans = [steps for _, steps in pacer.heard]
    assert sum(spans) == 30
    assert max(spans) <= longest
    edges = np.cumsum([0, *spans])
    assert told == [values[a:b].sum() for a, b in itertools.pairwise(edges)]


def test_pacers_are_told_noisy_numbers_and_nothing_else() -> None:
    """Groups: same sums, other values inside, same noise: the same is told and the same is decided."""
    unit = visit(1)
    for mechanism, pacers in (
        (Grouped.at_epsilon(unit, ONE, 1, longest=4), (Scripted(3, 2, 4), Scripted(3, 2, 4))),
        (Adaptive.at_epsilon(10, 4, unit, ONE, 1), (Scripted(3, 2, 4), Scripted(3, 2, 4))),
    ):
        both = ([5, 1, 2, 3, 4, 4, 0, 0, 0, 0], [5, 3, 2, 1, 8, 0, 0, 0, 0, 0])
        for values, pacer in zip(both, pacers, strict=True):
            state = mechanism.start(1, 1, pacer) if isinstance(mechanism, Grouped) else mechanism.start(1, pacer)
            rng, told = seeded(5), []
            for row in rows(values, unit):
                released, state = mechanism.step(row, state, rng)  # type: ignore[arg-type]
                told += [] if released is None else [released.tolist()]
            assert [noisy for noisy, _ in pacer.heard] == told
        if isinstance(mechanism, Grouped):
            assert pacers[0].heard == pacers[1].heard
            assert [steps for _, steps in pacers[0].heard] == [1, 3, 2, 4]
        else:  # sampled: steps 1, 4, 6, 10. Only the second and third differ between the two series
            assert [steps for _, steps in pacers[0].heard] == [1, 3, 2, 4]
            same = [a == b for a, b in zip(pacers[0].heard, pacers[1].heard, strict=True)]
            assert same == [True, False, False, True]


def test_no_more_samples_than_paid_for() -> None:
    unit = visit(50)
    mechanism = Adaptive.at_epsilon(50, 7, unit, ONE, 1)
    state, taken = mechanism.start(1, Scripted(*[-5] * 60)), 0
    for row in rows(range(50), unit):
        released, state = mechanism.step(row, state, seeded(1))
        taken += released is not None
    assert taken == 7
    with pytest.raises(PrivacyError, match="horizon"):
        mechanism.step(rows([1], unit)[0], state, seeded(1))


def test_prices() -> None:
    always = visit(100)
    assert Adaptive.at_epsilon(100, 15, always, ONE, 1).charge.pure() == 10**12
    assert Adaptive.at_epsilon(100, 15, visit(1), ONE, 1).law == DiscreteLaplace(
        Fraction(1)
    )  # one step: no division
    rho = Adaptive.at_rho(100, 15, always, ONE, "0.02").charge.price().rho
    assert 0.02e12 * 0.999 < rho <= 0.02e12
    assert Grouped.at_epsilon(visit(40, span=40), ONE, 1, longest=40).law == DiscreteLaplace(Fraction(40))
    one = Grouped.at_rho(visit(1), ONE, "0.02", longest=64)
    assert one.law == DiscreteGaussian(Fraction(25))  # a unit in one step: no more noise for longer groups
    assert Grouped.at_rho(visit(4), ONE, "0.02", longest=64).law == DiscreteGaussian(Fraction(400))
    assert one.variance == pytest.approx(25, rel=1e-6)


def test_refusals() -> None:
    unit = visit(2)
    for mechanism in (Grouped.at_epsilon(unit, ONE, 1, longest=4), Adaptive.at_epsilon(9, 3, unit, ONE, 1)):
        pacer = Scripted()
        state = mechanism.start(1, 1, pacer) if isinstance(mechanism, Grouped) else mechanism.start(1, pacer)
        with pytest.raises(SensitivityExceeded):
            mechanism.step(rows([1], visit(3))[0], state, seeded(1))  # type: ignore[arg-type]
        with pytest.raises(SpecError):
            mechanism.step(rows([1], unit, cells=2)[0], state, seeded(1))  # type: ignore[arg-type]
        with pytest.raises(PrivacyError):
            pickle.dumps(state)
        assert "steps done" in repr(state)
    for wrong in (0, -1, 1.5, True, float("nan"), 2**21):
        with pytest.raises(SpecError):
            Grouped.at_epsilon(unit, ONE, 1, longest=wrong)  # type: ignore[arg-type]
    for wrong in (0, 10, "x"):
        with pytest.raises(SpecError):
            Adaptive.at_epsilon(9, wrong, unit, ONE, 1)  # type: ignore[arg-type]
    for epsilon in (0, -1, float("nan"), float("inf"), "1e400x"):
        with pytest.raises(SpecError):
            Adaptive.at_epsilon(9, 3, unit, ONE, epsilon)
    with pytest.raises(SpecError):
        Grouped(unit, ONE, "loud", 4)  # type: ignore[arg-type]


def test_a_calm_stream_is_told_in_long_groups_and_a_lively_one_is_not() -> None:
    unit = visit(40, span=40)
    mechanism = Grouped.at_epsilon(unit, ONE, 1, longest=40)
    calm, lively = np.full(600, 200), 500 + np.cumsum(np.random.default_rng(1).integers(-900, 900, 600))
    errors = {}
    for name, values in (("calm", calm), ("lively", lively)):
        pacer = GroupPacer(1, mechanism.variance, 40)
        state, rng, out, groups = mechanism.start(1, pacer.first, pacer), seeded(2), [], 0
        for row in rows(values, unit):
            released, state = mechanism.step(row, state, rng)
            groups += released is not None
            out.append(float(pacer.value[0]))
        errors[name] = (np.abs(np.array(out) - values).mean(), groups)
    assert errors["calm"][0] < 8  # noise on every step errs by 40
    assert errors["calm"][1] < 100
    assert errors["lively"][0] < 60
    assert errors["lively"][1] > 500


def test_fast_runs_to_the_end() -> None:
    unit = visit(300)
    mechanism = Adaptive.at_rho(300, 60, unit, ONE, "0.5")
    values = (1000 + 300 * np.sin(np.arange(300) / 20)).astype(int)
    controller = Controller(1, mechanism.variance)
    state, rng, out = mechanism.start(1, controller), seeded(3), []
    for row in rows(values, unit):
        _, state = mechanism.step(row, state, rng)
        out.append(float(controller.value[0]))
    assert 20 < state.taken <= 60
    assert np.abs(np.array(out) - values).mean() < 200


def test_patterns_are_what_they_say() -> None:
    assert len(list(compositions(5, 5))) == 16
    assert summing((2, 1)).tolist() == [[1, 1, 0], [0, 0, 1]]
    assert len(list(patterns(4, 2, 2))) == 7
