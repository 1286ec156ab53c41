"""Who draws what was planned. Only `publish` and `live` may ask: what asks, plans or shows cannot reach a draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from epsilog.errors import PrivacyError
from epsilog.kinds.alert.draw import DrawAlert
from epsilog.kinds.cells.draw import DrawCells
from epsilog.kinds.choice.draw import DrawChoice
from epsilog.kinds.repeat.draw import DrawRepeat
from epsilog.kinds.series.draw import DrawSeries
from epsilog.roles.drawn import Drawn, TableMechanism, refuse_another_price
from epsilog.roles.planned import Planned

# By `Planned.kind`. Means and studies plan plain noise in cells, and are drawn as these.
DRAWS: Final[Mapping[str, Drawn[Any, Any]]] = {
    "cells": DrawCells(),
    "choice": DrawChoice(),
    "series": DrawSeries(),
    "alert": DrawAlert(),
    "repeat": DrawRepeat(),
}


def draw_of(planned: Planned) -> Drawn[Any, Any]:
    """Who draws it; what no kind draws is refused."""
    try:
        return DRAWS[planned.kind]
    except KeyError:
        raise PrivacyError("nothing can draw what was planned", where="plan") from None


def mechanism_of(planned: Planned) -> TableMechanism:
    """The mechanism a plan stands for: it covers what the plan says a unit may do, and costs what the plan says."""
    mechanism: TableMechanism = draw_of(planned).mechanism(planned)
    refuse_another_price(mechanism, planned)
    return mechanism
