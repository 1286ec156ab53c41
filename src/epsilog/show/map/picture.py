"""A map drawn: tiles or shapes, one hue from pale to dark, hatching where a number cannot be told from zero."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.pictures import canvas as look
from epsilog.roles.canvas import clean, finish_figure
from epsilog.show.map.draw import Places
from epsilog.show.map.geojson import Ring, Shapes
from epsilog.words import percent, plain, say
from epsilog.words.wrapping import width_of, wrap_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# One hue whose lightness falls steadily: readable in grey and for every kind of colour vision.
_RAMP: Final = ("#e4eff6", "#b5d2e4", "#7fb0cd", "#4a88ad", "#23618a", "#0f3c5c")
_DARK: Final = 0.52  # from here on the ramp letters are white
_HATCH: Final = "////"
_FAINT: Final = "#f3f5f7"
_MOST_NAMES: Final = 400
_SKEWED: Final = 12
Floats = NDArray[np.float64]


def draw_map(
    places: Places,
    title: str,
    unit: str,
    lang: str | None = None,
    *,
    tiles: Sequence[tuple[int, int]] | None = None,
    shapes: Shapes | None = None,
) -> Figure:
    """The map of places, on tiles or on shapes; `unit` says what the numbers count."""
    tongue = look.picture_language(lang)
    shade, scale, roots = _shades(places)
    if shapes is not None:
        figure, ax = _draw_shapes(places, shapes, shade)
    else:
        assert tiles is not None
        figure, ax = _draw_tiles(places, tiles, shade)
    look.title(figure, "\n".join(wrap_text(clean(title, 400), 78)))
    measured = clean(unit, 60)
    if places.per is not None:
        per = {"per": plain(float(places.per), 12)} if places.per != 1 else {}
        measured = say("map.rate" if per else "map.ratio", tongue, unit=measured, **per)
    if roots:
        measured = say("map.roots", tongue, what=measured)
    if places.seen.any():
        bar = figure.colorbar(scale, ax=ax, shrink=0.72, aspect=26, pad=0.02)
        bar.outline.set_visible(False)
        bar.ax.tick_params(colors=look.QUIET, labelsize=9.5)
        bar.set_label(measured, fontsize=10.5, color=look.INK)
        bar.ax.yaxis.set_major_formatter(lambda value, _: plain(value, 3) if value < 1000 else f"{value:,.0f}")
    said = _words(places, tongue)
    figure.supxlabel(
        "\n".join(line for text in said for line in wrap_text(text, 104)), fontsize=10, color=look.QUIET
    )
    return finish_figure(figure, tongue, "".join(places.keys))


def _words(places: Places, tongue: Any) -> list[str]:
    sure = percent(float(places.confidence), tongue, digits=2)
    said = [say("map.hatched", tongue, confidence=sure)]
    if not places.seen.any():
        said = [say("map.nothing", tongue, confidence=sure)]
    chance = plain(places.by_chance, 2, "up")
    said.append(say("map.chance", tongue, places=f"{len(places.keys):,}", chance=chance))
    if not places.known.all():
        said.append(say("map.unknown", tongue))
    return said


def _shades(places: Places) -> tuple[Any, Any, bool]:
    """From a number to its colour and whether that is dark; the scale for the legend; whether it is in roots."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize, PowerNorm

    shown = places.value[places.seen]
    top = float(shown.max()) if len(shown) else 1.0
    roots = len(shown) > 3 and top > _SKEWED * float(np.median(shown)) > 0
    top = top if top > 0 else 1.0
    norm = PowerNorm(0.5, 0, top) if roots else Normalize(0, top)
    ramp = LinearSegmentedColormap.from_list("epsilog", list(_RAMP))

    def shade(value: float) -> tuple[Any, bool]:
        darkness = float(norm(max(0.0, value)))
        return ramp(darkness), darkness > _DARK

    return shade, ScalarMappable(norm, ramp), roots


def _dress(figure: Figure, ax: Axes) -> None:
    ax.grid(False)
    ax.set_xticks([])
    ax.set_yticks([])
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)


def _style(places: Places, at: int, shade: Any) -> tuple[dict[str, Any], bool]:
    """How a place is painted, and whether letters on it are white."""
    if not places.known[at]:
        dotted = {"linestyle": (0, (2, 2)), "linewidth": 0.9, "zorder": 3}
        return {"facecolor": look.PAPER, "edgecolor": look.QUIET, **dotted}, False
    if not places.seen[at]:
        return {"facecolor": _FAINT, "edgecolor": "#b9c3cc", "hatch": _HATCH, "linewidth": 0.0}, False
    colour, white = shade(float(places.value[at]))
    return {"facecolor": colour, "edgecolor": look.PAPER, "linewidth": 0.7}, white


