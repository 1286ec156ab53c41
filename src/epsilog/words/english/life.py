"""Survival curves."""

from __future__ import annotations

from typing import Final

LIFE: Final[dict[str, str]] = {
    "life.without_event": "Without the event, %",
    "life.time": "Time ({unit})",
    "life.at_risk": "At risk (noisy)",
    "life.note_points": (
        "Shaded: at each time by itself, {confidence} of such ranges hold the population's curve "
        "(sampling and noise)"
    ),
    "life.note_band": (
        "Shaded: {confidence} of such bands hold the population's whole curve at once (sampling and noise)"
    ),
}
