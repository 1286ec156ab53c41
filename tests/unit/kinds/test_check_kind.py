"""Every kind passes the checks that all kinds must pass, and the checks can fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from epsilog.core.bounded import Bounded
from epsilog.errors import PrivacyError
from epsilog.kinds.cells.draw import StepPart
from epsilog.registry.plans import PLANS
from epsilog.roles.drawn import with_ranges
from epsilog.testing import CheckFailed, check_kind
from epsilog.testing import kind as kind_checks
from epsilog.testing.kind import KIND_CHECKS, Sample
from epsilog.words import CATALOGUE
from planted_place import place_of

ROOT = Path(__file__).parents[3]
TOWNS = ("N", "S")
# Each of six has two rows; one has more than any bound lets through, beyond every clamp, all over the days.
ROWS: list[dict[str, str | None]] = [
    {
        "who": f"p{at // 2}",
        "town": TOWNS[at % 3 % 2],
        "x": str(10 * at),
        "y": str(at % 4),
        "when": f"2026-01-0{1 + at % 6}T0{at % 10}:00:00",
        "days": str(1 + 2 * at),
        "state": ("dead", "alive")[at % 2],
    }
    for at in range(12)
] + [
    {
        "who": "greedy",
        "town": TOWNS[at % 2],
        "x": ("-900", "900")[at % 2],
        "y": "99",
        "when": f"2026-01-0{1 + at % 6}T1{at % 10}:00:00",
        "days": "400",
        "state": "dead",
    }
    for at in range(9)
]
COLUMNS = "{who: text, town: text, x: number, y: number, when: timestamp, days: integer, state: text}"
BY = "by: {town: [N, S]}"


def request(
    entry: str, *, protect: str = "{each: who}", bound: str = "{rows: 2}", epsilon: str = "epsilon: 1"
) -> str:
    return (
        f"release: kind\nedition: one\nsource: {{columns: {COLUMNS}}}\nprotect: {protect}\nbound: {bound}\n"
        f"during: {{time: when, from: 2026-01-01, to: 2026-01-06}}\npublish:\n  - {{{entry}}}\n"
        f"spend: {{{epsilon}, from: clinic}}\n"
    )


REPLACE = {"protect": "{each: who, neighbours: replace}"}
WINDOW = {"protect": "{each: who, per: 1d, window: 3}", "bound": "{rows: 1}"}


def itself(answers: Sequence[Bounded]) -> Any:
    """Cell by cell, in the data's own units."""
    return answers[0].values * float(answers[0].grain)


def mean_of(middle: float) -> Callable[[Sequence[Bounded]], Any]:
    def mean(answers: Sequence[Bounded]) -> Any:
        return middle + itself(answers) / answers[1].values

    return mean


def running(answers: Sequence[Bounded]) -> Any:
    return np.cumsum(answers[0].values)


def windows(answers: Sequence[Bounded]) -> Any:
    whole = np.cumsum(answers[0].values)
    return whole - np.concatenate([[0, 0], whole[:-2]])


