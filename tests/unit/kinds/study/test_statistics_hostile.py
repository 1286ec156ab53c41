"""Whatever is written where statistics are asked for, the answer is a plan or a refusal."""

from __future__ import annotations

import pytest

from epsilog.errors import EpsilogError
from epsilog.plan.planner import plan
from epsilog.spec.file import spec_from_text

HEAD = """release: report
edition: 2026-Q3
source:
  file: c.csv
  columns: {id: text, sick: boolean, infected: text, vaccinated: text, age: text, sex: text, days: integer,
            back: boolean, status: text, systolic: number}
protect: {each: id}
bound: {rows: 1}
publish:
"""
TAIL = "spend: {epsilon: 4, from: hospital}\n"
HOSTILE = ["null", "true", "[]", "{}", "5", "-1", "1e400", "nan", ".inf", "0x1", "''", "' '", "[[]]", "[{}]", "1/0"]
HOSTILE += ["{a: 1}", "{a: [b]}", "[a, a]", "{a: {b: c}}", "é", "e\u0301", "9999999999999999999999", "[null]"]
HOSTILE += ["{infected: null}", "{infected: [yes, no]}", "[infected]", "{infected: [yes, no], vaccinated: unknown}"]
RISKS = "table: {infected: [yes, no], age: [a, b]}"
EXITS = "time: days, event: back, horizon: 3d"
PLACES = [
    "{table: %s}",
    "{table: %s, by: {infected: [yes, no]}, show: [proportion]}",
    "{proportion: %s, about: population}",
    f"{{{RISKS}, show: %s}}",
    f"{{{RISKS}, show: [%s]}}",
    f"{{{RISKS}, standard: %s}}",
    f"{{{RISKS}, standard: {{age: %s}}}}",
    f"{{{RISKS}, standard: {{age: {{a: 1, b: 1}}}}, population: %s}}",
    "{proportion: sick, public: %s}",
    "{proportion: sick, public: {n: %s}}",
    "{proportion: sick, method: %s}",
    "{count: rows, about: %s}",
    "{survival: %s}",
    "{survival: {time: %s, event: back, horizon: 3d}}",
    "{survival: {time: days, event: %s, horizon: 3d}}",
    "{survival: {time: days, event: {column: status, causes: %s}, horizon: 3d}}",
    "{survival: {time: days, event: {column: status, causes: [a], censored: %s}, horizon: 3d}}",
    "{survival: {time: days, event: back, horizon: %s}}",
    '{survival: {time: days, event: back, horizon: "%sd"}}',
    f"{{survival: {{{EXITS}, bins: %s}}}}",
    f"{{survival: {{{EXITS}, ends: %s}}}}",
    f"{{survival: {{{EXITS}, by: %s}}}}",
    "{count: rows, name: a}\n  - test: %s",
    "{test: {goodness_of_fit: {column: sex, shares: %s}}}",
    "{test: {goodness_of_fit: {column: %s, shares: {f: 1, m: 1}}}}",
    "{count: rows, by: {sex: [f, m]}, name: a}\n  - test: {goodness_of_fit: {of: a, shares: %s}}",
    "{quantiles: systolic, between: [80, 220], at: %s, about: population}",
    "{median: systolic, between: [80, 220], grain: %s, about: population}",
    "{histogram: systolic, edges: [1, 2, 3], show: [quantiles], at: %s}",
    "{mean: systolic, between: %s, about: population}",
    "{mean: systolic, between: [80, 220], tails: %s}",
    "{mean: systolic, between: [80, 220], tails: [40, %s], about: population}",
    *(f"{{test: {{{asked}: %s}}}}" for asked in ("independence", "two_proportions", "two_means", "logrank")),
]


@pytest.mark.parametrize("place", PLACES)
def test_nothing_but_a_plan_or_a_refusal(place: str) -> None:
    planned, refused = 0, []
    for value in HOSTILE:
        text = f"{HEAD}  - {place.replace('%s', value)}\n{TAIL}"
        try:
            planned += bool(plan(spec_from_text(text, "s.yaml")).draws)
        except EpsilogError as error:
            refused.append(str(error))
    assert planned + len(refused) == len(HOSTILE)
    assert refused, "most of these say nothing"
    # Every refusal says where; a place in the file wherever the file was what was wrong.
    assert [text for text in refused if not ("s.yaml:" in text or "publish[" in text)] == []
