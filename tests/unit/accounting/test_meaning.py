"""What promises mean: the worked numbers, and that no printed limit is below what an attacker can really do."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from epsilog.accounting.meaning import (
    Error,
    Meaning,
    PlaceMeaning,
    error_of,
    error_of_gaussian,
    error_of_laplace,
    meaning,
)
from epsilog.accounting.promise import (
    Promise,
    advantage,
    detection,
    group_promise,
    lie,
    loss_limit,
    posterior,
    posterior_limit,
    promise_of,
    success,
)
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, GeoInd, Laplace, Pure
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.price import Budget
from epsilog.errors import CurrencyMismatch, SpecError


@pytest.mark.parametrize(
    ("prior", "epsilon", "expected"),
    [(0.01, 1, 0.026724), (0.01, 0.1, 0.011040), (0.1, 1, 0.231969), (0.5, 1, 0.731059), (0.1, 0.5, 0.154828)],
)
def test_posterior_of_the_handbook(prior: float, epsilon: float, expected: float) -> None:
    assert posterior(prior, epsilon) == pytest.approx(expected, abs=5e-7)
    e = math.exp(epsilon)
    assert posterior(prior, epsilon) == pytest.approx(e * prior / (1 - prior + e * prior), rel=1e-12)


def test_the_sentence_of_the_mission() -> None:
    said = meaning(Pure(Fraction(1, 2))).text()
    assert "from 10 %" in said
    assert "at most 15.5 %" in said
    assert "90 % sure that the person is absent stays at least 84.5 % sure" in said
    spoken = meaning(Pure(Fraction(1, 2)), "zh").text()
    assert all(figure in spoken for figure in ("10%", "15.5%", "90%", "84.5%"))


def test_advantage_of_the_handbook() -> None:
    assert advantage(1, 1e-6) == pytest.approx(0.46212, abs=5e-6)
    assert advantage(0.5, 1e-5) == pytest.approx(0.24493, abs=5e-6)
    for epsilon, delta in ((0.1, 0), (1, 1e-6), (3, 0.01)):
        other = math.expm1(epsilon) / (math.exp(epsilon) + 1) * (1 - delta) + delta
        assert advantage(epsilon, delta) == pytest.approx(other, rel=1e-12)
        assert success(epsilon, delta) == pytest.approx((1 + other) / 2, rel=1e-12)
    assert advantage(10**6) == 1.0
    assert advantage(0) == 0.0


def worst_pair(epsilon: float, delta: float) -> tuple[np.ndarray, np.ndarray]:
    """The most revealing (epsilon, delta) mechanism: the truth with chance delta, else the answer of a coin."""
    right = (1 - delta) / (1 + math.exp(-epsilon))
    wrong = (1 - delta) - right
    return np.array([delta, right, wrong, 0.0]), np.array([0.0, wrong, right, delta])


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 1.0, 3.0])
@pytest.mark.parametrize("delta", [0.0, 1e-6, 1e-3, 0.05])
def test_limits_hold_and_are_reached_by_the_worst_mechanism(epsilon: float, delta: float) -> None:
    with_person, without = worst_pair(epsilon, delta)
    assert np.maximum(with_person - math.exp(epsilon) * without, 0).sum() <= delta + 1e-12
    assert np.abs(with_person - without).sum() / 2 == pytest.approx(advantage(epsilon, delta), rel=1e-9)
    false_alarm = without[0] + without[1]
    assert with_person[0] + with_person[1] == pytest.approx(detection(false_alarm, epsilon, delta), rel=1e-9)
    assert with_person[0] == pytest.approx(detection(0, epsilon, delta), abs=1e-12)
    for prior in (0.01, 0.1, 0.5, 0.9):
        limit = posterior_limit(prior, epsilon, delta)
        seen = with_person + without > 0
        after = np.zeros(4)
        after[seen] = (prior * with_person / (prior * with_person + (1 - prior) * without + ~seen))[seen]
        beyond = after > limit.value + 1e-12
        assert with_person[beyond].sum() <= limit.failure + 1e-15
        assert without[beyond].sum() <= limit.failure + 1e-15
        # Power: the pure bound, printed for a delta, would be a lie about this mechanism.
        if delta:
            assert with_person[after > posterior(prior, epsilon) + 1e-12].sum() == pytest.approx(delta)


@pytest.mark.parametrize(("epsilon", "delta"), [(0.5, 1e-3), (1.0, 1e-2), (2.0, 1e-4)])
def test_posterior_limit_holds_for_a_mechanism_that_sits_just_above_epsilon(epsilon: float, delta: float) -> None:
    """Losses above epsilon, as Gaussian noise has them: mass q at loss epsilon + a uses delta = q(1 - e^-a)."""
    for a in np.linspace(0.01, 3, 60):
        mass = min(0.5, delta / -math.expm1(-a))
        limit = loss_limit(epsilon, delta)
        if epsilon + a > limit.value:
            assert mass <= limit.failure + 1e-12


def test_coin_that_lies() -> None:
    assert lie(1) == pytest.approx(1 / (1 + math.e))
    assert math.log((1 - lie(0.7)) / lie(0.7)) == pytest.approx(0.7)
    assert "lie 26.8 % of the time" in meaning(Pure(Fraction(1))).text()  # rounded down: 26.894


def test_groups() -> None:
    assert group_promise(4, Promise(0.5)) == Promise(2.0, 0.0)
    epsilon, delta = group_promise(3, Promise(0.5, 1e-6))
    assert epsilon == pytest.approx(1.5)
    assert delta == pytest.approx(1e-6 * (1 + math.exp(0.5) + math.exp(1.0)))
    assert group_promise(1000, Promise(10, 1e-6)) == Promise(10_000, 1.0)


def test_errors_of_noise() -> None:
    assert error_of_laplace(2) == Error(2.0, pytest.approx(2 * math.log(20)))
    assert round(error_of_laplace(2).margin) == 6
    margins = [error_of(DiscreteLaplace(1 / Fraction(epsilon))) for epsilon in ("0.1", "0.5", "1")]
    assert [error.margin for error in margins if error] == [30.0, 6.0, 3.0]
    assert DiscreteLaplace(Fraction(1)).variance == pytest.approx(1.8413, abs=5e-5)
    assert error_of(Pure(Fraction(1))) is None
    assert error_of(Laplace(Fraction(2), 1, 1)) == error_of(DiscreteLaplace(Fraction(2)))
    assert error_of(Gaussian(Fraction(9), 1)) == error_of(DiscreteGaussian(Fraction(9)))
    continuous = error_of(Gaussian(Fraction(9), 1, "continuous"))
    assert continuous == error_of_gaussian(9)
    assert continuous is not None
    assert continuous.margin == pytest.approx(5.8799, abs=1e-4)


def test_ten_times_in_the_right_currency() -> None:
    pure = meaning(Pure(Fraction(1, 2)))
    assert isinstance(pure, Meaning)
    assert pure.ten == Promise(5.0, 0.0)
    noisy = meaning(Gaussian(Fraction(400), 1), delta=1e-6)
    assert isinstance(noisy, Meaning)
    assert noisy.ten == promise_of(Gaussian(Fraction(400), 1) * 10, 1e-6)
    assert noisy.promise.epsilon < noisy.ten.epsilon < 10 * noisy.promise.epsilon
    assert "rho = 0.0125;" in noisy.text()
    budget = meaning(Budget(1, 1e-6))
    assert isinstance(budget, Meaning)
    assert budget.ten == Promise(10.0, 1e-5)
    event = meaning(Approx(Fraction(1), Fraction(1, 10**6)), delta=1e-6)
    assert isinstance(event, Meaning)
    assert event.ten == Promise(10.0, pytest.approx(1e-5))
    assert "add up to at most epsilon = 10, delta = 1e-5" in event.text()


def test_promise_of_takes_the_smallest_valid_reading() -> None:
    assert promise_of(Pure(Fraction(1))) == Promise(1.0, 0.0)
    assert promise_of(Pure(Fraction(1)), 1e-6) == Promise(1.0, 0.0)
    many = promise_of(Pure(Fraction(1, 100)) * 487, 1e-6)
    assert many.delta == 1e-6
    assert many.epsilon == pytest.approx(0.99987, abs=1e-4)
    assert promise_of(Approx(Fraction(1), Fraction(1, 10**6)), 1e-6) == Promise(1.0, 1e-6)
    with pytest.raises(SpecError, match="events of this charge"):
        promise_of(Gaussian(Fraction(100), 1) + Approx(Fraction(1), Fraction(1, 1000)), 1e-6)
    assert promise_of(Laplace(Fraction(3), 1, 1)).epsilon >= 1 / 3


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("charge", "delta"),
    [
        (Pure(Fraction(1, 2)), None),
        (Laplace(Fraction(20), 20, 20), None),
        (Laplace(Fraction(20), 20, 20), "1e-6"),
        (Gaussian(Fraction(400), 1), "1e-6"),
        (BoundedRange(Fraction(1)), None),
        (Approx(Fraction(1), Fraction(1, 10**7)), "1e-6"),
        (Pure(Fraction(1)) + Gaussian(Fraction(400), 1) * 3, "1e-6"),
        (Pure(Fraction(9)), None),
    ],
)
def test_every_kind_has_words_in_both_languages(charge: Charge, delta: str | None, lang: str) -> None:
    said = meaning(charge, lang, delta=delta, population=1000)
    assert isinstance(said, Meaning)
    text = said.text()
    assert "{" not in text
    assert len(said.sentences()) >= 9
    assert set(said.key_sentences()) <= set(said.sentences())
    record = said.to_dict()
    assert record["promise"]["epsilon"] == said.promise.epsilon
    assert "lang" not in record


def test_weak_promises_and_large_deltas_are_called_so() -> None:
    assert "weak" in meaning(Budget(4)).text()
    assert "weak" not in meaning(Budget(1)).text()
    assert "偏弱" in meaning(Budget(4), "zh").text()
    assert "1 / 1,000" in meaning(Budget(1, 0.001), population=1000).text()
    assert "Warning" not in meaning(Budget(1, 1e-9), population=1000).text()


@pytest.mark.parametrize(
    ("lang", "beware", "comfort", "warned"),
    [
        ("en", "Warning", "Plausible deniability", "No plausible deniability"),
        ("zh", "请注意", "可否认性", "无从否认"),
    ],
)
@pytest.mark.parametrize("delta", [0, "1e-6"])
def test_no_comfort_where_nothing_can_be_denied(
    lang: str, beware: str, comfort: str, warned: str, delta: int | str
) -> None:
    for epsilon in (10, 800):
        large = meaning(Budget(epsilon, delta), lang)
        assert isinstance(large, Meaning)
        assert large.sentences()[0].startswith(beware)
        assert large.key_sentences()[0].startswith(beware)
        assert not any(line.startswith(comfort) for line in large.sentences())
        assert sum(line.startswith(warned) for line in large.sentences()) == 1
    small = meaning(Budget(1, delta), lang)
    assert isinstance(small, Meaning)
    assert not any(line.startswith((beware, warned)) for line in small.sentences())
    assert sum(line.startswith(comfort) for line in small.sentences()) == 1
    crowded = meaning(Budget(1, "0.001"), lang, population=1000)
    assert crowded.sentences()[0].startswith(beware)


def test_a_delta_of_a_tenth_leaves_no_limit_to_state() -> None:
    """Ten times delta is everything: to say "except with a chance of 0 %" would turn the promise round."""
    assert posterior_limit(0.1, 1, "0.2").failure == 1.0
    said = meaning(Budget(1, "0.2"))
    assert isinstance(said, Meaning)
    assert "at most 0 %" not in said.text()
    assert said.text().count("except with a chance of at most 100 %") == 2
    assert "至多为 0%" not in meaning(Budget(1, "0.2"), "zh").text()


def test_figures_in_sentences_are_rounded_to_the_honest_side() -> None:
    # 12.37 % would print as 12.4 %, with the posterior of 12.37 %.
    said = meaning(Budget(1), prior="0.1237").text()
    assert "from 12.3 %" in said
    assert "87.7 % sure that the person is absent" in said
    assert "delta = 0.00124." in meaning(Budget(1, "0.0012341")).text()
    # Beyond the floats the factor is infinite, not e^700.
    huge = meaning(Budget(1000))
    assert isinstance(huge, Meaning)
    assert huge.factor == math.inf
    assert "up to ∞ times as likely" in huge.text()


def test_rho_is_named_only_where_epsilon_was_read_from_it() -> None:
    added = meaning(Approx(Fraction(1), Fraction(1, 10**6)), delta=1e-6)
    assert isinstance(added, Meaning)
    assert added.promise == Promise(1.0, 1e-6)
    assert added.rho is None
    assert "what that gives" not in added.text()
    assert "what that gives" in meaning(Gaussian(Fraction(400), 1), delta=1e-6).text()


def test_people_who_come_together_need_the_limit_of_households() -> None:
    """Why the sentences speak of someone who knows everybody else: ten who come and go together move it further."""
    epsilon, together = 0.5, 10
    seen = np.arange(-60, 61)
    law = DiscreteLaplace(1 / Fraction(1, 2))
    absent, present = law.pmf(seen), law.pmf(seen - together)
    after = (0.1 * present / (0.1 * present + 0.9 * absent)).max()
    assert after > posterior(0.1, epsilon) + 0.5
    assert after <= posterior(0.1, group_promise(together, Promise(epsilon)).epsilon) + 1e-12
    for lang, words in (("en", "knows everybody else's records"), ("zh", "掌握其他所有人的记录")):
        assert words in meaning(Pure(Fraction(1, 2)), lang).text()


def test_places_speak_of_distance() -> None:
    said = meaning(GeoInd(Fraction(1, 100)) * 2, metres=50)
    assert isinstance(said, PlaceMeaning)
    assert said.per_metre == pytest.approx(0.02)
    assert said.posterior == pytest.approx(posterior(0.1, 1))
    assert said.doubling == pytest.approx(math.log(2) / 0.02)
    assert said.mean_distance == pytest.approx(100)
    x = said.margin * said.per_metre
    assert 1 - (1 + x) * math.exp(-x) == pytest.approx(0.95, abs=1e-9)
    assert "per metre" in said.text()
    assert "每米" in meaning(GeoInd(Fraction(1, 100)), "zh").text()
    with pytest.raises(CurrencyMismatch):
        promise_of(GeoInd(Fraction(1, 100)))


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: posterior(0, 1), "prior"),
        (lambda: posterior(1, 1), "prior"),
        (lambda: posterior(float("nan"), 1), "prior"),
        (lambda: posterior(0.1, -1), "epsilon"),
        (lambda: posterior(0.1, float("inf")), "epsilon"),
        (lambda: advantage(1, 1), "delta"),
        (lambda: advantage(True), "epsilon"),
        (lambda: detection(2, 1), "false_alarm"),
        (lambda: meaning(Budget(1), delta=1e-6), "delta"),
        (lambda: meaning(Gaussian(Fraction(1), 1)), "delta"),
        (lambda: meaning(Budget(1), "fr"), "lang"),
        (lambda: meaning(Budget(1), people=0), "people"),
        (lambda: meaning(1.0), "subject"),  # type: ignore[arg-type]
        (lambda: error_of_laplace(0), "scale"),
    ],
)
def test_bad_input_is_refused_by_field(call: object, field: str) -> None:
    with pytest.raises(SpecError) as caught:
        call()  # type: ignore[operator]
    assert caught.value.where == field
