"""Who draws what was planned. Only `publish` and `live` may ask: what asks, plans or shows cannot reach a draw."""

from __future__ import annotations

from typing import Any

from epsilog.errors import PrivacyError
from epsilog.roles.drawn import Drawn, TableMechanism, refuse_another_price
from epsilog.roles.planned import Planned


def draw_of(planned: Planned) -> Drawn[Any, Any]:
    """Who draws it, by `Planned.kind`; what no kind draws is refused. A kind is loaded when it is asked for.

    Means and studies plan plain noise in cells, and are drawn as these.
    """
    match planned.kind:
        case "cells":
            from epsilog.kinds.cells.draw import DrawCells

            return DrawCells()
        case "choice":
            from epsilog.kinds.choice.draw import DrawChoice

            return DrawChoice()
        case "series":
            from epsilog.kinds.series.draw import DrawSeries

            return DrawSeries()
        case "alert":
            from epsilog.kinds.alert.draw import DrawAlert

            return DrawAlert()
        case "repeat":
            from epsilog.kinds.repeat.draw import DrawRepeat

            return DrawRepeat()
    raise PrivacyError("nothing can draw what was planned", where="plan")


def mechanism_of(planned: Planned) -> TableMechanism:
    """The mechanism a plan stands for: it covers what the plan says a unit may do, and costs what the plan says."""
    mechanism: TableMechanism = draw_of(planned).mechanism(planned)
    refuse_another_price(mechanism, planned)
    return mechanism
