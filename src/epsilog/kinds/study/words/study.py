"""Sentences about what ranges speak of, what is read off tables, and what is tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from epsilog.kinds.study.ask.asked import Question, questions_of
from epsilog.roles.query import PICKED, Query
from epsilog.roles.shape import about_of
from epsilog.roles.spec import Spec
from epsilog.words import Language, listed, say

if TYPE_CHECKING:
    from epsilog.roles.plan import Plan
    from epsilog.show.explain import Telling
from epsilog.roles.range_rules import FIRST


def is_statistical(spec: Spec) -> bool:
    """Whether anything is said about the population."""
    said = any(query.about == "population" or query.study or query.exits for query in spec.publish)
    return said or bool(spec.tests)


def forms_of(query: Query) -> tuple[str, ...]:
    """The tables that are read off an entry, in order."""
    if query.exits is not None:
        causes = ("incidence",) if len(query.exits.causes) > 1 else ()
        return ("curve", "summary", *causes, *(("recipe",) if query.study is not None else ()))
    if query.tails is not None:
        return ("clipping",)
    if query.study is None:
        return ()
    shown = {"difference": "comparison", "relative_risk": "comparison", "odds_ratio": "comparison"}
    found = dict.fromkeys(shown.get(word, word) for word in query.study.show)
    return tuple(form for form in ("proportion", "comparison", "standardised", "quantiles") if form in found)


def study_record(query: Query) -> dict[str, Any]:
    """What a table is about where that is not the data, and what is read off it."""
    forms = forms_of(query)
    if not forms and query.about == "data":
        return {}
    read = [
        {
            "form": form,
            "about": query.about if form in ("proportion", "clipping") else "population",
            "costs": "nothing",
        }
        for form in forms
    ]
    return {"about": query.about, "read": read}


def words_of(query: Query, lang: Language) -> dict[str, str]:
    """What the sentences about survival are filled with."""
    if query.exits is None:
        return {}
    exits = query.exits
    event = exits.status if len(exits.causes) == 1 else (" or " if lang == "en" else " 或 ").join(exits.causes)
    if len(exits.causes) == 1 and exits.causes != ("true",):
        event = exits.causes[0]
    return {
        "event": event,
        "horizon": f"{float(exits.horizon):.12g}",
        "unit": say(f"study.unit.{exits.unit}", lang),
    }


def order_words(query: Query, lang: Language) -> str:
    """What must be true of the order inside bins for the ranges of a survival entry to hold."""
    assert query.exits is not None
    return say(f"study.order.{'complete' if query.exits.complete else query.exits.withdrawn}", lang)


def exact_survival(told: Telling, query: Query) -> str:
    """How exact a survival entry is, as its release's own rule has it."""
    given = {"name": query.name, "times": told.times()}
    if told.plan.rule("survival") == 1:
        return told.say("release.exact.survival", **given)
    return told.say("release.exact.survival.within", order=order_words(query, told.lang), **given)


def exact_key(query: Query) -> str:
    """The sentence that says how exact the numbers of such an entry are; "" where they are about the data."""
    counted = query.about == "population" and query.kind in ("rows", "persons", "histogram")
    return "release.exact.population" if counted else ""


def about_lines(told: Telling) -> list[str]:
    """What the ranges speak of."""
    from epsilog.kinds.mean.words.clipping import tails_lines

    if not is_statistical(told.spec):
        other = any(about_of(query) != "data" for query in told.spec.publish)
        more = [told.say("release.exact.otherwise")] if other else []
        picked = {query.kind in PICKED for query in told.spec.publish}
        said = [told.say("release.exact.bounded")] if False in picked else []
        return [*said, *([told.say("release.exact.picked")] if True in picked else []), *more, *tails_lines(told)]
    said = [told.say("release.exact.mixed"), *tails_lines(told)]
    if any(forms_of(query) for query in told.spec.publish) or questions_of(told.spec):
        said.append(told.say("release.exact.free"))
    for query in told.spec.publish:
        if query.total is not None and (query.study is not None or query.about == "population"):
            said.append(told.say("release.exact.public", name=query.name, total=f"{query.total:,}"))
    return said


def survival_rules(told: Telling) -> list[str]:
    """What happened to rows that have no place on an exit axis."""
    said = []
    for query in told.spec.publish:
        if query.exits is not None:
            key = "release.rule.survival" if query.exits.censored else "release.rule.survival.others"
            key += ".through" if told.plan.rule("survival") > 1 else ""
            said.append(told.say(key, name=query.name))
    return said


def question_words(question: Question, query: Query, lang: Language) -> str:
    """A test as a question."""
    columns = [axis.column for axis in query.by]
    first = query.column or (columns[0] if columns else "")
    second = columns[0] if query.column else columns[-1] if columns else ""
    fits = {
        "independence": {"first": first, "second": second},
        "goodness_of_fit": {"first": first},
        "two_proportions": {"second": second},
        "two_means": {"first": first, "second": second},
        "logrank": {"first": listed(columns, lang)},
    }
    return say(f"study.test.{question.asked}", lang, **fits[question.asked])


def read_off(told: Telling, query: Query, form: str) -> str:
    """The title of a picture of what was read off an entry."""
    colon = ": " if told.lang == "en" else "："
    return told.say(f"study.form.{form}") + colon + told.what(query)


def plan_study(plan: Plan, lang: Language) -> list[str]:
    """What a plan will read off its tables, and test."""
    from epsilog.kinds.mean.words.clipping import plan_tails

    said = []
    for at, query in enumerate(plan.spec.publish):
        said += [] if query.tails is None else [plan_tails(plan, at, lang)]
        if query.about == "population":
            said.append(say("study.plan.population", lang, entry=query.name))
        if query.kind == "expectation" and plan.rule("mean") != FIRST:
            said.append(say(f"study.plan.mean.{query.method}", lang, entry=query.name))
        if forms := forms_of(query):
            what = listed((say(f"study.reads.{form}", lang) for form in forms), lang)
            said.append(say("study.plan.read", lang, entry=query.name, what=what))
        if query.exits is not None:
            said.append(say("study.plan.order", lang, entry=query.name, order=order_words(query, lang)))
    if questions := questions_of(plan.spec):
        known = {query.name: query for query in plan.spec.publish}
        asked = (" " if lang == "en" else "").join(question_words(one, known[one.of], lang) for one in questions)
        many = {"count": len(questions)} if len(questions) > 1 else {}
        said.append(say("study.plan.tests" if many else "study.plan.test", lang, tests=asked, **many))
    return said
