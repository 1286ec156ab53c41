"""Fit the strategies whose constants are kept in the source: buffered (BLT) and banded coefficients.

    python benchmarks/series_fit.py buffered    (five minutes)
    python benchmarks/series_fit.py banded
    python benchmarks/series_fit.py dense       (writes dense_fits.json beside the strategy; ten minutes)

Nothing here sees data. Fitted numbers are rounded to the integers a strategy uses; norms and errors are computed
from those, so a bad fit costs accuracy and never privacy.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import least_squares, minimize, nnls
from scipy.signal import fftconvolve

from epsilog.mechanisms.series.toeplitz import series_inverse

SHIFT = 30  # decays are multiples of 2^-30
SCALE = 2**14  # weights of buffers are multiples of 2^-14
# up to so many steps, from so many, with so many buffers, and at how many numbers of steps the error is looked at
LONG = ((1024, 256, 5, 6), (4096, 1024, 5, 5), (16384, 4096, 6, 4), (65536, 16384, 6, 3))


def root(n):
    """What buffers imitate: binom(2k, k)/4^k."""
    return np.cumprod(np.concatenate([[1.0], 1 - 1 / (2 * np.arange(1, n))]))


def buffers(slow, weight, n):
    return np.concatenate(
        [[1.0], (weight[:, None] * np.exp(np.log1p(-slow)[:, None] * np.arange(n - 1))).sum(axis=0)]
    )


def first_buffers(n, d):
    """Fading times evenly apart in their logarithm, weights by least squares of relative errors."""
    slow, at = np.geomspace(0.55, 1.2 / n, d), np.unique(np.geomspace(1, n - 1, 200).astype(int))
    weight, _ = nnls(np.exp(np.log1p(-slow)[None] * (at[:, None] - 1)) / root(n)[at][:, None], np.ones(len(at)))
    return slow, np.maximum(weight, 1e-5)


def fit_short(n, d):
    """For few steps every coefficient is met, by least squares of relative errors."""

    def missed(parameters, weight=None):
        slow = 1 / (1 + np.exp(-parameters[:d]))
        return buffers(slow, np.exp(parameters[d:]) if weight is None else weight, n)[1:] / root(n)[1:] - 1

    slow, weight = first_buffers(n, d)
    close = {"xtol": 1e-14, "ftol": 1e-14, "gtol": 1e-14}
    at = least_squares(missed, np.concatenate([np.log(slow / (1 - slow)), np.log(weight)]), **close).x
    weight = np.round(np.exp(at[d:]) * SCALE) / SCALE
    at = least_squares(missed, at[:d], args=(weight,), **close).x
    return rounded(1 / (1 + np.exp(-at)), weight)


class Excess:
    """log of the errors of buffers over those of the root: for numbers of steps up to n and for several units."""

    def __init__(self, n, above, points):
        self.n, self.steps = n, sorted({int(v) for v in np.geomspace(above + 1, n, points)})
        self.least = self.errors(root(n))

    def units(self, n):
        wanted = [(2, 1), (4, 1), (2, n // 2), (2, n // 4), (4, n // 8), (8, n // 16), (16, n // 16), (16, 4)]
        return [(1, 1), *dict.fromkeys(one for one in [*wanted, (64, n // 64)] if (one[0] - 1) * one[1] < n)]

    def errors(self, c):
        largest, found = np.cumsum(np.cumsum(series_inverse(c, self.n)) ** 2), []
        for n in self.steps:
            for times, apart in self.units(n):
                overlaid = np.zeros(n)
                for first in range(0, min(n, times * apart), apart):
                    overlaid[first:] += c[: n - first]
                square = (overlaid**2).sum()
                found += [square * largest[n - 1], square * largest[:n].mean()]
        return np.log(found) / 2

    def worst(self, parameters, weight, sharpness):
        """The largest of them, smoothed; times a thousand, so that steps of the descent are of a good size."""
        d = len(parameters) if weight is not None else len(parameters) // 2
        slow, weight = np.exp(parameters[:d]), np.exp(parameters[d:]) if weight is None else weight
        if slow.max() > 0.98 or weight.sum() > 1:
            return 1.0
        over = self.errors(buffers(slow, weight, self.n)) - self.least
        return 1e3 * (over.max() + np.log(np.exp(sharpness * (over - over.max())).sum()) / sharpness)


def fit_long(n, above, d, points):
    """For many steps the worst error over the root's, from `above` steps to n; weights rounded before decays."""
    excess = Excess(n, above, points)

    def descend(at, weight, rounds):
        for sharpness in (2e3, 2e4, 1e5):
            options = {"maxiter": rounds, "gtol": 1e-7}
            at = minimize(excess.worst, at, args=(weight, sharpness), method="BFGS", options=options).x
        return at

    at = descend(np.log(np.concatenate(first_buffers(n, d))), None, 80)
    weight = np.round(np.exp(at[d:]) * SCALE) / SCALE
    return rounded(np.exp(descend(at[:d], weight, 60)), weight)


