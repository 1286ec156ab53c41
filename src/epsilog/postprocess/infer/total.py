"""An exact public total, which only replace neighbours allow."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from epsilog.core.unit import Neighbours
from epsilog.errors import PrivacyError, SpecError
from epsilog.postprocess.infer.estimate import Integers, counted

MOST_PEOPLE = 10**8  # beyond, the logarithms of binomial coefficients lose the digits we promise


@dataclass(frozen=True, eq=False)
class PublicTotal:
    """How many units there are, known to everybody.

    If one unit may come or go, an exact total gives it away: only where neighbours replace one another (and the
    noise was calibrated for that) may a total be public.

    >>> PublicTotal(5000, "replace").n
    array([5000])
    >>> PublicTotal(5000, "add-remove")
    Traceback (most recent call last):
        ...
    epsilog.errors.PrivacyError: public.n: an exact total shows who joins or leaves (hint: protect with \
neighbours: replace, or give both noisy cells and leave n unknown)
    """

    n: Integers

    def __init__(self, n: ArrayLike, neighbours: Neighbours) -> None:
        if neighbours not in ("add-remove", "replace"):
            raise SpecError(f"unknown relation {neighbours!r}", where="protect.neighbours")
        if neighbours != "replace":
            raise PrivacyError(
                "an exact total shows who joins or leaves",
                where="public.n",
                hint="protect with neighbours: replace, or give both noisy cells and leave n unknown",
            )
        object.__setattr__(self, "n", counted(n, "public.n", at_least=0, at_most=MOST_PEOPLE))
