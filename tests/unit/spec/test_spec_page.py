"""docs/spec.md: every example is read, and says what the page says it says."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from epsilog.core.origin import COLUMN_KINDS
from epsilog.first.bound.plan import search_of
from epsilog.first.ends.plan import all_planned_ends
from epsilog.kinds.choice.ask import Choice
from epsilog.kinds.study.ask.studied import Studied
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.roles.spec import Spec
from epsilog.roles.stream_rules import Replay, Said
from epsilog.spec.entry import FIELDS
from epsilog.spec.file import OPTIONAL, REQUIRED, spec_from_text, to_yaml

PAGE = (Path(__file__).parents[3] / "docs" / "spec.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def parts(text: str) -> dict[str, str]:
    """The top-level fields of a block, each as it is written."""
    pieces = re.split(r"^(?=\w+:)", text, flags=re.MULTILINE)
    return {piece.partition(":")[0]: piece for piece in pieces if piece.strip()}


def complete(block: str) -> Spec:
    """A block with what it leaves out taken from the first one, whose entries are always there."""
    fields = {**parts(BLOCKS[0]), **parts(block)}
    return spec_from_text("".join(fields.values()), "spec.yaml")


@pytest.mark.parametrize("block", BLOCKS)
def test_every_example_is_read_and_planned_and_told(block: str) -> None:
    spec = complete(block)
    assert spec_from_text(to_yaml(spec)) == spec
    made = plan(spec)
    assert len(made.draws) >= len(spec.publish)
    english, chinese = plan_lines(made, "en"), plan_lines(made, "zh")
    assert len(english) == len(chinese) > len(spec.publish)


def test_the_examples_say_what_the_page_says() -> None:
    shown = [block for block in BLOCKS if not any(word in block for word in ("variance:", "median:", "unknown"))]
    first, source, dates, database, looked, person, row, window, bound, *more = map(complete, shown)
    norm, choice, glance, *rest = more
    entries, keys, series, live, errors, pure, levels, public, maps = rest
    assert first.protect.unit.per == "1mo"
    assert (source.source.encoding, source.source.delimiter) == ("gb18030", ";")
    assert "年龄: 备注" in source.source.columns
    assert dates.source.formats == {"visited_at": "%m/%d/%Y %I:%M %p", "born": "%d.%m.%Y"}
    assert (database.source.table, database.source.is_on_a_server) == ("visits", True)
    assert [one.public for one in looked.source.join] == [True, False]
    assert person.protect.unit.per is None
    assert (row.protect.unit.each, row.protect.unit.neighbours) == ("row", "replace")
    assert (window.protect.unit.per, window.protect.unit.window) == ("1d", 7)
    assert [draw.contribution.periods for draw in plan(window).draws] == [7, 7]
    assert bound.bound.rows_per_cell == 4
    assert norm.bound.norm == 5
    assert {draw.law for draw in plan(norm).draws_of(0)} == {"gaussian"}
    assert choice.bound.is_open
    assert not plan(choice).spec.bound.is_open
    assert search_of(plan(glance)) is not None
    counted = ["rows", "persons", "sum", "mean", "mean", "histogram", "histogram"]
    assert [query.kind for query in entries.publish] == counted
    assert entries.publish[4].parts == ("sum", "rows", "under", "over")
    assert keys.publish[0].by[0].keys == ("01067", "no", "null", "~", "")
    assert [type(query.shape).__name__ for query in series.publish] == [
        "Running",
        "Window",
        "Decay",
        "Alert",
        "PerStep",
        "PerStep",
        "PerStep",
        "PerStep",
        "PerStep",
        "PerStep",
        "Running",
    ]
    assert live.stream == Said(900, "drop", "hold", Replay.at("2026-01-05T00:00", 3600))
    assert errors.spend.epsilon is None
    assert [query.relative for query in errors.publish] == [False, True, False]
    assert pure.spend.epsilon == Fraction(1, 3)
    assert plan(pure).share.coin == "pure"
    assert levels.publish[0].level_names() == ("region", "side", "country")
    assert levels.publish[0].by[0].keys == ("North", "East", "South", "West")
    assert public.publish[0].total == 5000
    assert [query.map is not None and query.map.is_rate for query in maps.publish] == [
        False,
        False,
        False,
        True,
        True,
    ]
    assert levels.publish[0].level_names() == ("region", "side", "country")
    assert levels.publish[0].by[0].keys == ("North", "East", "South", "West")
    assert public.publish[0].total == 5000
    assert [query.map is not None and query.map.is_rate for query in maps.publish] == [
        False,
        False,
        False,
        True,
        True,
    ]


def test_the_examples_of_several_parts_and_of_choices() -> None:
    several = [block for block in BLOCKS if "variance:" in block or "median:" in block]
    formed, chosen = (complete(block) for block in several if "survival:" not in block)
    spreads = ["variance", "deviation", "ratio", "covariance", "correlation"]
    assert [query.kind for query in formed.publish] == spreads
    assert [query.kind for query in chosen.publish] == ["quantiles", "quantiles", "top", "top", "top"]
    assert [query.ask.k for query in chosen.publish[2:]] == [2, 1, 1]
    for name in (*Choice.words, *Choice.details, "per"):
        assert f"{name}:" in PAGE


def test_the_example_of_unknown_keys() -> None:
    [found] = (complete(block) for block in BLOCKS if "unknown" in block and "events" in block)
    assert len(found.looks()) == 3
    assert [look.keys.most for look in found.looks()] == [1000, 1000, 200]
    assert found.spend.events == Fraction(1, 10**7)


def test_the_example_of_unknown_ends() -> None:
    [found] = (complete(block) for block in BLOCKS if "unknown" in block and "within" in block)
    mean, total, _ = found.cuts()
    assert mean.shares == (Fraction(98, 100),)
    assert (total.shares, total.marks) == ((Fraction(95, 100),), (0, 100, 200, 500))
    assert found.publish[2].ask.edges is not None
    assert len(found.publish[2].ask.edges) == 7
    # What the page says of the division, and of `within`.
    made = plan(found)
    parts = [one.charge.price().rho for one in (*all_planned_ends(made), *made.draws)]
    assert 0.05 < parts[0] / (parts[0] + parts[3] + parts[4]) < 0.15


def test_every_field_and_kind_is_on_the_page() -> None:
    for name in (*REQUIRED, *OPTIONAL, *FIELDS, *COLUMN_KINDS):
        assert re.search(rf"`{name}[`:]|\b{name}:", PAGE), name


def test_the_example_of_statistics() -> None:
    [found] = (complete(block) for block in BLOCKS if "survival:" in block)
    kinds = [query.kind for query in found.publish]
    assert kinds == ["rows", "expectation", "histogram", "rows", "rows", "rows", "survival", "survival", "rows"]
    assert [question.asked for question in found.tests] == [
        "independence",
        "two_proportions",
        "two_means",
        "goodness_of_fit",
        "logrank",
    ]
    assert found.tests[0].of == found.tests[1].of == "vaccine", "two tests of one table, which is paid once"
    assert found.publish[6].ask.exits is not None
    assert found.publish[6].grid().size == 2 * (2 * 30 + 1)
    # The price is that of the tables, as the page says: without the tests it is the same.
    tests_of_their_own = found.publish[:-1]
    alone = replace(found, publish=tests_of_their_own, tests=())
    assert len(plan(found).draws) == len(plan(alone).draws) + 1
    for name in (*Studied.words, *Studied.details, "test"):
        assert f"`{name}`" in PAGE
