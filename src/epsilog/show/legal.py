"""Which facts of a release bear on which rule of law. Facts follow from the plan; what they mean is for people.

What the rules say was looked up: 45 CFR § 164.514; the CMS cell size suppression policy; GDPR, recital 26, and
Opinion 05/2014 (WP216); Cal. Civ. Code § 1798.140 and § 1798.145; articles 4,
28, 51 and 73 of 《个人信息保护法》.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from epsilog.accounting.promise import group_promise
from epsilog.show.explain import Telling
from epsilog.words import join_names, plain

RULES: Final = ("hipaa", "small", "gdpr", "ccpa", "pipl", "care")
_COUNTS: Final = ("rows", "persons", "histogram")
_HOUSEHOLD: Final = 4


@dataclass(frozen=True)
class Rule:
    """One rule: what it says, which facts of the release bear on it, and what people still have to decide."""

    name: str
    says: str
    shows: tuple[str, ...]
    left: str


def rules_for(told: Telling, *, reproducible: bool = False) -> list[Rule]:
    """Every rule with the facts of this release, in the reader's language."""
    return [
        Rule(
            told.say(f"law.{name}"),
            told.say(f"law.{name}.says"),
            tuple(_facts(name, told, reproducible=reproducible)),
            told.say(f"law.{name}.left"),
        )
        for name in RULES
    ]


def _facts(name: str, told: Telling, *, reproducible: bool) -> list[str]:
    queries, one = told.spec.publish, told.of_unit("one")
    if name == "hipaa":
        said = [told.say("law.hipaa.shows")]
        if any(query.every not in (None, "1y") for query in queries):
            said.append(told.say("law.hipaa.dates"))
        columns = dict.fromkeys(axis.column for query in queries for axis in query.by)
        return said + ([told.say("law.hipaa.places", columns=join_names(columns, told.lang))] if columns else [])
    if name == "small":
        said = [
            told.say("law.small.shows" if any(query.kind in _COUNTS for query in queries) else "law.small.exact")
        ]
        return said + ([told.say("law.small.total")] if any(query.total is not None for query in queries) else [])
    if name == "ccpa":
        return [told.say("law.ccpa.shows", one=one, group=_household(told))]
    if name == "pipl":
        return [told.say("law.pipl.seed" if reproducible else "law.pipl.shows")]
    return [told.say(f"law.{name}.shows", one=one)]


def _household(told: Telling) -> str:
    group = group_promise(_HOUSEHOLD, told.promise)
    given = {"epsilon": plain(group.epsilon, 4, "up"), "people": _HOUSEHOLD}
    if not group.delta:
        return told.say("law.ccpa.group.pure", **given)
    return told.say("law.ccpa.group.approx", delta=plain(group.delta, 3, "up"), **given)
