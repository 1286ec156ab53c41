"""The privacy-loss random variable against exact enumeration, closed forms and dp-accounting."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from dp_accounting.pld import common, privacy_loss_distribution

import brute_divergence as brute
from epsilog.accounting import gaussian
from epsilog.accounting.loss import loss_of
from epsilog.accounting.loss_law import Grid, Loss
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, GeoInd, Laplace, Pure
from epsilog.errors import CurrencyMismatch, SpecError

EPSILONS = [0.0, 0.05, 0.3, 1.0, 1.7, 2.5]
PLANS: list[Charge] = [
    Pure(1),
    Pure("0.1") * 30,
    Laplace(5, 1, 1) * 7,
    Laplace(5, 3, 9),
    Laplace(20, 20, 20),
    Gaussian(4, 1),
    Gaussian(16, 1) * 3,
    Gaussian(16, 5),
    Gaussian(10**8, 1),
    Gaussian(9, 2, "continuous"),
    BoundedRange("0.8"),
    BoundedRange("0.2") * 11,
    Approx("0.3", "1e-7") * 4,
    Approx(0, "1e-3"),
    Pure("0.07") * 5 + Gaussian(64, 1) * 4 + BoundedRange("0.3") * 2 + Approx("0.1", 1e-8) + Gaussian(50, 3),
]


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_it_is_a_law_under_p_and_no_more_than_a_law_under_q(plan: Charge) -> None:
    loss = loss_of(plan)
    assert math.fsum(loss.probabilities) + loss.infinite == pytest.approx(1, abs=1e-9)
    under_q = math.fsum(loss.probabilities * np.exp(-loss.support))
    assert under_q <= 1 + 1e-9
    assert np.all(np.diff(loss.support) > 0)
    assert np.all(loss.probabilities >= 0)
    assert loss.pair


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_delta_and_tail_by_their_definitions(plan: Charge) -> None:
    loss = loss_of(plan)
    pairs = list(zip(loss.support.tolist(), loss.probabilities.tolist(), strict=True))
    for epsilon in EPSILONS:
        slow = loss.infinite + math.fsum(p * (1 - math.exp(epsilon - x)) for x, p in pairs if x > epsilon)
        assert loss.delta_of(epsilon) == pytest.approx(slow, rel=1e-9, abs=1e-18)
        assert loss.tail(epsilon) == pytest.approx(loss.infinite + math.fsum(p for x, p in pairs if x > epsilon))
        assert loss.delta_of(epsilon) <= loss.tail(epsilon)


def test_posterior_odds_are_prior_odds_times_exp_of_the_loss() -> None:
    loss = loss_of(Pure("0.5"))
    after = loss.posterior_odds(Fraction(1, 9))
    posterior = float(after.max() / (1 + after.max()))
    assert posterior == pytest.approx(0.155, abs=5e-4)  # ten per cent can become 15.5
    assert after.tolist() == pytest.approx([math.exp(-0.5) / 9, math.exp(0.5) / 9])


@pytest.mark.parametrize("times", [1, 2, 3, 8])
def test_randomized_response_repeated_is_a_binomial(times: int) -> None:
    e = 0.4
    p = 1 / (1 + math.exp(-e))
    loss = loss_of(Pure("0.4") * times)
    for epsilon in EPSILONS:
        slow = math.fsum(
            math.comb(times, k)
            * p**k
            * (1 - p) ** (times - k)
            * max(0.0, 1 - math.exp(epsilon - (2 * k - times) * e))
            for k in range(times + 1)
        )
        assert loss.delta_of(epsilon) == pytest.approx(slow, rel=1e-9, abs=1e-15)


def test_unequal_parts_by_enumeration_of_all_answers() -> None:
    parts = [("0.31", 0), ("0.17", 1e-3), ("0.5", 0), ("0.23", 1e-4)]
    plan: Charge = Pure(parts[0][0])
    for epsilon, delta in parts[1:]:
        plan = plan + (Approx(epsilon, str(delta)) if delta else Pure(epsilon))
    outcomes = []
    for epsilon, delta in parts:
        up = 1 / (1 + math.exp(-float(epsilon)))
        outcomes.append(
            [(float(epsilon), up * (1 - delta)), (-float(epsilon), (1 - up) * (1 - delta)), (math.inf, delta)]
        )
    for epsilon in (0.0, 0.2, 0.7, 1.1):
        slow = math.fsum(
            math.prod(p for _, p in cells) * max(0.0, 1 - math.exp(epsilon - sum(x for x, _ in cells)))
            for cells in itertools.product(*outcomes)
        )
        ours = loss_of(plan).delta_of(epsilon)
        assert slow <= ours * (1 + 1e-9)
        assert ours == pytest.approx(slow, rel=5e-3)


@pytest.mark.parametrize("mu_squared", ["1/100", "1/4", "1", "4"])
def test_continuous_gaussians_follow_the_analytic_curve(mu_squared: str) -> None:
    loss = loss_of(Gaussian(1 / Fraction(mu_squared), 1, "continuous"))
    for epsilon in EPSILONS:
        true = gaussian.delta_of(math.sqrt(Fraction(mu_squared)), epsilon)
        ours = loss.delta_of(epsilon)
        if true > 1e-15:
            assert true * (1 - 1e-9) <= ours <= true * 1.002
    assert loss.mean == pytest.approx(float(Fraction(mu_squared)) / 2, rel=1e-3)


@pytest.mark.parametrize("epsilon", ["0.01", "0.05", "0.3"])
@pytest.mark.parametrize("times", [10, 487, 1440])
def test_dp_accounting_agrees(epsilon: str, times: int) -> None:
    parameters = common.DifferentialPrivacyParameters(float(epsilon), 0)
    oracle = privacy_loss_distribution.from_privacy_parameters(parameters, float(epsilon) / 8).self_compose(times)
    loss = loss_of(Pure(epsilon) * times)
    target = max(1e-9, min(1e-6, loss.delta_of(0) / 10))
    assert loss.epsilon_of(target) == pytest.approx(oracle.get_epsilon_for_delta(target), rel=1e-3)


def test_dp_accounting_agrees_on_the_discrete_gaussian() -> None:
    oracle = privacy_loss_distribution.from_discrete_gaussian_mechanism(10.0, value_discretization_interval=1e-4)
    ours = loss_of(Gaussian(100, 1) * 50)
    theirs = oracle.self_compose(50)
    for epsilon in (0.5, 1.0, 2.0, 4.0):
        assert ours.delta_of(epsilon) == pytest.approx(theirs.get_delta_for_epsilon(epsilon), rel=0.02)


@pytest.mark.parametrize("shift", [(2,), (1, 1), (2, 1), (1, -1, 1), (2, 2)])
@pytest.mark.parametrize("variance", [1.0, 4.0])
def test_discrete_gaussian_vectors_stay_below_the_pair(shift: tuple[int, ...], variance: float) -> None:
    reach = int(9 * math.sqrt(variance)) + 3
    p = brute.product([brute.discrete_gaussian(variance, 0, reach) for _ in shift])
    q = brute.product([brute.discrete_gaussian(variance, d, reach) for d in shift])
    loss = loss_of(Gaussian(int(variance), sum(d * d for d in shift)))
    for epsilon in EPSILONS:
        assert brute.hockey_stick(p, q, epsilon) <= loss.delta_of(epsilon) * (1 + 1e-9) + 1e-12


@pytest.mark.parametrize("shift", [(1,), (2,), (1, 1), (2, 1), (1, 1, 1), (3, 1)])
@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_discrete_laplace_vectors_stay_below_the_pair(shift: tuple[int, ...], scale: float) -> None:
    reach = int((12 if len(shift) < 3 else 5) * scale) + 4  # cutting the support only lowers the true delta
    p = brute.product([brute.discrete_laplace(scale, 0, reach) for _ in shift])
    q = brute.product([brute.discrete_laplace(scale, d, reach) for d in shift])
    loss = loss_of(Laplace(str(scale), sum(map(abs, shift)), sum(d * d for d in shift)))
    for epsilon in EPSILONS:
        true = brute.hockey_stick(p, q, epsilon)
        assert true <= loss.delta_of(epsilon) * (1 + 1e-9) + 1e-12
        if shift == (1,):
            assert loss.delta_of(epsilon) == pytest.approx(true, rel=1e-4, abs=1e-12)


@pytest.mark.parametrize("step", [0.03, 0.1, 0.37])
def test_putting_atoms_on_a_grid_never_helps(step: float) -> None:
    atoms = Loss(np.array([-0.9, -0.31, 0.2, 0.65]), np.array([0.1, 0.2, 0.3, 0.35]), 0.05, "made up")
    gridded = atoms.on_grid(step).loss("made up")
    for epsilon in np.arange(-1.5, 1.5, 0.01):
        e = float(round(epsilon, 2))
        assert gridded.delta_of(e) >= atoms.delta_of(e) - 1e-12
    assert math.fsum(gridded.probabilities * np.exp(-gridded.support)) == pytest.approx(
        math.fsum(atoms.probabilities * np.exp(-atoms.support))
    )


def test_the_transform_agrees_with_plain_convolution() -> None:
    rng = np.random.default_rng(5)
    a = Grid(0.001, -5000, rng.dirichlet(np.ones(9000)), 0.0)
    b = Grid(0.001, -4000, rng.dirichlet(np.ones(9000)), 0.0)
    slow = Loss((np.arange(17999) - 9000) * 0.001, np.convolve(a.mass, b.mass), 0.0, "")
    fast = (a + b).loss("")
    for epsilon in (0.0, 0.5, 3.0):
        assert slow.delta_of(epsilon) <= fast.delta_of(epsilon) <= slow.delta_of(epsilon) + 1e-9


def test_thousands_of_repeats_stay_small() -> None:
    """Counts cells, not seconds: the grid grows with the square root of the number of repeats."""
    sizes = [len(loss_of(Pure("0.01") * n).support) for n in (100, 10_000)]
    assert sizes[1] <= 20 * sizes[0]
    assert len(loss_of(Pure("0.001") * 10**6).support) < 10**5


def test_epsilon_of() -> None:
    assert loss_of(Approx(1, "0.01")).epsilon_of("0.001") == math.inf
    assert loss_of(Pure(1)).epsilon_of(0) == pytest.approx(1, rel=1e-9)
    assert loss_of(Pure(1)).epsilon_of("0.9") == 0
    with pytest.raises(CurrencyMismatch):
        loss_of(GeoInd(1))
    with pytest.raises(SpecError):
        loss_of("pure")  # type: ignore[arg-type]


EXTREMES: list[Charge] = [
    Pure("1e-12"),
    Pure(10**6),
    Pure("1e-12") + Pure(5),
    Pure(300) + Gaussian(1, 1) + BoundedRange(20),
    Gaussian("1e-12", 4),
    Gaussian(10**30, 1) * 5,
    Gaussian("1e-6", 1, "continuous"),
    Gaussian(1, 1) * 100_000,
    BoundedRange(500),
    BoundedRange("1e-9"),
    Laplace(10**9, 10**6, 10**6),
    Laplace("0.01", 5, 5),
    Approx(500, "0.5"),
    Approx(0, "1e-18"),
]


@pytest.mark.parametrize("charge", EXTREMES, ids=str)
def test_extreme_charges_have_a_loss_of_bounded_size(charge: Charge) -> None:
    loss = loss_of(charge)
    assert len(loss.support) <= 2**20
    assert math.fsum(loss.probabilities) + loss.infinite == pytest.approx(1, abs=1e-6)
    assert 0 <= loss.delta_of(1) <= 1
    # Never below what one leaf alone already gives away.
    for leaf, _ in charge.parts():
        if isinstance(leaf, Pure):
            assert loss.epsilon_of("1e-6") >= loss_of(leaf).epsilon_of("1e-6") * (1 - 1e-9)
