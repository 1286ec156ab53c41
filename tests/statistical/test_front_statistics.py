"""Coverage of what a release says about a population, through the front door: rows, bounds, plan, noise, tables.

Every group of one release is a population of its own with the same law, so one release gives hundreds of intervals.
People and noise come from seeds, so the outcome is fixed. Over seeds each assertion raises a false alarm at most
once in 1e6: it fails where coverage is so low that a binomial number at the promised one would be lower less often.
The twin at the end shows that intervals of the noise alone fail the same assertion.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy.stats import binom

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.exit import Exit
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.kinds.study.ask.study import Study
from epsilog.ledger import Ledger, Terms
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.show.release import Release
from epsilog.testing import publish_seeded

KINDS = {
    "who": "text",
    "group": "text",
    "sick": "boolean",
    "systolic": "number",
    "days": "integer",
    "back": "boolean",
    "arm": "text",
}
SHARE, PEOPLE, HORIZON = 0.1, 150, 20
HAZARD, LOST = 0.03, 0.01
ALARM = 1e-6


def cohort(groups: int, seed: int) -> pl.DataFrame:
    """Groups of Poisson size; discrete exponential times to an event and to being lost."""
    rng = np.random.default_rng(seed)
    sizes = rng.poisson(PEOPLE, groups)
    many = int(sizes.sum())
    event, lost = rng.geometric(HAZARD, many), rng.geometric(LOST, many)
    return pl.DataFrame(
        {
            "who": [f"p{at}" for at in range(many)],
            "group": np.repeat([f"g{at}" for at in range(groups)], sizes),
            "sick": rng.random(many) < SHARE,
            "arm": rng.choice(["a", "b"], many),
            "systolic": np.clip(rng.gamma(36, 3.7, many), 80, 220),
            "days": np.minimum(event, lost),
            "back": event <= lost,
        }
    )


def released(
    folder: Path, groups: int, arms: int, seed: int, about: str = "population", epsilon: int = 4
) -> Release:
    keys = tuple(f"g{at}" for at in range(groups))
    by = Keys("group", keys)
    entries = (
        Query("rows", by=(by,), about="population", name="counts"),
        Query(
            "rows",
            by=(Keys("sick", ("true", "false")), Keys("arm", ("a", "b")), by),
            about=about,  # type: ignore[arg-type]
            study=Study(("proportion", "difference")),
            name="shares",
        ),
        Query(
            "mean", "systolic", between=(Fraction(80), Fraction(220)), by=(by,), about="population", name="means"
        ),
        Query(
            "histogram",
            "systolic",
            edges=tuple(map(Fraction, range(80, 221, 4))),
            by=(by,),
            study=Study(("quantiles",), at=(Fraction(1, 2),)),
            name="medians",
        ),
        Query(
            "survival",
            by=(Keys("group", keys[:arms]),),
            exits=Exit.within("days", "back", HORIZON, 10),
            name="curves",
        ),
    )
    spec = Spec(
        "coverage",
        str(seed),
        Origin(None, KINDS),  # type: ignore[arg-type]
        Protect(Unit("who")),
        Bounds(rows=1),
        entries,
        Spend("study", Fraction(epsilon)),
    )
    with Ledger.open(folder / f"{about}-{seed}.db", create=True) as ledger:
        ledger.open_account("study", Terms(spec.protect.unit, Allowance.pure(100)), by="Ada")
        return publish_seeded(seed, spec, ledger, frame=cohort(groups, seed))


def held(low: np.ndarray, high: np.ndarray, truth: float) -> tuple[int, int]:
    inside = (low <= truth + 1e-9) & (truth <= high + 1e-9)
    return int(inside.sum()), len(low)


def too_few(found: tuple[int, int], stated: float) -> bool:
    return bool(binom.cdf(found[0], found[1], stated) < ALARM)


def coverages(release: Release) -> dict[str, tuple[tuple[int, int], float]]:
    """What was held how often, and the coverage that is promised: 0.93 where it was measured, not proved."""
    rng = np.random.default_rng(1)
    pressures = np.clip(rng.gamma(36, 3.7, 2_000_000), 80, 220)
    tables = {table.name: table for table in release.tables}
    derived = {(table.name, table.form): table for table in release.derived}
    found: dict[str, tuple[tuple[int, int], float]] = {}
    for name, truth, promised in (("counts", PEOPLE, 0.95), ("means", float(pressures.mean()), 0.93)):
        low, high = (tables[name].figures(end).floats() for end in ("low", "high"))
        found[name] = held(low, high, truth), promised
    for name, form, truth in (
        ("shares", "proportion", SHARE),
        ("shares", "comparison", 0.0),
        ("medians", "quantiles", float(np.median(pressures))),
    ):
        table = derived[name, form]
        found[form] = held(table.reals("low"), table.reals("high"), truth), 0.93
    curve = derived["curves", "curve"]
    bins = 10
    survival = (1 - HAZARD) ** np.arange(2, HORIZON + 1, 2)
    shaped = {end: curve.reals(end).reshape(-1, bins) for end in ("low", "high", "band_low", "band_high")}
    found["curve"] = held(shaped["low"][:, -1], shaped["high"][:, -1], float(survival[-1])), 0.93
    inside = ((shaped["band_low"] <= survival) & (survival <= shaped["band_high"])).all(axis=1)
    found["band"] = (int(inside.sum()), len(inside)), 0.93
    return found


@pytest.mark.parametrize("epsilon", [4, 40], ids=["much noise", "hardly any"])
def test_ranges_hold_the_population_as_often_as_stated(tmp_path: Path, epsilon: int) -> None:
    for name, (found, promised) in coverages(released(tmp_path, 200, 24, 1, epsilon=epsilon)).items():
        assert not too_few(found, promised), f"{name}: {found}"


def test_ranges_of_the_noise_alone_would_fail(tmp_path: Path) -> None:
    release = released(tmp_path, 200, 1, 1, about="data", epsilon=40)
    table = next(one for one in release.derived if one.form == "proportion")
    assert table.about == "data"
    assert too_few(held(table.reals("low"), table.reals("high"), SHARE), 0.93)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10, 20))
def test_ranges_hold_the_population_at_length(tmp_path: Path, seed: int) -> None:
    for name, (found, promised) in coverages(released(tmp_path, 1_500, 300, seed)).items():
        assert not too_few(found, promised), f"{name}: {found}"
        assert found[0] / found[1] >= promised - 0.02, f"{name}: {found}"
