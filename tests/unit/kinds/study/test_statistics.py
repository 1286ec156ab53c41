"""Statistics of a request: how they are read, refused, priced, read off noisy tables, shown and verified."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.exit import Exit
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.kinds.study.ask.question import Question, questions_of
from epsilog.kinds.study.ask.study import Standard, Study
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.infer.proportion import proportion
from epsilog.registry.asks import Query
from epsilog.roles.derived import Derived
from epsilog.roles.entry import Entry
from epsilog.roles.spec import Spec, Spend
from epsilog.show.artefact import write
from epsilog.show.card import Card
from epsilog.show.certificate import CERTIFICATE, Certificate, files_in, verify_folder
from epsilog.show.explain import lines
from epsilog.show.result import Result, derived_of, tables_of
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from release_scenes import SOFTWARE, stored

HEAD = """release: report
edition: 2026-Q3
source:
  file: c.csv
  columns: {id: text, sick: boolean, infected: text, vaccinated: text, age: text, sex: text, arm: text,
            days: integer, back: boolean, status: text, systolic: number}
protect: {each: id}
bound: {rows: 1}
publish:
"""
TAIL = "spend: {epsilon: 4, from: hospital}\n"
ENTRIES = """  - {table: {infected: [yes, no], vaccinated: [yes, no]}, name: vaccine,
     show: [proportion, difference, relative_risk, odds_ratio]}
  - {table: [infected, age], by: {infected: [yes, no], age: [young, old]}, name: ages,
     standard: {age: {young: 3, old: 1}}}
  - {survival: {time: days, event: back, horizon: 30d, bins: 3, by: {arm: [A, B]}}, name: back}
  - {mean: systolic, between: [80, 220], by: {sex: [f, m]}, about: population, name: pressure}
  - {quantiles: systolic, between: [80, 220], grain: 20, at: [0.25, 0.5], about: population, name: quarters}
  - {count: rows, by: {sex: [f, m]}, about: population, name: patients}
  - test: {independence: vaccine}
  - test: {two_proportions: vaccine}
  - test: {two_means: pressure}
  - test: {goodness_of_fit: {of: patients, shares: [1, 1]}}
