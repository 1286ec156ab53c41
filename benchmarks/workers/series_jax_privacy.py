"""jax-privacy's matrix factorisations of running totals: errors with their sensitivity, one answer per request.

    toeplitz   <n>                    the square root
    normalised <n>                    the same with columns of norm one
    buffered   <n> <buffers> <b> <k>  its own fit of a buffered linear Toeplitz matrix (k contributions b apart)
    rooted     <n> <b> <k>            the square root cut off at b bands
    banded     <n> <b> <k>            its own fit of b bands
    judged     <n> <b> <k> <values …> these coefficients, whoever made them
    identity   <n> <b> <k>            each step by itself
    whole      <n> <b> <k>            the square root without a cut, k contributions b apart

Every answer: largest error, root mean square, sensitivity (for n steps, at noise multiplier one).
"""

import json
import sys
from importlib.metadata import version

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402
from jax_privacy.matrix_factorization import banded, buffered_toeplitz, dense, toeplitz  # noqa: E402


def judged(coefficients, n, b=1, k=1):
    errors = toeplitz.per_query_error(strategy_coef=coefficients, n=n)
    square = toeplitz.minsep_sensitivity_squared(coefficients, min_sep=b, max_participations=k, n=n)
    return summary(errors, square)


def summary(errors, square):
    root = float(jnp.sqrt(square))
    largest, mean = float(jnp.sqrt(jnp.max(errors))), float(jnp.sqrt(jnp.mean(errors)))
    return {"largest": largest * root, "mean": mean * root, "sensitivity": root}


def normalised(n):
    matrix = banded.ColumnNormalizedBanded.default(n, n).materialize()
    return summary(dense.per_query_error(strategy_matrix=matrix), jnp.max(jnp.sum(matrix**2, axis=0)))


def buffered(n, buffers, b, k):
    made = buffered_toeplitz.optimize(
        n=n,
        min_sep=b,
        max_participations=k,
        error="max",
        min_buffers=buffers,
        max_buffers=buffers,
    )
    return judged(made.toeplitz_coefs(n), n, b, k)


def answer(verb, *numbers):
    whole = [int(number) for number in numbers]
    n, *rest = whole
    if verb == "normalised":
        return normalised(n)
    if verb == "buffered":
        return buffered(n, *rest)
    if verb == "judged":
        return judged(jnp.array(whole[3:], dtype=jnp.float64), n, *whole[1:3])
    made = {
        "toeplitz": lambda: toeplitz.optimal_max_error_strategy_coefs(n),
        "whole": lambda: toeplitz.optimal_max_error_strategy_coefs(n),
        "rooted": lambda: toeplitz.optimal_max_error_strategy_coefs(rest[0]),
        "banded": lambda: toeplitz.optimize_banded_toeplitz(n, rest[0]),
        "identity": lambda: jnp.ones(1),
    }[verb]()
    return judged(made, n, *rest)


def main():
    print(json.dumps({"version": f"{version('jax-privacy')} (JAX {jax.__version__})"}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(*line.split())), flush=True)


if __name__ == "__main__":
    main()
