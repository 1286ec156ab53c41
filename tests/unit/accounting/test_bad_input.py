"""One table: every public number of this room given everything that is not one."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from epsilog.accounting import calibrate, composition, frozen, gaussian, promise, renyi, sensitivity, zcdp
from epsilog.accounting.allowance import Allowance
from epsilog.accounting.loss import loss_of
from epsilog.core.bounded import Sensitivity
from epsilog.core.charge import Gaussian, Pure
from epsilog.core.price import Budget
from epsilog.errors import SpecError

NEVER_NUMBERS: list[object] = [
    float("nan"),
    float("inf"),
    float("-inf"),
    -0.0,
    1e-320,
    "0x1",
    "1e400",
    "",
    "nan",
    True,
    False,
    None,
    [],
    "１",
    Decimal("NaN"),
]
ONE = Sensitivity.of_cells(1)
PLAN = Pure("0.1") * 3
Call = Callable[[Any], object]

# name -> (the call, values beyond NEVER_NUMBERS that it must refuse)
CALLS: dict[str, tuple[Call, list[object]]] = {
    "zcdp.epsilon_of rho": (lambda v: zcdp.epsilon_of(v, 1e-6), [-1, "1e13"]),
    "zcdp.epsilon_of delta": (lambda v: zcdp.epsilon_of(1, v), [0, 1, 2, -1e-9, "1e-101"]),
    "zcdp.delta_of rho": (lambda v: zcdp.delta_of(v, 1), [-1]),
    "zcdp.delta_of epsilon": (lambda v: zcdp.delta_of(1, v), [-1]),
    "zcdp.rho_of epsilon": (lambda v: zcdp.rho_of(v, 1e-6), [0, -1, 10**7]),
    "zcdp.rho_of delta": (lambda v: zcdp.rho_of(1, v), [0, 1, 1.5, -1]),
    "zcdp.loose_epsilon rho": (lambda v: zcdp.loose_epsilon(v, 1e-6), [-1]),
    "zcdp.loose_epsilon delta": (lambda v: zcdp.loose_epsilon(1, v), [0, 1]),
    "Allowance.pure": (Allowance.pure, [0, -1, 10**7]),
    "Allowance.per_metre": (Allowance.per_metre, [0, -1]),
    "Allowance.approximate epsilon": (lambda v: Allowance.approximate(v, 1e-6), [0, -1]),
    "Allowance.approximate delta": (lambda v: Allowance.approximate(1, v), [0, 1, 2]),
    "Allowance.approximate for_events": (lambda v: Allowance.approximate(1, 1e-6, v), [1e-6, 1, -1]),
    "gaussian.delta_of mu": (lambda v: gaussian.delta_of(v, 1), [0, -1, 10**7]),
    "gaussian.delta_of epsilon": (lambda v: gaussian.delta_of(1, v), [-1, 10**7]),
    "gaussian.mu_of epsilon": (lambda v: gaussian.mu_of(v, 1e-6), [-1]),
    "gaussian.mu_of delta": (lambda v: gaussian.mu_of(1, v), [0, 1, 2]),
    "gaussian.epsilon_of mu": (lambda v: gaussian.epsilon_of(v, 1e-6), [0, -1]),
    "gaussian.epsilon_of delta": (lambda v: gaussian.epsilon_of(1, v), [0, 1]),
    "gaussian.sigma_of epsilon": (lambda v: gaussian.sigma_of(v, 1e-6), [-1]),
    "gaussian.sigma_of l2": (lambda v: gaussian.sigma_of(1, 1e-6, v), [0, -1]),
    "gaussian.three_bounds epsilon": (lambda v: gaussian.three_bounds(v, 1e-6), [0, -1]),
    "gaussian.three_bounds delta": (lambda v: gaussian.three_bounds(1, v), [0, 1]),
    "gaussian.three_bounds l2": (lambda v: gaussian.three_bounds(1, 1e-6, v), [0, -1]),
    "promise.delta_is_small delta": (lambda v: promise.delta_is_small(v, 100), [1, -1]),
    "promise.delta_is_small people": (lambda v: promise.delta_is_small(1e-6, v), [0, -1, 1.5]),
    "renyi.curve alpha": (renyi.curve(PLAN), [1, 0, -1, "1e10"]),
    "renyi.epsilon_of delta": (lambda v: renyi.epsilon_of(PLAN, v), [0, 1]),
    "renyi.epsilon_of form": (lambda v: renyi.epsilon_of(PLAN, 1e-6, v), ["loose", 3]),
    "renyi.gaussian_repeated sigma": (lambda v: renyi.gaussian_repeated(v, 1, 1, 1e-6), [0, -1]),
    "renyi.gaussian_repeated times": (lambda v: renyi.gaussian_repeated(1, v, 1, 1e-6), [0, -1]),
    "renyi.Moments order": (renyi.Moments(PLAN).log_moment, [0, -1]),
    "renyi.Moments epsilon": (renyi.Moments(PLAN).delta_of, [-1]),
    "renyi.Moments delta": (renyi.Moments(PLAN).epsilon_of, [0, 1]),
    "composition.basic epsilon": (composition.basic, [0, -1]),
    "composition.basic delta": (lambda v: composition.basic(1, v), [1, -1]),
    "composition.basic times": (lambda v: composition.basic("0.1", 0, v), [0, -1, 1.5]),
    "composition.advanced epsilon": (composition.advanced_composition, [0, -1]),
    "composition.advanced times": (lambda v: composition.advanced_composition("0.1", 0, v), [0, 1.5]),
    "composition.advanced slack": (lambda v: composition.advanced_composition("0.1", 0, 3, v), [0, 1]),
    "composition.releases total": (lambda v: composition.releases_within(v, 1), [0, -1]),
    "composition.releases each": (lambda v: composition.releases_within(1, v), [0, -1]),
    "composition.group size": (lambda v: composition.group(Pure(1), v), [0, -1, 1.5]),
    "composition.group_budget size": (lambda v: composition.group_budget(Budget(1), v), [0, 1.5]),
    "composition.rho_of_group rho": (lambda v: composition.rho_of_group(v, 2), [-1]),
    "frozen.epsilon_of delta": (lambda v: frozen.epsilon_of(PLAN, v), [0, 1]),
    "frozen.delta_of epsilon": (lambda v: frozen.delta_of(PLAN, v), [-1, 10**7]),
    "loss.delta_of": (loss_of(PLAN).delta_of, []),
    "loss.epsilon_of": (loss_of(PLAN).epsilon_of, [1, -1]),
    "loss.tail": (loss_of(PLAN).tail, []),
    "loss.posterior_odds": (loss_of(PLAN).posterior_odds, [0, -1]),
    "calibrate.laplace_scale epsilon": (calibrate.laplace_scale, [0, -1]),
    "calibrate.laplace_scale l1": (lambda v: calibrate.laplace_scale(1, v), [0, -1]),
    "calibrate.gaussian_variance epsilon": (lambda v: calibrate.gaussian_variance(v, 1e-6), [0, -1]),
    "calibrate.gaussian_variance delta": (lambda v: calibrate.gaussian_variance(1, v), [0, 1]),
    "calibrate.gaussian_variance l2": (lambda v: calibrate.gaussian_variance(1, 1e-6, v), [0, -1, 1.5]),
    "calibrate.frozen_variance epsilon": (lambda v: calibrate.frozen_variance(v, 1e-6), [-1]),
    "calibrate.frozen_variance delta": (lambda v: calibrate.frozen_variance(1, v), [0, 1]),
    "calibrate.for_margin margin": (lambda v: calibrate.for_margin(v, ONE), [0, -1, "0.5"]),
    "calibrate.for_margin confidence": (lambda v: calibrate.for_margin(6, ONE, confidence=v), [0, 1, 2]),
    "calibrate.for_margin grain": (lambda v: calibrate.for_margin(6, ONE, grain=v), [0, -1]),
    "calibrate.for_mean_error": (lambda v: calibrate.for_mean_error(v, ONE), [0, -1]),
    "sensitivity.clamped_sum low": (lambda v: sensitivity.clamped_sum(v, 5, "replace"), [5, 6]),
    "sensitivity.clamped_sum grain": (lambda v: sensitivity.clamped_sum(0, 5, "replace", v), [0, -1]),
    "sensitivity.mean_public_n people": (lambda v: sensitivity.mean_public_n(0, 1, v, "replace"), [0, -1, 1.5]),
}  # fmt: skip
TABLE = [(name, value) for name, (_, extra) in CALLS.items() for value in [*NEVER_NUMBERS, *extra]]


@pytest.mark.parametrize(("name", "value"), TABLE, ids=lambda part: str(part)[:40])
def test_every_public_number_is_checked(name: str, value: object) -> None:
    with pytest.raises(SpecError) as caught:
        CALLS[name][0](value)
    assert caught.value.where


CHARGED: list[Call] = [
    renyi.curve,
    loss_of,
    lambda c: renyi.epsilon_of(c, 1e-6),
    lambda c: frozen.epsilon_of(c, 1e-6),
    lambda c: frozen.delta_of(c, 1),
    lambda c: composition.group(c, 2),
    lambda c: composition.parallel([c], unit_in_one_block=True, one_shot=True, neighbours="add-remove"),
    lambda c: calibrate.releases(Allowance.pure(1), c),
]


@pytest.mark.parametrize("call", CHARGED)
@pytest.mark.parametrize("value", [None, 1, "pure", {"kind": "pure"}, Pure, Gaussian(1, 1).price()], ids=str)
def test_every_public_charge_is_checked(call: Call, value: object) -> None:
    with pytest.raises(SpecError):
        call(value)
