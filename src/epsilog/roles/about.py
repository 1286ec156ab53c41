"""What the numbers of an entry speak of, and which tables are read off it: known from the request alone."""

from __future__ import annotations

from typing import Any

from epsilog.roles.query import Query
from epsilog.roles.spec import Spec


def is_statistical(spec: Spec) -> bool:
    """Whether anything is said about the population."""
    said = any(query.about == "population" or query.study or query.exits for query in spec.publish)
    return said or bool(spec.tests)


def forms_of(query: Query) -> tuple[str, ...]:
    """The tables that are read off an entry, in order."""
    if query.exits is not None:
        causes = ("incidence",) if len(query.exits.causes) > 1 else ()
        return ("curve", "summary", *causes, *(("recipe",) if query.study is not None else ()))
    if query.tails is not None:
        return ("clipping",)
    if query.study is None:
        return ()
    shown = {"difference": "comparison", "relative_risk": "comparison", "odds_ratio": "comparison"}
    found = dict.fromkeys(shown.get(word, word) for word in query.study.show)
    return tuple(form for form in ("proportion", "comparison", "standardised", "quantiles") if form in found)


def about_record(query: Query) -> dict[str, Any]:
    """What a table is about where that is not the data, and what is read off it."""
    forms = forms_of(query)
    if not forms and query.about == "data":
        return {}
    read = [
        {
            "form": form,
            "about": query.about if form in ("proportion", "clipping") else "population",
            "costs": "nothing",
        }
        for form in forms
    ]
    return {"about": query.about, "read": read}
