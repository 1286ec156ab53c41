"""A request spelled as YAML for people: short forms, text quoted wherever another reader could take it for more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from epsilog.core.candidates import Sum
from epsilog.core.during import NEVER, During
from epsilog.core.grid import Keys
from epsilog.core.map import Map
from epsilog.core.number import written
from epsilog.core.pair import PAIRED
from epsilog.core.unknown import UNKNOWN, Unknown
from epsilog.first.bound.spelled import choice_lines
from epsilog.first.ends.spelled import cut_lines
from epsilog.kinds.study.ask.yaml import exit_lines, question_line, study_lines
from epsilog.roles.query import Query
from epsilog.roles.shape import Alert, As, Decay, Window
from epsilog.roles.spec import Spec, Tidy
from epsilog.roles.text import number, quoted, word
from epsilog.spec.stream import stream_line


def spelled(spec: Spec) -> str:
    """The whole request; `specfile.to_yaml` also reads it back and compares."""
    unit, source = spec.protect.unit, spec.source
    lines = ["epsilog: 1", f"release: {word(spec.release)}", f"edition: {word(spec.edition)}", "source:"]
    if source.file is not None:
        lines.append(f"  file: {word(source.file)}")
    if source.database is not None and source.table is not None:
        lines += [f"  database: {quoted(source.database)}", f"  table: {word(source.table)}"]
    if source.encoding != "utf-8":
        lines.append(f"  encoding: {source.encoding}")
    if source.delimiter != ",":
        lines.append(f"  delimiter: {quoted(source.delimiter)}")
    if source.quote != "double":
        lines.append(f"  quote: {source.quote}")
    lines.append("  columns:")
    for name, kind in source.columns.items():
        told = f"{{kind: {kind}, format: {quoted(source.formats[name])}}}" if name in source.formats else kind
        lines.append(f"    {word(name)}: {told}")
    lines += ["  join:"] if source.join else []
    for lookup in source.join:
        first = f"file: {word(lookup.file)}" if lookup.file is not None else f"table: {word(lookup.table or '')}"
        kinds = _flow(f"{word(name)}: {kind}" for name, kind in lookup.columns.items())
        lines += [f"    - {first}", f"      on: {word(lookup.on)}", f"      columns: {kinds}"]
        lines += ["      public: true"] if lookup.public else []
    who = [f"each: {word(unit.each)}"]
    who += [f"per: {unit.per}"] if unit.per is not None else []
    who += [f"window: {unit.window}"] if unit.window is not None else []
    who += [f"neighbours: {unit.neighbours}"] if unit.neighbours != "add-remove" else []
    who += [f"zone: {word(spec.protect.zone)}"] if spec.protect.zone != "UTC" else []
    lines.append(f"protect: {_flow(who)}")
    bounds = ((name, getattr(spec.bound, name)) for name in ("rows", "cells", "rows_per_cell"))
    said = [f"{name}: {value}" for name, value in bounds if value is not None]
    said += [] if spec.bound.norm is None else [f"norm: {number(spec.bound.norm)}"]
    if spec.bound.choose is not None:
        lines += ["bound:", *choice_lines(spec.bound.choose)]
    elif said:
        lines.append(f"bound: {_flow(said)}")
    if spec.during is not None:
        lines.append(f"during: {_flow(_stretch(spec.during))}")
    lines.append("publish:")
    for query in spec.publish:
        first, *rest = _entry(query, spec.during)
        lines += [f"  - {first}", *(f"    {line}" for line in rest)]
    lines += [f"  - {question_line(question)}" for question in spec.tests]
    paid = [] if spec.spend.epsilon is None else [f"epsilon: {number(spec.spend.epsilon)}"]
    paid += [f"delta: {number(spec.spend.delta)}"] if spec.spend.delta else []
    paid += [f"events: {number(spec.spend.events)}"] if spec.spend.events else []
    lines.append(f"spend: {_flow([*paid, f'from: {word(spec.spend.account)}'])}")
    if spec.confidence != Fraction(95, 100):
        lines.append(f"confidence: {number(spec.confidence)}")
    if spec.tidy != Tidy():
        chosen = (("whole", spec.tidy.whole), ("totals", spec.tidy.totals))
        lines.append(f"tidy: {_flow(f'{name}: true' for name, on in chosen if on)}")
    if spec.stream is not None:
        lines.append(stream_line(spec.stream))
    return "\n".join(lines) + "\n"


def _entry(query: Query, during: During | None) -> list[str]:
    what = "median" if query.at == (Fraction(1, 2),) else query.kind
    what = "mean" if query.kind == "expectation" else what
    lines = [f"count: {query.kind}" if query.column is None else f"{what}: {word(query.column)}"]
    if query.exits is not None:
        lines = exit_lines(query.exits, bins=query.bins_are_said)
    if query.at is not None and what != "median":
        lines.append(f"at: [{', '.join(map(number, query.at))}]")
    if query.among is not None:
        lines += [f"among: [{', '.join(map(word, query.among))}]", f"k: {query.k}"]
        if query.best != "rows":
            lines.append(f"best: {_flow(_sum(query.best)) if isinstance(query.best, Sum) else query.best}")
    if query.by:
        lines.append("by:")
        lines += [f"  {line}" for keys in query.by for line in _keys_lines(keys)]
    if query.total is not None:
        lines.append(f"total: {query.total}")
    lines += study_lines(query)
    if query.map is not None:
        lines += _map_lines(query.map)
    if query.every is not None:
        lines.append(f"every: {query.every}")
    if query.shape is not None:
        lines.append(f"as: {_shape(query.shape)}")
    if query.during is not None and query.during != during:
        lines += _stretch(query.during)
    lines += [] if query.sought is None else cut_lines(query.sought, number)
    for name in ("between", "edges"):
        if (ends := getattr(query, name)) is not None and query.sought is None:
            lines.append(f"{name}: [{', '.join(map(number, ends))}]")
    if query.tails is not None:
        lines.append(f"tails: [{', '.join(map(number, query.tails))}]")
    if query.per is not None:
        pair = query.kind in PAIRED
        said = _sum(query.per, "column" if pair else "sum")
        lines.append(f"{'with' if pair else 'per'}: {_flow(said)}")
    for name in ("grain", "missing", "expect"):
        if (value := getattr(query, name)) is not None:
            lines.append(f"{name}: {number(value)}")
    if query.error is not None:
        share = f'"{written(query.error * 100)}%"' if query.relative else number(query.error)
        lines.append(f"error: {share}")
    if query.mechanism != "auto":
        lines.append(f"mechanism: {query.mechanism}")
    if query.weight != 1:
        lines.append(f"weight: {number(query.weight)}")
    if query.name != replace(query, name="").name:
        lines.append(f"name: {word(query.name)}")
    return lines


def _shape(shape: As) -> str:
    """What a series says at every tick."""
    if isinstance(shape, Window):
        return _flow([f"window: {shape.length}"])
    if isinstance(shape, Decay):
        return _flow([f"decay: {number(shape.keep)}"])
    if isinstance(shape, Alert):
        return _flow([f"alert: {_flow([f'above: {number(shape.above)}', f'at_most: {shape.at_most}'])}"])
    said = shape.to_dict()
    if isinstance(said, str):
        return said
    return _nested(said)


def _nested(said: object) -> str:
    """Names, numbers and lists of them in one line."""
    if isinstance(said, dict):
        return _flow(f"{name}: {_nested(inner)}" for name, inner in said.items())
    if isinstance(said, list):
        return "[" + ", ".join(map(_nested, said)) + "]"
    return str(said)


def _sum(other: Sum, what: str = "sum") -> list[str]:
    said = [f"{what}: {word(other.column)}", f"between: [{', '.join(map(number, other.between))}]"]
    said = said if other.sought is None else [said[0], *cut_lines(other.sought, number)]
    given = (("grain", other.grain), ("missing", other.missing))
    return [*said, *(f"{name}: {number(value)}" for name, value in given if value is not None)]


def _keys_lines(keys: Keys) -> list[str]:
    """Keys as a list, or a hierarchy level by level."""
    if isinstance(keys, Unknown):
        limits = f"most: {keys.most}, longest: {keys.longest}"
        usual = keys.to_dict() == Unknown(keys.column).to_dict()
        return [f"{word(keys.column)}: {UNKNOWN if usual else f'{{{UNKNOWN}: {{{limits}}}}}'}"]
    if not keys.under:
        return [f"{word(keys.column)}: [{', '.join(map(word, keys.keys))}]"]
    lines = [f"{word(keys.column)}:", "  under:"]
    for at, level in enumerate(keys.under):
        if at and len(level.groups) == 1:
            lines.append(f"    {word(level.name)}: {word(level.keys[0])}")
            continue
        lines.append(f"    {word(level.name)}:")
        lines += [f"      {word(group)}: [{', '.join(map(word, members))}]" for group, members in level.groups]
    weights = [(keys.column, keys.weight), *((level.name, level.weight) for level in keys.under)]
    if any(weight != 1 for _, weight in weights):
        said = ", ".join(f"{word(name)}: {number(weight)}" for name, weight in weights if weight != 1)
        lines.append(f"  weights: {{{said}}}")
    return lines


def _map_lines(said: Map) -> list[str]:
    """How it is drawn as a map."""
    if said == Map():
        return ["map: tiles"]
    lines = ["map:"]
    if said.tiles is not None:
        tiles = (f"{word(key)}: [{column}, {row}]" for key, column, row in said.tiles)
        lines.append(f"  tiles: {_flow(tiles)}")
    for name, text in (("geojson", said.geojson), ("property", said.property_name), ("over", said.over)):
        if text is not None:
            lines.append(f"  {name}: {word(text)}")
    if said.population:
        numbers = (f"{word(key)}: {number(value)}" for key, value in said.population)
        lines.append(f"  population: {_flow(numbers)}")
    return lines + ([f"  per: {number(said.per)}"] if said.per != 1 else [])


def _stretch(during: During) -> list[str]:
    last = NEVER if during.is_endless else during.last.isoformat()
    return [f"time: {word(during.time)}", f"from: {during.first.isoformat()}", f"to: {last}"]


def _flow(pairs: Iterable[str]) -> str:
    return "{" + ", ".join(pairs) + "}"
