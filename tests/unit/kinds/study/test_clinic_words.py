"""What clinicians read on a report: columns beside their keys, persons, whole people, what simulations can tell."""

from __future__ import annotations

import csv
import html
import io
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.unit import Protect, Unit
from epsilog.kinds.study.show.picture import dots_picture
from epsilog.kinds.study.show.report import tests_part as add_tests
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.column import Words
from epsilog.roles.derived import Derived, Reals, label_column
from epsilog.roles.page import Page
from epsilog.roles.spec import Spec
from epsilog.roles.telling import counted_as, unit_of
from epsilog.show.card import Card
from epsilog.show.explain import Telling
from epsilog.show.plot import draw
from epsilog.show.report import preview
from epsilog.show.result import Result, derived_of, tables_of
from epsilog.spec.file import spec_from_text
from epsilog.words import language
from release_scenes import SOFTWARE

WARD = """release: ward
edition: "1"
source:
  file: c.csv
  columns: {id: text, infected: text, vaccinated: text, days: integer, back: boolean}
protect: {each: id}
bound: {rows: 1}
publish:
  - {table: {infected: [yes, no], vaccinated: [yes, no]}, name: ward, show: [proportion], about: population}
  - {survival: {time: days, event: back, horizon: 30d, bins: 3}, name: back}
  - test: {independence: ward}
  - test: {two_proportions: ward}
spend: {epsilon: 4, from: hospital}
"""
CELLS = ([40, 90, 260, 210], [1, 1, 1, 0, 0, 0, 500])  # after thirty days nearly nobody has come back
LANGUAGES = pytest.mark.parametrize("lang", ["en", "zh"])


@pytest.fixture(scope="module")
def result() -> Result:
    values = tuple(np.array(cells, dtype=np.int64) for cells in CELLS)
    return Result(plan(spec_from_text(WARD, "s.yaml")), values, "2026-11-15T08:00:00+00:00", SOFTWARE, False)


def telling(result: Result, lang: str) -> Telling:
    given = ("r", "hospital", Allowance.pure(9), "l", "f", result.drawn_at, SOFTWARE, False)
    return Telling(Card(result.plan, *given), language(lang))


def read(page: Page) -> str:
    return html.unescape(page.html("")).replace("\u00a0", " ")


def test_keys_of_several_columns_are_told_with_them(result: Result) -> None:
    query, table = result.plan.spec.publish[0], tables_of(result)[0]
    names = [text.get_text() for text in draw(table, "t", "persons").axes[0].get_yticklabels()]
    assert names[:2] == ["infected yes · vaccinated yes", "infected yes · vaccinated no"]
    shares = next(one for one in derived_of(result) if one.form == "proportion")
    names = [text.get_text() for text in dots_picture(shares, query, "t").axes[0].get_yticklabels()]
    assert names == ["vaccinated yes", "vaccinated no"]


def test_rows_are_persons_only_where_each_has_one(result: Result) -> None:
    spec: Spec = result.plan.spec
    query = spec.publish[0]
    assert telling(result, "en").what(query) == "number of persons by infected, vaccinated"
    assert telling(result, "zh").heading(query) == "ward：人数，按 infected、vaccinated 划分"
    assert (unit_of(query, spec, "en"), unit_of(query, spec, "zh")) == ("persons", "人数")
    plain = replace(spec, publish=(Query("rows", by=query.by, during=query.during, name=query.name),), tests=())
    several = replace(plain, bound=Bounds(rows=2, cells=1))
    by_row = replace(plain, protect=Protect(Unit("row")), bound=Bounds())
    assert counted_as(plain.publish[0], plain) == "rows.alone"
    for other in (several, by_row):
        assert counted_as(other.publish[0], other) == "rows"
        assert unit_of(other.publish[0], other, "en") == "rows"


@LANGUAGES
def test_expected_persons_are_told_whole_and_outwards(result: Result, lang: str) -> None:
    table, page = tables_of(result)[0], Page("en", "t", "l")
    preview(page, table, "f.csv", telling(result, lang))
    shown = re.findall(r"<td class=\"number\">([\d,.]+) … ([\d,.]+)</td>", read(page))
    low, high = (table.figures(name).floats() for name in ("low", "high"))
    assert [(float(one), float(two)) for one, two in shown] == [
        (np.floor(one), np.ceil(two)) for one, two in zip(low, high, strict=True)
    ]
    assert all("." not in end for pair in shown for end in pair)
    assert (low != np.floor(low)).any()  # files keep what was rounded


def test_a_median_that_is_not_reached_is_empty_in_files(result: Result) -> None:
    summary = next(one for one in derived_of(result) if one.form == "summary")
    rows = list(csv.DictReader(io.StringIO(summary.csv().decode("utf-8-sig"))))
    median = next(row for row in rows if row["figure"] == "median")
    assert [median[name] for name in ("value", "low", "high")] == ["", "30", ""], "30 days or more, nobody knows"
    assert all(row["value"] for row in rows if row["figure"] != "median")
    kept = {row["figure"]: row["value"] for row in summary.frame().to_dicts()}
    assert kept["median"] is None
    assert kept["restricted_mean"] is not None
    assert np.isinf(summary.reals("value")).sum() == 1  # pages know that it was not reached, and say so


@LANGUAGES
@pytest.mark.parametrize(
    ("p", "holm", "at_most"), [(0.0005, 0.001, True), (0.0003, 0.00061, True), (0.001, 0.002, False)]
)
def test_p_values_at_the_floor_of_simulations(
    result: Result, lang: str, p: float, holm: float, at_most: bool
) -> None:
    told = telling(result, lang)
    columns: list[Words | Reals] = [
        label_column("test", ["independence", "two_proportions"]),
        label_column("of", ["ward", "ward"]),
    ]
    columns += [Reals.of("statistic", [9.0, 1.0]), Reals.of("p_value", [p, 0.5]), Reals.of("holm", [holm, 0.5])]
    columns.append(Reals.of("simulations", [1999, 1999]))
    page = Page(lang, "t", "l")
    add_tests(page, told, Derived("tests", "tests", None, tuple(columns), Fraction(95, 100)), "tests.csv")
    shown = re.findall(r"<td class=\"number\">(.*?)</td>", read(page))
    wanted = [f"{p:.4f}", f"{holm:.4f}"]
    if at_most:  # never less than could be told, and rounded up
        ends = ("0.0005", f"{np.ceil(holm * 1e4) / 1e4:.4f}")
        wanted = [told.say("study.at_most", value=end) for end in ends]
    assert shown == [*wanted, "0.50", "0.50"]
