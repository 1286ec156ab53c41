"""Named points at which a test may pull the plug. Inert unless a testing variable names one of them."""

from __future__ import annotations

import os
import signal
from typing import Final

VARIABLE: Final = "EPSILOG_TESTING_DIE_AT"


def reach(point: str) -> None:
    """Die here, as in a power cut, when the variable names this point; otherwise nothing.

    The worst it can do in the wrong hands is to end a process, and every point survives that: it is what the
    points are for.
    """
    if os.environ.get(VARIABLE) == point:
        os.kill(os.getpid(), signal.SIGKILL)
