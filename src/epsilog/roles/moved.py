"""What one unit may do to a vector, as cards say it."""

from __future__ import annotations

from typing import Any

from epsilog.roles.planned import Planned


def moved_record(draw: Planned) -> dict[str, Any]:
    """How much of a vector one unit may touch, and how far it may move it."""
    moved = draw.contribution
    return {
        "contribution": {
            "cells": moved.cells,
            "rows_per_cell": moved.rows_per_cell,
            "rows": moved.rows,
            "reach": moved.reach,
            "sides": moved.sides,
            **({} if moved.norm is None else {"norm": moved.norm.most}),
            **({} if moved.periods == 1 else {"periods": moved.periods}),
        },
        "sensitivity": {"l1": moved.sensitivity.l1, "l2_squared": moved.sensitivity.l2_squared},
    }
