"""Fit the strategies whose constants are kept in the source: buffered (BLT) and banded coefficients.

    python benchmarks/series_fit.py buffered
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
from scipy.optimize import minimize
from scipy.signal import fftconvolve

from epsilog.mechanisms.series.toeplitz import series_inverse

SHIFT = 30  # decays are multiples of 2^-30
SCALE = 2**14  # weights of buffers are multiples of 2^-14


def buffered_error(parameters, n):
    """log of the largest error of running totals: |b||c| with c the buffers' coefficients and b = 1/((1-z)c)."""
    slow, weight = np.exp(parameters[: len(parameters) // 2]), np.exp(parameters[len(parameters) // 2 :])
    if slow.max() > 0.9 or weight.sum() > 1:
        return 10.0
    c = np.concatenate([[1.0], (weight[:, None] * np.exp(np.log1p(-slow)[:, None] * np.arange(n - 1))).sum(axis=0)])
    b = np.cumsum(series_inverse(c, n))
    return float(np.log((b**2).sum() * (c**2).sum()) / 2)


def fit_buffered(n, first, rounds=200):
    """Quasi-Newton from a start, in the logarithms of 1 - decay and of weight."""
    options = {"gtol": 1e-7 if rounds > 100 else 1e-5, "maxiter": rounds}
    jac = "3-point" if rounds > 100 else None
    result = minimize(buffered_error, first, args=(n,), jac=jac, method="BFGS", options=options)
    return result.x, float(np.exp(result.fun))


def rounded(parameters):
    d = len(parameters) // 2
    order = np.argsort(parameters[:d])
    decays = [round((1 - float(np.exp(v))) * 2**SHIFT) for v in parameters[:d][order]]
    return tuple(decays), tuple(round(float(np.exp(v)) * SCALE) for v in parameters[d:][order])


def one_slower(parameters):
    """A start for a longer horizon: one more buffer, slower than the slowest."""
    d = len(parameters) // 2
    at = int(np.argmin(parameters[:d]))
    slow, weight = parameters[:d], parameters[d:]
    return np.concatenate([slow, [slow[at] - 1.8], weight, [weight[at] - 0.9]])


def stretched(parameters):
    """A start for four times the horizon with as many buffers: the slow ones four times slower."""
    d = len(parameters) // 2
    order = np.argsort(parameters[:d])
    share = np.linspace(1, 0, d) * np.log(4)
    return np.concatenate([parameters[:d][order] - share, parameters[d:][order] - share / 2])


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
        slow = np.array([0.0008, 0.011, 0.08, 0.44])
        at = np.concatenate([np.log(slow), np.log([0.037, 0.069, 0.16, 0.23])])
        for n, grow in ((256, False), (1024, False), (4096, True), (16384, True)):
            at, error = fit_buffered(n, one_slower(at) if grow else at)
            print(f"    {n}: {rounded(at)},  # {error:.5f}", flush=True)
        at, error = fit_buffered(65536, stretched(at), rounds=25)
        print(f"    65536: {rounded(at)},  # {error:.5f}", flush=True)
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
