"""What finding a clamp or bins does, in sentences and for machines: before a release, and after it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from epsilog.core.number import spell_number
from epsilog.first.ends.plan import PlannedEnds, all_planned_ends, cut_with
from epsilog.roles.cut import Cut, cuts_of
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.sought import REACH, Clamp, EvenBins, Sought
from epsilog.roles.stage_words import StageWords
from epsilog.words import Language, plain, say

Pair = tuple[Entry, Sought, Cut, PlannedEnds]


def found_cuts(plan: Plan, lang: Language, times: str, only: int | None = None) -> list[str]:
    """What a reader of the release should know of ends and edges that were found; `times` is the confidence.

    only     the number of an entry, for what concerns that one
    """
    lines, pairs = [], _pairs(plan)
    if only is not None:
        pairs = [pair for pair in pairs if pair[0] is plan.spec.publish[only]]
    for query, sought, cut, cutting in pairs:
        said = {"name": query.name, "times": times, **_figures(plan, sought, cut, cutting)}
        if isinstance(sought, Clamp):
            low, high = (plain(float(end), 12) for end in found_ends(query, cut))
            lines.append(say("release.cut.clamp", lang, **{**said, "low": low, "high": high}))
        else:
            del said["low"], said["high"]
            lines.append(say("release.cut.bins", lang, **said))
    if any(isinstance(sought, Clamp) for _, sought, _, _ in pairs):
        lines.append(say("release.cut.bias", lang))
    return lines


def cut_words(query: Entry, lang: Language) -> list[str]:
    """That ends or edges were found, as part of what a table shows; nothing before they are."""
    parts = []
    for sought, cut in _find_steps(query):
        if sought.found is None:
            continue
        if isinstance(sought, Clamp):
            low, high = (plain(float(end), 12) for end in found_ends(query, cut))
            key = "release.cut.words.clamp" if query.ask.per is None else "release.cut.words.clamp.of"
            column = {} if query.ask.per is None else {"column": cut.column}
            parts.append(say(key, lang, low=low, high=high, **column))
        else:
            parts.append(say("release.cut.words.bins", lang, bins=f"{sought.bins:,}"))
    return parts


def cut_price(plan: Plan, query: int) -> int:
    """What finding costs an entry, in units of the currency; where entries share one, with the first of them."""
    entries = [cuts_of(one) for one in plan.spec.publish]
    paid = 0
    for cut, cutting in cut_with(plan.spec.cuts(), all_planned_ends(plan)):
        if next(at for at, cuts in enumerate(entries) if cut in cuts) == query:
            paid += (cutting.charge.pure() or 0) if plan.share.coin == "pure" else cutting.charge.price().rho
    return paid


def found_ends(query: Entry, cut: Cut) -> tuple[Fraction, Fraction]:
    """What values of a column are clamped to, to the grain."""
    totals = [one for one in query.in_cells() if getattr(one, "column", None) == cut.column]
    first: Any = totals[0]
    return first.low * first.grain, first.high * first.grain


def _find_steps(query: Entry) -> list[tuple[Sought, Cut]]:
    found: list[Sought] = [] if query.ask.sought is None else [query.ask.sought]
    found += [] if query.ask.per is None or query.ask.per.sought is None else [query.ask.per.sought]
    return list(zip(found, cuts_of(query), strict=True))


def _pairs(plan: Plan) -> list[Pair]:
    """Every entry with each thing it has to find, and how."""
    known = dict(cut_with(plan.spec.cuts(), all_planned_ends(plan)))
    return [(query, sought, cut, known[cut]) for query in plan.spec.publish for sought, cut in _find_steps(query)]


def _noun(sought: Sought) -> str:
    return "clamp" if isinstance(sought, Clamp) else "bins"


def _figures(plan: Plan, sought: Sought, cut: Cut, cutting: PlannedEnds) -> dict[str, str]:
    low, high = (plain(float(end), 12) for end in (sought.marks[0], sought.marks[-1]))
    said = {"column": cut.column, "low": low, "high": high, "candidates": f"{len(sought.marks):,}"}
    said["off"] = plain(float(cutting.off(plan.spec.confidence)), 3, "up")
    if isinstance(sought, EvenBins):
        return {**said, "bins": f"{sought.bins:,}"}
    beyond = min(max(share, 1 - share) for share in cut.shares)
    return {**said, "keep": plain(100 * float(sought.keep), 6), "beyond": plain(100 * float(1 - beyond), 6)}


class EndsWords(StageWords):
    """Clamps and edges of bins."""

    def expected(self, plan: Plan, lang: Language, unit: str) -> list[str]:
        """What is found first, how near to the wanted ranks, and what errors are stated for; before any data."""
        lines, confidence = [], plain(100 * float(plan.spec.confidence), 6)
        for query, sought, cut, cutting in _pairs(plan):
            said = {"entry": query.name, "confidence": confidence, **_figures(plan, sought, cut, cutting)}
            lines.append(say(f"plan.cut.{_noun(sought)}", lang, **said))
        wide = [
            query for query in plan.spec.publish if any(isinstance(one, Clamp) for one, _ in _find_steps(query))
        ]
        for query in wide:
            key = "plan.cut.margin.variance" if query.kind == "variance" else "plan.cut.margin"
            lines.append(say(key, lang, entry=query.name))
        return [*lines, say("plan.cut.bias", lang)] if wide else lines

    def steps(self, plan: Plan, lang: Language, unit: str) -> list[str]:
        """How far one unit may move what is found, step by step."""
        lines = []
        for query, sought, cut, cutting in _pairs(plan):
            lines.append(say("plan.cut.head", lang, entry=query.name, column=cut.column))
            steps = [say("plan.cut.rows", lang, unit=unit, rows=f"{cutting.rows:,}")]
            epsilon = plain(float(cutting.parameter), 6)
            steps.append(say("plan.cut.draw", lang, rounds=f"{len(cut.shares):,}", epsilon=epsilon))
            if isinstance(sought, Clamp):
                steps.append(say("plan.cut.grains", lang, grains=f"{REACH:,}"))
            lines += [f"  - {step}" for step in steps]
        return lines

    def found(self, plan: Plan, lang: Language, times: str) -> list[str]:
        """Which ends, and how near."""
        return found_cuts(plan, lang, times)

    def found_for(self, plan: Plan, at: int, lang: Language, times: str) -> list[str]:
        """The ends of one entry."""
        return found_cuts(plan, lang, times, at)

    def words(self, query: Entry, lang: Language) -> list[str]:
        """That ends or edges were found."""
        return cut_words(query, lang)

    def entry_record(self, plan: Plan, at: int) -> dict[str, Any]:
        """What an entry had to find first, for machines; {} where everything was declared."""
        entry, found = plan.spec.publish[at], []
        for own, sought, cut, cutting in _pairs(plan):
            if own is not entry:
                continue
            record = {
                "column": cut.column,
                "of": _noun(sought),
                **sought.to_dict(),
                "candidates": len(sought.marks),
                "ranks": [spell_number(share) for share in cut.shares],
                "law": "exponential mechanism",
                "parameter": {
                    "epsilon": spell_number(cutting.parameter),
                    "rounds": len(cut.shares),
                    "reach": cutting.rows,
                },
                "rows_off": spell_number(cutting.off(plan.spec.confidence)),
                "charge": cutting.charge.to_dict(),
            }
            if sought.found is not None:
                ends = found_ends(own, cut) if isinstance(sought, Clamp) else sought.edges()
                record["found"] = [spell_number(end) for end in ends]
            found.append(record)
        return {"finding_ends": found} if found else {}
