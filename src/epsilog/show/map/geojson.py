"""Shapes from a GeoJSON file that somebody else made: polygons by the value of one property, or a clear refusal."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import same_text
from epsilog.errors import SpecError
from epsilog.words.advice import did_you_mean

MOST_BYTES: Final = 50 * 2**20
MOST_SHAPES: Final = 20_000
MOST_POINTS: Final = 500_000
_FURTHEST: Final = 1e8  # metres of any projection, and degrees all the more
Ring = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Shapes:
    """The polygons of each name: rings of points, the first of a polygon its outside and the others holes."""

    polygons: Mapping[str, tuple[tuple[Ring, ...], ...]]

    @property
    def in_degrees(self) -> bool:
        """Whether the coordinates look like longitude and latitude."""
        left, right, bottom, top = self.bounds
        return left >= -180 and right <= 180 and bottom >= -90 and top <= 90

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, east, south and north of all of them."""
        points = np.concatenate(
            [ring for polygons in self.polygons.values() for rings in polygons for ring in rings]
        )
        (left, bottom), (right, top) = points.min(axis=0), points.max(axis=0)
        return float(left), float(right), float(bottom), float(top)

    def must_have(self, keys: Sequence[str], where: str) -> None:
        """Refuse shapes that leave a key of the table without one."""
        lost = [key for key in keys if key not in self.polygons]
        if lost:
            listed = ", ".join(repr(key[:40]) for key in lost[:5]) + (", …" if len(lost) > 5 else "")
            raise SpecError(
                f"no shape for {listed} ({len(lost)} of {len(keys)} keys)",
                where=where,
                hint=did_you_mean(lost[0], list(self.polygons)[:1000]) or "is it another property?",
            )


def read_shapes(path: Path, property_name: str) -> Shapes:
    """Read polygons by a property; several features of the same name are one shape."""
    name = Path(path).name
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            _refuse(name, f"is larger than {MOST_BYTES // 2**20} MiB", "simplify the shapes")
        raw = Path(path).read_bytes()
    except OSError as error:
        _refuse(name, f"cannot be read ({type(error).__name__})", "is the path right, from the folder of the spec?")
    try:
        record = json.loads(raw.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        _refuse(name, "is not JSON that can be read", "GeoJSON in UTF-8")
    return shapes_from(record, property_name, name)


def shapes_from(record: object, property_name: str, name: str = "geojson") -> Shapes:
    """The same from what was parsed."""
    if not isinstance(record, Mapping) or record.get("type") != "FeatureCollection":
        _refuse(name, "is not a FeatureCollection", "GeoJSON of polygons, not TopoJSON")
    features = record.get("features")
    if not isinstance(features, list) or not features:
        _refuse(name, "has no features")
    if len(features) > MOST_SHAPES:
        _refuse(name, f"has more than {MOST_SHAPES:,} features")
    found: dict[str, list[tuple[Ring, ...]]] = {}
    points = 0
    for at, feature in enumerate(features):
        key = _key(feature, property_name, f"{name}, features[{at}]")
        polygons = _polygons(feature.get("geometry"), f"{name}, features[{at}]")
        points += sum(len(ring) for rings in polygons for ring in rings)
        if points > MOST_POINTS:
            _refuse(name, f"has more than {MOST_POINTS:,} points", "simplify the shapes")
        if polygons:
            found.setdefault(key, []).extend(polygons)
    if not found:
        _refuse(name, "has no polygons")
    shapes = Shapes({key: tuple(polygons) for key, polygons in found.items()})
    left, right, bottom, top = shapes.bounds
    if not (right > left and top > bottom):
        _refuse(name, "has shapes without any area")
    return shapes


def _key(feature: object, property_name: str, where: str) -> str:
    if not isinstance(feature, Mapping) or feature.get("type") != "Feature":
        _refuse(where, "is not a feature")
    said = feature.get("properties")
    if not isinstance(said, Mapping) or property_name not in said:
        known = [name for name in said if isinstance(name, str)] if isinstance(said, Mapping) else []
        _refuse(where, f"has no property {property_name[:60]!r}", did_you_mean(property_name, known[:100]))
    value = said[property_name]
    if isinstance(value, bool) or not isinstance(value, str | int):
        _refuse(where, f"its property {property_name[:60]!r} is neither text nor a whole number")
    return same_text(str(value))


def _polygons(geometry: object, where: str) -> list[tuple[Ring, ...]]:
    if geometry is None:
        return []
    kind = geometry.get("type") if isinstance(geometry, Mapping) else None
    if kind not in ("Polygon", "MultiPolygon"):
        said = f"is a {kind[:20]!r}" if isinstance(kind, str) else "has no readable geometry"
        _refuse(where, f"{said}: a map needs polygons")
    assert isinstance(geometry, Mapping)
    coordinates = geometry.get("coordinates")
    polygons = [coordinates] if kind == "Polygon" else coordinates
    if not isinstance(polygons, list):
        _refuse(where, "has no coordinates")
    return [tuple(_ring(ring, where) for ring in _rings(polygon, where)) for polygon in polygons]


def _rings(polygon: object, where: str) -> Iterable[object]:
    if not isinstance(polygon, list) or not polygon:
        _refuse(where, "has a polygon without rings")
    return polygon


def _ring(ring: object, where: str) -> Ring:
    if not isinstance(ring, list) or len(ring) < 3:
        _refuse(where, "has a ring of fewer than three points")
    points = []
    for point in ring:
        if not isinstance(point, list) or len(point) < 2 or not all(_is_number(one) for one in point[:2]):
            _refuse(where, "has a point that is not two finite numbers")
        points.append((float(point[0]), float(point[1])))
    return np.array(points, dtype=np.float64)


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value) and abs(value) <= _FURTHEST
    except OverflowError:
        return False


def _no_constant(_: str) -> NoReturn:
    raise ValueError


def _refuse(where: str, what: str, hint: str = "") -> NoReturn:
    raise SpecError(what, where=where, hint=hint)