def rounded(slow, weight):
    order = np.argsort(slow)
    decays = tuple(round((1 - float(v)) * 2**SHIFT) for v in slow[order])
    return decays, tuple(round(float(v) * SCALE) for v in weight[order])


def banded_loss(c, n, times, apart):
    """log of the mean squared error of running totals times the squared sensitivity, and its gradient."""
    bands = len(c)
    padded = np.concatenate([c, np.zeros(n - bands)])
    inverse = series_inverse(padded, n)
    b = np.cumsum(inverse)
    share = np.arange(n, 0, -1) / n
    mean = (share * b**2).sum()
    firsts = np.arange(times) * apart
    uses = np.array([(firsts + j < n).sum() for j in range(bands)])
    square = (uses * c**2).sum()
    bc = fftconvolve(b, inverse)[:n]
    # d b[t] / d c[j] = -(b/c)[t - j]
    slope = -2 * fftconvolve(share * b, bc[::-1])[n - 1 : n - 1 + bands] / mean
    return float(np.log(mean) + np.log(square)), slope + 2 * uses * c / square


def fit_banded(n, bands, times, apart, scale):
    f = np.cumprod([1.0] + [1 - 1 / (2 * k) for k in range(1, bands)])
    result = minimize(
        banded_loss,
        f,
        args=(n, times, apart),
        jac=True,
        method="L-BFGS-B",
        bounds=[(1e-4, None)] * bands,
        options={"maxiter": 3000, "maxfun": 6000, "ftol": 1e-14},
    )
    c = result.x / result.x[0]
    return [round(float(v) * scale) for v in c], float(np.exp(result.fun / 2))


def sparse(matrix):
    """Row by row: a column, its number, the next column, …; what the descent left near nought is nought."""
    rows = []
    for row in matrix.tolist():
        kept = [(at, number) for at, number in enumerate(row) if abs(number) > 8]
        rows.append([one for pair in kept for one in pair])
    return rows


def written(fits):
    """One row of a matrix per line, so that a change can be read."""
    parts = []
    for size, rows in fits.items():
        lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        parts.append(f'"{size}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main():
    kind = sys.argv[1]
    if kind == "buffered":
        for n, d in ((32, 4), (128, 5)):
            print(f"    {n}: {fit_short(n, d)},", flush=True)
        for n, above, d, points in (
            (1024, 256, 5, 6),
            (4096, 1024, 5, 5),
            (16384, 4096, 6, 4),
            (65536, 16384, 6, 3),
        ):
            print(f"    {n}: {fit_long(n, above, d, points)},", flush=True)
    elif kind == "dense":
        from epsilog.mechanisms.series import dense

        fits = {size: sparse(dense.Dense.fitted(size).matrix) for size in dense.SIZES}
        Path(dense.__file__).with_name("dense_fits.json").write_text(written(fits), encoding="utf-8")
    else:
        for n, apart, times in ((1024, 64, 16), (1024, 256, 4), (1024, 16, 64)):
            c, error = fit_banded(n, apart, times, apart, 2**12)
            print(f"    ({n}, {apart}, {times}): {tuple(c)},  # {error:.3f}", flush=True)


if __name__ == "__main__":
    main()
