"""A longer horizon: the same questions about the days after, as a release of its own with its own noise and price.

Nothing of a stream can be stretched once its noise is fixed: the noise was made for so many ticks. So a further
horizon is another stream, and the two compose like any two releases. Its spec is written beside the first one's.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from epsilog.core.during import During
from epsilog.core.number import Number, exact
from epsilog.errors import SpecError
from epsilog.roles.spec import Spec


def further(spec: Spec, to: object, epsilon: Number | None = None) -> Spec:
    """The spec of the horizon after a stream's last day.

    >>> next_edition("2026"), next_edition("2026+2")
    ('2026+2', '2026+3')
    """
    was = spec.publish[0].during
    if was is None:
        raise SpecError(
            "a stream has days", where="during", hint="during: {time: visited_at, from: 2026-01-01, to: 2026-12-31}"
        )
    if was.is_endless:
        raise SpecError("a stream without an end needs no extension", where="during.to", hint="epsilog stream run")
    now = During(was.time, was.last + dt.timedelta(days=1), to)  # type: ignore[arg-type]
    spend = spec.spend if epsilon is None else replace(spec.spend, epsilon=exact(epsilon, "epsilon", above=0))
    asked = tuple(replace(query, during=now) for query in spec.publish)
    return replace(spec, edition=next_edition(spec.edition), during=now, publish=asked, spend=spend)


def next_edition(edition: str) -> str:
    """The edition of the next horizon."""
    found = re.fullmatch(r"(.*)\+([1-9][0-9]{0,5})", edition)
    return f"{edition}+2" if found is None else f"{found[1]}+{int(found[2]) + 1}"
