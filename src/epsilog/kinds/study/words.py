"""Sentences about what ranges speak of, what is read off tables, and what is tested."""

from __future__ import annotations

from epsilog.kinds.study.ask.question import Question, questions_of
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.telling import Speaker
from epsilog.words import Language, join_names, say


def words_of(query: Entry, lang: Language) -> dict[str, str]:
    """What the sentences about survival are filled with."""
    if query.ask.exits is None:
        return {}
    exits = query.ask.exits
    event = exits.status if len(exits.causes) == 1 else (" or " if lang == "en" else " 或 ").join(exits.causes)
    if len(exits.causes) == 1 and exits.causes != ("true",):
        event = exits.causes[0]
    return {
        "event": event,
        "horizon": f"{float(exits.horizon):.12g}",
        "unit": say(f"study.unit.{exits.unit}", lang),
    }


def order_words(query: Entry, lang: Language) -> str:
    """What must be true of the order inside bins for the ranges of a survival entry to hold."""
    assert query.ask.exits is not None
    return say(f"study.order.{'complete' if query.ask.exits.complete else query.ask.exits.withdrawn}", lang)


def exact_survival(told: Speaker, query: Entry) -> str:
    """How exact a survival entry is, as its release's own rule has it."""
    given = {"name": query.name, "times": told.times()}
    if told.plan.rule("survival") == 1:
        return told.say("release.exact.survival", **given)
    return told.say("release.exact.survival.within", order=order_words(query, told.lang), **given)


def question_words(question: Question, query: Entry, lang: Language) -> str:
    """A test as a question."""
    columns = [axis.column for axis in query.by]
    first = query.column or (columns[0] if columns else "")
    second = columns[0] if query.column else columns[-1] if columns else ""
    fits = {
        "independence": {"first": first, "second": second},
        "goodness_of_fit": {"first": first},
        "two_proportions": {"second": second},
        "two_means": {"first": first, "second": second},
        "logrank": {"first": join_names(columns, lang)},
    }
    return say(f"study.test.{question.asked}", lang, **fits[question.asked])


def survival_rule(told: Speaker, query: Entry) -> str:
    """What happened to rows that have no place on an exit axis."""
    assert query.ask.exits is not None
    key = "release.rule.survival" if query.ask.exits.censored else "release.rule.survival.others"
    key += ".through" if told.plan.rule("survival") > 1 else ""
    return told.say(key, name=query.name)


def tests_line(plan: Plan, lang: Language) -> list[str]:
    """What a plan will test."""
    questions = questions_of(plan.spec)
    if not questions:
        return []
    known = {query.name: query for query in plan.spec.publish}
    asked = (" " if lang == "en" else "").join(question_words(one, known[one.of], lang) for one in questions)
    many = {"count": len(questions)} if len(questions) > 1 else {}
    return [say("study.plan.tests" if many else "study.plan.test", lang, tests=asked, **many)]
