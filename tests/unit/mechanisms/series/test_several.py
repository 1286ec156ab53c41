"""Banded strategies: several contributions of one unit, some steps apart."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.strategy import multiplier_error
from epsilog.mechanisms.series.toeplitz import root_coefficients
from series_patterns import matrix_of, streamed, visit, worst, worst_replacement


@pytest.mark.parametrize("coefficients", [(4096,), (3, 2), (5, 5, 1), root_coefficients(4), (7, 3, 3, 2, 0, 0)])
@pytest.mark.parametrize("n", [6, 9, 12])
def test_the_worst_of_all_patterns_is_the_norm_that_is_charged(coefficients, n):
    strategy = Banded(n, coefficients)
    matrix = matrix_of(strategy, n)
    for times, apart in [(1, 1), (2, 1), (3, 1), (3, 2), (4, 3), (3, 4), (2, 6), (12, 3)]:
        l1, l2 = worst(matrix, min(times, 4), apart)
        reach = strategy.reach(visit(times, apart))
        assert reach.l2_squared == l2  # exact over all patterns and signs
        assert reach.l1 >= l1
    l1, l2 = worst_replacement(matrix, 2, 3)
    reach = strategy.reach(visit(2, 3, neighbours="replace"))
    assert l1 <= reach.l1
    assert l2 <= reach.l2_squared


@pytest.mark.parametrize("n", [1, 5, 70])
def test_stream_and_batch_are_the_same_and_memory_is_the_bands(n):
    rng = np.random.default_rng(n)
    strategy = Banded(n, root_coefficients(min(n, 6)))
    values = rng.integers(-50, 1000, (n, 2))
    batch = strategy.answers(values)
    noise = rng.integers(-(10**5), 10**5, batch.shape)
    answers, decoded = streamed(strategy, values, noise)
    assert np.array_equal(answers, batch)
    np.testing.assert_allclose(decoded, strategy.decode_all(batch + noise, n), atol=1e-6)
    walk = strategy.walk(1)
    for _ in range(100 if n > 5 else n):
        walk.answer(np.array([1])) if n > 5 and walk._asked < n else None
    assert len(walk._rows._rows) <= 12


@pytest.mark.parametrize(
    ("apart", "times", "most", "mean"), [(64, 16, 20.87, 16.26), (256, 4, 7.576, 6.444), (16, 64, 69.27, 50.74)]
)
def test_the_fitted_bands_reach_the_best_known_figures(apart, times, most, mean):
    unit = visit(times, apart)
    largest, typical = multiplier_error(Banded.fitted(1024, unit), unit, 1024)
    assert largest <= most * 1.0005
    assert typical <= mean * 1.0005


def test_the_cut_square_root_reaches_its_figures():
    """(64, 16): 23.40 / 17.51; a person in every step gets the identity: 1024 / 724."""
    largest, typical = multiplier_error(Banded(1024, root_coefficients(64)), visit(16, 64), 1024)
    assert (largest, typical) == (pytest.approx(23.40, rel=1e-3), pytest.approx(17.51, rel=1e-3))
    always = visit(1024, 1)
    assert Banded.fitted(1024, always).coefficients == (4096,)
    largest, typical = multiplier_error(Banded.fitted(1024, always), always, 1024)
    assert (largest, typical) == (pytest.approx(1024), pytest.approx(724.4, rel=1e-4))


@pytest.mark.parametrize("bad", [(), (0,), (1, 2), (-1,), (1.5,), (True,), (2**31,), (3, 2, 1, 1, 1)])
def test_coefficients_that_would_break_the_norm_are_refused(bad):
    with pytest.raises(SpecError):
        Banded(4, bad)
