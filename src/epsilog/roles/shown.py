"""What a kind shows of what was planned and drawn for an entry: columns, pictures, sentences, records.

Everything here is made of the plan and of noisy numbers. What most kinds do not have is answered here: nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from epsilog.core.grid import Axis
from epsilog.postprocess.ranges import Integers
from epsilog.roles.about import forms_of
from epsilog.roles.column import Column, Figures, Words
from epsilog.roles.derived import Derived
from epsilog.roles.entry import Entry
from epsilog.roles.page import Page
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Planned
from epsilog.roles.spec import Spec
from epsilog.roles.table import Table
from epsilog.roles.telling import Speaker, entry_line, missing_rules
from epsilog.words import Language, join_names, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from epsilog.roles.smooth_columns import Known

P = TypeVar("P", bound=Planned, contravariant=True)
Rows = Sequence[Sequence[str]]


class Off(Protocol):
    """How far off an entry may be, before any data; of a mean in cells of so many rows."""

    def __call__(self, *, rows: int | None = None) -> float:
        """In the data's own units."""
        ...


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns of a table: its keys, which get a mark where one of ours has their name, and its own."""

    keys: Sequence[Words]
    own: Sequence[Column]


def asked_of(plan: Plan, planned: Sequence[Planned]) -> Entry:
    """The entry that something was planned for."""
    return plan.spec.publish[planned[0].query]


class Shown(Protocol[P]):
    """One kind; `planned` is everything that was planned for one entry of it, in the order of its measures."""

    @property
    def own(self) -> tuple[str, ...]:
        """Names of columns that only this kind has."""
        return ()

    @property
    def distances(self) -> tuple[str, ...]:
        """Names of columns that stand where others have a range."""
        return ()

    @property
    def forms(self) -> tuple[str, ...]:
        """The tables this kind reads off what was published."""
        return ()

    # -- the table ------------------------------------------------------------------------------------------

    def columns(self, plan: Plan, planned: Sequence[P], vectors: Sequence[Integers]) -> Columns:
        """The columns of its table; what it speaks of and how surely is written beside them for every kind."""
        ...

    def read(self, planned: Sequence[P], rows: Rows, table: Table) -> list[Integers]:
        """What was drawn, from the cells of a CSV as its reader gives them, the header first."""
        return read_back(rows, table, ["raw" if "raw" in table.names else "value"])

    def picture(
        self,
        plan: Plan,
        planned: Sequence[P],
        vectors: Sequence[Integers],
        table: Table,
        title: str,
        unit: str,
        lang: str | None,
    ) -> Figure | None:
        """A picture of its own; None where the usual one of its axes fits."""
        return None

    def preview(self, page: Page, table: Table, file: str, told: Speaker, query: Entry) -> bool:
        """Write the first rows in a way of its own; False where values and ranges are shown as usual."""
        return False

    def usual_error(self, table: Table, told: Speaker) -> str | None:
        """How far off its numbers usually are, where that is not half their range."""
        return None

    def caption(self, table: Table, lang: Language) -> list[str] | None:
        """What the usual picture says below of its numbers; None where they have the usual ranges."""
        return None

    def coarse(self, query: Entry) -> int:
        """In so many of its steps a report tells a number."""
        return 1

    def known_noise(self, planned: P) -> Known | None:
        """What is known of the noise on ticks told one by one; None of everything else."""
        return None

    # -- sentences about a release ---------------------------------------------------------------------------

    def what(self, query: Entry, lang: Language) -> tuple[str, dict[str, str]]:
        """The word that says what its table shows, "" for the usual one, and what else fills its sentence."""
        return "", {}

    def divided_by(self, query: Entry) -> tuple[Axis, ...]:
        """What its table is divided by."""
        return query.grid().axes

    def shape_words(self, query: Entry, lang: Language) -> list[str]:
        """What it says at every tick, as part of what a table shows."""
        return []

    def exact(self, told: Speaker, planned: Sequence[P], off: Off) -> str:
        """How exact it is."""
        ...

    def about(self, told: Speaker, planned: Sequence[P]) -> list[str]:
        """What more must be known of what its ranges speak of."""
        return []

    def notes(self, told: Speaker, planned: Sequence[P]) -> list[str]:
        """What was made of its noisy numbers."""
        return []

    def missing_rules(self, told: Speaker, query: Entry) -> list[str]:
        """What happened to rows without a value."""
        return missing_rules(told, query)

    def rules(self, told: Speaker, planned: Sequence[P]) -> list[str]:
        """What happened to rows that do not fit, beyond what is said for every entry."""
        return []

    def weight(self, told: Speaker, planned: P, one: str) -> str:
        """How far one unit may move it, and which noise covers that; `one` is a unit in words."""
        ...

    def fresh(self, plan: Plan, planned: P, lang: Language) -> list[str]:
        """Of a live series that repeats its values: when they are new."""
        return []

    # -- sentences about a plan ------------------------------------------------------------------------------

    def entry_line(self, query: Entry, lang: Language) -> str:
        """What an entry asks for."""
        return entry_line(query, lang)

    def error(self, plan: Plan, planned: Sequence[P], lang: Language, off: Off) -> str:
        """How exact it will be."""
        ...

    def announce(self, plan: Plan, planned: Sequence[P], lang: Language) -> list[str]:
        """What its ranges will speak of, and what will be read off it."""
        query = asked_of(plan, planned)
        return [*population_words(query, lang), *reading_words(query, lang)]

    def steps(self, planned: P, lang: Language, unit: str) -> list[str]:
        """From how far one unit moves it to its noise: the last steps of the derivation."""
        ...

    def together(self, plan: Plan, planned: Sequence[P], lang: Language) -> list[str]:
        """What is saved where its vectors are drawn as one."""
        return []

    def choices(self, plan: Plan, planned: P, lang: Language) -> list[str]:
        """Which ways to draw it were compared."""
        return []

    # -- records ---------------------------------------------------------------------------------------------

    def record(self, plan: Plan, planned: P) -> dict[str, Any]:
        """How far off one vector is and how it is drawn, in a plan for machines."""
        ...

    def margin_rows(self, query: Entry) -> str | None:
        """The number of rows its error is stated for; None where it does not depend on that."""
        return None

    def entry_record(self, plan: Plan, planned: Sequence[P]) -> dict[str, Any]:
        """What plans and cards say of the whole entry."""
        return {}

    def card(self, plan: Plan, planned: Sequence[P]) -> dict[str, Any]:
        """What a card says of its numbers and their noise."""
        ...

    def middle(self, query: Entry) -> str | None:
        """What its sums are distances from, in a card; None where they are sums of the values themselves."""
        return None

    def tidied_record(self, query: Entry) -> dict[str, Any]:
        """What a card says of its own way of tidying."""
        return {}

    # -- what is read off --------------------------------------------------------------------------------------

    def derived(self, plan: Plan, planned: Sequence[P], vectors: Sequence[Integers]) -> Sequence[Derived]:
        """Tables read off the noisy numbers of one entry."""
        return ()

    def derived_picture(self, plan: Plan, one: Derived, title: str, lang: str) -> Figure | None:
        """A picture of one of them; None where there is nothing to draw."""
        return None

    def part(self, page: Page, told: Speaker, one: Derived, file: str) -> None:
        """Tell one of them in a report."""
        return None

    def findings(self, told: Speaker, one: Derived) -> list[str]:
        """What one of them found, in sentences."""
        return []

    def share_off(self, told: Speaker, one: Derived) -> tuple[str, str] | None:
        """How far off the figure is that a reader of one of them looks for first, and what it is called."""
        return None

    # -- the release as a whole ----------------------------------------------------------------------------------

    def asked_record(self, spec: Spec) -> dict[str, Any]:
        """What is asked of several entries, in cards and plans."""
        return {}

    def asked_lines(self, plan: Plan, lang: Language) -> list[str]:
        """The same in sentences."""
        return []

    def choices_picture(self, plan: Plan, lang: str | None) -> Figure | None:
        """A picture of the ways to draw what a plan has of this kind; None where there is one way."""
        return None

    def across(self, plan: Plan, vectors: Sequence[Sequence[Integers]]) -> Sequence[Derived]:
        """Tables read off the noisy numbers of all entries together."""
        return ()


def read_back(rows: Rows, table: Table, names: Sequence[str]) -> list[Integers]:
    """The noisy integers in columns of a CSV, the cells of its table only."""
    vectors = []
    for name in names:
        place, column = table.names.index(name), table.column(name)
        assert isinstance(column, Figures)
        vectors.append(np.array([column.read(row[place]) for row in rows[1 : table.cells + 1]], dtype=np.int64))
    return vectors


def population_words(query: Entry, lang: Language) -> list[str]:
    """That a table will speak of the population."""
    return [say("study.plan.population", lang, entry=query.name)] if query.about == "population" else []


def reading_words(query: Entry, lang: Language) -> list[str]:
    """What will be read off an entry."""
    what = [say(f"study.reads.{form}", lang) for form in forms_of(query)]
    return [say("study.plan.read", lang, entry=query.name, what=join_names(what, lang))] if what else []
