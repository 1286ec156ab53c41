"""Cells of the books and their types: SQLite keeps in any column what it is given, so every row is looked at.

A text where an amount belongs counts as nothing in a sum, and as more than any number in a comparison. Such a cell
is damage, as a changed amount is: whoever meets one stops the books.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from epsilog.errors import LedgerError

# What reading a damaged book may raise, where a cell has the right type and says nothing that can be read.
UNREADABLE: Final = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
    OverflowError,
    RecursionError,
)
_NO_TEXT: Final = "Could not decode to UTF-8"  # what Python says of a text that is none
_TYPES: Final = {"integer": int, "bigint": int, "text": str, "bytes": bytes}
# By the name of a column, which means the same in every table but for `body`. Filled by `schema`.
_ALLOWED: Final[dict[str, frozenset[type]]] = {}


class Damaged(LedgerError):
    """A cell of the books is not of the kind its column holds."""


def learn(columns: Mapping[str, tuple[str, ...]]) -> None:
    """Learn which types the columns of some tables hold, as their definitions say."""
    for lines in columns.values():
        for line in lines:
            name, kind, *rest = line.split()
            if kind.lower() in _TYPES:
                absent = frozenset() if "NOT" in rest or "PRIMARY" in rest else frozenset({type(None)})
                _ALLOWED[name] = _ALLOWED.get(name, frozenset()) | {_TYPES[kind.lower()]} | absent


def check_row(row: dict[str, Any]) -> dict[str, Any]:
    """The row itself, if each of its cells is of the type its column holds.

    >>> learn({"balances": ("spent_main BIGINT NOT NULL", "stopped TEXT")})
    >>> check_row({"spent_main": 3, "stopped": None})
    {'spent_main': 3, 'stopped': None}
    >>> check_row({"spent_main": "3 or so", "stopped": None})
    Traceback (most recent call last):
        ...
    epsilog.ledger.cells.Damaged: spent_main: a cell is not of its kind (hint: epsilog ledger verify)
    """
    for name, value in row.items():
        if name in _ALLOWED and type(value) not in _ALLOWED[name]:
            raise Damaged("a cell is not of its kind", where=name, hint="epsilog ledger verify")
    return row


def no_text(error: Exception) -> Damaged | None:
    """The damage, if a database's error says that a text cannot be read as one."""
    if str(error).startswith(_NO_TEXT):
        return Damaged("a cell is not of its kind: a text that is none", hint="epsilog ledger verify")
    return None
