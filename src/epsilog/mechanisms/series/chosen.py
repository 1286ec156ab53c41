"""From a candidate to the mechanism that releases it."""

from __future__ import annotations

from fractions import Fraction

from epsilog.core.law import DiscreteLaplace
from epsilog.core.participation import Participation
from epsilog.errors import SpecError
from epsilog.mechanisms.series.choice import Candidate
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.subtraction import Subtraction


def build_mechanism(
    candidate: Candidate, unit: Participation, grain: Fraction, horizon: int
) -> Factorised | Subtraction:
    """The mechanism of a candidate; its charge is worked out afresh and must be the candidate's.

    >>> from epsilog.mechanisms.series.choice import running_totals
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> best = running_totals(64, visit, Fraction(1), "pure", 1).best
    >>> build_mechanism(best, visit, Fraction(1), 64).charge == best.charge
    True
    """
    mechanism: Factorised | Subtraction
    if candidate.strategy is not None:
        mechanism = Factorised(candidate.strategy, unit, grain, candidate.law)
    elif candidate.arity is not None and isinstance(candidate.law, DiscreteLaplace):
        mechanism = Subtraction(horizon, candidate.arity, unit, grain, candidate.law.scale)
    else:
        raise SpecError("this candidate describes no mechanism", where="candidate")
    if mechanism.charge != candidate.charge:
        raise SpecError("this candidate was priced for another unit or horizon", where="candidate")
    return mechanism
