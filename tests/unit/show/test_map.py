"""Maps: what they show, what they hatch, what shapes they refuse; from a spec, and from a published table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.accounting.allowance import Allowance
from epsilog.cli.app import run
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.registry.asks import Query
from epsilog.roles.map import Map
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.show.map.draw import Counts, places_of, tiles_for
from epsilog.show.map.file import read_counts, read_population
from epsilog.show.map.geojson import MOST_SHAPES, read_shapes, shapes_from
from epsilog.show.map.picture import draw_map
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from epsilog.testing import publish_seeded

SPEC = """
release: visits
edition: "1"
source: {file: visits.csv, columns: {patient_id: text, region: text}}
protect: {each: patient_id}
bound: {rows: 1}
publish:
  - count: rows
    by: {region: [North, South, East]}
    map: MAP
  - {count: persons, by: {region: [North, South, East]}, name: people}
spend: {epsilon: 4, from: clinic}
"""
KEYS = ("North", "South", "East")
SURE = Fraction(95, 100)


def square(key: object, left: float, **changed: object) -> dict[str, Any]:
    ring = [[left, 50], [left + 1, 50], [left + 1, 51], [left, 51], [left, 50]]
    shape = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"code": key}, "geometry": shape, **changed}


def collection(*features: object) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": list(features)}


def counts(value: list[float], low: list[float]) -> Counts:
    return Counts(KEYS, np.array(value), np.array(low), SURE)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(str(tmp_path / "books.db"), create=True) as books:
        books.open_account("clinic", Terms(Unit("patient_id"), Allowance.pure(Fraction(50))), by="Ada")
        yield books


def rows(folder: Path) -> None:
    regions = ["North"] * 900 + ["South"] * 300
    lines = [f"p{at},{region}" for at, region in enumerate(regions)]
    (folder / "visits.csv").write_text("\n".join(["patient_id,region", *lines]) + "\n")


SPELLINGS = [
    "tiles",
    "{tiles: {North: [1, 0], South: [1, 1], East: [2, 1]}}",
    "{geojson: shapes/regions.geojson, property: code}",
    "{population: {North: 120000, South: 80000.5, East: 0}, per: 100000}",
    "{over: people, per: 1/3}",
    "{tiles: {North: [1, 0], South: [1, 1], East: [2, 1]}, over: people}",
]


@pytest.mark.parametrize("spelled", SPELLINGS)
def test_maps_read_back_exactly(spelled: str) -> None:
    spec = spec_from_text(SPEC.replace("MAP", spelled))
    assert spec.publish[0].map is not None
    assert spec_from_text(to_yaml(spec)) == spec
    assert spec_from_dict(spec.to_dict()) == spec


@pytest.mark.parametrize(
    ("spelled", "what"),
    [
        ("tile", "a map is `tiles`"),
        ("{}", "without anything"),
        ("{tiles: {North: [1, 0], South: [1, 0], East: [2, 1]}}", "the same place"),
        ("{tiles: {North: [1, 0], South: [1, 1]}}", "'East' is missing"),
        ("{tiles: {North: [1, 0], South: [1, 1], Est: [2, 1]}}", "did you mean East"),
        ("{tiles: {North: [1], South: [1, 1], East: [2, 1]}}", "a column and a row"),
        ("{tiles: {North: [1, -1], South: [1, 1], East: [2, 1]}}", "at least 0"),
        ("{tiles: {North: [1, 999], South: [1, 1], East: [2, 1]}}", "at most 200"),
        ("{geojson: a.json}", "the property that holds the key"),
        ("{geojson: a.json, property: code, tiles: {North: [0, 0]}}", "tiles or shapes"),
        ("{geojson: /home/ada/a.json, property: code}", "from the folder of the spec"),
        ('{geojson: "C:/a.json", property: code}', "from the folder of the spec"),
        ("{population: {North: 1, South: 2}}", "'East' is missing"),
        ("{population: {North: 1, South: 2, East: -1}}", "at least 0"),
        ("{population: {North: 1, South: 2, East: NaN}}", "number"),
        ("{over: nobody}", "no other entry"),
        ("{over: people, population: {North: 1, South: 2, East: 1}}", "not by both"),
        ("{tiles: {North: [0, 0], South: [1, 1], East: [2, 1]}, per: 1000}", "only a rate"),
        ("{over: people, per: 0}", "above 0"),
        ("{geojsn: a.json}", "did you mean geojson"),
    ],
)
def test_complaints_name_the_line(spelled: str, what: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec_from_text(SPEC.replace("MAP", spelled), "visits.yaml")
    assert what in str(caught.value)
    assert "visits.yaml:" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("count: rows\n    by: {region: [North, South, East]}", "count: rows"),
        ("    by: {region: [North, South, East]}\n    map", "    by: {region: [A], patient_id: [B]}\n    map"),
    ],
)
def test_a_map_needs_one_count_for_each_place(old: str, new: str) -> None:
    with pytest.raises(SpecError, match="one count for each key"):
        spec_from_text(SPEC.replace(old, new).replace("MAP", "tiles"))


def test_only_ranges_above_zero_are_seen() -> None:
    places = places_of(counts([40, 3, -9], [10, -27, -39]), Map())
    assert places.seen.tolist() == [True, False, False]
    assert places_of(counts([40, 30, 1], [10, 0, 1]), Map()).seen.tolist() == [True, False, True]
    assert places.by_chance == pytest.approx(3 * 0.025)


def test_rates_are_divided_by_what_is_public_or_published() -> None:
    how = Map(
        population=(("North", Fraction(200)), ("South", Fraction(100)), ("East", Fraction(0))), per=Fraction(10)
    )
    places = places_of(counts([40, 30, 20], [10, 20, 10]), how)
    assert places.value[:2].tolist() == [2.0, 3.0]
    assert np.isnan(places.value[2])
    assert places.known.tolist() == places.seen.tolist() == [True, True, False]
    other = Counts(("South", "East", "North"), np.array([60.0, 5, 80]), np.array([50.0, -1, 70]), SURE)
    ratio = places_of(counts([40, 30, 20], [10, 20, 10]), Map(over="people"), other)
    assert ratio.value[:2].tolist() == [0.5, 0.5]
    assert ratio.seen.tolist() == [True, True, False]
    with pytest.raises(SpecError, match="the same keys"):
        places_of(counts([1, 1, 1], [0, 0, 0]), Map(over="x"), Counts(("A",), np.ones(1), np.ones(1), SURE))


def test_tiles_stay_apart() -> None:
    for size in (1, 2, 7, 40, 2500):
        places = tiles_for(Map(), [str(at) for at in range(size)])
        assert len(set(places)) == size
    with pytest.raises(SpecError, match="cannot be distinguished"):
        Map().check(tuple(str(at) for at in range(2501)))


def words_in(figure: Any) -> str:
    from matplotlib.text import Text

    return "\n".join(text.get_text() for text in figure.findobj(Text))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_picture_says_what_hatching_means(lang: str) -> None:
    places = places_of(counts([40, 3, -9], [10, -27, -39]), Map())
    said = words_in(draw_map(places, "number of rows by region", "rows", lang, tiles=tiles_for(Map(), KEYS)))
    assert "40" in said
    assert "0.08" in said or "0.075" in said  # expected by chance
    hatched = [patch for patch in _patches(places) if patch.get_hatch()]
    assert len(hatched) == 2
    nothing = places_of(counts([4, 3, -9], [-1, -27, -39]), Map())
    assert draw_map(nothing, "rows", "rows", lang, tiles=tiles_for(Map(), KEYS)) is not None


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("per", "said"), [(1, "rows"), (1000, "1,000")])
def test_the_legend_says_what_a_rate_is_told_per(lang: str, per: int, said: str) -> None:
    how = Map(population=tuple((key, Fraction(9)) for key in KEYS), per=Fraction(per))
    places = places_of(counts([400, 3, 9], [10, -27, 1]), how)
    assert said in words_in(draw_map(places, "title", "rows", lang, tiles=tiles_for(how, KEYS)))


def test_a_few_large_places_are_shown_in_square_roots() -> None:
    places = places_of(Counts(tuple("abcde"), np.array([1.0, 2, 1, 2, 900]), np.ones(5), SURE), Map())
    assert "square roots" in words_in(draw_map(places, "t", "rows", "en", tiles=tiles_for(Map(), places.keys)))


def _patches(places: Any) -> list[Any]:
    figure = draw_map(places, "rows", "rows", "en", tiles=tiles_for(Map(), KEYS))
    return list(figure.axes[0].patches)


def test_shapes_are_drawn_with_their_holes() -> None:
    holed = square("North", 0)
    holed["geometry"]["coordinates"].append([[0.4, 50.4], [0.6, 50.4], [0.6, 50.6], [0.4, 50.6], [0.4, 50.4]])
    shapes = shapes_from(collection(holed, square("South", 1), square("East", 2), square("Other", 3)), "code")
    places = places_of(counts([40, 3, 90], [10, -27, 60]), Map())
    figure = draw_map(places, "rows", "rows", "en", shapes=shapes)
    patches = figure.axes[0].patches
    assert len(patches) == 4
    said = words_in(figure)
    assert "North\n40" in said
    assert "East\n90" in said
    assert "South\n3" not in said  # it cannot be told from zero
    outside, hole = patches[0].get_path().to_polygons()
    turns = [np.sum(ring[:-1, 0] * ring[1:, 1] - ring[1:, 0] * ring[:-1, 1]) for ring in (outside, hole)]
    assert turns[0] > 0 > turns[1]  # opposite directions: the hole stays empty


@pytest.mark.parametrize(
    ("record", "what"),
    [
        ([], "FeatureCollection"),
        ({"type": "Topology"}, "FeatureCollection"),
        (collection(), "no features"),
        ({"type": "FeatureCollection", "features": "x"}, "no features"),
        (collection("x"), "not a feature"),
        (collection(square("N", 0, properties=None)), "no property"),
        (collection(square("N", 0, properties={"cod": 1})), "did you mean cod"),
        (collection(square(True, 0)), "neither text"),
        (collection(square(1.5, 0)), "neither text"),
        (collection(square(None, 0)), "neither text"),
        (collection(square("N", 0, geometry={"type": "Point", "coordinates": [1, 2]})), "'Point'"),
        (collection(square("N", 0, geometry={"type": "GeometryCollection"})), "polygons"),
        (collection(square("N", 0, geometry=7)), "no readable geometry"),
        (collection(square("N", 0, geometry=None)), "no polygons"),
        (collection(square("N", 0, geometry={"type": "Polygon"})), "without rings"),
        (collection(square("N", 0, geometry={"type": "Polygon", "coordinates": [[]]})), "three points"),
        (collection(square("N", 0, geometry={"type": "Polygon", "coordinates": [[[0, 1]] * 3]})), "any area"),
        (collection(square("N", float("inf"))), "two finite numbers"),
        (collection(square("N", 10**400)), "two finite numbers"),  # type: ignore[arg-type]
        (collection(square("N", 0, geometry={"type": "MultiPolygon", "coordinates": {}})), "no coordinates"),
        (collection(*([{}] * (MOST_SHAPES + 1))), "more than"),
    ],
)
def test_hostile_shapes_are_refused(record: object, what: str) -> None:
    with pytest.raises(SpecError) as caught:
        shapes_from(record, "code")
    assert what in str(caught.value)


def test_hostile_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "shapes.json"
    for text in ("", "{", "[" * 100_000, '{"type": NaN}', "\x00"):
        path.write_text(text)
        with pytest.raises(SpecError, match=r"shapes\.json"):
            read_shapes(path, "code")
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(SpecError, match="JSON"):
        read_shapes(path, "code")
    with pytest.raises(SpecError, match="cannot be read"):
        read_shapes(tmp_path / "nothing.json", "code")


def test_features_of_one_name_are_one_shape() -> None:
    shapes = shapes_from(collection(square(7, 0), square("7", 5)), "code")
    assert {key: len(polygons) for key, polygons in shapes.polygons.items()} == {"7": 2}
    with pytest.raises(SpecError, match="no shape for 'North'"):
        shapes.must_have(KEYS, "shapes.json")


def test_a_map_is_published_with_its_release(tmp_path: Path, ledger: Ledger) -> None:
    rows(tmp_path)
    shapes = collection(square("North", 0), square("South", 1), square("East", 2))
    (tmp_path / "shapes.json").write_text(json.dumps(shapes))
    spec = spec_from_text(SPEC.replace("MAP", "{geojson: shapes.json, property: code, over: people, per: 100}"))
    release = publish_seeded(1, spec, ledger, base=tmp_path)
    folder = tmp_path / "out"
    write(release, folder, lang="zh", key=Ed25519PrivateKey.generate(), base=tmp_path)
    names = {path.name for path in (folder / "pictures").iterdir()}
    assert {"1-count-rows-by-region-map.svg", "1-count-rows-by-region-map.png"} <= names
    assert (folder / "report.html").read_text().count("<figure") == 3
    assert verify_folder(folder, ledger=ledger).whole


def test_shapes_that_cannot_be_drawn_cost_nothing(tmp_path: Path, ledger: Ledger) -> None:
    rows(tmp_path)
    spec = spec_from_text(SPEC.replace("MAP", "{geojson: shapes.json, property: code}"))
    for text in (None, "{}", json.dumps(collection(square("North", 0)))):
        if text is not None:
            (tmp_path / "shapes.json").write_text(text)
        with pytest.raises(SpecError, match=r"shapes\.json"):
            publish_seeded(1, spec, ledger, base=tmp_path)
    assert ledger.account("clinic").share == 0


def test_a_published_table_is_drawn_again(
    tmp_path: Path, ledger: Ledger, capsys: pytest.CaptureFixture[str]
) -> None:
    rows(tmp_path)
    release = publish_seeded(1, spec_from_text(SPEC.replace("MAP", "tiles")), ledger, base=tmp_path)
    write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
    table = tmp_path / "out" / "tables" / "1-count-rows-by-region.csv"
    read = read_counts(table)
    assert read.keys == KEYS
    assert read.confidence == SURE
    (tmp_path / "people.csv").write_text("region,people\nNorth,1000\nSouth,2000\nEast,10\n")
    asked = [str(table), "--population", str(tmp_path / "people.csv"), "--per", "1000", "--json"]
    assert run(["map", *asked, "--picture", str(tmp_path / "map")]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [place["key"] for place in said["places"]] == list(KEYS)
    assert said["places"][0]["distinguishable"] is True
    assert (tmp_path / "map.svg").exists()
    assert run(["map", str(tmp_path / "people.csv")]) == SpecError.code


def test_files_that_are_no_tables_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    for text, what in (
        ("", "no rows"),
        ("a,b\n1\n", "unequal"),
        ("region,value\nN,1\n", "no column 'low'"),
        ("a,b,value,low,confidence\nN,f,1,0,0.95\n", "2 columns of keys"),
        ("region,value,low,confidence\nN,1,0,0.95\nN,2,1,0.95\n", "several numbers"),
        ("region,value,low,confidence\nN,inf,0,0.95\n", "not a number"),
        ("region,value,low,confidence\nN,1,0,2\n", "how sure"),
    ):
        path.write_text(text)
        with pytest.raises(SpecError) as caught:
            read_counts(path)
        assert what in str(caught.value)
    path.write_text("k,n\nN,-1\n")
    with pytest.raises(SpecError, match=r"t\.csv:2"):
        read_population(path)


def test_python_says_maps_as_files_do() -> None:
    by = {"region": list(KEYS)}
    assert Query("rows", by=by, map="tiles").map == Map()  # type: ignore[arg-type]
    said = {"geojson": "a.json", "property": "code", "population": dict.fromkeys(KEYS, 9), "per": 10}
    found = Query("rows", by=by, map=said).map  # type: ignore[arg-type]
    assert found is not None
    assert (found.geojson, found.property_name, found.per) == ("a.json", "code", 10)
    tiles = {"tiles": {"North": (0, 0), "South": (1, 0), "East": [2, 0]}}
    assert Query("rows", by=by, map=tiles).map is not None  # type: ignore[arg-type]
    for wrong in (
        "tile",
        7,
        {"shape": 1},
        {"tiles": [1]},
        {"tiles": {"North": 1}},
        {"geojson": 1, "property": "x"},
    ):
        with pytest.raises(SpecError):
            Query("rows", by=by, map=wrong)  # type: ignore[arg-type]
