"""Our samplers, and numpy's floating-point ones rounded to integers: fast, and not private."""

import sys

import numpy as np
from measuring import serve

import epsilog
from epsilog.noise import discrete_gaussian, discrete_laplace

SIZE = 1_000_000


def ours(law, scale):
    if law == "laplace":
        return (lambda: discrete_laplace(scale, SIZE)), SIZE
    return (lambda: discrete_gaussian(scale**2, SIZE)), SIZE


def our_single(law, scale):
    if law == "laplace":
        return lambda: discrete_laplace(scale, 1)[0]
    return lambda: discrete_gaussian(scale**2, 1)[0]


def unsafe(law, scale):
    rng = np.random.default_rng()
    draw = rng.laplace if law == "laplace" else rng.normal
    return (lambda: np.rint(draw(0, scale, SIZE)).astype(np.int64)), SIZE


if __name__ == "__main__":
    if sys.argv[1] == "numpy":
        serve(np.__version__, unsafe, None)
    else:
        serve(epsilog.__version__, ours, our_single)
