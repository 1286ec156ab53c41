"""What happens at the ends of a 64-bit integer: noise saturates, sums saturate, nothing wraps."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import SpecError

SATURATION: Final = 2**62
LIMIT: Final = 2**61


def saturate(noise: int) -> int:
    """An unbounded draw, held between -2^62 and 2^62.

    >>> saturate(-10**30) == -SATURATION, saturate(5)
    (True, 5)
    """
    return max(-SATURATION, min(SATURATION, noise))


def saturating_add(exact: NDArray[np.int64], noise: NDArray[np.int64]) -> NDArray[np.int64]:
    """Exact answers plus noise, held between -2^61 and 2^61: post-processing of the unbounded mechanism.

    >>> saturating_add(np.array([5, 2**63 - 1]), np.array([-2, 2**62])).tolist() == [3, LIMIT]
    True

    Proof. Let x be an exact answer, Z its unbounded integer noise, c(x) = x clipped to ±2^61, and let s be Z held
    to ±2^62. The code returns clip(c(x) + s); the claim is that this equals clip(c(x) + Z). If |Z| <= 2^62 then
    s = Z. If Z > 2^62 then s = 2^62, both sums are at least -2^61 + 2^62 = 2^61, and both clip to 2^61; Z < -2^62
    likewise. In 64 bits nothing wraps: |c(x) + s| <= 2^61 + 2^62 < 2^63. So the release is a fixed function
    (clip) of c(x) + Z. Clipping moves no two answers further apart (|c(x) - c(y)| <= |x - y|), so c(x) has the
    sensitivity of x, and the guarantee is that of the unbounded mechanism.

    The arguments are private: an error speaks of their types and shapes only.

    Checked by: tests/unit/noise/test_saturation.py, against Python's unbounded integers at the edges.
    """
    for array, field in ((exact, "exact"), (noise, "noise")):
        if not isinstance(array, np.ndarray) or array.dtype != np.int64:
            raise SpecError("an int64 array is needed", where=field)
    if exact.shape != noise.shape:
        raise SpecError("as many draws as answers are needed", where="noise")
    held = np.clip(exact, -LIMIT, LIMIT)
    held += np.clip(noise, -SATURATION, SATURATION)
    return np.clip(held, -LIMIT, LIMIT, out=held)
