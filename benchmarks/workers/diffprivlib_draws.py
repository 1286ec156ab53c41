"""diffprivlib's Geometric and GaussianDiscrete, which draw one number per call."""

from importlib.metadata import version

from diffprivlib.mechanisms import GaussianDiscrete, Geometric
from measuring import serve

SIZE = 500


def single(law, scale):
    if law == "laplace":
        mechanism = Geometric(epsilon=1 / scale, sensitivity=1)
    else:
        mechanism = GaussianDiscrete(epsilon=0.5, delta=1e-6, sensitivity=1)
        mechanism._scale = scale  # it offers no way to ask for a standard deviation
    return lambda: mechanism.randomise(0)


def loop(law, scale):
    draw = single(law, scale)

    def draws():
        for _ in range(SIZE):
            draw()

    return draws, SIZE


if __name__ == "__main__":
    serve(version("diffprivlib"), loop, single)
