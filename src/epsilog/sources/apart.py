"""A table of persons is not its own public lookup: what is read as rows is not read as public lines as well.

A public lookup is part of the request, and nobody in it is protected. If it held the rows themselves, one person's
row would change what others' rows say. So the two are told apart by what they are and not by what they are called:
files by device and number, tables of a database by what the database itself reads for them, views looked through.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from epsilog.core.origin import Lookup
from epsilog.errors import PrivacyError


def check_apart(rows: AbstractSet[object], lines: AbstractSet[object], lookup: Lookup) -> None:
    """Refuse a public lookup that has a file or a table in common with the rows.

    >>> check_apart({1, 2}, {2}, Lookup("who", {"town": "text"}, file="visits.csv", public=True))
    Traceback (most recent call last):
        ...
    epsilog.errors.PrivacyError: source.file: the rows are private, and are their own public lookup (hint: ...)
    """
    if lookup.public and not rows.isdisjoint(lines):
        raise PrivacyError(
            "the rows are private, and are their own public lookup",
            where="source.file" if lookup.table is None else "source.table",
            hint="a lookup that is public is a file or table of its own, and no view of the rows",
        )
