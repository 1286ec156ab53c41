"""The choice follows the closed forms, on a grid, and short reports are to be had for every domain."""

from __future__ import annotations

import math

import pytest

from epsilog.errors import SpecError
from epsilog.mechanisms.local.choose_protocol import choose_protocol, protocols_for


@pytest.mark.parametrize("epsilon", ["1/2", 1, 2, 3, 4])
def test_the_most_exact_one_that_is_short_enough(epsilon: int | str) -> None:
    """Of short ones generalized response is best where there are fewer than about 3 exp(epsilon) + 2 values."""
    for size in (2, 3, 5, 8, 20, 100, 1000):
        found = protocols_for(size, epsilon)
        variances = [one.variance for one in found]
        assert variances == sorted(variances)
        assert type(choose_protocol(size, epsilon)) is type(found[0].oracle)
        short = choose_protocol(size, epsilon, longest=4)
        assert short.length <= 4
        bound = 3 * math.exp(float(found[0].oracle.epsilon)) + 2
        if size > 32:
            assert (type(short).__name__ == "GeneralizedResponse") == (size < bound)


def test_every_domain_has_a_short_report() -> None:
    for size in (2, 2**10, 2**16, 2**20):
        for epsilon in ("1/1000", 1, 8):
            assert choose_protocol(size, epsilon, longest=4).length <= 4
    with pytest.raises(SpecError):
        choose_protocol(10, 1, longest=1)
