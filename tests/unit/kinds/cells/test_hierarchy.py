"""Tables with levels: spelled, planned, drawn, fitted, stored, verified, explained."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys, Level
from epsilog.core.measure import Rows, contribution
from epsilog.core.unit import Unit
from epsilog.errors import SensitivityExceeded, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.publish.drawing import draw_all
from epsilog.registry.asks import Query
from epsilog.registry.draws import mechanism_of
from epsilog.roles.hierarchy import rolled_up, tree_of
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec
from epsilog.show.artefact import write
from epsilog.show.card import Card
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.show.map.draw import counts_of
from epsilog.show.map.file import read_counts
from epsilog.show.plot import draw
from epsilog.show.result import tables_of
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from epsilog.testing import publish_seeded, seeded
from release_scenes import plan_of, result_of

SPEC = """
release: visits
edition: "1"
source: {file: visits.csv, columns: {patient_id: text, clinic: text, sex: text, cost: number}}
protect: {each: patient_id}
bound: {rows: 4, cells: 2, rows_per_cell: 3}
publish:
  - count: rows
    by:
      sex: [f, m]
      clinic:
        under:
          region: {North: [c1, c2], South: [c5], West: [c3, c4]}
          country: {Home: [West, North, South]}
        weights: {clinic: 2, country: 1/2}
