"""What an attacker can measure.

Black box: `audit` draws from a mechanism on two neighbours and returns a lower confidence bound on epsilon;
`search` looks for the worst pair first. White box: `exact` computes delta(epsilon) from two probability vectors.
From a file: `run_file` reads a spec (one call for the command line: it returns a `Verdict`; print `str(verdict)`
or `verdict.to_dict()`, exit 0 if `verdict.passed` else 3; pass `progress=callback(stage, done, total)` for a
progress bar and `checkpoint=path` to resume after an interrupt).

>>> from epsilog.audit import audit
>>> import math
>>> def count(data, size, rng):
...     p = 1 - math.exp(-0.5)
...     return sum(data) + rng.geometric(p, size) - rng.geometric(p, size)
>>> audit(count, [1, 1], [1, 0], claim=0.5, samples=20_000, seed=7).passed
True
>>> def textbook(data, size, rng):                # the same noise in floating point: its last bits give it away
...     return sum(data) + rng.laplace(scale=2.0, size=size)
>>> print(audit(textbook, [1, 1], [1, 0], claim=0.5, samples=20_000, seed=7).best.family)
bits
"""

from __future__ import annotations

from epsilog.audit.claim import Claim, Level
from epsilog.audit.corners import Pair, corners, search
from epsilog.audit.event import Event, Family
from epsilog.audit.features import Feature
from epsilog.audit.run import audit
from epsilog.audit.specfile import run_file
from epsilog.audit.verdict import Bound, Finding, Verdict

__all__ = [
    "Bound",
    "Claim",
    "Event",
    "Family",
    "Feature",
    "Finding",
    "Level",
    "Pair",
    "Verdict",
    "audit",
    "corners",
    "run_file",
    "search",
]