DEATH = "{column: state, causes: [dead], censored: [alive]}"
ONCE = "{rows: 1}"
RHO = "epsilon: 1, delta: 1e-6"
NO_RANGE = "its table has no range that holds a number of the data"
ELSEWHERE = "what it leaves out is no noise: tests/statistical measures its ranges"
SAMPLES: dict[str, list[Sample]] = {
    "cells": [
        Sample(request(f"count: rows, {BY}, every: 1d"), itself),
        Sample(request(f"sum: x, between: [0, 100], grain: 1, {BY}", epsilon=RHO), itself),
        Sample(request("histogram: x, between: [0, 120], bins: 4, mechanism: gaussian", epsilon=RHO), itself),
        Sample(request(f"sum: x, between: [-50, 100], grain: 1, {BY}", epsilon=RHO, **REPLACE), itself),
        Sample(request(f"count: persons, {BY}, name: who, weight: 2, expect: 20", bound="{cells: 2}"), itself),
    ],
    "mean": [
        Sample(request("mean: x, between: [0, 100], expect: 21", epsilon="epsilon: 20", **REPLACE), mean_of(50)),
        Sample(request("mean: x, between: [0, 100], expect: 14", epsilon="epsilon: 20"), mean_of(50)),
        Sample(request("variance: x, between: [0, 100], expect: 14"), why=ELSEWHERE),
    ],
    "choice": [
        Sample(request("median: x, between: [0, 120], grain: 10"), why=NO_RANGE),
        Sample(request("quantiles: x, between: [0, 120], grain: 10, at: [0.5]", **REPLACE), why=NO_RANGE),
        Sample(request("top: town, among: [N, S, E], k: 2"), why=NO_RANGE),
    ],
    "series": [
        Sample(request("count: rows, every: 1d, as: running"), running),
        Sample(request("count: rows, every: 1d, as: {window: 2}", epsilon=RHO), windows),
    ],
    "alert": [Sample(request("count: rows, every: 1d, as: {alert: {above: 3, at_most: 2}}"), why=NO_RANGE)],
    "repeat": [
        Sample(request("count: rows, every: 1d, as: {per-step: absorption}", **WINDOW), why=ELSEWHERE),
        Sample(request("count: rows, every: 1d, as: {per-step: spells}", **WINDOW), why=ELSEWHERE),
    ],
    "study": [
        Sample(
            request(f"survival: {{time: days, event: {DEATH}, horizon: 20d, bins: 4}}", bound=ONCE), why=ELSEWHERE
        ),
    ],
}
NOT_LIVE = {
    "mean": "a stream draws one vector an entry: publish the sum and the rows",
    "choice": "a choice is made of a whole table",
    "study": "statistics are read off a whole table",
}


@cache
def planted_in(kind: str) -> tuple[str, ...]:
    """The bugs that are planted in the folder of a kind."""
    source = ROOT / "src" / "epsilog"
    lists = [import_module(file.stem) for file in sorted((ROOT / "tests").glob("mutants*.py"))]
    bugs = [one for listed in lists for one in getattr(listed, "MUTANTS", ())]
    return tuple(one.name for one in bugs if place_of(source, one.place)[0].is_relative_to(source / "kinds" / kind))


PAGE = (ROOT / "docs" / "spec.md").read_text("utf-8")


@pytest.mark.parametrize("kind", list(SAMPLES))
def test_a_kind_keeps_its_promises(kind: str) -> None:
    report = check_kind(
        kind, SAMPLES[kind], ROWS, planted=planted_in(kind), page=PAGE, why_not_live=NOT_LIVE.get(kind, "")
    )
    assert report.count == KIND_CHECKS + (1 if kind in NOT_LIVE else 3)


def test_every_kind_is_checked() -> None:
    assert set(SAMPLES) == set(PLANS)


def broken(kind: str, **changed: Any) -> CheckFailed:
    """What the checks say of a kind that is broken in one way."""
    said: dict[str, Any] = {"planted": ("one", "two"), "page": PAGE, "why_not_live": NOT_LIVE.get(kind, "")}
    samples = changed.pop("samples", SAMPLES[kind][:1])
    with pytest.raises(CheckFailed) as failed:
        check_kind(kind, samples, ROWS, **{**said, **changed})
    return failed.value


def test_a_sample_of_another_kind_is_noticed() -> None:
    assert "one of its entries" in str(broken("cells", samples=SAMPLES["mean"][:1]))


def test_a_kind_without_planted_bugs_without_a_page_or_without_a_reason_is_noticed() -> None:
    assert "two bugs" in str(broken("choice", planted=("one", "one")))
    assert "spells every field" in str(broken("choice", page=PAGE.replace("median", "middle")))
    assert "says why" in str(broken("choice", why_not_live=""))


