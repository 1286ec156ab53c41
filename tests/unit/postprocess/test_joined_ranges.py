"""Ranges of numbers put together from several noises: against the exact law of the sum, by convolution."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.postprocess.joined_ranges import Strand, joined_margin
from epsilog.postprocess.series_ranges import weighted_margin

SURE = Fraction(95, 100)


def exact_law(draws):
    """P of Σ w·Z for whole weights w, on a lattice centred at 0: each (law, weight) is one draw."""
    half, size = 6000, 1 << 15
    turned = np.ones(size // 2 + 1, dtype=complex)
    for law, weight in draws:
        places = np.arange(-(half // weight), half // weight + 1)
        one = np.zeros(size)
        one[weight * places] = law.pmf(np.abs(places))  # around 0, on a circle
        turned *= np.fft.rfft(one)
    places = np.arange(-half, half + 1)
    return places, np.fft.irfft(turned, size)[places]


def missed(draws, margin):
    places, law = exact_law(draws)
    return float(law[np.abs(places) > margin].sum())


def strands(draws):
    """One strand for each law, with the weights of its draws."""
    found = []
    for law in dict.fromkeys(law for law, _ in draws):
        own = [weight for one, weight in draws if one == law]
        count = len(own) if len(set(own)) == 1 else None
        found.append(Strand(law, float(sum(weight**2 for weight in own)), 2 * len(own), count))
    return found


SMALL, WIDE = DiscreteGaussian(Fraction(2)), DiscreteGaussian(Fraction(900))
THIN, BROAD = DiscreteLaplace(Fraction(3)), DiscreteLaplace(Fraction(25))
SCENES = {
    "two Gaussians": [(WIDE, 1)] * 5 + [(DiscreteGaussian(Fraction(400)), 2)] * 3,
    "a small Gaussian": [(SMALL, 1)] * 4 + [(DiscreteGaussian(Fraction(3)), 3), (DiscreteGaussian(Fraction(3)), 1)],
    "two Laplaces": [(THIN, 2)] * 4 + [(BROAD, 1)] * 3,
    "one Laplace twice": [(BROAD, 1)] * 7,
    "uneven Laplaces": [(THIN, 1), (THIN, 5), (BROAD, 2), (BROAD, 7)],
    "both kinds": [(WIDE, 1)] * 3 + [(BROAD, 2)] * 2,
}


@pytest.mark.parametrize("draws", SCENES.values(), ids=SCENES)
@pytest.mark.parametrize("confidence", [Fraction(1, 2), SURE, Fraction(999, 1000)])
def test_the_sum_stays_within_the_margin_as_often_as_it_says(draws, confidence):
    margin = joined_margin(strands(draws), confidence)
    miss = float(1 - confidence)
    assert missed(draws, margin) <= miss + 1e-12
    # the power of this test: with the noise of one part left out, the margin does not hold
    if len(strands(draws)) > 1:
        left = sorted(strands(draws), key=lambda one: one.gain * one.law.variance)[:-1]
        assert missed(draws, joined_margin(left, confidence)) > miss


@pytest.mark.parametrize("draws", SCENES.values(), ids=SCENES)
def test_it_is_not_much_wider_than_it_must_be(draws):
    margin = joined_margin(strands(draws), SURE)
    assert missed(draws, margin / 2) > 0.05


def test_one_strand_is_what_a_series_has():
    for law in (WIDE, SMALL, BROAD):
        one = Strand(law, 9.0, 50)
        assert joined_margin([one], SURE) == pytest.approx(3 * weighted_margin(law, 50, SURE), rel=1e-3)
    assert joined_margin([Strand(WIDE, 1.0, 9).times(0.0), Strand(WIDE, 1.0, 9)], SURE) == pytest.approx(
        joined_margin([Strand(WIDE, 1.0, 9)], SURE), rel=1e-2
    )
