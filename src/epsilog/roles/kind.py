"""Which kind an entry is of."""

from __future__ import annotations

from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.shape import Alert, is_series, repeated_of


def kind_of(query: Entry) -> str:
    """The kind that plans it: a folder of `kinds`.

    >>> from epsilog import Query
    >>> kind_of(Query("rows")), kind_of(Query("top", "what", among=("flu", "cold"), k=1))
    ('cells', 'choice')
    """
    if isinstance(query.shape, Alert):
        return "alert"
    if repeated_of(query) is not None:
        return "repeat"
    if is_series(query):
        return "series"
    return query.ask.kind


def kind_in(plan: Plan, at: int) -> str:
    """The kind that planned an entry: that of what was planned for it, or its own where that is plain noise."""
    planned = plan.vectors_of(at)[0].kind
    return kind_of(plan.spec.publish[at]) if planned == "cells" else planned
