"""The chooser: prices never above the amount, errors as the mechanisms state them, the right winners."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.accounting.scale import laplace_scale
from epsilog.core.bounded import Sensitivity
from epsilog.core.charge import Laplace
from epsilog.errors import SpecError
from epsilog.mechanisms.series.choice import endless, running_totals
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.subtraction import Subtraction
from epsilog.mechanisms.series.window import Window
from series_patterns import visit

ONE = Fraction(1)


@pytest.mark.parametrize("unit", [visit(), visit(4, 16), visit(64, 1), visit(2, 3, most=5, neighbours="replace")])
@pytest.mark.parametrize(("coin", "amount"), [("zcdp", "0.024355970359"), ("pure", "0.5")])
def test_every_candidate_costs_at_most_the_amount_and_nearly_all_of_it(unit, coin, amount):
    choice = running_totals(64, unit, ONE, coin, amount)
    assert len(choice.candidates) + len([1 for _, why in choice.refused if why == "no finite epsilon"]) == 15
    for candidate in choice.candidates:
        charge = candidate.charge
        if candidate.strategy is not None:
            mechanism = Factorised(candidate.strategy, unit, ONE, candidate.law)
        else:
            mechanism = Subtraction(64, candidate.arity, unit, ONE, candidate.law.scale)
        assert mechanism.charge == charge
        np.testing.assert_allclose(mechanism.deviation(64).max(), candidate.largest, rtol=1e-9)
        cost = charge.price().rho if coin == "zcdp" else charge.pure()
        assert cost <= Fraction(amount) * 10**12
        assert cost >= Fraction(amount) * 10**12 * Fraction(999, 1000)
        assert candidate.times >= 1
        assert candidate.largest >= candidate.typical > 0
    assert choice.best.typical == min(candidate.typical for candidate in choice.candidates)
    assert choice.why(choice.best.name) == "least error"
    assert choice.why(choice.candidates[-1].name) == "more error"


def test_who_wins_where():
    alike = {"square root, normalised, gaussian", "buffered, normalised, gaussian"}
    assert {c.name for c in running_totals(1024, visit(), ONE, "zcdp", "0.02").candidates[:2]} == alike
    assert running_totals(1024, visit(16, 64), ONE, "zcdp", "0.02").best.name == "banded, gaussian"
    always = running_totals(128, visit(128, 1), ONE, "zcdp", "0.02")
    assert always.best.typical == pytest.approx(
        next(c for c in always.candidates if c.name == "independent steps, gaussian").typical, rel=1e-6
    )
    pure = running_totals(1024, visit(), ONE, "pure", "0.1")
    assert pure.best.name == "subtracted blocks, laplace"
    assert pure.best.typical == pytest.approx(130.58, rel=1e-4)
    assert pure.why("banded, gaussian") == "no finite epsilon"
    with pytest.raises(SpecError):
        pure.why("a coin")


def test_long_horizons_say_what_was_left_out():
    choice = running_totals(16384, visit(), ONE, "zcdp", "0.02")
    assert choice.why("buffered, normalised") == "error not worth computing"
    assert choice.best.name in ("square root, gaussian", "buffered, gaussian")


def test_windows_and_decay():
    """Window 24 at rho 0.02: 2.2775 against 4.899 multipliers of 5."""
    for wanted, figure, plain in ((Window(24), 2.2775, 4.899), (Decay("0.99"), 2.1369, 7.089)):
        choice = endless(wanted, visit(), ONE, "zcdp", "0.02", look=4000)
        assert choice.best.name == "outer root, gaussian"
        assert choice.best.largest == pytest.approx(5 * figure, rel=1e-3)
        other = next(c for c in choice.candidates if c.name == "independent steps, gaussian")
        assert other.largest == pytest.approx(5 * plain, rel=1e-3)


def test_scales_are_least():
    for reach in (Sensitivity(1, 1), Sensitivity(20, 20), Sensitivity(10, 100)):
        scale = laplace_scale(reach, "zcdp", "0.1")
        assert Laplace(scale, reach.l1, reach.l2_squared).price().rho <= 10**11
        assert Laplace(scale * Fraction(999_999, 10**6), reach.l1, reach.l2_squared).price().rho > 10**11


@pytest.mark.parametrize("bad", ["euro", None, 1])
def test_bad_currencies(bad):
    with pytest.raises(SpecError):
        running_totals(16, visit(), ONE, bad, 1)
    with pytest.raises(SpecError):
        running_totals(16, visit(), ONE, "zcdp", 0)
