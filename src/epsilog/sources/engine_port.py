"""What the steps of bounding ask of an engine; each engine's own words stay in its own file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class EnginePort(Protocol):
    """A session with private rows in it. Expressions are Ibis; tables are known by name and gone when it closes."""

    @property
    def in_process(self) -> bool:
        """Whether rows are in this process already, so that handing them over moves them nowhere."""

    def run(self, sql: str) -> None:
        """Run a statement."""

    def keep(self, name: str, expression: Any) -> None:
        """Compute an expression once and keep the rows under a name."""

    def keep_lists(self, name: str, columns: Mapping[str, Sequence[object]], kinds: Mapping[str, str]) -> None:
        """Keep public lists of the same length as a table."""

    def forget(self, *names: str) -> None:
        """Drop what was kept."""

    def integers(self, expression: Any) -> Mapping[str, NDArray[np.int64]]:
        """The columns of an expression, every one of them whole numbers."""

    def texts(self, expression: Any) -> Sequence[tuple[str, int]]:
        """The two columns of an expression, a text and a whole number."""

    def lock(self) -> None:
        """No setting changes from here on."""

    def settle(self) -> None:
        """Everything is read: from here on only tables that were kept are looked at."""
