"""Our own error function against the library's, and what it must do at the ends."""

from __future__ import annotations

import math

import numpy as np

from epsilog.accounting.special import erfc


def test_the_error_function_is_as_exact_as_a_float() -> None:
    numbers = np.concatenate([np.linspace(-7, 26, 40_001), [0.46875, 4.0, 1e-300, -1e-300]])
    exact = np.array([math.erfc(one) for one in numbers])
    assert np.max(np.abs(erfc(numbers) / exact - 1)) < 2e-15


def test_the_error_function_has_its_ends() -> None:
    found = erfc(np.array([math.inf, -math.inf, 40.0, -40.0, 0.0, math.nan]))
    assert found[:5].tolist() == [0.0, 2.0, 0.0, 2.0, 1.0]
    assert math.isnan(found[5])
    assert erfc(1.0).shape == ()
