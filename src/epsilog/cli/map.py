"""`epsilog map`: a published table as a map. Reads no data and spends nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epsilog.cli.screen import Json, Lang, Screen
from epsilog.errors import SpecError


def draw(
    table: Annotated[Path, typer.Argument(metavar="TABLE", help="A CSV from the folder of a release.")],
    geojson: Annotated[
        Path | None, typer.Option("--geojson", help="A file with the shapes; left out: tiles.", show_default=False)
    ] = None,
    shape_property: Annotated[
        str | None, typer.Option("--property", help="The property of the shapes that holds the key.")
    ] = None,
    population: Annotated[
        Path | None,
        typer.Option("--population", help="A CSV of keys and public numbers to divide by.", show_default=False),
    ] = None,
    over: Annotated[
        Path | None,
        typer.Option("--over", help="Another published table to divide by.", show_default=False),
    ] = None,
    per: Annotated[str, typer.Option("--per", help="Rates are shown per so many (such as 1000).")] = "1",
    picture: Annotated[
        Path | None,
        typer.Option(
            "--picture", help="Where to: STEM.svg and STEM.png; left out: beside the table.", show_default=False
        ),
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Draw a published table as a map: counts, or rates per so many.

    What cannot be told from zero is hatched. Only published numbers are used.

    [dim]epsilog map visits/tables/1-count-rows-by-region.csv
    epsilog map tables/1-by-code.csv --geojson codes.json --property code --population people.csv --per 1000[/dim]
    """
    from epsilog.accounting.pictures.canvas import save
    from epsilog.core.number import exact
    from epsilog.roles.map import Map
    from epsilog.show.map.draw import places_of, shapes_for, tiles_for
    from epsilog.show.map.file import read_counts, read_population
    from epsilog.show.map.picture import draw_map

    screen = Screen("map", lang, as_json)
    counts = read_counts(table)
    how = Map(
        geojson=None if geojson is None else str(geojson),
        property_name=shape_property,
        population=() if population is None else read_population(population),
        over=None if over is None else str(over),
        per=exact(per, "--per", above=0),
    )
    how.check(counts.keys)
    places = places_of(counts, how, None if over is None else read_counts(over))
    shapes = shapes_for(how, counts.keys, None)
    figure = draw_map(
        places, table.stem, screen.say("map.number"), screen.lang, tiles=tiles_for(how, counts.keys), shapes=shapes
    )
    stem = picture if picture is not None else table.with_name(f"{table.stem}-map")
    try:
        files = save(figure, stem)
    except OSError as error:
        raise SpecError(f"cannot be written ({type(error).__name__})", where=stem.name) from None
    shown = int(places.seen.sum())
    screen.line(screen.say("map.count", seen=f"{shown:,}", places=f"{len(places.keys):,}"))
    screen.note(screen.say("map.written", files=", ".join(path.name for path in files)))
    cells = zip(places.keys, places.value.tolist(), places.seen.tolist(), places.known.tolist(), strict=True)
    screen.result(
        {
            "files": [str(path) for path in files],
            "places": [
                {"key": key, "value": value if known else None, "distinguishable": seen}
                for key, value, seen, known in cells
            ],
            "expected_by_chance_if_empty": places.by_chance,
        }
    )
