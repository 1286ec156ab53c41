"""What a search for unknown keys does, in sentences: before a release, and after it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from epsilog.core.number import spell_number
from epsilog.core.unknown import KeySearch, key_search_of
from epsilog.first.keys.plan import PlannedKeys, finds_of, pair_searches
from epsilog.roles.plan import Plan
from epsilog.roles.stage_words import StageWords
from epsilog.words import Language, plain, say

HALF, SURE = Fraction(1, 2), Fraction(95, 100)


def find_sides(plan: Plan) -> int:
    """Whether one unit comes or goes, or two change places."""
    return 1 if plan.spec.protect.unit.neighbours == "add-remove" else 2


def _entries(plan: Plan, look: KeySearch) -> str:
    return ", ".join(query.name for query in plan.spec.publish if key_search_of(query) == look)


def _figures(look: KeySearch, find: PlannedKeys) -> dict[str, str]:
    return {
        "column": look.keys.column,
        "threshold": f"{find.threshold:,}",
        "half": f"{find.shown(HALF):,}",
        "sure": f"{find.shown(SURE):,}",
        "delta": plain(float(find.delta), 3, "up"),
    }


class KeysWords(StageWords):
    """Keys that nobody declared."""

    def expected(self, plan: Plan, lang: Language, unit: str) -> list[str]:
        """From how many units on a key is found, and what is missing by design; known before any data."""
        lines = []
        for look, find in pair_searches(plan.spec.looks(), finds_of(plan)):
            lines.append(
                say("plan.find.shown", lang, entry=_entries(plan, look), unit=unit, **_figures(look, find))
            )
        if lines:
            lines += [say("plan.find.missing", lang), say("plan.find.fresh", lang)]
        return lines

    def missing(self, plan: Plan, lang: Language, unit: str) -> list[str]:
        """The same: rarer keys are missing."""
        return self.expected(plan, lang, unit)

    def steps(self, plan: Plan, lang: Language, unit: str) -> list[str]:
        """How far one unit may move a search, step by step."""
        lines = []
        for look, find in pair_searches(plan.spec.looks(), finds_of(plan)):
            figures = _figures(look, find)
            lines.append(say("plan.find.head", lang, entry=_entries(plan, look), column=look.keys.column))
            steps = [say("plan.find.cut", lang, unit=unit, cells=f"{find.cells // find_sides(plan):,}")]
            if find_sides(plan) == 2:
                steps.append(say("plan.find.sides", lang, cells=f"{find.cells:,}"))
            law = say(f"plan.law.{find.law}", lang)
            steps.append(
                say(f"plan.find.noise.{find.law}", lang, law=law, parameter=plain(float(find.parameter), 6))
            )
            below = f"{find.threshold - 1:,}"
            said = {"cells": f"{find.cells:,}", "below": below, "threshold": figures["threshold"]}
            steps.append(say("plan.find.delta", lang, unit=unit, delta=figures["delta"], **said))
            steps.append(say("plan.find.texts", lang, most=f"{look.keys.most:,}", longest=f"{look.keys.longest:,}"))
            lines += [f"  - {step}" for step in steps]
        return lines

    def found(self, plan: Plan, lang: Language, times: str) -> list[str]:
        """What a reader of the release should know of the keys in it."""
        lines = []
        for at, (look, find) in enumerate(pair_searches(plan.spec.looks(), finds_of(plan))):
            found = plan.found[at] if plan.found is not None else ()
            key = "release.find.shown" if found else "release.find.none"
            figures = _figures(look, find) | ({"count": f"{len(found):,}"} if found else {})
            del figures["delta"]
            lines.append(say(key, lang, entry=_entries(plan, look), **figures))
        if lines:
            lines += [say("release.find.missing", lang), say("release.find.fresh", lang)]
        return lines

    def entry_record(self, plan: Plan, at: int) -> dict[str, Any]:
        """The search an entry rests on, for machines; {} where every key was declared."""
        look = key_search_of(plan.spec.publish[at])
        if look is None:
            return {}
        find = finds_of(plan)[plan.spec.looks().index(look)]
        return {
            "finding": {
                "column": look.keys.column,
                "most": look.keys.most,
                "longest": look.keys.longest,
                "law": f"discrete {find.law}",
                "parameter": {"scale" if find.law == "laplace" else "sigma_squared": spell_number(find.parameter)},
                "keys_of_one_unit": find.cells // find_sides(plan),
                "cells": find.cells,
                "threshold": find.threshold,
                "delta": spell_number(find.delta),
                "units_shown_every_other_time": find.shown(HALF),
                "units_shown_95_in_100": find.shown(SURE),
                "charge": find.charge.to_dict(),
            }
        }
