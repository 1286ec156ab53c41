"""Sentences of recommendations: from a question to a spec, and why."""

from typing import Final

RECOMMEND: Final[dict[str, str]] = {
    "recommend.heading": "A spec for your question",
    "recommend.heading.refused": "This is not possible for this budget",
    "recommend.title.why": "Why",
    "recommend.title.options": "What needs less",
    "recommend.title.instead": "What is possible instead",
    "recommend.column.what": "what",
    "recommend.column.cells": "cells",
    "recommend.column.noise": "noise",
    "recommend.column.bound": "one person",
    "recommend.column.error": "error",
    "recommend.column.epsilon": "epsilon",
    "recommend.bound": "rows ≤ {rows}, cells ≤ {cells}",
    "recommend.bound.rows": "rows ≤ {rows}",
    "recommend.bound.row": "one row",
    "recommend.error.number": "±{error}",
    "recommend.error.quantiles": "≤ {error} rows of rank",
    "recommend.error.top": "≤ {error} behind",
    "recommend.why.row": (
        "Single rows are protected, not people: whoever has several rows is protected less with each of them."
    ),
    "recommend.why.person": "Everything of one {who} is protected, also whether they are in the data at all.",
    "recommend.why.within": (
        "What one {who} does within one {period} is protected. Over several of them, what is learned about one "
        "person adds up: that is weaker than protecting everything of a person."
    ),
    "recommend.why.bound": (
        "Rows of one person that count: at most {often}, in at most {cells} of {size} cells, at most {per_cell} in "
        "each. More rows mean more noise for everybody; with fewer, people who have many rows are cut off earlier. "
        "Say what you know about how often people come, never what you looked up in the data."
    ),
    "recommend.why.per_cell": (
        "All {per_cell} of them may fall into one cell, so that rows are counted as rows. If you know that fewer "
        "do, say so with --per-cell: with a delta that takes less epsilon. At 1, a cell counts persons."
    ),
    "recommend.why.bound.one": (
        "Rows of one person that count: at most {often}. More rows mean more noise for everybody; with fewer, "
        "people who have many rows are cut off earlier. Say what you know about how often people come, never what "
        "you looked up in the data."
    ),
    "recommend.why.epsilon.number": (
        "A number that is off by at most {error} in {confidence} of 100 cases takes epsilon = {epsilon}."
    ),
    "recommend.why.epsilon.quantiles": (
        "A value whose rank is at most {error} rows from the one asked for in {confidence} of 100 cases takes "
        "epsilon = {epsilon}. How far that is on the scale of the values cannot be known without looking."
    ),
    "recommend.why.epsilon.top": (
        "A key that is at most {error} behind the true one of its place in {confidence} of 100 cases takes "
        "epsilon = {epsilon}."
    ),
    "recommend.why.expect": "That holds in cells of {rows} rows or more, whatever the values in their range.",
    "recommend.why.assumed": (
        "That is for a cell of {rows} rows, because no number was expected: say what you know with --expect. Fewer "
        "rows are less exact."
    ),
    "recommend.why.ratio": (
        "With epsilon = {epsilon} a ratio of {ratio} is off by at most {error} in {confidence} of 100 cases where "
        "the sum of {per} is {below}. Other ratios and sums (--expect) have other errors: none can be asked for. "
        "The range comes with the number."
    ),
    "recommend.why.weak": "An epsilon of {epsilon} protects nobody well: ask for larger errors if you can.",
    "recommend.why.pure": "Without a delta the same error would take epsilon = {epsilon}.",
    "recommend.why.delta": "With delta = {delta} the same error would take epsilon = {epsilon}.",
    "recommend.refused": "{error} takes epsilon = {needed}; there is {budget}.",
    "recommend.possible.number": "With epsilon = {budget} a number would be off by up to ±{error}.",
    "recommend.possible.quantiles": (
        "With epsilon = {budget} the rank of an answer would be off by up to {error} rows."
    ),
    "recommend.possible.top": "With epsilon = {budget} an answer would be up to {error} behind the true one.",
    "recommend.no_account": (
        "{place} has no account {account}, so this follows from the question alone. --account-epsilon says what it "
        "would promise."
    ),
    "recommend.as_if": (
        "As if {account} had been opened with epsilon = {epsilon}, delta = {delta}; no ledger was asked."
    ),
    "recommend.option.every": "One number for each {period} instead: epsilon = {epsilon}.",
    "recommend.option.by": "Without {column}: epsilon = {epsilon}.",
    "recommend.option.often": "Counting at most {often} of the rows of each {who}: epsilon = {epsilon}.",
    "recommend.option.per_cell": (
        "With at most 1 row of each {who} in a cell (--per-cell 1), which leaves out their other rows there: "
        "epsilon = {epsilon}."
    ),
    "recommend.option.delta": "With delta = {delta}, on an account that has one: epsilon = {epsilon}.",
    "recommend.option.pure": "Without a delta, on an account of pure epsilon: epsilon = {epsilon}.",
    "recommend.option.fits": "{option} The budget is enough for that.",
    "recommend.written": "Written to {path}. No data was read.",
    "recommend.check": "Kinds of columns are guessed from the question: check `source` before you publish.",
}
