"""Who draws what was planned. Only `publish` and `live` may ask: what asks, plans or shows cannot reach a draw."""

from __future__ import annotations

from typing import Any, Final

from epsilog.errors import PrivacyError
from epsilog.registry.table import Table
from epsilog.roles.drawn import Drawn, TableMechanism, refuse_another_price
from epsilog.roles.planned import Planned

# Means and studies plan plain noise in cells, and are drawn as these.
DRAWS: Final = Table[Drawn[Any, Any]](
    {
        "cells": "epsilog.kinds.cells.draw:DrawCells",
        "choice": "epsilog.kinds.choice.draw:DrawChoice",
        "series": "epsilog.kinds.series.draw:DrawSeries",
        "alert": "epsilog.kinds.alert.draw:DrawAlert",
        "repeat": "epsilog.kinds.repeat.draw:DrawRepeat",
    },
    objects=True,
)


def draw_of(planned: Planned) -> Drawn[Any, Any]:
    """Who draws it, by `Planned.kind`; what no kind draws is refused."""
    if planned.kind not in DRAWS:
        raise PrivacyError("nothing can draw what was planned", where="plan")
    return DRAWS[planned.kind]


def mechanism_of(planned: Planned) -> TableMechanism:
    """The mechanism a plan stands for: it covers what the plan says a unit may do, and costs what the plan says."""
    mechanism: TableMechanism = draw_of(planned).mechanism(planned)
    refuse_another_price(mechanism, planned)
    return mechanism