def _draw_tiles(places: Places, tiles: Sequence[tuple[int, int]], shade: Any) -> tuple[Figure, Axes]:
    from matplotlib.patches import Rectangle

    columns, rows = (max(tile[side] for tile in tiles) + 1 for side in (0, 1))
    side = min(1.5, 8.2 / columns, max(0.3, 9.5 / rows))
    figure, (ax,) = look.canvas(9.6, min(12.0, max(2.6, 1.5 + side * rows)))
    _dress(figure, ax)
    named = len(places.keys) <= _MOST_NAMES
    size = max(4.5, min(11.0, 78 * side / 8.5))
    for at, (column, row) in enumerate(tiles):
        paint, white = _style(places, at, shade)
        ax.add_patch(Rectangle((column + 0.03, row + 0.03), 0.94, 0.94, **paint))
        if not named:
            continue
        colour = look.PAPER if white else look.INK
        room = 62 * side / (0.58 * size)  # letters of this size in a tile; up to a third more are written smaller
        name = clean(places.keys[at], max(4, int(1.35 * room)))
        fit = size * min(1.0, room / max(1, width_of(name)))
        backed = {} if places.seen[at] or not places.known[at] else {"backgroundcolor": _FAINT}
        ax.text(column + 0.5, row + 0.38, name, ha="center", va="center", fontsize=fit, color=colour, **backed)  # type: ignore[arg-type]
        if places.seen[at]:
            number = plain(float(places.value[at]), 3)
            ax.text(column + 0.5, row + 0.69, number, ha="center", va="center", fontsize=0.86 * size, color=colour)
    beside = max(0.0, 7.4 / side - columns) / 2  # few tiles stand in the middle
    ax.set_xlim(-beside, columns + beside)
    ax.set_ylim(rows, 0)
    ax.set_aspect("equal")
    return figure, ax


def _draw_shapes(places: Places, shapes: Shapes, shade: Any) -> tuple[Figure, Axes]:
    from matplotlib.patches import PathPatch

    left, right, bottom, top = shapes.bounds
    wider = 1 / max(0.2, math.cos(math.radians((bottom + top) / 2))) if shapes.in_degrees else 1.0
    height = 7.6 * wider * (top - bottom) / (right - left)
    figure, (ax,) = look.canvas(9.6, min(10.0, max(3.4, 1.4 + height)))
    _dress(figure, ax)
    place = {key: at for at, key in enumerate(places.keys)}
    for key, polygons in shapes.polygons.items():
        at = place.get(key)
        for rings in polygons:
            paint: dict[str, Any] = {"facecolor": look.PAPER, "edgecolor": look.RULE, "linewidth": 0.6}
            if at is not None:
                paint = _style(places, at, shade)[0]
                if not places.seen[at] and places.known[at]:
                    paint["linewidth"] = 0.5
            ax.add_patch(PathPatch(_path(rings), **paint))
    if len(place) <= 30:
        for key, at in place.items():
            _name(ax, places, key, at, shapes.polygons[key], shade, (right - left) / 9.6)
    ax.set_xlim(left, right)
    ax.set_ylim(bottom, top)
    ax.set_aspect(wider)
    return figure, ax


def _path(rings: Sequence[Ring]) -> Any:
    """A polygon with its holes: rings of opposite directions, so that holes stay empty."""
    from matplotlib.path import Path

    points, codes = [], []
    for at, ring in enumerate(rings):
        turned = ring if (_area(ring) > 0) == (at == 0) else ring[::-1]
        points.append(np.concatenate([turned, turned[:1]]))
        codes += [Path.MOVETO, *([Path.LINETO] * (len(turned) - 1)), Path.CLOSEPOLY]
    return Path(np.concatenate(points), codes)


def _area(ring: Ring) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2


def _name(
    ax: Axes, places: Places, key: str, at: int, polygons: Sequence[Sequence[Ring]], shade: Any, inch: float
) -> None:
    """The name in the middle of the largest polygon, and below it the number, where there is room for them."""
    ring = max((rings[0] for rings in polygons), key=lambda one: abs(_area(one)))
    size = 9.0
    text = clean(key, 16)
    if float(np.ptp(ring[:, 0])) / inch < 0.085 * width_of(text):
        return
    if places.seen[at] and float(np.ptp(ring[:, 1])) / inch > 0.42:
        text += f"\n{plain(float(places.value[at]), 3)}"
    white = places.seen[at] and _style(places, at, shade)[1]
    middle = _middle(ring)
    box = {} if places.seen[at] or not places.known[at] else {"backgroundcolor": _FAINT}
    colour = look.PAPER if white else look.INK
    ax.text(*middle, text, ha="center", va="center", fontsize=size, color=colour, zorder=4, **box)  # type: ignore[arg-type]


def _middle(ring: Ring) -> tuple[float, float]:
    """The centre of mass, or the middle of the box of a ring without area."""
    area = _area(ring)
    if abs(area) < 1e-12:
        return float(ring[:, 0].mean()), float(ring[:, 1].mean())
    x, y = ring[:, 0] - ring[0, 0], ring[:, 1] - ring[0, 1]
    cross = x * np.roll(y, -1) - np.roll(x, -1) * y
    return (
        float(ring[0, 0] + np.sum((x + np.roll(x, -1)) * cross) / (6 * area)),
        float(ring[0, 1] + np.sum((y + np.roll(y, -1)) * cross) / (6 * area)),
    )
