"""The textbook's survival recipe beside ours: where it is refused, its price, its width, its words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.errors import SpecError
from epsilog.kinds.study.show.survival import recipe_law
from epsilog.plan.planner import plan
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.life.exits import Exits
from epsilog.postprocess.life.recipe import simulate_recipe, someone_lost
from epsilog.roles.derived import Derived
from epsilog.roles.spec import Spec
from epsilog.show.artefact import write
from epsilog.show.result import Result, derived_of
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from release_scenes import SOFTWARE, stored

HEAD = """release: report
edition: 2026-Q3
source: {file: c.csv, columns: {id: text, days: integer, back: boolean, arm: text}}
protect: {each: id, neighbours: replace}
bound: {rows: 1}
publish:
"""
SURVIVAL = "time: days, event: back, horizon: 30d, bins: 10"
ENTRY = f"  - {{survival: {{{SURVIVAL}, complete: true}}, public: {{n: 1000}}, show: [recipe], name: back}}\n"
EVENTS = [40, 30, 20, 20, 10, 10, 10, 10, 5, 5]


def reading(entry: str = ENTRY, head: str = HEAD, spend: str = "{epsilon: 1, from: hospital}") -> Spec:
    return spec_from_text(head + entry + f"spend: {spend}\n", "s.yaml")


def result_of(spec: Spec, lost: int = 0) -> Result:
    cells = [*EVENTS, *[lost] * 10, 1000 - sum(EVENTS) - 10 * lost]
    return Result(plan(spec), (np.array(cells, dtype=np.int64),), "2026-11-15T08:00:00+00:00", SOFTWARE, False)


def recipe_of(result: Result) -> Derived:
    return next(one for one in derived_of(result) if one.form == "recipe")


def test_it_is_read_written_and_stored_the_same_and_costs_nothing() -> None:
    spec = reading()
    assert spec_from_text(to_yaml(spec)) == spec
    assert spec_from_dict(spec.to_dict()) == spec
    bare = reading(ENTRY.replace("show: [recipe], ", "").replace("public: {n: 1000}, ", ""))
    assert plan(spec).charge == plan(bare).charge
    assert "complete" not in reading(f"  - {{survival: {{{SURVIVAL}}}}}\n").publish[0].to_dict()["exits"]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (ENTRY.replace(", complete: true", ""), "would hide nobody"),
        (ENTRY.replace("complete: true", "complete: false"), "would hide nobody"),
        (ENTRY.replace("public: {n: 1000}, ", ""), "public n"),
        (ENTRY.replace("n: 1000", "n: 0"), "public n"),
        (
            ENTRY.replace("complete: true", "complete: true, by: {arm: [A, B]}").replace("public: {n: 1000}, ", ""),
            "arms have none",
        ),
        (ENTRY.replace("[recipe]", "[recipe, proportion]"), "alone"),
        (ENTRY.replace("[recipe]", "[proportion]"), "table of counts"),
        (ENTRY.replace("complete: true", "complete: maybe"), "complete"),
        ("  - {count: rows, show: [recipe]}\n", "beside a survival curve"),
    ],
)
def test_its_limits_are_refused_before_any_data(entry: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        reading(entry)
    assert words in str(caught.value)
    assert "s.yaml:7" in str(caught.value)


def test_a_public_total_is_still_refused_where_people_join_and_leave() -> None:
    with pytest.raises(SpecError, match="neighbours: replace"):
        reading(head=HEAD.replace(", neighbours: replace", ""))


def test_its_noise_is_what_the_same_price_buys() -> None:
    (pure,) = plan(reading()).draws
    assert recipe_law(pure, 10) == DiscreteLaplace(10), "m/epsilon"
    wide = replace(pure, law="gaussian", parameter=Fraction(7))
    assert recipe_law(wide, 10) == DiscreteGaussian(35), "whoever is replaced moves two cells, and ten counts"


def test_its_range_is_wider_than_ours_and_holds_its_curve() -> None:
    found = recipe_of(result_of(reading()))
    value, low, high = (found.reals(name) for name in ("value", "low", "high"))
    assert ((low <= value) & (value <= high)).all()
    assert (np.diff(value) <= 0).all()
    assert (high - low > found.reals("ours_high") - found.reals("ours_low")).all()
    assert found.csv() == recipe_of(result_of(reading())).csv(), "anyone can replay it"


def test_where_the_noisy_table_says_that_people_were_lost_there_is_no_recipe() -> None:
    found = recipe_of(result_of(reading(), lost=20))
    assert np.isnan(found.reals("value")).all()
    assert (found.reals("low") == 0).all()
    assert (found.reals("high") == 1).all()
    assert not someone_lost(Exits([10, 20], [1, 1], [3, 2], 9, DiscreteLaplace(1)))


def test_without_noise_it_is_the_share_without_an_event() -> None:
    quiet = DiscreteLaplace(Fraction(1, 50))
    exits = Exits([10, 20], [20, 30], [0, 0], 50, quiet)
    curve = simulate_recipe(exits, PublicTotal(100, "replace"), quiet, complete=True)
    assert curve.value.tolist() == [0.8, 0.5]


@pytest.mark.parametrize("value", [0, -7, 2**61, -(2**61)])
def test_whatever_noise_does_there_is_a_table(value: int) -> None:
    result = replace(result_of(reading()), values=(np.full(21, value, dtype=np.int64),))
    found = recipe_of(result)
    assert (found.reals("low") <= found.reals("high")).all()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_report_shows_it_and_says_why_it_is_worse(tmp_path: Path, lang: str) -> None:
    for lost, words in ((0, ("splits the budget", "分给全部")), (20, ("some were", "显示有人失访"))):
        result = result_of(reading(), lost)
        ledger, release = stored(result, tmp_path, f"books-{lost}.db")
        ledger.close()
        write(release, tmp_path / f"out-{lost}", lang=lang, key=Ed25519PrivateKey.generate())
        page = (tmp_path / f"out-{lost}" / "report.html").read_text(encoding="utf-8")
        assert words[lang == "zh"] in page
