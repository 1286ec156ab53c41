"""The classic rules with their worked numbers, where they stop being true, and why a PLD is no filter."""

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
from dp_accounting.pld import common, privacy_loss_distribution

from epsilog.accounting import composition, zcdp
from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Filter
from epsilog.accounting.loss import loss_of
from epsilog.core.charge import Approx, Charge, Gaussian, GeoInd, Laplace, Price, Pure
from epsilog.core.price import Budget
from epsilog.errors import CurrencyMismatch, PrivacyError, SpecError


def test_1440_releases_a_day() -> None:
    assert composition.basic("0.05", 1e-8, 1440) == Budget(72, "1.44e-5")
    day = composition.advanced_composition("0.05", 1e-8, 1440, slack=1e-7)
    assert float(day.epsilon) == pytest.approx(14.46, abs=5e-3)
    assert day.delta == Fraction("1.45e-5")
    by_hand = math.sqrt(2 * 1440 * math.log(1e7)) * 0.05 + 1440 * 0.05 * math.expm1(0.05)
    assert float(day.epsilon) == pytest.approx(by_hand, rel=1e-12)
    assert float(day.epsilon) >= by_hand * (1 - 1e-15)


@pytest.mark.parametrize(
    ("total", "each", "count"), [(1, "0.1", 10), (1, "0.3", 3), (1, "0.01", 100), (1, 2, 0), ("0.3", "0.1", 3)]
)
def test_floor_of_one_over_epsilon(total: int, each: str, count: int) -> None:
    assert composition.releases_within(total, each) == count


@pytest.mark.parametrize(("epsilon", "times"), [("0.01", 349), ("0.05", 1440), ("0.5", 10), ("1", 3)])
def test_every_rule_lies_above_the_exact_composition(epsilon: str, times: int) -> None:
    """Optimal composition of randomized response is the truth no valid rule may undercut."""
    slack = 1e-6
    exact = loss_of(Pure(epsilon) * times).epsilon_of(slack)
    assert exact <= float(composition.advanced_composition(epsilon, 0, times, slack).epsilon)
    assert exact <= float(composition.basic(epsilon, 0, times).epsilon)
    assert exact <= zcdp.epsilon_of(Fraction((Pure(epsilon) * times).price().rho, 10**12), slack)


def test_parallel_takes_the_dearest_block() -> None:
    blocks: list[Charge] = [Pure(1), Gaussian(4, 1), Approx("0.5", 1e-9), Approx("0.1", 1e-8)]
    price = composition.parallel(blocks, unit_in_one_block=True, one_shot=True, neighbours="add-remove")
    assert price == Price(Pure(1).price().rho, 10**10)
    growing = composition.parallel(
        blocks, unit_in_one_block=True, one_shot=True, neighbours="add-remove", growing=True
    )
    assert growing == Price(price.rho, 10**10 + 10**9)


@pytest.mark.parametrize(
    "conditions",
    [
        {
            "unit_in_one_block": False,
            "one_shot": True,
            "neighbours": "add-remove",
        },  # a person's days are not disjoint people
        {
            "unit_in_one_block": True,
            "one_shot": False,
            "neighbours": "add-remove",
        },  # a stream that says "weak" or "strong" first
        {"unit_in_one_block": True, "one_shot": True, "neighbours": "replace"},
        {"unit_in_one_block": 1, "one_shot": True, "neighbours": "add-remove"},
        {"unit_in_one_block": True, "one_shot": "yes", "neighbours": "add-remove"},
    ],
)
def test_parallel_refuses_where_it_is_false(conditions: dict[str, object]) -> None:
    with pytest.raises(PrivacyError):
        composition.parallel([Pure(1)], **conditions)  # type: ignore[arg-type]


def test_parallel_has_no_silent_neighbours_and_doubts_cost_more() -> None:
    """Forgetting the relation would price a replace account at half; anything but False means growing."""
    blocks: list[Charge] = [Approx("0.5", 1e-9), Approx("0.1", 1e-8)]
    with pytest.raises(TypeError, match="neighbours"):
        composition.parallel(blocks, unit_in_one_block=True, one_shot=True)  # type: ignore[call-arg]
    for doubt in (None, 0, "no"):
        said = {"unit_in_one_block": True, "one_shot": True, "neighbours": "add-remove", "growing": doubt}
        assert composition.parallel(blocks, **said).delta == 10**10 + 10**9  # type: ignore[arg-type]


