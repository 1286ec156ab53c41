"""Every series strategy faces the lattice attack and the usual ones. False-alarm rate 1e-6 per audit.

The attacker multiplies what is published by the public matrix, rounded and unrounded, and looks at residues. The
power twin is the design that leaks: integer noise through the real matrix.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epsilog.audit import audit
from epsilog.audit.families import HalfLines, Lattice
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.dense import Dense
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.outer import Endless
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.subtraction import Subtraction
from epsilog.mechanisms.series.toeplitz import root_coefficients
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window
from epsilog.noise import discrete_gaussian, system
from series_patterns import matrix_of, visit

SURE, N = "0.999999", 12
MADE = {
    "tree": BinaryTree(N),
    "root": SquareRoot(N, normalised=False),
    "normalised": SquareRoot(N, normalised=True),
    "buffered": Buffered.fitted(N, normalised=True),
    "banded": Banded(N, root_coefficients(4)),
    "window": Window(3),
    "decay": Decay(Fraction(9, 10)),
    "fourier": Transform(N, "fourier", 5, cells=2**20),
    "cosine": Transform(N, "cosine", 5, cells=2**20),
    "haar": Transform(N, "haar", 5, cells=2**20),
    "dense": Dense.fitted(N),
}
QUIET, ONE = [0] * N, [0] * 4 + [1] + [0] * 7


def attackers(strategy: Any) -> list[Any]:
    """Half-lines, and residues after the strategy's own matrix, exact and divided back to real coefficients."""
    wanted = np.ones(N)
    if isinstance(strategy, Endless):
        wanted = strategy.weights(N)
    elif isinstance(strategy, Transform):
        wanted = np.eye(N)[0]
    to_steps = np.linalg.inv([[wanted[i - j] if i >= j else 0.0 for j in range(N)] for i in range(N)])
    matrix = matrix_of(strategy, N).astype(np.float64) @ to_steps
    return [
        HalfLines(),
        Lattice(),
        Lattice(matrix, "answers"),
        Lattice(matrix / np.abs(matrix).max(), "real answers"),
    ]


@pytest.mark.parametrize("law", [Factorised.at_rho, Factorised.at_epsilon], ids=["gaussian", "laplace"])
@pytest.mark.parametrize("strategy", MADE.values(), ids=MADE)
def test_no_attacker_is_surer_than_the_charge_allows(strategy: Any, law: Any) -> None:
    mechanism = law(strategy, visit(), Fraction(1), 1)

    def publish(data: list[int], size: int) -> Any:
        table = np.repeat(np.array(data, dtype=np.int64)[:, None], size, axis=1)
        return mechanism(BoundedSeries(table, Fraction(1), visit()), system).values.T

    verdict = audit(
        publish, QUIET, ONE, mechanism.charge, samples=10_000, confidence=SURE, families=attackers(strategy)
    )
    assert verdict.passed, str(verdict)


def test_subtracted_blocks_stay_within_their_epsilon() -> None:
    mechanism = Subtraction.at_epsilon(N, 5, visit(), Fraction(1), 1)

    def publish(data: list[int], size: int) -> Any:
        table = np.repeat(np.array(data, dtype=np.int64)[:, None], size, axis=1)
        return mechanism(BoundedSeries(table, Fraction(1), visit()), system).values.T

    families = [HalfLines(), Lattice(), Lattice(np.linalg.inv(np.tril(np.ones((N, N)))), "steps")]
    verdict = audit(publish, QUIET, ONE, mechanism.charge, samples=10_000, confidence=SURE, families=families)
    assert verdict.passed, str(verdict)


def test_integer_noise_through_the_real_matrix_is_caught() -> None:
    """The power twin: x + C⁻¹z at a hundred times the noise, and the attacker is right every time."""
    f = np.cumprod([1.0] + [1 - 1 / (2 * k) for k in range(1, N)])
    root = np.array([[f[i - j] if i >= j else 0.0 for j in range(N)] for i in range(N)])
    root[:, :] = root @ np.diag(1 / np.linalg.norm(root, axis=0))

    def leak(data: list[int], size: int) -> Any:
        z = discrete_gaussian(10_000, (size, N), system)
        return np.array(data) + z @ np.linalg.inv(root).T

    verdict = audit(leak, QUIET, ONE, 0.5, samples=4_000, confidence=SURE, families=[Lattice(root)])
    assert not verdict.passed
    assert verdict.epsilon > 3