def test_a_field_that_other_kinds_ignore_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(text: str) -> Any:
        return real(text.replace("{count: rows, k: 1}", "{count: rows}"))

    real = kind_checks.spec_from_text
    monkeypatch.setattr(kind_checks, "spec_from_text", deaf)
    assert "in an entry of another kind" in str(broken("choice"))


def test_a_range_that_misses_is_noticed() -> None:
    wrong = replace(SAMPLES["cells"][1], truth=lambda answers: itself(answers) + 1000)
    assert "ranges hold" in str(broken("cells", samples=[wrong], why_not_live="no ticks"))


def test_a_plan_that_states_too_little_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that lets twice as much through as the plan says."""

    def loose(*given: Any) -> list[tuple[Bounded, ...]]:
        return [tuple(replace(one, values=one.values * 2) for one in table) for table in real(*given)]

    real = kind_checks.read_bounded
    monkeypatch.setattr(kind_checks, "read_bounded", loose)
    assert "further than its plan says" in str(broken("alert"))


def test_a_mechanism_of_another_price_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheap(plan: Any) -> Any:
        return real(replace(plan, draws=tuple(replace(one, parameter=one.parameter * 2) for one in plan.draws)))

    real = kind_checks.mechanisms_in
    monkeypatch.setattr(kind_checks, "mechanisms_in", cheap)
    assert "costs what its plan says" in str(broken("cells"))


def test_a_state_that_is_not_kept_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StepPart, "resume", lambda part, raw: setattr(part, "_done", part._ticks - 1))
    with pytest.raises(PrivacyError):
        check_kind("cells", SAMPLES["cells"][:1], ROWS, planted=("one", "two"), page=PAGE)


@pytest.mark.parametrize("change", ["no noise", "half the range"])
def test_live_ticks_that_say_something_else_are_noticed(monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    """A live tick without noise has ranges that always hold: only a release with the same words tells it apart."""

    def bare(part: StepPart, row: Any, rng: Any) -> Any:
        half = part._margin / (2 if change == "half the range" else 1)
        cells = [cell.value for cell in real(part, row, rng)] if change == "half the range" else row.tolist()
        return with_ranges(part._name, part._keys, np.array(cells, float), half)

    real = StepPart.step
    monkeypatch.setattr(StepPart, "step", bare)
    assert "same words" in str(broken("cells"))


@pytest.mark.parametrize(
    ("english", "chinese", "like"),
    [
        (["1,200 rows at 95%"], ["95% 时有 1,200 行"], True),
        (["1,200 rows"], ["1,201 行"], False),
        (["1,200 rows"], ["1,200 rows"], False),
        (["1,200 rows"], ["1,200 行", "又一行"], False),
    ],
)
def test_lines_that_are_not_the_same_in_both_languages_are_noticed(
    english: list[str], chinese: list[str], like: bool
) -> None:
    assert (kind_checks._unlike(english, chinese) == []) == like


def test_too_few_draws_to_notice_anything_are_noticed() -> None:
    """A check of ranges that half the width would pass as well says so instead of passing."""
    with pytest.raises(CheckFailed, match="half the width"):
        kind_checks.check("cells", SAMPLES["cells"][:1], ROWS, planted=("one", "two"), page=PAGE, draws=8)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", [kind for kind, samples in SAMPLES.items() if any(one.truth for one in samples)])
def test_ranges_hold_over_many_draws(kind: str) -> None:
    why = NOT_LIVE.get(kind, "")
    kind_checks.check(kind, SAMPLES[kind], ROWS, planted=("one", "two"), page=PAGE, why_not_live=why, draws=2_000)


def test_a_remark_in_one_language_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = dict(CATALOGUE["zh"])
    said["plan.why.pure"] = "{entry}"
    monkeypatch.setattr(kind_checks, "CATALOGUE", {**CATALOGUE, "zh": said})
    assert "both languages" in str(broken("cells"))
