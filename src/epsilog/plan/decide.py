"""The lines by which somebody decides about a plan: price, account, error, what halves it, what saves, what warns.

Everything else a plan can say is in `explain`. Warnings about the promise and the money are always here; of those
about entries the first ones, and general ones are only counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from epsilog.plan.cost import room_for
from epsilog.plan.currency import other_leg
from epsilog.plan.explain import other_line, price_line, standing_line
from epsilog.plan.saving import Halving, Saving, halving_of, savings_of
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan, epsilon_of
from epsilog.roles.planned import Remark, remark_text
from epsilog.words import Language, percent, plain, say

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account

_LINES: Final = 10
_ADVICE: Final = 3
_ENTRIES: Final = 2  # warnings about single entries
# What is true of nearly every release of its kind: it costs nothing that the lines above do not say.
_GENERAL: Final = ("bounds", "drown", "ratio", "cells", "pick.quantiles.open", "pick.top.open")
_NUMBERS: Final = ("rows", "persons", "sum", "histogram")  # `expect` says a typical number of the table


def expected_share(query: Entry, off: float) -> float | None:
    """The error as a share of the number that is expected; of the declared range for a mean; None if unknown."""
    if query.kind == "mean" and query.ask.between is not None:
        return off / float(query.ask.between[1] - query.ask.between[0])
    return off / float(query.expect) if query.kind in _NUMBERS and query.expect is not None else None


def share_text(query: Entry, off: float, lang: Language) -> str:
    """The same as a cell of a table."""
    share = expected_share(query, off)
    if share is None:
        return "–"
    text = f"{plain(100 * share, 3, 'up')}{'%' if lang == 'zh' else ' %'}"
    return say("decide.range", lang, share=text) if query.kind == "mean" else text


class Decision:
    """What is found out for the deciding lines, once, for readers and for machines."""

    def __init__(self, made: Plan, lineage: Sequence[Account], turns: bool | None) -> None:
        self.made, self.lineage, self.turns = made, lineage, turns
        terms = lineage[0].terms if lineage else None
        self.halving: Halving | None = halving_of(made, terms)
        self.savings: tuple[Saving, ...] = savings_of(made, terms)
        self.room = min((room_for(made, one) for one in lineage), default=None)

    def lines(self, lang: Language) -> list[tuple[str, str]]:
        """At most ten, each under a word, unless more warnings are about the promise."""
        made, between = self.made, "" if lang == "zh" else " "
        found = [("price", price_line(made, lang))]
        if self.lineage:
            tightest = min(self.lineage, key=lambda one: room_for(made, one))
            room = say("decide.room", lang, count=f"{self.room:,}")
            found.append(("account", f"{standing_line(made, tightest, lang)}{between}{room}"))
        found.append(("error", self._error(lang)))
        if self.halving is not None:
            found.append(("half", self._half(self.halving, lang)))
        warned, general = self._warnings()
        room_left = max(1, _LINES - len(found) - len(warned) - 1)
        found += [("cheaper", text) for text in self._advice(lang)[: min(_ADVICE, room_left)]]
        found += [("warning", remark_text(one, lang)) for one in warned]
        last = "decide.all.warnings" if general else "decide.all"
        found.append(("more", say(last, lang, **({"count": f"{general:,}"} if general else {}))))
        return found

    def record(self) -> dict[str, Any]:
        """The same for machines."""
        half = self.halving
        return {
            "room": self.room,
            "half_the_error": None
            if half is None
            else {"epsilon": f"{float(half.epsilon):.9g}", "units": half.price},
            "advice": [
                {"times": float(f"{one.times:.4g}"), "says": [remark.key for remark in one.remarks]}
                | {name: value for remark in one.remarks for name, value in remark.values}
                for one in self.savings
            ],
        }

    def _error(self, lang: Language) -> str:
        spec = self.made.spec
        said = say("decide.sure", lang, confidence=percent(float(spec.confidence), lang, digits=4))
        silent = any(query.kind in _NUMBERS and query.expect is None for query in spec.publish)
        between = "" if lang == "zh" else " "
        return f"{said}{between}{say('decide.expect', lang)}" if silent else said

    def _half(self, half: Halving, lang: Language) -> str:
        said = {
            "times": plain(half.price / self.made.price.main, 2, "up"),
            "there": plain(float(half.epsilon), 3, "up"),
        }
        said["here"] = plain(float(epsilon_of(self.made)), 3)
        if not self.lineage:
            return say("decide.halving", lang, **said)
        paying = self.lineage[0]
        part = plain(100 * half.price / paying.cap.main, 3, "up")
        return say("decide.halving.account", lang, part=part, account=paying.name, **said)

    def _advice(self, lang: Language) -> list[str]:
        """What saves, the most first; the other currency of the account among them where it can be had."""
        between = "" if lang == "zh" else " "
        told = [(one.times, between.join(remark_text(part, lang) for part in one.remarks)) for one in self.savings]
        paying = self.lineage[0] if self.lineage else None
        if paying is not None and self.turns is not False:
            other = other_leg(self.made, paying.terms, paying.cap.main)
            if other is not None:
                root = self.lineage[-1].name
                gains = [here / there for _, there, here in other.errors if there]
                gain = max([other.there / max(1, other.here), *gains])
                told.append((gain, other_line(other, root, self.turns, lang)))
        return [text for _, text in sorted(told, key=lambda pair: -pair[0])]

    def _warnings(self) -> tuple[list[Remark], int]:
        """Those to be read now, and how many more there are."""
        known = [one for one in self.made.warnings if one.key.removeprefix("plan.warn.") not in _GENERAL]
        single = [one for one in known if any(name == "entry" for name, _ in one.values)]
        kept = [one for one in known if one not in single[_ENTRIES:]]
        return kept, len(self.made.warnings) - len(kept)
