"""What a guarantee rests on besides mathematics: assertions that people made and the books wrote down.

Two of them make room that the books by themselves would not: a refund after data was opened ("nothing left"), and
resuming a restored ledger ("nothing was spent since"). Both concern everybody the account protects, so a release
names all of them that lie in its account's tree, up to the root.
"""

from __future__ import annotations

import datetime as dt
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Final, Literal

from epsilog.ledger import Ledger
from epsilog.ledger.reading import Line
from epsilog.words import join_names, language, say


@dataclass(frozen=True)
class Condition:
    """One assertion, as facts; sentences are made from it in the reader's language.

    entry      its place in the journal
    day        when, in UTC
    kind       refund: nothing had left when this receipt was refunded; resume: nothing was spent since the backup
    receipt    of a refund; empty otherwise
    by         who asserted it
    why        in their own words

    >>> word = Condition(7, "2026-03-01", "refund", "12ab34cd56ef", ("Ada", "Grace"), "the cable was cut")
    >>> print(word.text("en"))
    The guarantee also depends on people's word (entry 7, 2026-03-01): Ada, Grace state that nothing had left when \
12ab34cd56ef was refunded. Their reason: the cable was cut
    """

    entry: int
    day: str
    kind: Literal["refund", "resume"]
    receipt: str
    by: tuple[str, ...]
    why: str

    def text(self, lang: str | None = None) -> str:
        """The sentence a reader sees."""
        tongue = language(lang)
        who = join_names(self.by, tongue)
        given = {"entry": str(self.entry), "day": self.day, "who": who, "why": self.why}
        if self.kind == "refund":
            given["receipt"] = self.receipt
        return say(f"release.condition.{self.kind}", tongue, **given)

    def to_dict(self) -> dict[str, Any]:
        """As cards and certificates have it."""
        return {**asdict(self), "by": list(self.by)}

    @classmethod
    def from_dict(cls, record: object) -> Condition:
        """Read it back strictly; ValueError where it is anything else."""
        if not isinstance(record, Mapping) or not isinstance(record.get("by"), list):
            raise ValueError
        found = cls(**{**record, "by": tuple(record["by"])})
        texts = (found.day, found.receipt, found.why, *found.by)
        if type(found.entry) is not int or any(type(text) is not str for text in texts):
            raise ValueError
        if found.kind not in ("refund", "resume") or dt.date.fromisoformat(found.day).isoformat() != found.day:
            raise ValueError
        return found


def conditions_of(account: str, ledger: Ledger) -> tuple[Condition, ...]:
    """One for each assertion, oldest first."""
    return tuple(_condition(line) for line in ledger.assertions(account))


def _condition(line: Line) -> Condition:
    refund = line.kind == "refund"
    receipt = line.body["receipt"][:12] if refund else ""
    by = tuple(line.body["approvers"])
    return Condition(line.seq, line.at[:10], "refund" if refund else "resume", receipt, by, line.body["why"])


# What computed a release: names and versions, for the card.


_PARTS: Final = ("duckdb", "epsilog", "numpy")


@lru_cache(maxsize=1)
def software() -> tuple[tuple[str, str], ...]:
    """Name and version of everything between the rows and the stored result.

    >>> [name for name, _ in software()]
    ['duckdb', 'epsilog', 'numpy', 'python']
    """
    found = {part: version(part) for part in _PARTS}
    return tuple(sorted({**found, "python": platform.python_version()}.items()))
