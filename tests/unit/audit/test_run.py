"""The audit's behaviour around the counts: failures, hangs, seeds, checkpoints, search, Bonferroni."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from epsilog.audit import Claim, audit, corners, search
from epsilog.audit.bound import epsilon_low
from epsilog.core.bounded import Sensitivity
from epsilog.core.charge import Approx, Gaussian, GeoInd, Pure
from epsilog.errors import CurrencyMismatch, LedgerError, SpecError


def noisy(data: int, size: int, rng: np.random.Generator) -> Any:
    p = 1 - math.exp(-1)
    return data + rng.geometric(p, size) - rng.geometric(p, size)


def test_one_that_always_raises_is_reported() -> None:
    def broken(data: int) -> int:
        raise KeyError("secret")

    verdict = audit(broken, 0, 1, 1, samples=1000)
    assert not verdict.passed
    assert "raised KeyError on before" in verdict.problems[0]
    assert "secret" not in str(verdict)


@pytest.mark.parametrize("vectorised", [False, True])
def test_one_that_always_raises_is_not_asked_for_ever(vectorised: bool) -> None:
    def one(data: int) -> int:
        raise KeyError

    def many(data: int, size: int) -> int:
        raise KeyError

    verdict = audit(many if vectorised else one, 0, 1, 1, samples=20_000)
    assert verdict.problems == tuple(
        f"raised KeyError on {side} in 256 of 256 calls" for side in ("before", "after")
    )
    assert not verdict.passed
    found = search(many if vectorised else one, [(0, 1), (1, 2)], 1, samples=20_000)
    assert found.responses == verdict.responses


def test_one_that_raises_at_first_is_still_measured() -> None:
    calls: list[int] = []

    def late(data: int) -> int:
        calls.append(data)
        if len(calls) < 100:
            raise KeyError
        return data

    verdict = audit(late, 0, 1, 1, samples=2000)
    assert not verdict.passed
    assert verdict.epsilon > 3


def test_the_same_data_twice_is_warned_of() -> None:
    same = audit(noisy, 1, 1, 1, samples=2000, seed=1)
    assert same.passed
    assert same.warnings == tuple(same.to_dict()["warnings"]) != ()
    assert "nothing can be learnt" in str(same)
    other = audit(noisy, 0, 1, 1, samples=2000, seed=1)
    assert other.warnings == ()
    assert "warning" not in str(other)
    assert audit(lambda data: int(data[0]), np.zeros(3), np.zeros(3), 1, samples=1000).identical


def test_a_raise_that_depends_on_data_is_an_event() -> None:
    def fragile(data: int, size: int) -> Any:
        if data:
            raise ZeroDivisionError
        return np.zeros(size)

    verdict = audit(fragile, 0, 1, 1, samples=4000, families=["responses"])
    assert not verdict.passed
    assert verdict.epsilon > 4
    assert {finding.event for finding in verdict.violations} == {
        "the response is: a number",
        "the response is: raised ZeroDivisionError",
    }
    assert any("raised ZeroDivisionError on after" in problem for problem in verdict.problems)


def test_one_that_hangs_is_reported() -> None:
    def endless(data: int) -> int:
        while data:
            pass
        return 0

    verdict = audit(endless, 0, 1, 1, samples=1000, patience=1)
    assert verdict.problems == ("did not answer on after",)
    assert not verdict.passed
    assert verdict.epsilon == 0.0


def test_one_that_ends_its_process_is_reported() -> None:
    def deadly(data: int) -> int:
        os._exit(3)

    assert audit(deadly, 0, 1, 1, samples=1000).problems == ("ended its process on before",)


@pytest.mark.parametrize("nothing", [math.nan, None])
def test_one_that_never_answers_is_reported(nothing: Any) -> None:
    verdict = audit(lambda data: nothing, 0, 1, 1, samples=1000)
    assert not verdict.passed
    assert "never answered on before" in verdict.problems[0]


def test_nan_on_one_side_only_is_an_event() -> None:
    def absent(data: int, size: int, rng: np.random.Generator) -> Any:
        return np.where(rng.random(size) < 0.5 * data, np.nan, 0.0)

    verdict = audit(absent, 0, 1, 1, samples=20_000, seed=1)
    assert not verdict.passed
    assert not verdict.problems
    assert verdict.responses["after"]["NaN"] > 9000


@pytest.mark.parametrize("odd", [object(), {1: object()}, 2**2000])
def test_a_wrong_type_is_reported(odd: Any) -> None:
    verdict = audit(lambda data: odd, 0, 1, 1, samples=1000)
    assert not verdict.passed or verdict.responses["before"] == verdict.responses["after"]
    if not isinstance(odd, dict):
        assert "returned a" in verdict.problems[0]


def test_a_wrong_number_of_answers_is_reported() -> None:
    def short(data: int, size: int) -> Any:
        return np.zeros(size // 2)

    assert not audit(short, 0, 1, 1, samples=1000).passed


@pytest.mark.parametrize(
    ("before", "after"),
    [("yes", "no"), ({"a": 1}, {"a": 1, "b": 2}), ([1, 2], [1, 2, 3])],
)
def test_words_keys_and_lengths_are_outcomes(before: Any, after: Any) -> None:
    verdict = audit(lambda data: data, before, after, 1, samples=2000)
    assert not verdict.passed
    assert verdict.epsilon > 3


def test_a_generator_that_restarts_is_noticed() -> None:
    def restarting(data: int, size: int) -> Any:
        return data + np.random.default_rng(0).laplace(size=size)

    verdict = audit(restarting, 0, 1, 1, samples=1_200_000)
    assert any("repeats its draws" in problem for problem in verdict.problems)


def test_the_same_seed_gives_the_same_verdict() -> None:
    one, two = (audit(noisy, 0, 1, 1, samples=20_000, seed=5).to_dict() for _ in range(2))
    assert one == two
    assert one["reproducible"]
    assert one["version"] == 1
    json.dumps(one, allow_nan=False)
    assert audit(noisy, 0, 1, 1, samples=20_000, seed=6).to_dict() != one


def test_a_seed_needs_a_generator_parameter() -> None:
    with pytest.raises(SpecError, match="rng"):
        audit(lambda data: data, 0, 1, 1, seed=1)


def test_every_finalist_is_paid_for() -> None:
    """Bonferroni: the error probability is shared among all events bounded, and the counts give the bound."""
    verdict = audit(noisy, 0, 1, 1, samples=50_000, confidence="0.99", seed=2)
    assert len(verdict.findings) == 4
    for finding in verdict.findings:
        assert finding.alpha == pytest.approx(0.01 / 4)
        bound = epsilon_low(
            finding.hits, finding.draws, finding.other_hits, finding.other_draws, delta=0, alpha=0.01 / 4
        )
        assert finding.bounds[0].epsilon == bound


def test_no_draw_both_chooses_and_bounds() -> None:
    """Half of the draws choose; the findings count only the others."""
    verdict = audit(noisy, 0, 1, 1, samples=50_000, seed=2)
    assert {finding.draws for finding in verdict.findings} == {25_000}
    assert sum(verdict.responses["before"].values()) == 50_000


def test_pure_noise_never_looks_leaky() -> None:
    """Neighbours with the same law: 300 audits at confidence 0.9, each bound above 0 with probability <= 0.1.

    More than 66 would happen with probability below 1e-9; bounding on the choosing draws, the bias this guards
    against, makes more than a third of them positive (it is a mutant, and the next test shows why).
    """

    def coins(data: int, size: int, rng: np.random.Generator) -> Any:
        return rng.integers(0, 40, size)

    settings: dict[str, Any] = {"samples": 2000, "confidence": "0.9", "families": ["likelihood"]}
    wrong = sum(audit(coins, 0, 1, 0, seed=seed, isolate=False, **settings).epsilon > 0 for seed in range(300))
    assert wrong <= 66


def test_bounding_on_the_choosing_draws_would_be_wrong() -> None:
    """The power twin of the test above, on the same coins with the same event size."""
    rng = np.random.default_rng(1)
    wrong = 0
    for _ in range(100):
        x, y = (np.bincount(rng.integers(0, 40, 1000), minlength=40) for _ in range(2))
        chosen = x > y
        wrong += epsilon_low(int(x[chosen].sum()), 1000, int(y[chosen].sum()), 1000, delta=0, alpha=0.1) > 0
    assert wrong > 90


class Stop(KeyboardInterrupt):
    """What a user does at the keyboard."""


def test_interrupt_and_resume_gives_the_same_verdict(tmp_path: Path) -> None:
    path = tmp_path / "audit.json"
    settings: dict[str, Any] = {"samples": 1_200_000, "seed": 3}
    whole = audit(noisy, 0, 1, 1, **settings)

    def interrupt(stage: str, done: int, total: int) -> None:
        if stage == "bounding" and done > 300_000:
            raise Stop

    with pytest.raises(KeyboardInterrupt):
        audit(noisy, 0, 1, 1, progress=interrupt, checkpoint=path, **settings)
    stored = json.loads(path.read_text())
    assert stored["version"] == 2
    assert 0 < stored["done"] < 600_000
    seen: list[tuple[str, int]] = []
    resumed = audit(noisy, 0, 1, 1, checkpoint=path, progress=lambda s, d, t: seen.append((s, d)), **settings)
    assert all(stage == "bounding" for stage, _ in seen)
    assert resumed.to_dict() == whole.to_dict()
    assert not path.exists()


def test_a_checkpoint_of_another_audit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "audit.json"

    def interrupt(stage: str, done: int, total: int) -> None:
        if stage == "bounding":
            raise Stop

    with pytest.raises(KeyboardInterrupt):
        audit(noisy, 0, 1, 1, samples=20_000, seed=3, progress=interrupt, checkpoint=path)
    for change in ({"claim": 2}, {"samples": 30_000}, {"seed": 4}, {"after": 2}, {"confidence": "0.9"}):
        arguments: dict[str, Any] = {"after": 1, "claim": 1, "samples": 20_000, "seed": 3, **change}
        with pytest.raises(SpecError, match="another audit"):
            audit(noisy, 0, checkpoint=path, **arguments)


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 1}', '{"version": 2, "digest": "x"}'])
def test_a_spoilt_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "audit.json"
    path.write_text(text)
    with pytest.raises(LedgerError):
        audit(noisy, 0, 1, 1, samples=2000, checkpoint=path)


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("samples", 10),
        ("samples", True),
        ("samples", 2.5),
        ("confidence", 1),
        ("confidence", float("nan")),
        ("confidence", 0),
        ("seed", -1),
        ("patience", 0),
        ("families", []),
        ("families", ["nonsense"]),
        ("finalists", 0),
        ("claim", float("nan")),
        ("claim", (1, 1)),
        ("claim", (1, 2, 3)),
        ("claim", "0x1"),
        ("claim", {"epsilon": 1, "rho": 2}),
    ],
)
def test_bad_settings_are_named(field: str, bad: Any) -> None:
    arguments: dict[str, Any] = {"claim": 1, field: bad}
    with pytest.raises(SpecError) as caught:
        audit(noisy, 0, 1, **arguments)
    assert field in str(caught.value)


def test_claims_of_charges() -> None:
    assert Claim.of(Pure(1)).levels[0].epsilon == 1.0
    assert all(level.delta > 0 for level in Claim.of(Gaussian(1, 1)).levels)
    loose = Claim.of(Approx(1, "1e-3"))
    assert all(level.delta >= 1e-3 for level in loose.levels)
    with pytest.raises(CurrencyMismatch):
        Claim.of(GeoInd("0.01"))


def test_a_delta_excuses_what_it_should_and_no_more() -> None:
    """A leak with probability 0.02: fine under delta = 0.02 or more, a violation under 0.01."""

    def leaks(data: int, size: int, rng: np.random.Generator) -> Any:
        return np.where(rng.random(size) < 0.02, data, 7)

    assert audit(leaks, 0, 1, (0, "0.02"), samples=200_000, seed=1, confidence="0.999999").passed
    assert not audit(leaks, 0, 1, (1, "0.01"), samples=200_000, seed=1, confidence="0.999999").passed


def test_corners_are_neighbours() -> None:
    reach = Sensitivity(3, 5)
    for pair in corners(5, high=4, sensitivity=reach):
        step = np.array(pair.after) - np.array(pair.before)
        assert 0 < np.abs(step).sum() <= reach.l1
        assert (step**2).sum() <= reach.l2_squared
        assert min(pair.before + pair.after) >= 0  # type: ignore[operator]
        assert max(pair.before + pair.after) <= 4  # type: ignore[operator]


def test_the_search_finds_the_pair_that_matters() -> None:
    """Only a full table gives itself away; the search must find that corner and confirm it on fresh draws."""

    def overflow(data: list[int], size: int, rng: np.random.Generator) -> Any:
        return noisy(sum(data), size, rng) if sum(data) < 3 else np.full(size, 100)

    verdict = search(overflow, corners(3), claim=1, samples=40_000, seed=1)
    assert not verdict.passed
    assert verdict.epsilon > 3
    assert "[1, 1, 1]" in verdict.pair or "up by 1" in verdict.pair
    right = search(lambda data, size, rng: noisy(sum(data), size, rng), corners(3), claim=1, samples=40_000, seed=1)
    assert right.passed


def test_a_search_without_pairs_is_refused() -> None:
    with pytest.raises(SpecError, match="pair"):
        search(noisy, [], claim=1)
