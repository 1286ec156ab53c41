"""How the numbers of an entry are laid out as a map: tiles, or shapes of a file; as they are, or as rates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, Final

from epsilog.core.number import exact, same_text, spell_number, whole
from epsilog.errors import SpecError
from epsilog.words.advice import did_you_mean

MOST_TILES: Final = 2_500
FURTHEST_TILE: Final = 200
AUTO: Final = "auto"


@dataclass(frozen=True)
class Map:
    """A map of one number per key. Everything in it is public and nothing of it is taken from the data.

    tiles           column and row of every key's tile; None puts them in order
    geojson         a file with the shapes, looked for from the folder of the spec
    property_name   which of their properties holds the key
    population      public numbers to divide by, one per key; or
    over            the name of another entry to divide by, counted over the same keys
    per             rates are told per so many

    >>> Map(population=(("North", Fraction(120_000)),), per=Fraction(100_000)).is_rate
    True
    """

    tiles: tuple[tuple[str, int, int], ...] | None = None
    geojson: str | None = None
    property_name: str | None = None
    population: tuple[tuple[str, Fraction], ...] = ()
    over: str | None = None
    per: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if self.geojson is not None and self.tiles is not None:
            raise SpecError("a map has tiles or shapes", where="map", hint="leave `tiles` or `geojson` out")
        if (self.geojson is None) != (self.property_name is None):
            raise SpecError(
                "shapes need a file and the property that holds the key",
                where="map",
                hint="map: {geojson: regions.geojson, property: code}",
            )
        texts = [self.geojson, self.property_name, self.over]
        texts += [tile[0] for tile in self.tiles or ()] + [key for key, _ in self.population]
        if any(text is not None and not isinstance(text, str) for text in texts):
            raise SpecError("keys, names and files are texts", where="map", hint="map: tiles")
        if self.population and self.over is not None:
            raise SpecError(
                "divide by `population` or by `over`, not by both", where="map", hint="leave one of them out"
            )
        if self.tiles is not None:
            object.__setattr__(self, "tiles", tuple(_tile(*tile) for tile in self.tiles))
            places = [tile[1:] for tile in self.tiles or ()]
            if len(set(places)) != len(places):
                raise SpecError(
                    "two tiles lie in the same place",
                    where="map.tiles",
                    hint="tiles: {North: [1, 0], South: [1, 1]}",
                )
        numbers = tuple(
            (same_text(key), exact(number, "map.population", at_least=0, at_most=10**12))
            for key, number in self.population
        )
        object.__setattr__(self, "population", numbers)
        object.__setattr__(self, "per", exact(self.per, "map.per", above=0, at_most=10**9))
        if self.per != 1 and not self.is_rate:
            raise SpecError(
                "only a rate has a `per`",
                where="map.per",
                hint="say `population` or `over`, or leave it out",
            )

    @property
    def is_rate(self) -> bool:
        """Whether the numbers are divided by something."""
        return bool(self.population) or self.over is not None

    @classmethod
    def said(cls, said: object) -> Map | None:
        """A map as a file spells it, with `property` for the property of shapes."""
        if said is None or isinstance(said, Map):
            return said
        if said == "tiles":
            return cls()
        known = ("tiles", "geojson", "property", "population", "over", "per")
        if not isinstance(said, Mapping) or not set(said) <= set(known):
            raise SpecError(
                "is no map", where="map", hint='"tiles", or {"geojson": "shapes.json", "property": "code"}'
            )
        given: dict[str, Any] = dict(said)
        if "property" in given:
            given["property_name"] = given.pop("property")
        for name in ("tiles", "population"):
            if name in given and not isinstance(given[name], Mapping):
                raise SpecError(
                    "say one for each key", where=f"map.{name}", hint="one for each key of `by`, and no others"
                )
        if "tiles" in given:
            if not all(isinstance(place, list | tuple) and len(place) == 2 for place in given["tiles"].values()):
                raise SpecError("a tile has a column and a row", where="map.tiles", hint='{"North": (1, 0)}')
            given["tiles"] = tuple((key, *place) for key, place in given["tiles"].items())
        if "population" in given:
            given["population"] = tuple(given["population"].items())
        return cls(**given)

    def check(self, keys: tuple[str, ...]) -> None:
        """Refuse a map that does not fit the keys of its table."""
        for name, said in (
            ("tiles", [tile[0] for tile in self.tiles or ()]),
            ("population", dict(self.population)),
        ):
            if not said:
                continue
            if strange := next((key for key in said if key not in keys), None):
                hint = did_you_mean(strange, list(keys[:1000]))
                raise SpecError(f"{strange[:60]!r} is not a key of the table", where=f"map.{name}", hint=hint)
            if len(set(said)) != len(list(said)):
                raise SpecError("a key is given twice", where=f"map.{name}", hint="name each key once")
            if lost := next((key for key in keys if key not in said), None):
                raise SpecError(f"{lost[:60]!r} is missing", where=f"map.{name}", hint="every key needs one")
        if self.geojson is None and len(keys) > MOST_TILES:
            raise SpecError(
                f"more than {MOST_TILES:,} tiles cannot be distinguished", where="map", hint="use shapes, or groups"
            )

    def must_lie_beside(self) -> None:
        """Refuse shapes named by a full path: the request is published, and folders may say more than is meant."""
        path = self.geojson
        if path is not None and (
            PurePosixPath(path).is_absolute() or PureWindowsPath(path).drive or path[:1] in "~\\"
        ):
            raise SpecError(
                "is published with the release: name it from the folder of the spec",
                where="map.geojson",
                hint="regions.geojson, or shapes/regions.geojson",
            )

    def to_dict(self) -> dict[str, Any]:
        """As it is stored: what was said."""
        record: dict[str, Any] = {}
        if self.tiles is not None:
            record["tiles"] = [list(tile) for tile in self.tiles]
        for name in ("geojson", "property_name", "over"):
            if (text := getattr(self, name)) is not None:
                record[name] = text
        if self.population:
            record["population"] = [[key, spell_number(number)] for key, number in self.population]
        if self.per != 1:
            record["per"] = spell_number(self.per)
        return record

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Map:
        """Read it back."""
        given: dict[str, Any] = dict(record)
        if "tiles" in given:
            given["tiles"] = tuple((key, column, row) for key, column, row in given["tiles"])
        given["population"] = tuple(
            (key, exact(number, "population")) for key, number in given.get("population", ())
        )
        if "per" in given:
            given["per"] = exact(given["per"], "per")
        return cls(**given)


def _tile(key: str, column: int, row: int) -> tuple[str, int, int]:
    places = (whole(place, "map.tiles", at_least=0, at_most=FURTHEST_TILE) for place in (column, row))
    return (same_text(key), *places)  # type: ignore[return-value]
