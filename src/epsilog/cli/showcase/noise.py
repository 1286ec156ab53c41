"""Story one: noise beside its law."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from epsilog.accounting.fit import Fit, fit_of
from epsilog.accounting.pictures import noise_picture
from epsilog.audit.sample import draw_sample
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.words import Language, plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DRAWS: Final = 200_000
SCALE: Final = Fraction(2)
SIGMA_SQUARED: Final = Fraction(30)


@dataclass(frozen=True)
class Sampled:
    """One law, its draws judged, its picture."""

    key: str
    name: str
    margin: float
    fit: Fit
    figure: Figure

    @property
    def good(self) -> bool:
        """One correct sample in a million would be called bad."""
        return self.fit.p_value > 1e-6


def sample(lang: Language) -> list[Sampled]:
    """Draw from both laws and compare."""
    scale, variance = plain(float(SCALE)), plain(float(SIGMA_SQUARED))
    pairs = (
        ("laplace", DiscreteLaplace(SCALE), draw_sample(DiscreteLaplace(SCALE), DRAWS), {"scale": scale}),
        (
            "gaussian",
            DiscreteGaussian(SIGMA_SQUARED),
            draw_sample(DiscreteGaussian(SIGMA_SQUARED), DRAWS),
            {"sigma_squared": variance},
        ),
    )
    return [
        Sampled(
            key,
            say(f"demo.noise.{key}", lang, **words),
            Noise(law, Fraction(1)).margin(0.95),
            fit_of(drawn, law),
            noise_picture(drawn, law, lang),
        )
        for key, law, drawn, words in pairs
    ]
