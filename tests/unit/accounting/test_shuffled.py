"""Shuffling: the published values, brute force over every outcome, and refusal where reports can be linked."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from epsilog.accounting.shuffled import shuffle_promise, shuffled_delta
from epsilog.errors import PrivacyError, SpecError
from epsilog.mechanisms.local.lasting_bits import LastingBits
from epsilog.mechanisms.local.lasting_hashing import LastingHashing
from epsilog.mechanisms.local.lasting_response import LastingResponse
from epsilog.mechanisms.local.lasting_unary import LastingUnary
from epsilog.mechanisms.local.randomized_response import RandomizedResponse
from epsilog.mechanisms.local.rappor import Rappor
from epsilog.mechanisms.local.unary import Unary
from local_protocols import ALL

VALUES = [  # devices, epsilon, delta, any randomizer, two answers
    (100_000, 4, "1e-6", 0.16977, 0.11815),
    (10_000, 1, "1e-6", 0.05301, 0.04321),
    (100_000, 1, "1e-6", 0.01528, 0.01243),
    (1_000_000, 1, "1e-6", 0.00433, 0.00351),
    (1_000_000, 2, "1e-8", 0.01756, 0.01304),
    (1_000_000, 4, "1e-8", 0.06420, 0.04507),
]


@pytest.mark.parametrize(("devices", "epsilon", "delta", "general", "binary"), VALUES)
def test_the_published_values(devices: int, epsilon: int, delta: str, general: float, binary: float) -> None:
    found = shuffle_promise(Unary(8, epsilon), devices, delta)
    assert found.epsilon == pytest.approx(general, abs=1e-4)
    found = shuffle_promise(RandomizedResponse(epsilon), devices, delta)
    assert found.epsilon == pytest.approx(binary, abs=1e-4)


def exact_delta(devices: int, epsilon: float, at: float) -> float:
    """Randomized response of all devices, counted: others all say no to start with, one changes. Every outcome."""
    p = math.exp(epsilon) / (1 + math.exp(epsilon))

    def yeses(own: float) -> list[float]:
        law = [0.0] * (devices + 1)
        for count in range(devices):
            others = math.comb(devices - 1, count) * (1 - p) ** count * p ** (devices - 1 - count)
            law[count] += others * (1 - own)
            law[count + 1] += others * own
        return law

    one, two = yeses(p), yeses(1 - p)
    return max(
        sum(max(a - math.exp(at) * b, 0) for a, b in zip(*pair, strict=True)) for pair in ((one, two), (two, one))
    )


@pytest.mark.parametrize("at", [0.0, 0.05, 0.1, 0.2, 0.4, 0.8])
@pytest.mark.parametrize("epsilon", [0.5, 1, 2])
def test_never_below_brute_force(epsilon: float, at: float) -> None:
    true = exact_delta(50, epsilon, at)
    binary = shuffled_delta(epsilon, 50, at, two_answers=True)
    assert true <= binary <= shuffled_delta(epsilon, 50, at)
    if epsilon == 1 and at == 0.2:
        assert true == pytest.approx(8.54e-3, abs=1e-5)
        assert binary == pytest.approx(1.308e-2, abs=1e-5)
        assert shuffled_delta(epsilon, 50, at) == pytest.approx(2.297e-2, abs=1e-5)


def blanket_delta(devices: int, epsilon: float, at: float) -> float:
    """The pair of the proof, summed outcome by outcome, with nothing of ours."""
    clone, true = math.exp(-epsilon), math.exp(epsilon) / (1 + math.exp(epsilon))
    one: Counter[tuple[int, int]] = Counter()
    two: Counter[tuple[int, int]] = Counter()
    for c in range(devices):
        of_c = math.comb(devices - 1, c) * clone**c * (1 - clone) ** (devices - 1 - c)
        for a in range(c + 1):
            mass = of_c * math.comb(c, a) / 2**c
            one[a + 1, c - a] += mass * true
            one[a, c - a + 1] += mass * (1 - true)
            two[a, c - a + 1] += mass * true
            two[a + 1, c - a] += mass * (1 - true)
    return sum(max(one[key] - math.exp(at) * two[key], 0) for key in one | two)


@pytest.mark.parametrize(("epsilon", "at"), [(1, 0.0), (1, 0.3), (2, 0.7), (0.5, 0.2), (4, 3.5)])
def test_it_is_the_divergence_of_the_pair(epsilon: float, at: float) -> None:
    """Also sharp: a bound that is safe and loose would be no use."""
    true = blanket_delta(30, epsilon, at)
    assert true <= shuffled_delta(epsilon, 30, at) <= true * (1 + 1e-7) + 1e-12


def test_more_devices_hide_better_and_few_hide_nothing() -> None:
    found = [shuffle_promise(Unary(8, 1), devices, "1e-6").epsilon for devices in (1, 10, 100, 1000, 10_000)]
    assert found == sorted(found, reverse=True)
    assert 0.99999 < found[0] < 1  # delta buys a little


LINKED = (
    LastingResponse(8, 1, 2),
    LastingUnary(8, 1, 2),
    LastingHashing(8, 1, 2),
    LastingBits(8, 1),
    Rappor(b"words"),
)


@pytest.mark.parametrize("protocol", LINKED, ids=lambda one: type(one).__name__)
def test_what_can_be_linked_is_not_amplified(protocol: object) -> None:
    with pytest.raises(PrivacyError, match="linked to a device"):
        shuffle_promise(protocol, 10_000, "1e-6")


@pytest.mark.parametrize("delta", [0, 1, "1e-13", -1, float("nan")])
def test_a_delta_that_means_nothing_is_refused(delta: object) -> None:
    with pytest.raises(SpecError):
        shuffle_promise(Unary(8, 1), 10_000, delta)


def test_only_randomized_response_is_counted_as_two_answers() -> None:
    """Two values told by another protocol are not: three of its reports differ."""
    assert {name for name, make in ALL.items() if make(1).two_answers} == {"randomized response"}
    assert not any(make(1).linkable for make in ALL.values())
    two = [shuffle_promise(ask, 10_000, "1e-6").epsilon for ask in (RandomizedResponse(1), Unary(2, 1))]
    assert two[0] < two[1]
