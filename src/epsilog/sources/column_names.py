"""Which of a table's columns a request means."""

from __future__ import annotations

from collections.abc import Sequence

from epsilog.core.number import same_text
from epsilog.errors import SpecError


def place_of(names: Sequence[str], wanted: str) -> int:
    """The place of the one column with a name; twins in Unicode are the same name.

    >>> place_of(["who", "when"], "when")
    1
    """
    found = [at for at, name in enumerate(names) if same_text(name) == same_text(wanted)]
    if len(found) != 1:
        what = "is not there" if not found else "is there more than once"
        raise SpecError(f"the column {wanted[:60]!r} {what}", where="source.columns")
    return found[0]


def check_spellings(alike: bool, person: str) -> None:
    """Refuse a column of persons whose own comparison takes two spellings for one.

    Everything here compares bytes: Ann and ann would be two units, and one person would have two bounds.
    """
    if alike:
        raise SpecError(
            "the database takes two spellings of a person for one, and here they would be two",
            where=f"source.columns.{person[:60]}",
            hint='a view with one spelling: lower(id), with the collation BINARY or "C"',
        )
