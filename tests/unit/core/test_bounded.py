"""Private answers show nothing, travel nowhere and cannot be changed; sensitivities are possible ones."""

import copy
import dataclasses
import pickle
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.bounded import Bounded, Noisy, Sensitivity
from epsilog.core.law import DiscreteLaplace, Noise
from epsilog.errors import PrivacyError, SpecError

SECRET = 987654321987


def private() -> Bounded:
    return Bounded(("a", "b"), np.array([SECRET, 1], dtype=np.int64), Fraction(1), Sensitivity(1, 1))


def test_no_text_shows_a_value() -> None:
    cells = private()
    for text in (repr(cells), str(cells), f"{cells}", f"{[cells]}", repr({"x": cells})):
        assert str(SECRET) not in text
        assert "987" not in text


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_it_is_never_pickled(protocol: int) -> None:
    with pytest.raises(PrivacyError) as caught:
        pickle.dumps(private(), protocol)
    assert str(SECRET) not in str(caught.value)


def test_it_is_never_copied() -> None:
    for copied in (copy.copy, copy.deepcopy):
        with pytest.raises(PrivacyError):
            copied(private())


def test_what_was_bounded_stays_what_was_bounded() -> None:
    mine = np.array([1, 2], dtype=np.int64)
    cells = Bounded(("a", "b"), mine, Fraction(1), Sensitivity(1, 1))
    mine[0] = 10**9
    assert cells.values[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        cells.values[0] = 5
    with pytest.raises(dataclasses.FrozenInstanceError):
        cells.values = mine  # type: ignore[misc]


@pytest.mark.parametrize(
    "values",
    [np.array([1.0, 2.0]), np.array([1, 2], dtype=np.int32), np.array([1]), np.array([[1, 2]]), [1, 2], None],
)
def test_only_one_int64_per_key(values: object) -> None:
    with pytest.raises(SpecError):
        Bounded(("a", "b"), values, Fraction(1), Sensitivity(1, 1))  # type: ignore[arg-type]


def test_grain_and_sensitivity_are_checked() -> None:
    values = np.array([1], dtype=np.int64)
    for grain in (0, -1, float("nan"), True):
        with pytest.raises(SpecError):
            Bounded(("a",), values, grain, Sensitivity(1, 1))  # type: ignore[arg-type]
    with pytest.raises(SpecError):
        Bounded(("a",), values, Fraction(1), (1, 1))  # type: ignore[arg-type]


def test_noisy_answers_are_floats() -> None:
    noise = Noise(DiscreteLaplace(Fraction(1)), Fraction(1))
    with pytest.raises(SpecError):
        Noisy(("a",), np.array([1]), noise, False)  # type: ignore[arg-type]
    assert Noisy(("a",), np.array([1.0]), noise, False).values[0] == 1.0


@pytest.mark.parametrize(
    ("l1", "l2_squared"), [(0, 0), (1, 2), (2, 5), (5, 4), (-1, 1), (True, 1), (1.5, 2), (2**63, 2**63)]
)
def test_impossible_sensitivities(l1: object, l2_squared: object) -> None:
    with pytest.raises(SpecError):
        Sensitivity(l1, l2_squared)  # type: ignore[arg-type]


def test_every_integer_vector_has_a_sensitivity_and_covering_is_by_both_norms() -> None:
    for a in range(-3, 4):
        for b in range(-3, 4):
            if a or b:
                Sensitivity(abs(a) + abs(b), a * a + b * b)
    assert Sensitivity(4, 16).covers(Sensitivity(4, 4))
    assert not Sensitivity(4, 4).covers(Sensitivity(3, 9))
    assert not Sensitivity(3, 9).covers(Sensitivity(4, 4))
