"""Event level against user level in the building: played, with limits that fail with probability below 1e-6."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binom

from epsilog.audit.building import MINUTES, Building, Level, in_a_day, levels, watch_building
from epsilog.audit.every_mechanism import strategies, under_every_mechanism
from epsilog.cli.app import run
from epsilog.errors import SpecError

TRIALS = 2_000


@pytest.fixture(scope="module")
def office() -> Building:
    return Building.invent(200, seed=5)


@pytest.fixture(scope="module")
def played(office: Building) -> tuple[Level, Level, Level]:
    return levels(office, trials=TRIALS)


def _off_by() -> float:
    """How far a played advantage strays from a true one, but for 1e-7: two shares, each by an exact tail."""
    return 2 * float(binom.isf(1e-8, TRIALS, 0.5) - TRIALS / 2) / TRIALS  # a share strays most at one half


def test_adding_up_minutes_finds_the_person_at_event_level(played: tuple[Level, Level, Level]) -> None:
    event = played[0]
    assert event.expected[-1] > 0.99
    assert event.measured[-1] > event.expected[-1] - _off_by()
    assert event.measured[-1] > 10 * event.ceiling  # the ceiling speaks of one minute only
    assert event.epsilon > 30


@pytest.mark.parametrize("which", [1, 2])
def test_a_protected_day_stays_below_its_ceiling(played: tuple[Level, Level, Level], which: int) -> None:
    user = played[which]
    assert max(user.expected) < user.ceiling
    assert max(user.measured) < user.ceiling + _off_by()
    assert user.epsilon < 1


def test_formula_and_play_agree(played: tuple[Level, Level, Level]) -> None:
    for level in played:
        for expected, measured in zip(level.expected, level.measured, strict=True):
            assert abs(expected - measured) < _off_by() + 0.02  # whole numbers against a normal law


def test_a_day_costs_what_all_its_looks_cost() -> None:
    """The unit of a day moves every look: its noise is the root of their number wider."""
    assert in_a_day(MINUTES).sensitivity.l2_squared == MINUTES
    assert in_a_day(24).sensitivity.l2_squared == 24


def test_alerts_end_and_are_near_the_threshold(office: Building) -> None:
    alerts = [at for at, one in enumerate(watch_building(office, above=100, at_most=3, epsilon=20)) if one.above]
    assert len(alerts) == 3
    assert all(abs(int(office.occupancy[at]) - 100) < 30 for at in alerts)  # scales below 1: 30 is e^-30


def test_nobody_inside_is_said() -> None:
    with pytest.raises(SpecError, match="nobody"):
        levels(Building(np.zeros((2, MINUTES), dtype=bool)), trials=10)
    with pytest.raises(SpecError, match="numbered"):
        Building.invent(3, seed=1).day_of(3)


def test_every_strategy_is_attacked() -> None:
    found = under_every_mechanism(trials=300)
    assert set(found) == {*strategies(48), "subtraction"}
    assert all(one.kept for one in found.values())


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("scene", ["building", "dynamics"])
def test_the_command_speaks_and_draws(
    scene: str, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["attack", scene, "--trials", "100", "--persons", "30", "--above", "20"]
    assert run([*words, "--lang", lang, "--picture", str(tmp_path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 8
    assert len(list(tmp_path.glob("*.png"))) == (2 if scene == "building" else 1)
    assert run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["scene"] == scene


@pytest.mark.parametrize("wrong", [["--persons", "1"], ["--trials", "nan"], ["--epsilon", "0"], ["--delta", "1"]])
def test_bad_numbers_are_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["attack", "building", *wrong]) == 2
    assert wrong[0][2:] in capsys.readouterr().err
