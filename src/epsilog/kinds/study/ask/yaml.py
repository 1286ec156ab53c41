"""What is read off tables, and the tests, spelled as YAML."""

from __future__ import annotations

from epsilog.core.exit import NO, YES, Exit, even_ends
from epsilog.kinds.study.ask.asked import Question
from epsilog.kinds.study.ask.study import Weights
from epsilog.roles.query import Query
from epsilog.roles.text import number, quoted, word


def exit_lines(exits: Exit, *, bins: bool = False) -> list[str]:
    """The first lines of a survival entry; the usual number of bins is told where it was asked for (`bins`)."""
    event = word(exits.status)
    if (exits.causes, exits.censored) != (YES, NO):
        said = [f"column: {event}", f"causes: [{', '.join(map(word, exits.causes))}]"]
        said += [f"censored: [{', '.join(map(word, exits.censored))}]"] if exits.censored else []
        event = "{" + ", ".join(said) + "}"
    lines = ["survival:", f"  time: {word(exits.column)}", f"  event: {event}"]
    lines.append(f"  horizon: {quoted(number(exits.horizon) + exits.unit)}")
    if bins:
        lines.append(f"  bins: {len(exits.ends)}")
    elif exits.chosen is None and exits.ends != even_ends(exits.horizon):
        lines.append(f"  ends: [{', '.join(map(number, exits.ends))}]")
    if exits.complete:
        lines.append("  complete: true")
    if exits.withdrawn != "unknown":
        lines.append(f"  withdrawn: {exits.withdrawn}")
    return lines


def study_lines(query: Query) -> list[str]:
    """What an entry says about the population."""
    lines = [] if query.about == "data" else [f"about: {query.about}"]
    if query.method != "missing":
        lines.append(f"method: {query.method}")
    study = query.study
    if study is None:
        return lines
    lines.append(f"show: [{', '.join(study.show)}]")
    if study.method != "auto":
        lines.append(f"method: {study.method}")
    if study.at:
        lines.append(f"at: [{', '.join(map(number, study.at))}]")
    if study.standard is not None:
        lines.append(f"standard: {{{word(study.standard.column)}: {_weights(study.standard.weights)}}}")
        if study.standard.population:
            lines.append(f"population: {_weights(study.standard.population)}")
    return lines


def question_line(question: Question) -> str:
    """A test, on one line."""
    if not question.shares:
        return f"test: {{{question.asked}: {word(question.of)}}}"
    shares = ", ".join(map(number, question.shares))
    return f"test: {{{question.asked}: {{of: {word(question.of)}, shares: [{shares}]}}}}"


def _weights(pairs: Weights) -> str:
    return "{" + ", ".join(f"{quoted(key)}: {number(weight)}" for key, weight in pairs) + "}"
