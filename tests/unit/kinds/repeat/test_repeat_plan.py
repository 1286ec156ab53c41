"""What a plan says of spells before any data: which method is expected to be the better one, from public facts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from epsilog.core.during import During
from epsilog.core.unit import Unit
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.shape import PerStep
from epsilog.roles.spec import Spend
from epsilog.words import say
from stream_scenes import PATIENT, series

SEASON, WEEKS = During("at", "2026-01-01", "2026-06-30"), During("at", "2026-01-05", "2026-12-27")
ONE_A_TICK = {"1d": Unit(PATIENT.each, per="1d", window=40), "1w": Unit(PATIENT.each, per="1w", window=12)}


def remark(said, every="1d", during=SEASON):
    query = Query("rows", every=every, during=during, shape=PerStep(said))
    spec = series(query, spend=Spend("clinic", Fraction(1)))
    made = plan(replace(spec, protect=replace(spec.protect, unit=ONE_A_TICK[every])))
    (found,) = [one for one in made.reasons if one.key.startswith("plan.why.repeat.spells")]
    return found


def test_days_of_a_week_are_better_told_one_by_one() -> None:
    assert remark("spells").key.endswith(".season")


def test_nothing_is_claimed_where_nothing_public_decides() -> None:
    assert remark("spells", "1w", WEEKS).key.endswith(".unknown")


def test_what_is_declared_is_compared_elsewhere() -> None:
    """By `plan.why.offer`: tests/unit/kinds/series/test_series_offers.py."""
    assert remark({"spells": {"moves": "1"}}).key.endswith(".said")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("every", "during"), [("1d", SEASON), ("1w", WEEKS)])
def test_both_languages_name_the_other_method(every: str, during: During, lang: str) -> None:
    found = remark("spells", every, during)
    assert "as: per-step" in say(found.key, lang, **dict(found.values))
