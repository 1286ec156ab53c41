"""A map as it is written in a file.

::

    map: tiles                                                  # a tile for each key, in order
    map: {tiles: {North: [1, 0], South: [1, 1]}}                # or where you put them: column, row
    map: {geojson: regions.geojson, property: code}             # shapes
    map: {population: {North: 120000, South: 80000}, per: 100000}
    map: {over: visits-in-all, per: 1000}                       # divided by another entry
"""

from __future__ import annotations

from typing import Any

from epsilog.roles.document import Node
from epsilog.roles.map import Map
from epsilog.roles.place import placed

TILES = "tiles"


def map_from(node: Node, entry: Node) -> Map:
    """How an entry is drawn as a map."""
    if not isinstance(node.value, dict):
        if node.word() != TILES:
            node.refuse("a map is `tiles`, or says what it has", "map: tiles, or map: {geojson: …, property: …}")
        return Map()
    fields = node.mapping("tiles", "geojson", "property", "population", "over", "per")
    if not fields:
        node.refuse("a map without anything", "map: tiles")
    given: dict[str, Any] = {}
    if "tiles" in fields:
        given["tiles"] = tuple((key, *_place(tile)) for key, tile in fields["tiles"].mapping().items())
    if "geojson" in fields:
        given["geojson"] = fields["geojson"].text()
        if not given["geojson"].strip():
            fields["geojson"].refuse("say a path, such as regions.geojson", "geojson: regions.geojson")
    if "property" in fields:
        given["property_name"] = fields["property"].word()
    if "over" in fields:
        given["over"] = fields["over"].word()
    if "population" in fields:
        said = fields["population"].mapping().items()
        given["population"] = tuple((key, number.number(at_least=0)) for key, number in said)
    if "per" in fields:
        given["per"] = fields["per"].number(above=0)
    return placed(lambda: Map(**given), entry, node)


def _place(node: Node) -> tuple[int, int]:
    places = node.items()
    if len(places) != 2:
        node.refuse("a tile has a column and a row", "North: [1, 0]")
    column, row = (place.whole(at_least=0) for place in places)
    return column, row