def test_a_person_in_two_blocks_really_pays_twice() -> None:
    """The refusal is not decoration: two blocks at epsilon = 1 with one person in both lose 2, not 1."""
    both = loss_of(Pure(1) * 2)
    assert both.delta_of(1) > 0.3
    assert loss_of(Pure(1)).delta_of(1) == 0


def test_a_weak_stream_among_thirty_is_found() -> None:
    """Each announces "weak" with 5 % and then answers with RR(1), else silence: cheap alone, dear when chosen."""
    weak, streams = 0.05, 30
    epsilon = 1.0
    p = math.exp(epsilon) / (1 + math.exp(epsilon))

    def price(probability: float) -> float:
        """sup over alpha of D_alpha/alpha for: RR(1) with that probability, announced; otherwise nothing."""

        def renyi(alpha: float) -> float:
            answer = p**alpha * (1 - p) ** (1 - alpha) + (1 - p) ** alpha * p ** (1 - alpha)
            return math.log(1 - probability + probability * answer) / (alpha - 1)

        return max(renyi(1 + math.exp(t / 20)) / (1 + math.exp(t / 20)) for t in range(-200, 120))

    alone = price(weak)
    chosen = price(1 - (1 - weak) ** streams)
    assert alone < 0.2
    assert chosen > 2 * alone
    with pytest.raises(PrivacyError):
        composition.parallel([Pure(1)] * streams, unit_in_one_block=True, one_shot=False, neighbours="add-remove")


def test_groups() -> None:
    assert composition.group(Gaussian(100, 1), 3) == Price(9 * 5 * 10**9, 0)
    assert composition.rho_of_group("0.01", 3) == Fraction(9, 100)
    assert composition.group_budget(Budget("0.1"), 5) == Budget("0.5")
    assert composition.group(Approx(1, 1e-6), 1) == Approx(1, 1e-6).price()
    with pytest.raises(PrivacyError):
        composition.group(Approx(1, 1e-6), 2)


@pytest.mark.parametrize("size", [2, 3, 7])
def test_group_rules_hold_exactly(size: int) -> None:
    """Laplace noise for one unit, moved by a group: the real divergence never exceeds the rule."""
    moved = Laplace(4, size, size**2)
    assert moved.price().rho <= composition.group(Laplace(4, 1, 1), size).rho
    wide = composition.group_budget(Budget("0.25", 1e-6), size)
    by_hand = math.fsum(math.exp(0.25 * k) for k in range(size)) * 1e-6
    assert float(wide.delta) == pytest.approx(by_hand, rel=1e-9)
    assert float(wide.delta) >= by_hand * (1 - 1e-12)


def test_groups_of_extreme_budgets() -> None:
    tiny = composition.group_budget(Budget("1e-100", "1e-9"), 3)
    assert Fraction(3, 10**9) <= tiny.delta <= Fraction(3, 10**9) + Fraction(1, 10**18)
    with pytest.raises(SpecError, match="epsilon"):
        composition.group_budget(Budget(10**6, "1e-9"), 2**61)


def test_bad_compositions() -> None:
    with pytest.raises(PrivacyError):
        composition.basic(1, "0.5", 2)
    with pytest.raises(SpecError):
        composition.parallel([], unit_in_one_block=True, one_shot=True, neighbours="add-remove")
    with pytest.raises(CurrencyMismatch):
        composition.parallel([GeoInd(1)], unit_in_one_block=True, one_shot=True, neighbours="add-remove")
    with pytest.raises(CurrencyMismatch):
        composition.group(GeoInd(1), 2)


# --- a filter made of privacy-loss distributions is none

FIRST, SECOND, LEAK = Fraction("0.5"), Fraction("0.52589"), Fraction("0.01")
Answer = tuple[mpmath.mpf, mpmath.mpf]  # probability under P and under Q


def response(epsilon: Fraction) -> list[Answer]:
    e = mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator)
    return [(e / (1 + e), 1 / (1 + e)), (1 / (1 + e), e / (1 + e))]


def leak(delta: Fraction) -> list[Answer]:
    d = mpmath.mpf(delta.numerator) / delta.denominator
    return [(d, mpmath.mpf(0)), (mpmath.mpf(0), d), (1 - d, 1 - d)]


def real_delta(first: list[Answer], then: Callable[[int], list[Answer]], epsilon: int = 1) -> mpmath.mpf:
    """Enumerate both answers; the second mechanism is chosen after the first answer is seen."""
    grow = mpmath.exp(epsilon)
    return mpmath.fsum(
        max(mpmath.mpf(0), p1 * p2 - grow * q1 * q2) for y, (p1, q1) in enumerate(first) for p2, q2 in then(y)
    )


