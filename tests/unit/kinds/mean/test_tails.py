"""Tails of a mean's clamp: how they are asked for, refused, priced, counted, told and verified."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.law import DiscreteLaplace
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.postprocess.infer.clipping import People, Tail, tail_bias
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.show.artefact import write
from epsilog.show.card import Card
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.show.result import Result, derived_of
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from epsilog.testing import publish_seeded
from release_scenes import SOFTWARE, stored

HEAD = """release: report
edition: 2026-Q3
source: {file: c.csv, columns: {id: text, sex: text, systolic: number}}
protect: {each: id%s}
bound: {rows: %s}
publish:
"""
TAIL = "spend: {epsilon: 4, from: hospital}\n"
ASKED = "  - {mean: systolic, between: [80, 220], tails: [40, 300], by: {sex: [f, m]}, about: %s, name: pressure}\n"
QUIET = Fraction(1, 50)  # a scale at which Laplace noise is 0 for all purposes


def reading(entries: str, rows: int = 1, neighbours: str = "") -> Spec:
    return spec_from_text(HEAD % (neighbours, rows) + entries + TAIL, "s.yaml")


def of_vectors(spec: Spec, *vectors: list[int], scale: Fraction | None = QUIET) -> Result:
    made = plan(spec)
    if scale is not None:
        made = replace(made, draws=tuple(replace(draw, parameter=scale) for draw in made.draws))
    values = tuple(np.array(vector, dtype=np.int64) for vector in vectors)
    return Result(made, values, "2026-11-17T08:00:00+00:00", SOFTWARE, False)


@pytest.mark.parametrize("about", ["data", "population"])
def test_a_request_is_read_written_and_stored_the_same(about: str) -> None:
    spec = reading(ASKED % about)
    assert spec_from_text(to_yaml(spec)) == spec
    assert spec_from_dict(spec.to_dict()) == spec
    assert read_plan(plan(spec).to_dict()).spec == spec
    assert spec.publish[0].parts[-2:] == ("under", "over")
    assert spec.digest != reading((ASKED % about).replace("300", "301")).digest


@pytest.mark.parametrize(
    ("entry", "where", "words"),
    [
        ("{mean: systolic, between: [80, 220], tails: [90, 300]}", "s.yaml:7", "hold the clamp"),
        ("{mean: systolic, between: [80, 220], tails: [40, 219]}", "s.yaml:7", "hold the clamp"),
        ("{mean: systolic, between: [80, 220], tails: [80, 220]}", "s.yaml:7", "nothing is counted"),
        ("{mean: systolic, between: [80, 220], tails: [300, 40]}", "s.yaml:7", "lower end must be below"),
        ("{mean: systolic, between: [80, 220], tails: [40, 220, 300]}", "s.yaml:7", "two ends"),
        ("{mean: systolic, between: [80, 220], tails: [40, .inf]}", "s.yaml:7", ""),
        ("{sum: systolic, between: [80, 220], tails: [40, 300]}", "s.yaml:7", "those of a mean"),
        ("{count: rows, tails: [40, 300]}", "s.yaml:7", "those of a mean"),
        (
            "{mean: systolic, between: unknown, within: [0, 300], tails: [0, 400]}",
            "s.yaml:7",
            "ends of a clamp that is found",
        ),
    ],
)
def test_refusals_name_the_line_and_the_way_out(entry: str, where: str, words: str) -> None:
    with pytest.raises(SpecError) as refused:
        reading(f"  - {entry}\n")
    assert where in refused.value.where
    assert words in refused.value.what


def test_one_person_is_one_row_of_a_population_here_too() -> None:
    with pytest.raises(SpecError, match="different people"):
        plan(reading(ASKED % "population", rows=4))
    assert plan(reading(ASKED % "data", rows=4)).draws[2].contribution.sensitivity.l1 == 4


def test_a_side_without_a_tail_is_not_drawn_and_not_paid() -> None:
    one = reading((ASKED % "data").replace("40, 300", "80, 300"))
    assert one.publish[0].parts == ("sum", "rows", "over")
    result = of_vectors(one, [0, 0], [1000, 1000], [0, 10])
    (table,) = derived_of(result)
    assert table.reals("raised_at_most").tolist() == [0, 0]
    assert table.reals("lowered_at_most")[1] == pytest.approx(0.8)


def test_every_vector_is_paid(tmp_path: Path) -> None:
    """The price is that of all vectors: what two tails cost is what any two counts would."""
    made = plan(reading(ASKED % "population"))
    assert len(made.draws) == 5
    alone = sum(draw.charge.pure() or 0 for draw in made.draws)
    assert made.charge.pure() == alone
    assert 3.999e12 < alone <= 4e12


def test_the_bound_follows_from_the_counts() -> None:
    """Without noise: 10 of 1,000 rows above were moved by at most 80 each, 20 below by at most 40."""
    result = of_vectors(reading(ASKED % "data"), [0, 0], [1000, 500], [20, 0], [10, 0])
    (table,) = derived_of(result)
    assert table.reals("lowered_at_most").tolist() == pytest.approx([0.8, 0])
    assert table.reals("raised_at_most").tolist() == pytest.approx([0.8, 0])
    assert table.reals("value").tolist() == [150, 150]
    # The range is that of the mean, the bound, and a grain and a half for what rounding leaves out.
    assert table.reals("low").tolist() == pytest.approx([150 - 0.8 - 0.015, 150 - 0.015], abs=2e-3)
    assert table.reals("high").tolist() == pytest.approx([150 + 0.8 + 0.015, 150 + 0.015], abs=2e-3)
    assert table.about == "data"


def test_luck_of_the_draw_is_added_about_a_population() -> None:
    vectors = [0, 0], [10**9, 10**9], [1000, 500], [20, 0], [10, 0]
    (table,) = derived_of(of_vectors(reading(ASKED % "population"), *vectors))
    assert (table.reals("lowered_at_most") > [0.8, 0.3]).all()
    assert table.about == "population"


@pytest.mark.parametrize("value", [-(2**61), -5, 0, 1, 2**61])
@pytest.mark.parametrize("about", ["data", "population"])
def test_whatever_noise_does_there_is_a_range(about: str, value: int) -> None:
    spec = reading(ASKED % about)
    vectors = [[value, -value] for _ in spec.publish[0].parts]
    (table,) = derived_of(of_vectors(spec, *vectors, scale=None))
    for name in ("value", "low", "high", "lowered_at_most", "raised_at_most"):
        assert np.isfinite(table.reals(name)).all()
    assert (table.reals("low") <= table.reals("high")).all()
    assert (table.reals("lowered_at_most") <= 80).all()
    assert (table.reals("raised_at_most") <= 40).all()


def test_a_public_total_is_no_vector() -> None:
    entry = "  - {mean: systolic, between: [80, 220], tails: [40, 300], about: population, public: {n: 1000}}\n"
    spec = reading(entry, neighbours=", neighbours: replace")
    assert spec.publish[0].parts == ("sum", "squares", "under", "over")
    assert plan(spec).draws[2].contribution.sensitivity.l1 == 2, "one leaves and another comes"
    (table,) = derived_of(of_vectors(spec, [0], [0], [20], [10]))
    assert table.reals("lowered_at_most")[0] > 0.8


@pytest.mark.parametrize("about", ["data", "population"])
def test_nobody_leaves_everything_possible(about: str) -> None:
    law = DiscreteLaplace(2)
    empty = Tail(np.array([0]), law, 80.0)
    assert tail_bias(None, empty, People(np.array([0]), law), about=about).up.tolist() == [80]  # type: ignore[arg-type]
    assert tail_bias(None, empty, People(np.array([-40]), law), about=about).up.tolist() == [80]  # type: ignore[arg-type]
    few = tail_bias(None, empty, People(np.array([8]), law), about=about)  # type: ignore[arg-type]
    assert few.up.tolist() == [80], "eight noisy rows may be none"
    one = tail_bias(empty, empty, People(np.array([1])), about=about)  # type: ignore[arg-type]
    assert one.up.tolist() == [80]
    assert one.down.tolist() == [-80]


def test_bounds_are_wider_with_more_confidence_more_noise_and_fewer_people() -> None:
    def up(rows: int, people: int, scale: int, sure: str) -> float:
        law = DiscreteLaplace(scale)
        return float(
            tail_bias(None, Tail(np.array([rows]), law, 80.0), People(np.array([people]), law), sure).up[0]
        )

    usual = up(10, 1000, 2, "0.95")
    tail = Tail(np.array([10]), DiscreteLaplace(2), 80.0)
    for about in ("data", "population"):
        both, single = (
            float(tail_bias(other, tail, People(np.array([1000]), DiscreteLaplace(2)), about=about).up[0])  # type: ignore[arg-type]
            for other in (tail, None)
        )
        assert single < both, "two sides may both be wrong"
    assert usual < up(10, 1000, 2, "0.99") < up(10, 1000, 20, "0.99")
    assert usual < up(10, 500, 2, "0.95")
    assert usual < up(20, 1000, 2, "0.95")


def test_rows_that_are_scaled_or_missing_are_bounded_too(tmp_path: Path) -> None:
    """People with more rows than count: the mean has a part of their sum, the tail never less than that part."""
    rows = [("a", 300.0), ("a", 150.0), ("a", 150.0), ("b", 20.0), ("b", None), ("c", 150.0), ("d", None)]
    frame = pl.DataFrame(rows, schema={"who": pl.String, "x": pl.Float64}, orient="row")
    ends = {"between": (Fraction(100), Fraction(200)), "tails": (Fraction(0), Fraction(400))}
    for missing in (None, Fraction(150)):
        query = Query("mean", "x", missing=missing, **ends)  # type: ignore[arg-type]
        spec = Spec(
            "tails",
            str(missing),
            Origin(None, {"who": "text", "x": "number"}),
            Protect(Unit("who")),
            Bounds(rows=2),
            (query,),
            Spend("study", Fraction(1000)),
        )
        with Ledger.open(tmp_path / f"{missing}.db", create=True) as ledger:
            ledger.open_account("study", Terms(spec.protect.unit, Allowance.pure(10**6)), by="Ada")
            release = publish_seeded(7, spec, ledger, frame=frame)
        table = release.tables[0]
        counts = {name: table.figures(name).floats()[0] for name in table.names if name.startswith("noisy")}
        assert (counts["noisy_below_clamp"], counts["noisy_above_clamp"]) == (1, 1)
        shares = {"a": [300, 150, 150], "b": [20], "c": [150]}
        if missing is not None:
            shares |= {"b": [20, 150], "d": [150]}
        weights = {who: min(2, len(values)) for who, values in shares.items()}
        plain = sum(weights[who] * np.mean(values) for who, values in shares.items()) / sum(weights.values())
        assert counts["noisy_count"] == sum(weights.values())
        (told,) = release.derived
        assert told.reals("low")[0] <= plain <= told.reals("high")[0]
        value = float(told.reals("value")[0])
        assert value - told.reals("raised_at_most")[0] - 0.02 <= plain
        assert plain <= value + told.reals("lowered_at_most")[0] + 0.02


def counted(folder: Path, values: list[float | None], unit: Unit, bounds: Bounds) -> tuple[int, int]:
    """Noisy numbers below and above [100, 200], the noise being nothing."""
    frame = pl.DataFrame(
        {"who": [str(at) for at in range(len(values))], "x": values}, schema_overrides={"x": pl.Float64}
    )
    query = Query("mean", "x", between=(Fraction(100), Fraction(200)), tails=(Fraction(0), Fraction(400)))
    spec = Spec(
        "tails",
        "1",
        Origin(None, {"who": "text", "x": "number"}),
        Protect(unit),
        bounds,
        (query,),
        Spend("study", Fraction(1000)),
    )
    with Ledger.open(folder / f"{unit.each}.db", create=True) as ledger:
        ledger.open_account("study", Terms(unit, Allowance.pure(10**6)), by="Ada")
        table = publish_seeded(7, spec, ledger, frame=frame).tables[0]
    below, above = (int(table.figures(f"noisy_{side}_clamp").floats()[0]) for side in ("below", "above"))
    return below, above


@pytest.mark.parametrize("each", ["who", "row"])
def test_what_lies_at_an_end_was_not_moved(tmp_path: Path, each: str) -> None:
    """Values are rounded to hundredths before they are clamped; what is no number is nowhere."""
    inside = [100.0, 200.0, 99.996, 200.004, 150.0, None, float("nan"), float("inf"), float("-inf")]
    below, above = [99.99, 0.0, -0.0, -1e300, -5e-324], [200.006, 1e308]
    unit, bounds = Unit(each), Bounds(rows=1) if each == "who" else Bounds()
    assert counted(tmp_path, [*inside, *below, *above], unit, bounds) == (5, 2)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_folder_tells_it_and_is_verified(lang: str, tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    spec = reading(ASKED % "population")
    said = "\n".join(plan_lines(plan(spec), lang))
    assert all(end in said for end in ("80", "220", "40", "300"))
    vectors = [0, 100], [10**9, 10**9], [1000, 900], [20, 0], [10, -3]
    ledger, release = stored(of_vectors(spec, *vectors, scale=None), tmp_path)
    folder = tmp_path / "out"
    with ledger:
        write(release, folder, lang=lang, key=Ed25519PrivateKey.generate())
        assert verify_folder(folder, ledger=ledger).whole
    assert any("300" in line and "pressure" in line for line in lines(release, lang))
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert {"en": "lowered by at most", "zh": "至多压低"}[lang] in page
    card = Card.of(release).record()["tables"][0]
    assert card["tails"] == ["40", "300"]
    assert [draw["of"] for draw in card["draws"]] == ["sum", "squares", "rows", "under", "over"]
    assert card["read"] == [{"form": "clipping", "about": "population", "costs": "nothing"}]
    changed = folder / "tables" / "1-pressure-clipping.csv"
    changed.write_bytes(changed.read_bytes().replace(b"population", b"data"))
    assert not verify_folder(folder).whole
