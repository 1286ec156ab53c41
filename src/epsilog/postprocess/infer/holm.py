"""Several tests on one release: Holm's correction, which costs no budget."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import Floats, measured


def holm(p_values: ArrayLike) -> Floats:
    """Adjusted p-values: reject those at most 0.05, and any false rejection among them has a chance of at most
    0.05.

    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])

    All tests on one noisy table are functions of it, so asking more questions of it is free of budget, not of
    chance.
    """
    found = measured(p_values, "p_values")
    if found.size and (found.min() < 0 or found.max() > 1):
        raise SpecError("p-values lie between 0 and 1", where="p_values")
    order = np.argsort(found, kind="stable")
    raised = found[order] * np.arange(len(found), 0, -1)
    adjusted = np.empty_like(found)
    adjusted[order] = np.minimum(np.maximum.accumulate(raised), 1.0)
    return adjusted
