"""Which protocol for frequencies errs least, by closed form: what a plan shows before anybody is asked."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from epsilog.core.number import Number, whole
from epsilog.mechanisms.local.generalized_response import GeneralizedResponse
from epsilog.mechanisms.local.hadamard import HadamardResponse
from epsilog.mechanisms.local.linear_hashing import LinearHashing
from epsilog.mechanisms.local.oracle import Oracle, claim_of
from epsilog.mechanisms.local.subset_selection import SubsetSelection
from epsilog.mechanisms.local.unary import Unary

LONGEST_REPORT = 1024  # bytes, unless somebody allows more


@dataclass(frozen=True)
class Candidate:
    """A protocol, n times the variance of the share of a value that nobody has, and the bytes of a report."""

    oracle: Oracle
    variance: Fraction
    length: int


def protocols_for(size: int, epsilon: Number) -> list[Candidate]:
    """All protocols for a list of values, the most exact first; equal ones by shorter reports.

    >>> [(type(one.oracle).__name__, round(float(one.variance), 3)) for one in protocols_for(16, 1)][:2]
    [('SubsetSelection', 3.111), ('Unary', 3.683)]
    """
    kinds = (GeneralizedResponse, SubsetSelection, LinearHashing, Unary, HadamardResponse)
    claim, found = claim_of(epsilon), []
    for kind in kinds:
        oracle = kind(size, claim)
        p, q = oracle.p, oracle.q
        found.append(Candidate(oracle, q * (1 - q) / (p - q) ** 2, oracle.length))
    return sorted(found, key=lambda one: (one.variance, one.length))


def choose_protocol(size: int, epsilon: Number, longest: int = LONGEST_REPORT) -> Oracle:
    """The most exact protocol whose reports are short enough.

    >>> type(choose_protocol(1024, 1)).__name__, type(choose_protocol(4, 1)).__name__
    ('SubsetSelection', 'GeneralizedResponse')
    >>> type(choose_protocol(1024, 1, longest=8)).__name__
    'LinearHashing'
    """
    most = whole(longest, "longest", at_least=4)
    return next(one.oracle for one in protocols_for(size, epsilon) if one.length <= most)