def test_pld_accepts_both_paths_and_the_real_delta_is_38_percent_higher() -> None:
    with mpmath.workdps(40):
        strong, weak = response(SECOND), leak(LEAK)
        fixed = [real_delta(response(FIRST), lambda _: strong), real_delta(response(FIRST), lambda _: weak)]
        assert all(delta <= mpmath.mpf("0.0100000001") for delta in fixed)
        chosen = real_delta(response(FIRST), lambda y: strong if y == 0 else weak)
        assert chosen == pytest.approx(mpmath.mpf("0.013775"), abs=1e-6)  # 0.01377437…
        assert chosen > mpmath.mpf("1.37") * max(fixed)
        # The example as first written down used 0.5259, which a strict comparison rejects.
        assert real_delta(response(FIRST), lambda _: response(Fraction("0.5259"))) > mpmath.mpf("0.0100025")


def test_dp_accounting_says_the_same_about_the_fixed_paths() -> None:
    def pair(epsilon: float, delta: float) -> privacy_loss_distribution.PrivacyLossDistribution:
        parameters = common.DifferentialPrivacyParameters(epsilon, delta)
        return privacy_loss_distribution.from_privacy_parameters(parameters, value_discretization_interval=1e-5)

    first = pair(0.5, 0)
    assert first.compose(pair(0.52589, 0)).get_delta_for_epsilon(1.0) == pytest.approx(0.0100, abs=5e-6)
    assert first.compose(pair(0, 0.01)).get_delta_for_epsilon(1.0) == pytest.approx(0.0100, abs=5e-6)
    assert loss_of(Pure(FIRST) + Pure(SECOND)).delta_of(1) == pytest.approx(0.0100, abs=2e-6)


@pytest.mark.parametrize("for_events", ["0", "0.001", "0.005", "0.009", "0.00999"])
def test_our_filter_keeps_its_promise_against_the_same_analyst(for_events: str) -> None:
    """Whatever the split, every tree of choices the filter admits has a real delta of at most 0.01 at epsilon 1."""
    options: list[tuple[Charge | None, list[Answer]]] = [(None, [(mpmath.mpf(1), mpmath.mpf(1))])]
    with mpmath.workdps(40):
        for epsilon in ("0.1", "0.2", "0.3", "0.4", "0.5", "0.52589", "0.6", "0.8", "1"):
            options.append((Pure(epsilon), response(Fraction(epsilon))))
        for delta in ("0.0001", "0.001", "0.005", "0.009", "0.01"):
            options.append((Approx(0, delta), leak(Fraction(delta))))
        admitted = 0
        for charge, first in options:
            account = Filter(Allowance.approximate(1, "0.01", for_events))
            if charge is not None:
                if not account.admits(charge):
                    continue
                account.spend(charge)
            seconds = [law for then, law in options if then is None or account.admits(then)]
            admitted += len(seconds) - 1
            worst = mpmath.fsum(
                max(
                    mpmath.fsum(max(mpmath.mpf(0), p * p2 - mpmath.e * q * q2) for p2, q2 in law) for law in seconds
                )
                for p, q in first
            )
            assert worst <= mpmath.mpf("0.01")
        assert admitted > 10  # the promise is not kept by refusing everything


@pytest.mark.parametrize("for_events", ["0", "0.001", "0.005", "0.009", "0.009999"])
def test_no_split_admits_both_planted_paths(for_events: str) -> None:
    account = Filter(Allowance.approximate(1, "0.01", for_events))
    paths = [Pure(FIRST) + Pure(SECOND), Pure(FIRST) + Approx(0, LEAK)]
    assert [account.admits(path) for path in paths].count(True) < 2


def test_enumeration_itself_is_right() -> None:
    """The two-answer enumeration against the closed form of one randomized response."""
    with mpmath.workdps(40):
        nothing = [(mpmath.mpf(1), mpmath.mpf(1))]
        for e in (Fraction(1, 2), Fraction(2)):
            assert real_delta(response(e), lambda _: nothing, 0) == pytest.approx(
                mpmath.tanh(mpmath.mpf(float(e)) / 2)
            )
        total = itertools.chain(response(FIRST), leak(LEAK))
        assert sum(p for p, _ in total) == pytest.approx(2)
