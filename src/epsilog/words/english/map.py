"""Maps: what colours and hatching mean."""

from __future__ import annotations

from typing import Final

MAP: Final[dict[str, str]] = {
    "map.rate": "{unit} per {per}",
    "map.ratio": "{unit}, as a rate",
    "map.roots": "{what} (colours in steps of square roots)",
    "map.hatched": (
        "Darker is more. Hatched: not distinguishable from zero; the range ({confidence}) of its count reaches 0."
    ),
    "map.nothing": "Hatched: not distinguishable from zero ({confidence}). That is so for every place here.",
    "map.chance": (
        "This holds for each place by itself. If all {places} places were empty, chance would still colour "
        "some: {chance} places or fewer, on average."
    ),
    "map.unknown": "Dotted outline: no rate, because what it is divided by is not above zero.",
    "map.title": "{what}: map",
    "map.number": "number",
    "map.count": "Distinguishable from zero: {seen} of {places} places.",
    "map.written": (
        "Drawn from the published table alone: {files}. Nothing was read from data and nothing was spent."
    ),
}
