"""A closed table: one row for each kind, and a row is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Generic, TypeVar

T = TypeVar("T")


class Table(Mapping[str, T], Generic[T]):
    """Names, and the classes that stand for them, each as `module:Class`.

    Rows are literals in `registry`: a stored record picks a name of them and never names code. Rules of the rooms
    and contracts of imports read every row as an import (tests/contracts/test_rooms.py), so a row may say no more
    than an import could. That a row is what its table says is tested too: no type checker sees it.

    >>> Table({"one": "fractions:Fraction"}, objects=True)["one"]
    Fraction(0, 1)
    """

    def __init__(self, rows: Mapping[str, str], *, objects: bool) -> None:
        """With `objects` a name stands for an object of its class, without for the class itself."""
        self._rows, self._objects = rows, objects
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            module, _, word = self._rows[name].partition(":")
            row = getattr(import_module(module), word)
            self._loaded[name] = row() if self._objects else row
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
