"""How often the bound on what clamping did, and the range without the clamp, hold: through the front door.

The worst people there are for it: whoever is beyond the clamp is as far out as the tails reach. Every group of one
release is a mean of its own, so one release gives hundreds of bounds. People and noise come from seeds, so the
outcome is fixed. Over seeds each assertion raises a false alarm at most once in 1e6: it fails where coverage is so
low that a binomial number at the promised one would be lower less often. The twins fail the same assertion: the
range of the clamped mean, and a bound from the noisy counts as they are.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Keys
from epsilog.core.number import About
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.ledger import Ledger, Terms
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.show.release import Release
from epsilog.testing import publish_seeded

ALARM = 1e-6
PEOPLE = 300
LOW, HIGH, LEAST, MOST = 100, 150, 40, 300
BELOW, ABOVE = 0.04, 0.06  # shares of the people who lie as far out as anybody may
Floats = NDArray[np.float64]


class Truth(NamedTuple):
    """Of each group: the mean without the clamp, and how far the clamp lowered and raised it."""

    mean: Floats
    lowered: Floats
    raised: Floats


def people(rng: np.random.Generator, many: int) -> Floats:
    where = rng.random(many)
    inside = rng.uniform(LOW, HIGH, many)
    return np.where(where < BELOW, LEAST, np.where(where < BELOW + ABOVE, MOST, inside))


def in_groups(frame: pl.DataFrame, value: Any, most: int, groups: int) -> Floats:
    """What the bounded rows say of a value: each person's average, as many times as rows count."""
    each = frame.group_by("group", "who").agg(value=value.mean(), weight=pl.min_horizontal(pl.len(), most))
    found = each.group_by("group").agg((pl.col("value") * pl.col("weight")).sum() / pl.col("weight").sum())
    known = dict(found.iter_rows())
    return np.array([known[f"g{at}"] for at in range(groups)])


def released(folder: Path, about: About, groups: int, seed: int, epsilon: int) -> tuple[Release, Truth]:
    rng = np.random.default_rng(seed)
    names = np.repeat([f"g{at}" for at in range(groups)], rng.poisson(PEOPLE, groups))
    rows = 1
    who = np.arange(len(names))
    if about == "data":  # every tenth person has three rows, of which two count
        rows, who = 2, np.repeat(who, np.where(who % 10, 1, 3))
    frame = pl.DataFrame(
        {"who": [f"p{at}" for at in who], "group": names[who], "systolic": people(rng, len(who))},
    )
    query = Query(
        "mean",
        "systolic",
        between=(Fraction(LOW), Fraction(HIGH)),
        tails=(Fraction(LEAST), Fraction(MOST)),
        by=(Keys("group", tuple(f"g{at}" for at in range(groups))),),
        about=about,
        name="pressure",
    )
    spec = Spec(
        "coverage",
        str(seed),
        Origin(None, {"who": "text", "group": "text", "systolic": "number"}),
        Protect(Unit("who")),
        Bounds(rows=rows),
        (query,),
        Spend("study", Fraction(epsilon)),
    )
    with Ledger.open(folder / f"{about}-{seed}.db", create=True) as ledger:
        ledger.open_account("study", Terms(spec.protect.unit, Allowance.pure(100)), by="Ada")
        release = publish_seeded(seed, spec, ledger, frame=frame)
    if about == "population":
        lowered, raised = ABOVE * (MOST - HIGH), BELOW * (LOW - LEAST)
        inside = BELOW * LOW + ABOVE * HIGH + (1 - BELOW - ABOVE) * (LOW + HIGH) / 2
        truth = (inside + lowered - raised, lowered, raised)
        return release, Truth(*(np.full(groups, one) for one in truth))
    x = pl.col("systolic")
    values = (x, (x - HIGH).clip(lower_bound=0), (LOW - x).clip(lower_bound=0))
    return release, Truth(*(in_groups(frame, value, rows, groups) for value in values))


def coverages(
    folder: Path, about: About, groups: int, seed: int, epsilon: int
) -> tuple[dict[str, int], dict[str, int]]:
    """In how many groups bound and range hold; and in how many those of the twins."""
    release, truth = released(folder, about, groups, seed, epsilon)
    (told,) = release.derived
    table = release.tables[0]

    def ours(lowered: Floats, raised: Floats) -> int:
        return int(((truth.lowered <= lowered + 1e-9) & (truth.raised <= raised + 1e-9)).sum())

    def holds(low: Floats, high: Floats) -> int:
        return int(((low <= truth.mean) & (truth.mean <= high)).sum())

    held = {
        "bound": ours(told.reals("lowered_at_most"), told.reals("raised_at_most")),
        "range": holds(told.reals("low"), told.reals("high")),
    }
    counts = {name: table.figures(f"noisy_{name}").floats() for name in ("count", "below_clamp", "above_clamp")}
    shares = [counts[name] / counts["count"] for name in ("above_clamp", "below_clamp")]
    twins = {
        "range of the clamped mean": holds(*(table.figures(name).floats() for name in ("low", "high"))),
        "counts as they are": ours(shares[0] * (MOST - HIGH), shares[1] * (LOW - LEAST)),
    }
    return held, twins


def too_few(held: int, groups: int) -> bool:
    return bool(binom.cdf(held, groups, 0.95) < ALARM)


@pytest.mark.parametrize("about", ["data", "population"])
@pytest.mark.parametrize("epsilon", [2, 40], ids=["much noise", "hardly any"])
def test_bound_and_range_hold_as_often_as_stated(tmp_path: Path, about: About, epsilon: int) -> None:
    held, twins = coverages(tmp_path, about, 200, 1, epsilon)
    for name, found in held.items():
        assert not too_few(found, 200), f"{name}: {found}"
    assert too_few(twins["range of the clamped mean"], 200), twins
    if epsilon == 2:  # with hardly any noise counts of whole rows bound parts of rows by themselves
        assert too_few(twins["counts as they are"], 200), twins


@pytest.mark.nightly
@pytest.mark.parametrize("about", ["data", "population"])
@pytest.mark.parametrize("seed", range(10, 16))
def test_bound_and_range_hold_at_length(tmp_path: Path, about: About, seed: int) -> None:
    held, _ = coverages(tmp_path, about, 2_000, seed, 2)
    for name, found in held.items():
        assert not too_few(found, 2_000), f"{name}: {found}"
