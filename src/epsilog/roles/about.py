"""What the numbers of an entry speak of, and which tables are read off it: known from the request alone."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.measure import Contribution
from epsilog.errors import SpecError
from epsilog.roles.entry import Entry

if TYPE_CHECKING:
    from epsilog.roles.spec import Spec


SUREST: Final = Fraction(999, 1000)
MOST_CELLS: Final = 200_000


def is_statistical(spec: Spec) -> bool:
    """Whether anything is said about the population."""
    said = any(query.about == "population" or query.ask.is_statistical for query in spec.publish)
    return said or bool(spec.tests)


def forms_of(query: Entry) -> tuple[str, ...]:
    """The tables that are read off an entry, in order."""
    return query.ask.forms()


def about_record(query: Entry) -> dict[str, Any]:
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


def check_independent(spec: Spec, query: Entry, moved: Contribution) -> None:
    """Refuse intervals and tests about a population where one person may be several rows of it."""
    asked = any(question.of == query.name for question in spec.tests)
    if query.about == "data" and not query.ask.is_statistical and not asked:
        return
    if query.grid().size > MOST_CELLS:
        raise SpecError(f"statistics are made of at most {MOST_CELLS:,} cells", where="by", hint="fewer keys")
    if spec.confidence > SUREST:
        raise SpecError("what is simulated can be sure up to 0.999", where="confidence", hint="confidence: 0.99")
    if moved.rows != 1 or moved.norm is not None:
        raise SpecError(
            "what is said about a population takes rows to be different people",
            where="bound.rows",
            hint="bound: {rows: 1}, so that each person is in it once",
        )