"""
QUIET = Fraction(1, 50)  # a scale at which Laplace noise is 0 for all purposes


def reading(entries: str, head: str = HEAD) -> Spec:
    return spec_from_text(head + entries + TAIL, "s.yaml")


def result_of(spec: Spec, *vectors: list[int], scale: Fraction | None = None) -> Result:
    made = plan(spec)
    if scale is not None:
        made = replace(made, draws=tuple(replace(draw, parameter=scale) for draw in made.draws))
    values = tuple(np.array(vector, dtype=np.int64) for vector in vectors)
    return Result(made, values, "2026-11-15T08:00:00+00:00", SOFTWARE, False)


def only(result: Result, form: str) -> Derived:
    return next(one for one in derived_of(result) if one.form == form)


@pytest.fixture(scope="module")
def spec() -> Spec:
    return reading(ENTRIES)


def test_a_request_is_read_written_and_stored_the_same(spec: Spec) -> None:
    assert spec_from_text(to_yaml(spec)) == spec
    assert spec_from_dict(spec.to_dict()) == spec
    assert read_plan(plan(spec).to_dict()).spec == spec
    assert [query.kind for query in spec.publish] == [
        "rows",
        "rows",
        "survival",
        "expectation",
        "histogram",
        "rows",
    ]
    assert [question.asked for question in questions_of(spec)][-1] == "logrank", "arms are always compared"


def bare_of(entry: Entry) -> Entry:
    """The same table, and nothing read off it."""
    said = {
        "by": entry.by,
        "during": entry.during,
        "name": entry.name,
        "exits": entry.ask.exits,
        "total": entry.total,
    }
    if entry.ask.edges is not None or entry.ask.exits is not None:
        return Query(entry.kind, entry.column, edges=entry.ask.edges, **said)  # type: ignore[arg-type]
    return Query("rows", **said) if entry.kind == "rows" else entry  # type: ignore[arg-type]


def test_what_is_read_off_and_tested_costs_nothing(spec: Spec) -> None:
    bare = replace(spec, tests=(), publish=tuple(bare_of(query) for query in spec.publish))
    assert plan(spec).charge == plan(bare).charge


def test_a_test_of_columns_uses_a_table_over_the_same_cells() -> None:
    table = "  - {table: {infected: [yes, no], vaccinated: [yes, no]}, show: [difference], name: mine}\n"
    test = "  - test: {independence: {infected: [yes, no], vaccinated: [yes, no]}}\n"
    shared, alone = reading(table + test), reading(test)
    assert [query.name for query in shared.publish] == ["mine"]
    assert shared.tests == (Question("independence", "mine"),)
    assert len(alone.publish) == 1
    other = "  - test: {independence: {infected: [no, yes], vaccinated: [yes, no]}}\n"
    assert len(reading(table + other).publish) == 2, "other cells are another table"


def test_boolean_columns_need_no_keys_and_a_test_of_them_uses_their_table() -> None:
    """`table: [sick, back]`, `test: {independence: [sick, back]}`, with n public or not."""
    head = HEAD.replace("{each: id}", "{each: id, neighbours: replace}")
    test = "  - test: {independence: [sick, back]}\n"
    for public in ("", ", public: {n: 5000}"):
        table = f"  - {{table: [sick, back], about: population, name: mine{public}}}\n"
        spec = reading(table + test, head)
        assert [(keys.column, keys.keys) for keys in spec.publish[0].by] == [
            ("sick", ("true", "false")),
            ("back", ("true", "false")),
        ]
        assert len(spec.publish) == 1
        assert spec.tests == (Question("independence", "mine"),)
        assert spec_from_text(to_yaml(spec)) == spec
        assert plan(spec).charge == plan(replace(spec, tests=())).charge


REFUSED = [
    ("  - {proportion: {infected: [a, b, c]}}\n", ":10, publish[0].proportion", "two keys"),
    ("  - {count: rows, about: patients}\n", ":10, publish[0].about", "population"),
    ("  - {sum: systolic, between: [0, 9], about: population}\n", ":10, publish[0].about", "counts"),
    ("  - {table: [infected, age]}\n", ":10, publish[0].table[0]", "not declared"),
    ("  - {table: {infected: [yes, no]}, show: [odds_ratio]}\n", ":10, publish[0].show", "outcome"),
    ("  - {table: {infected: [yes, no]}, show: [oddsratio]}\n", ":10, publish[0].show[0]", "odds_ratio"),
    ("  - {table: {infected: [yes, no], age: [a, b]}, standard: {age: {a: 1}}}\n", ":10", "every key"),
    ("  - {table: {infected: [yes, no], age: [a, b]}, standard: {age: {a: 0, b: 0}}}\n", ":10", "not all 0"),
    (
        "  - {table: {infected: [a, b], age: [a, b]}, standard: {age: {a: 1, b: 1}}, population: {a: 0, b: 9}}\n",
        ":10",
        "above 0",
    ),
    ("  - {survival: {time: days, event: back, horizon: 30}}\n", ":10, publish[0].survival.horizon", "30d"),
    ("  - {survival: {time: days, event: back, horizon: -3d}}\n", ":10", "horizon"),
    ("  - {survival: {time: days, event: days, horizon: 3d}}\n", ":10", "two columns"),
    ("  - {survival: {time: days, event: status, horizon: 3d}}\n", "source.columns.status", "causes"),
    ("  - {survival: {time: sex, event: back, horizon: 3d}}\n", "source.columns.sex", "a number"),
    ("  - {survival: {time: days, event: back, horizon: 3d, ends: [1, 2]}}\n", ":10", "ends at the horizon"),
    ("  - {survival: {time: days, event: {column: status, causes: []}, horizon: 3d}}\n", ":10", "at least one"),
    ("  - {survival: {time: days, event: {column: status, causes: [a, a]}, horizon: 3d}}\n", ":10", "once"),
    ("  - {survival: {time: days, event: back, horizon: 3d, bins: 900}}\n", ":10", "at most 200"),
    (
        "  - {survival: {time: days, event: back, horizon: 3d}, every: 1d}\n",
        ":10, publish[0].every",
        "its own time",
    ),
    ("  - {survival: {time: days, event: back, horizon: 3d, by: {arm: unknown}}}\n", ":10", "declared"),
    (
        "  - {survival: {time: days, event: {column: arm, causes: [A]}, horizon: 3d, by: {arm: [A, B]}}}\n",
        ":10, publish[0].survival.event",
        "cannot divide",
    ),
    ("  - {count: rows}\n  - test: {independence: infections}\n", ":11, publish[1]", "no entry is called"),
    ("  - {count: rows, name: all}\n  - test: {independence: all}\n", ":11, publish[1]", "two columns"),
    ("  - {count: rows, name: all}\n  - test: {logrank: all}\n", ":11, publish[1]", "arms"),
    ("  - {count: rows, name: all}\n  - test: {chi_square: all}\n", ":11, publish[1].test", "chi_square"),
    (
        "  - {mean: systolic, between: [80, 220], about: population, error: 1}\n",
        "publish[0].error",
        "the people",
    ),
    ("  - {proportion: sick, method: credible, about: population}\n", ":10, publish[0].method", "n is public"),
    ("  - {count: rows, by: {sex: unknown}, about: population}\n", ":10, publish[0].about", "common"),
    ("  - {proportion: sick, public: {n: 5000}}\n", ":10, publish[0]", "neighbours: replace"),
]


@pytest.mark.parametrize(("entries", "where", "words"), REFUSED, ids=range(len(REFUSED)))
def test_refusals_name_the_line_and_the_way_out(entries: str, where: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        plan(reading(entries))
    text = str(caught.value)
    assert where in text, text
    assert words in text, text


@pytest.mark.parametrize("bound", ["{rows: 2}", "{cells: 2, rows_per_cell: 1}"])
def test_one_person_is_one_row_of_a_population(bound: str) -> None:
    head = HEAD.replace("bound: {rows: 1}", f"bound: {bound}")
    for entry in ("{proportion: sick}", "{count: rows, by: {sex: [f, m]}, about: population}"):
        with pytest.raises(SpecError, match="different people"):
            reading(f"  - {entry}\n", head)
    table = "  - {count: rows, by: {sex: [f, m], arm: [A, B]}, name: t}\n"
    assert reading(table, head).publish
    with pytest.raises(SpecError, match="different people"):
        reading(table + "  - test: {independence: t}\n", head)


def test_a_public_total_is_used_under_replace_and_refused_otherwise() -> None:
    head = HEAD.replace("{each: id}", "{each: id, neighbours: replace}")
    spec = reading("  - {proportion: sick, about: population, public: {n: 100}}\n", head)
    result = result_of(spec, [10, 93])
    law = result.plan.draws_of(0)[0].noise.law
    wanted = proportion([10], PublicTotal(100, "replace"), law)
    found = only(result, "proportion")
    assert found.reals("low")[0] == pytest.approx(wanted.low[0], rel=1e-5)
    assert found.reals("high")[0] == pytest.approx(wanted.high[0], rel=1e-5)
    mean = reading("  - {mean: systolic, between: [80, 220], about: population, public: {n: 100}}\n", head)
    assert len(plan(mean).draws) == 2, "how many there are is not drawn"
    table = tables_of(result_of(mean, [0], [0]))[0]
    assert table.figures("value").floats()[0] == 150


def test_shares_comparisons_and_rates_follow_from_the_cells(spec: Spec) -> None:
    entries = "".join(ENTRIES.split("  - {survival")[:1])
    result = result_of(reading(entries), [40, 60, 160, 140], [10, 30, 90, 70], scale=QUIET)
    shares = only(result, "proportion").reals("value")
    assert shares.tolist() == [0.2, 0.3]
    found = only(result, "comparison").reals("value")
    half = [(40.5 / 201, 60.5 / 201), (40.5 * 140.5, 60.5 * 160.5)]
    assert found[0] == pytest.approx(half[0][0] - half[0][1], rel=1e-5)
    assert found[1] == pytest.approx(half[0][0] / half[0][1], rel=1e-5)
    assert found[2] == pytest.approx(half[1][0] / half[1][1], rel=1e-5)
    risk = (3 * 10.5 / 101 + 1 * 30.5 / 101) / 4
    assert only(result, "standardised").reals("value")[0] == pytest.approx(risk, rel=1e-5)
    rated = spec.publish[1]
    rated = rated.asking(
        study=Study(
            ("standardised",), standard=Standard("age", {"young": 3, "old": 1}, (("young", 1000), ("old", 500)))
        )
    )
    rates = only(result_of(replace(spec, publish=(rated,), tests=()), [10, 30, 0, 0], scale=QUIET), "standardised")
    assert rates.reals("value")[0] == pytest.approx((3 * 10 / 1000 + 30 / 500) / 4, rel=1e-5)


def test_a_survival_entry_is_the_product_limit_of_its_cells() -> None:
    stated = "time: days, event: back, horizon: 30d, bins: 3, withdrawn: at the end"
    spec = reading(f"  - {{survival: {{{stated}}}, name: back}}\n")
    result = result_of(spec, [10, 8, 6, 5, 4, 3, 64], scale=QUIET)
    curve = only(result, "curve")
    assert curve.reals("at_risk").tolist() == [100, 85, 73]
    expected = np.cumprod([1 - 10 / 100, 1 - 8 / 85, 1 - 6 / 73])
    assert curve.reals("value") == pytest.approx(expected, rel=1e-5)
    assert curve.reals("time").tolist() == [10, 20, 30]
    rate, median, mean = only(result, "summary").reals("value")
    assert rate == pytest.approx(1 - expected[-1], rel=1e-5)
    assert median == np.inf
    assert mean == pytest.approx(10 * (1 + expected[0] + expected[1]), rel=1e-5)
    assert (curve.reals("band_low") <= curve.reals("low")).all()


def test_causes_add_up_to_everybody_with_an_event() -> None:
    event = "{column: status, causes: [relapse, death], censored: [alive]}"
    spec = reading(f"  - {{survival: {{time: days, event: {event}, horizon: 3d, bins: 1}}, name: back}}\n")
    result = result_of(spec, [20, 10, 0, 70], scale=QUIET)
    assert only(result, "incidence").reals("value").tolist() == [0.2, 0.1]
    assert only(result, "summary").reals("value")[0] == pytest.approx(0.3)


def test_quantiles_are_read_off_the_histogram() -> None:
    spec = reading("  - {median: systolic, between: [80, 220], grain: 20, about: population}\n")
    found = only(result_of(spec, [100, 600, 1300, 1200, 800, 400, 150], scale=QUIET), "quantiles")
    low, high = found.reals("low")[0], found.reals("high")[0]
    assert (low, high) == (140, 160)
    assert low <= found.reals("value")[0] <= high


def test_p_values_are_corrected_over_all_tests(spec: Spec) -> None:
    result = scene(spec)
    tests = only(result, "tests")
    p_values, corrected = tests.reals("p_value"), tests.reals("holm")
    assert tests.rows == 5
    assert (corrected >= p_values).all()
    assert corrected.min() == pytest.approx(min(1.0, 5 * p_values.min()), rel=1e-4)  # told in six digits


def scene(spec: Spec, seed: int = 3) -> Result:
    rng = np.random.default_rng(seed)
    made = plan(spec)
    vectors = []
    for draw in made.draws:
        query = spec.publish[draw.query]
        size = query.size_of(draw.part)
        level = rng.poisson(90, size) if draw.grain == 1 else rng.normal(0, 1e5, size)
        vectors.append(np.rint(level + rng.normal(0, draw.noise.deviation / float(draw.grain), size)).tolist())
    return result_of(spec, *vectors)


@pytest.mark.parametrize("value", [0, -7, 1, 2**61, -(2**61)])
def test_whatever_noise_does_there_is_a_range(spec: Spec, value: int) -> None:
    made = plan(spec)
    vectors = [[value] * spec.publish[draw.query].size_of(draw.part) for draw in made.draws]
    result = result_of(spec, *vectors)
    for table in tables_of(result):
        assert (table.figures("low").steps <= table.figures("high").steps).all()
    for one in derived_of(result):
        if one.form == "tests":
            assert ((one.reals("p_value") > 0) & (one.reals("holm") <= 1)).all()
            continue
        value_, low, high = (one.reals(name) for name in ("value", "low", "high"))
        assert (low <= high).all()
        assert (np.isnan(value_) | ((value_ >= low - 1e-6) & (value_ <= high + 1e-6)) | np.isinf(high)).all()
        if one.form in ("proportion", "curve"):
            assert low.min() >= 0
            assert high.max() <= 1
        if one.form == "curve":
            for arm in value_.reshape(2, -1):
                assert (np.diff(arm) <= 1e-12).all(), "a survival curve never rises"


def test_noise_that_drowns_everything_is_refused_before_any_data() -> None:
    spec = reading("  - {proportion: sick}\n")
    tiny = replace(spec, spend=Spend("hospital", Fraction(1, 10**10)))
    with pytest.raises(SpecError, match="nothing could be said"):
        plan(tiny)
    assert plan(replace(tiny, publish=(bare_of(tiny.publish[0]),))).draws


def test_what_could_not_be_computed_is_refused_before_any_data(spec: Spec) -> None:
    many = Keys("sex", tuple(f"k{at}" for at in range(200_001)))
    with pytest.raises(SpecError, match="at most 200,000 cells"):
        replace(spec, publish=(Query("rows", by=(many,), about="population"),), tests=())
    some = Query("rows", by=(Keys("sex", many.keys[:1001]),), name="some")
    with pytest.raises(SpecError, match="2 to 1,000 keys"):
        replace(spec, publish=(some,), tests=(Question("goodness_of_fit", "some", (Fraction(1),) * 1001),))
    with pytest.raises(SpecError, match=r"up to 0\.999"):
        replace(spec, confidence=Fraction(9999, 10_000))
    assert replace(spec, confidence=Fraction(999, 1000)).publish


def test_python_says_the_same_as_the_file() -> None:
    spec = reading("  - {median: systolic, between: [80, 220], about: population}\n")
    query = Query(
        "quantiles", "systolic", between=(Fraction(80), Fraction(220)), at=(Fraction(1, 2),), about="population"
    )
    assert spec.publish == (query,)
    exits = Exit.within("days", "back", 30)
    built = Spec(
        "report",
        "1",
        Origin(None, {"id": "text", "days": "integer", "back": "boolean", "arm": "text"}),
        Protect(Unit("id")),
        Bounds(rows=1),
        (Query("survival", by=(Keys("arm", ("A", "B")),), exits=exits),),
        Spend("hospital", Fraction(1)),
    )
    assert built.publish[0].name == "survival-days-by-arm"
    assert plan(built).draws[0].contribution.sensitivity.l1 == 1


@pytest.mark.parametrize("lang", ["zh"])  # the tutorial writes one in English
def test_a_folder_tells_everything_and_is_verified(spec: Spec, lang: str, tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    short = replace(spec, publish=(spec.publish[0], spec.publish[2]), tests=spec.tests[:2])
    ledger, release = stored(scene(short), tmp_path)
    folder = tmp_path / "out"
    with ledger:
        write(release, folder, lang=lang, key=Ed25519PrivateKey.generate())
        assert verify_folder(folder, ledger=ledger).whole
    page = (folder / "report.html").read_text(encoding="utf-8")
    words = {"en": ("Groups compared", "At risk"), "zh": ("各组比较", "在险人数")}
    for word in words[lang]:
        assert word.lower() in page.lower()
    captions = (
        page.count("<caption>针对数据：只含噪声</caption>"),
        page.count("<caption>针对总体：含噪声与抽样误差</caption>"),
    )
    # Cells and shares of the first entry; its comparison, curve and summary, and the tests.
    assert captions == (2, 4)
    card = Card.of(release).record()
    assert card["tables"][0]["read"][0] == {"form": "proportion", "about": "data", "costs": "nothing"}
    assert card["ranges"]["about"] == "as each table says"
    assert [test["asked"] for test in card["tests"]] == ["independence", "two_proportions", "logrank"]
    assert any("population" in line or "总体" in line for line in lines(release, lang))
    assert any("no further cost" in line or "不再花费" in line for line in plan_lines(release.plan, lang))
    changed = folder / "tables" / "2-back-curve.csv"
    changed.write_bytes(changed.read_bytes().replace(b"population", b"data"))
    # Signed again by somebody who has a key: what was read off still does not follow from the card.
    (folder / CERTIFICATE).unlink()
    forged = Certificate.of(Card.of(release), files_in(folder), "2026-11-15T08:00:00+00:00", None)
    (folder / CERTIFICATE).write_bytes(forged.signed_by(Ed25519PrivateKey.generate()))
    verdict = verify_folder(folder)
    assert [check.key for check in verdict.checks if check.outcome == "fails"] == ["release.verify.tables.failed"]
