"""What a kind must say of what can be asked of it: the first of the four protocols.

An entry of `publish` is an `Entry`: what all kinds share, and an `Ask`, a small class of its kind. `registry.asks`
names them all. An ask knows its own fields: how a file writes them, how they are stored, which columns and cells
they mean. It reads no rows, plans nothing and draws nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from epsilog.core.grid import Axis, Grid, Keys
from epsilog.core.measure import Measure
from epsilog.core.origin import ColumnKind
from epsilog.errors import SpecError
from epsilog.roles.document import Node
from epsilog.roles.text import word as spelled

if TYPE_CHECKING:
    from epsilog.core.exit import Exit
    from epsilog.roles.candidates import Sum
    from epsilog.roles.entry import Entry
    from epsilog.roles.sought import Sought

Refused = tuple[str, str, str]  # what, where, hint


@dataclass(frozen=True)
class Written:
    """An entry as a file writes it: where it stands, its fields, and the one of them that says what is asked.

    booleans   columns that are declared boolean: their keys need not be said
    """

    node: Node
    fields: Mapping[str, Node]
    word: str
    booleans: frozenset[str] = frozenset()


class ReadFields(dict[str, Node]):
    """The fields of an entry, and which of them were read by now: taken with [], not asked for with `in`."""

    def __init__(self, fields: Mapping[str, Node]) -> None:
        super().__init__(fields)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Node:
        self.read.add(name)
        return super().__getitem__(name)


class Ask(ABC):
    """What is asked of one kind. What has a body here may be left as it is.

    kind        the folder of `kinds` it belongs to
    names       the words by which its entries are stored; `word` is the one of this entry
    words       the fields of a file that name it; `details` are its other fields
    meant       fields that go with a word of a file which is stored under another name
    refusals    what is said where another kind of entry has one of its fields
    column      the column it counts or adds up, if there is one
    """

    kind: ClassVar[str]
    names: ClassVar[tuple[str, ...]]
    words: ClassVar[tuple[str, ...]]
    details: ClassVar[tuple[str, ...]] = ()
    meant: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    refusals: ClassVar[Mapping[str, Refused]] = {}
    is_chosen: ClassVar[bool] = False  # whether its answers are chosen and have no noise of their own
    adds_up: ClassVar[tuple[str, ...]] = ()  # names whose cells add up along a hierarchy
    tells_population: ClassVar[tuple[str, ...]] = ()  # names whose ranges may speak of a population
    word: str
    column: str | None
    # Fields that asks of several kinds have, for rooms that speak of all of them: what they are where one has none.
    between: tuple[Fraction, Fraction] | None = None
    missing: Fraction | None = None
    edges: tuple[Fraction, ...] | None = None
    sought: Sought | None = None
    per: Sum | None = None
    tails: tuple[Fraction, Fraction] | None = None
    method: Literal["missing", "sure", "student"] = "missing"
    together: bool = False
    exits: Exit | None = None

    @classmethod
    @abstractmethod
    def read(cls, said: Written, given: Mapping[str, Any]) -> dict[str, Any]:
        """Its fields of a file, as `Query` takes them. Every kind is asked: a field of its own may stand anywhere.

        given      what was read before: fields that all kinds share
        """

    @classmethod
    @abstractmethod
    def stored(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Its fields of a stored record, as `Query` takes them."""

    @classmethod
    def own_fields(cls) -> tuple[str, ...]:
        """The fields an entry of this kind may have beside those that all share."""
        return tuple(one.name for one in fields(cls) if one.name != "word")  # type: ignore[arg-type]

    @classmethod
    def refuse(cls, word: str, name: str) -> SpecError | None:
        """What is said where an entry of this kind has a field of another; None: what the other kind says."""
        return None

    @abstractmethod
    def to_dict(self, entry: Entry) -> dict[str, Any]:
        """Its fields as they are stored: every one that was said, numbers as exact text."""

    @abstractmethod
    def in_cells(self, entry: Entry) -> tuple[Measure, ...]:
        """The vectors that are drawn for it, without levels of a hierarchy."""

    def parts(self, entry: Entry) -> tuple[str, ...]:
        """What each vector is called, in the order of `in_cells`."""
        return (self.word,)

    def check(self, entry: Entry) -> None:
        """Refuse what does not go with the rest of the entry."""
        return None

    def may_have_total(self, entry: Entry) -> bool:
        """Whether a public number of rows may be said of it."""
        return False

    def check_columns(self, kinds: Mapping[str, ColumnKind]) -> None:
        """Refuse columns of a kind that it cannot use."""
        return None

    @property
    def is_studied(self) -> bool:
        """Whether something that speaks of a population is read off its table."""
        return False

    @property
    def is_statistical(self) -> bool:
        """Whether all of it speaks of a population."""
        return False

    @property
    def chosen(self) -> Keys | None:
        """The declared keys that it chooses from, if it does."""
        return None

    def numbers(self) -> tuple[str, ...]:
        """Columns that must hold numbers."""
        return () if self.column is None else (self.column,)

    def columns(self) -> set[str]:
        """Every column of its own that it looks at."""
        return set(self.numbers()) | (set() if self.chosen is None else {self.chosen.column})

    def axes(self) -> tuple[Axis, ...]:
        """Its own axes, behind keys and ticks: bins, candidates, exits."""
        return ()

    def shown(self, grid: Grid) -> Grid:
        """The rows of its published table: the cells that were counted, or the answers of each group."""
        return grid

    def forms(self) -> tuple[str, ...]:
        """The tables that are read off its own, in order: they cost nothing."""
        return ()

    def stem(self, by: tuple[Keys, ...]) -> tuple[str, tuple[Keys, ...]]:
        """How its usual name begins, and the keys that are still to be named."""
        return (f"count-{self.word}" if self.column is None else f"{self.word}-{self.column}"), by

    def what_lines(self, entry: Entry) -> list[str]:
        """What is asked, as a file writes it: the first lines of an entry."""
        return [f"count: {self.word}" if self.column is None else f"{self.word}: {spelled(self.column)}"]

    def study_lines(self, entry: Entry) -> list[str]:
        """What is read off it, as a file writes it."""
        return []

    def range_lines(self, entry: Entry) -> list[str]:
        """Its ends, grains and other columns, as a file writes them."""
        return []