spend: {epsilon: 1, delta: 1e-6, from: clinic}
"""
CLINICS = ("c3", "c4", "c1", "c2", "c5")  # the order the country names its regions in


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(str(tmp_path / "books.db"), create=True) as books:
        allowance = Allowance.approximate(Fraction(5), Fraction(1, 10**6))
        books.open_account("clinic", Terms(Unit("patient_id"), allowance), by="Ada")
        yield books


def rows(folder: Path) -> dict[tuple[str, str], int]:
    """Visits, and how many of them are kept: nobody has more than the bounds allow."""
    counts = {(sex, clinic): 5 + 7 * at + (sex == "m") for at, clinic in enumerate(CLINICS) for sex in "fm"}
    text, person = ["patient_id,clinic,sex,cost"], 0
    for (sex, clinic), count in counts.items():
        for _ in range(count):
            text.append(f"p{person},{clinic},{sex},1")
            person += 1
    (folder / "visits.csv").write_text("\n".join(text) + "\n")
    return counts


def test_a_hierarchy_reads_back_exactly() -> None:
    spec = spec_from_text(SPEC)
    keys = spec.publish[0].by[1]
    assert keys.keys == CLINICS
    assert keys.under[0].keys == ("West", "North", "South")
    assert (keys.weight, keys.under[1].weight) == (2, Fraction(1, 2))
    assert spec_from_text(to_yaml(spec)) == spec
    assert spec_from_dict(spec.to_dict()) == spec
    assert "country: Home" in to_yaml(spec)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("West: [c3, c4]", "West: [c3, c1]", "written twice"),
        ("[West, North, South]", "[West, North]", "is in no group"),
        ("[West, North, South]", "[West, North, Sooth]", "did you mean South"),
        ("{Home: [West, North, South]}", "[West]", "expected text"),
        ("South: [c5]", "South: []", "each of them members"),
        ("region: {North", "clinic: {North", "called like a column"),
        ("region: {North", "sex: {North", "called like a column"),
        ("clinic: 2,", "clinc: 2,", "did you mean clinic"),
        ("clinic: 2,", "clinic: 0,", "above 0"),
        ("count: rows", "count: persons", "add up along a hierarchy"),
        ("sex: [f, m]", "sex: {under: {kind: {all: [f, m]}}}", "one hierarchy"),
        ("weights:", "weight:", "unknown field"),
        ("- count: rows", "- count: rows\n    total: 12", "divided by more"),
    ],
)
def test_complaints_name_the_line(old: str, new: str, what: str) -> None:
    assert old in SPEC
    with pytest.raises(SpecError) as caught:
        spec_from_text(SPEC.replace(old, new), "visits.yaml")
    said = f"{caught.value}"
    assert what in said
    assert "visits.yaml:" in said


def test_levels_of_python_must_be_in_order() -> None:
    level = Level("region", (("North", ("a", "c")), ("South", ("b",))))
    assert Keys.in_groups("clinic", (level,)).keys == ("a", "c", "b")
    with pytest.raises(SpecError, match="in another order"):
        Keys("clinic", ("a", "b", "c"), (level,))


def test_a_level_is_moved_by_the_rows_of_its_cells() -> None:
    grid = Grid((Keys.in_groups("clinic", (Level("region", (("N", ("a", "b", "c")), ("S", ("d",)))),)),))
    bounds, unit = Bounds(rows=7, cells=3, rows_per_cell=3), Unit("patient_id")
    cells, level = (contribution(Rows(up=up), grid, unit, bounds) for up in (0, 1))
    assert (cells.rows, cells.rows_per_cell, cells.sensitivity.l2_squared) == (7, 3, 9 + 9 + 1)
    assert (level.rows, level.rows_per_cell, level.cells) == (7, 7, 2)
    assert (level.sensitivity.l1, level.sensitivity.l2_squared) == (7, 49)
    pair = Grid((Keys.in_groups("clinic", (Level("region", (("N", ("a", "b")), ("S", ("c", "d")))),)),))
    assert contribution(Rows(up=1), pair, unit, bounds).sensitivity.l2_squared == 36 + 1
    row = Unit("row", neighbours="replace")
    assert contribution(Rows(up=1), pair, row, Bounds()).sensitivity.l2_squared == 2


def test_no_unit_moves_a_level_further_than_stated() -> None:
    """Every kept contribution of a small unit, rolled up: the worst of them is the bound, and none is beyond."""
    grid = Grid((Keys.in_groups("clinic", (Level("region", (("N", ("a", "b", "c")), ("S", ("d", "e")))),)),))
    query, bounds = Query("rows", by=grid.axes), Bounds(rows=5, cells=3, rows_per_cell=2)  # type: ignore[arg-type]
    moved = contribution(Rows(up=1), grid, Unit("patient_id"), bounds)
    worst = (0, 0)
    for kept in np.ndindex(3, 3, 3, 3, 3):
        if sum(kept) > 5 or sum(one > 0 for one in kept) > 3:
            continue
        exact = Bounded(tuple(grid.keys()), np.array(kept, dtype=np.int64), Fraction(1), moved.sensitivity)
        level = rolled_up(exact, query, 1, moved).values
        worst = max(worst[0], int(np.abs(level).sum())), max(worst[1], int((level**2).sum()))
    assert worst == (moved.sensitivity.l1, moved.sensitivity.l2_squared)


def planned(text: str = SPEC) -> tuple[Spec, Plan]:
    spec = spec_from_text(text)
    return spec, plan(spec)


def test_the_budget_is_divided_over_levels_by_weight() -> None:
    _, made = planned()
    first, second, third = (draw.charge.price().rho for draw in made.draws)
    # rho goes with √(weight · L2²); two cells of 3 and 1 rows against 4 rows in one group
    wanted = np.sqrt([2 * 10, 1 * 16, 0.5 * 16])
    assert np.allclose(
        np.array([first, second, third]) / (first + second + third), wanted / wanted.sum(), atol=1e-9
    )
    assert read_plan(made.to_dict()).draws == made.draws
    said = "\n".join(plan_lines(made, "en", None))
    assert "/ region" in said
    assert "already" in said


def test_an_error_is_met_on_every_level() -> None:
    text = SPEC.replace("- count: rows", "- count: rows\n    error: 30").replace("epsilon: 1, ", "")
    _, made = planned(text)
    assert all(draw.noise.margin(Fraction(95, 100)) <= 30 for draw in made.draws)


def test_published_numbers_add_up_and_hold_the_truth(tmp_path: Path, ledger: Ledger) -> None:
    truth = rows(tmp_path)
    release = publish_seeded(3, spec_from_text(SPEC + "tidy: {whole: true}\n"), ledger, base=tmp_path)
    (table,) = tables_of(release.result)
    frame = table.frame()
    assert frame.columns[:5] == ["sex", "country", "region", "clinic", "level"]
    assert frame.height == 2 * (5 + 3 + 1)
    for sex in "fm":
        for column in ("value", "fit"):
            picked = {
                level: frame.filter((frame["sex"] == sex) & (frame["level"] == level))[column].to_list()
                for level in ("clinic", "region", "country")
            }
            cells = picked["clinic"]
            groups = [cells[0] + cells[1], cells[2] + cells[3], cells[4]]
            assert np.allclose(picked["region"], groups, atol=1e-9)
            assert np.allclose(picked["country"], [sum(cells)], atol=1e-9)
    assert frame["value"].min() >= 0  # type: ignore[operator]
    cells = frame.filter(frame["level"] == "clinic")
    answers = [truth[sex, clinic] for sex, clinic in zip(cells["sex"], cells["clinic"], strict=True)]
    errors = np.abs(cells["fit"].to_numpy() - answers)
    assert (errors < 6 * (cells["fit_high"] - cells["fit"]).to_numpy()).all()
    folder = tmp_path / "out"
    write(release, folder, lang="zh", key=Ed25519PrivateKey.generate())
    assert verify_folder(folder, ledger=ledger).whole
    card = Card.from_bytes((folder / "card.json").read_bytes())
    record = card.record()["tables"][0]
    assert [level["nodes"] for level in record["hierarchy"]["levels"]] == [5, 3, 1]
    assert "raw applies" in record["hierarchy"]["columns"]["value"]
    assert record["totals"] == 8
    said = "\n".join(lines(release, "en"))
    assert "least squares" in said
    assert "nearest table of whole numbers" in said


def test_a_changed_raw_number_of_a_level_is_found(tmp_path: Path, ledger: Ledger) -> None:
    rows(tmp_path)
    release = publish_seeded(3, spec_from_text(SPEC), ledger, base=tmp_path)
    folder = tmp_path / "out"
    write(release, folder, key=Ed25519PrivateKey.generate())
    (path,) = (folder / "tables").glob("*.csv")
    text = path.read_text()
    line = text.splitlines()[-1].split(",")
    line[6] = str(int(line[6]) + 1)
    path.write_text("\r\n".join([*text.splitlines()[:-1], ",".join(line), ""]))
    assert not verify_folder(folder, ledger=ledger).whole


def test_a_source_that_moves_further_than_planned_is_refused() -> None:
    spec, made = planned()
    query = spec.publish[0]
    wide = contribution(Rows(), query.grid(), Unit("patient_id"), Bounds(rows=40)).sensitivity
    keys = tuple(query.grid().keys())
    exact = [(Bounded(keys, np.zeros(len(keys), dtype=np.int64), Fraction(1), wide),)]
    mechanisms = [mechanism_of(draw) for draw in made.draws]
    with pytest.raises(SensitivityExceeded, match="further than planned"):  # before anything is drawn
        draw_all(mechanisms, made, exact, seeded(1))
    short = [(Bounded(keys[1:], np.zeros(len(keys) - 1, dtype=np.int64), Fraction(1), wide),)]
    with pytest.raises(SensitivityExceeded, match="another number of cells"):
        draw_all(mechanisms, made, short, seeded(1))


def test_a_public_total_is_kept(tmp_path: Path) -> None:
    text = SPEC.replace("{each: patient_id}", "{each: row, neighbours: replace}").replace("bound: {rows", "#")
    text = text.replace("- count: rows", "- count: rows\n    total: 200") + "tidy: {whole: true}\n"
    with pytest.raises(SpecError, match="divided by more"):
        spec_from_text(text)
    text = text.replace("      sex: [f, m]\n", "")
    rows(tmp_path)
    spec = spec_from_text(text)
    assert spec_from_text(to_yaml(spec)) == spec
    with Ledger.open(str(tmp_path / "rows.db"), create=True) as books:
        unit = Unit("row", neighbours="replace")
        books.open_account("clinic", Terms(unit, Allowance.approximate(Fraction(5), Fraction(1, 10**6))), by="Ada")
        release = publish_seeded(5, spec, books, base=tmp_path)
    (table,) = tables_of(release.result)
    frame = table.frame()
    for column in ("value", "fit"):
        told = frame.filter(frame["level"] == "country")[column].to_list()
        assert told == [200]
        assert frame.filter(frame["level"] == "clinic")[column].sum() == pytest.approx(200)
    assert "public total, 200" in "\n".join(lines(release, "en"))


def test_a_public_total_of_a_plain_table() -> None:
    query = Query("rows", by=(Keys("region", ("N", "S")), Keys("sex", ("f", "m"))), total=50)
    text = SPEC[: SPEC.index("publish:")].replace("{each: patient_id}", "{each: row, neighbours: replace}")
    text = text.replace("bound: {rows", "#").replace("clinic: text", "region: text")
    text += "publish:\n  - {count: rows, by: {region: [N, S], sex: [f, m]}, total: 50}\n"
    text += "spend: {epsilon: 1, from: clinic}\n"
    with pytest.raises(SpecError, match="tidy"):
        spec_from_text(text)
    spec = spec_from_text(text + "tidy: {whole: true}\n")
    assert spec.publish[0].total == query.total
    drawn = result_of(plan_of(spec, ("laplace",)), values=[[30, -4, 12, 9]])
    (table,) = tables_of(drawn)
    assert table.frame()["value"].to_list() == [30, 0, 12, 8]  # as near as any: one of three cells gives one
    assert table.frame()["raw"].to_list() == [30, -4, 12, 9]


def test_tree_of_an_entry() -> None:
    assert tree_of(spec_from_text(SPEC).publish[0]).children == ((2, 2, 1), (3,))


def test_a_public_total_goes_with_replace() -> None:
    text = SPEC.replace("- count: rows", "- count: rows\n    total: 12").replace("      sex: [f, m]\n", "")
    with pytest.raises(SpecError, match="neighbours: replace"):
        spec_from_text(text)


def test_python_says_hierarchies_as_files_do() -> None:
    said = spec_from_text(SPEC).publish[0]
    under = {
        "region": {"North": ["c1", "c2"], "South": ["c5"], "West": ["c3", "c4"]},
        "country": {"Home": ["West", "North", "South"]},
    }
    weights = {"clinic": 2, "country": Fraction(1, 2)}
    built = Query("rows", by={"sex": ["f", "m"], "clinic": {"under": under, "weights": weights}})  # type: ignore[arg-type]
    assert built.by == said.by
    short = Query("rows", by={"clinic": {"under": {"region": under["region"], "country": "Home"}}})  # type: ignore[arg-type]
    assert short.by[0].under[1].groups == (("Home", ("North", "South", "West")),)
    for wrong in ({}, {"under": {}}, {"under": {"r": "Home"}}, {"under": {"r": {"N": "c1"}}}, {"over": {}}):
        with pytest.raises(SpecError):
            Query("rows", by={"clinic": wrong})  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="no level is called"):
        Query("rows", by={"clinic": {"under": {"r": {"N": ["c1"]}}, "weights": {"x": 1}}})  # type: ignore[arg-type]


def test_a_map_of_a_hierarchy_goes_by_the_range_of_what_it_shows(tmp_path: Path, ledger: Ledger) -> None:
    rows(tmp_path)
    text = SPEC.replace("      sex: [f, m]\n", "").replace("spend:", "    map: tiles\nspend:")
    for edition, tidy, low in (("1", "", "fit_low"), ("2", "tidy: {whole: true}\n", "low")):
        spec = spec_from_text(text.replace('edition: "1"', f'edition: "{edition}"') + tidy)
        (table,) = tables_of(publish_seeded(3, spec, ledger, base=tmp_path).result)
        found = counts_of(table)
        assert found.low.tolist() == table.frame()[low].to_list()[:5]
        table.to_csv(tmp_path / "table.csv")
        read = read_counts(tmp_path / "table.csv")
        assert read.keys == CLINICS
        assert (read.value.tolist(), read.low.tolist()) == (found.value.tolist(), found.low.tolist())


def test_report_and_picture_show_the_levels_first_and_by_name(tmp_path: Path, ledger: Ledger) -> None:
    rows(tmp_path)
    release = publish_seeded(3, spec_from_text(SPEC), ledger, base=tmp_path)
    folder = tmp_path / "out"
    write(release, folder, key=Ed25519PrivateKey.generate())
    page = (folder / "report.html").read_text()
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    keys = [re.findall(r"<td[^>]*>(.*?)</td>", row)[:4] for row in re.findall(r"<tr.*?</tr>", body)]
    assert keys[:2] == [["f", "Home", "all of Home", ""], ["m", "Home", "all of Home", ""]]
    assert keys[2] == ["f", "Home", "West", "all of West"]
    assert keys[8] == ["f", "Home", "West", "c3"]
    assert len(keys) == 18
    assert ">total<" not in body
    (table,) = tables_of(release.result)
    ax = draw(table, "title", "rows").axes[0]
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names[:3] == ["f · Home", "m · Home", "f · West"]
    assert names[8:10] == ["f · c3", "f · c4"]
    frame = table.frame()
    assert ax.patches[0].get_width() == frame.filter(frame["level"] == "country")["value"][0]
    assert table.ends == ("fit_low", "fit_high")  # the value is the fit, and so is the range drawn around it
