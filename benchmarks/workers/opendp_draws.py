"""OpenDP's integer Laplace and Gaussian, over vectors and over single numbers."""

from importlib.metadata import version

import opendp.prelude as dp
from measuring import serve

SIZE = 20_000

dp.enable_features("contrib")


def measurement(law, scale, domain, distances):
    if law == "laplace":
        return dp.m.make_laplace(domain, distances[0], scale=float(scale))
    return dp.m.make_gaussian(domain, distances[1], scale=float(scale))


def vector(law, scale):
    distances = dp.l1_distance(T=int), dp.l2_distance(T=int)
    draw = measurement(law, scale, dp.vector_domain(dp.atom_domain(T=int)), distances)
    zeros = [0] * SIZE
    return (lambda: draw(zeros)), SIZE


def number(law, scale):
    distances = dp.absolute_distance(T=int), dp.absolute_distance(T=int)
    draw = measurement(law, scale, dp.atom_domain(T=int), distances)
    return lambda: draw(0)


if __name__ == "__main__":
    serve(version("opendp"), vector, number)
