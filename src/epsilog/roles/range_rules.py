"""Which rule each range of a release was made by: a release is always rendered by the rules of its own day.

A rule turns noisy numbers into a range. When a rule is mended, it gets a new version, and the old one stays in the
code, because `verify` renders tables again and compares their bytes. A plan keeps the versions it was made with;
a plan that says nothing was made before there were versions, when every rule was the first one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from epsilog.errors import LedgerError

Versions = tuple[tuple[str, int], ...]
Rules = Callable[[str], int]  # the version of a rule by its name: `Plan.rule`

FIRST: Final = 1
# The newest version of each rule.
#   smooth      the smoothed values of a series and their band
#   survival    survival curves, their summaries and their bands; 3: bands fall with time, as every curve does;
#               4: `withdrawn: evenly` is that events and losses are spread alike, not half of the losses before;
#               5: lower limits allow for numbers at risk of which noise is a large part
#   mean        means about the population, and the test of two of them
#   moments     variances, deviations, ratios, covariances and correlations about the data; 3: correlations by law
#   series      margins of running totals, windows and fading sums
#   spells      what `value` of a series told in spells is: its last noisy mean, or the level read off all of them
NEWEST: Final[Mapping[str, int]] = {"smooth": 2, "survival": 5, "mean": 2, "moments": 3, "series": 2, "spells": 2}


def newest_rules() -> Versions:
    """The versions a new plan is made with: those that are no longer the first, in the order of their names.

    They are the same for every request, so that no reader has to guess which rule an entry falls under.
    """
    return tuple((name, version) for name, version in sorted(NEWEST.items()) if version != FIRST)


def rules_from(record: object) -> Versions:
    """Read the versions of a stored plan strictly."""
    if not isinstance(record, Mapping) or not record:
        raise LedgerError("a stored plan does not say its rules of ranges", where="plan")
    for name, version in record.items():
        if type(version) is not int or name not in NEWEST or not FIRST < version <= NEWEST[name]:
            raise LedgerError(
                "a stored plan names a rule of ranges that this release does not know",
                where="plan",
                hint="a newer release of epsilog reads it",
            )
    return tuple(sorted(record.items()))
