"""A request spelled as YAML for people: short forms, text quoted wherever another reader could take it for more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from epsilog.core.during import NEVER, During
from epsilog.core.grid import Keys
from epsilog.core.number import spell_number
from epsilog.core.unknown import UNKNOWN, Unknown
from epsilog.registry.asks import choice_lines, shape_line
from epsilog.roles.entry import Entry
from epsilog.roles.map import Map
from epsilog.roles.spec import Spec, Tidy
from epsilog.roles.stream_rules import Said, length_of
from epsilog.roles.text import number, quote_text, word


def spell_spec(spec: Spec) -> str:
    """The whole request; `specfile.to_yaml` also reads it back and compares."""
    unit, source = spec.protect.unit, spec.source
    lines = ["epsilog: 1", f"release: {word(spec.release)}", f"edition: {word(spec.edition)}", "source:"]
    if source.file is not None:
        lines.append(f"  file: {word(source.file)}")
    if source.database is not None and source.table is not None:
        lines += [f"  database: {quote_text(source.database)}", f"  table: {word(source.table)}"]
    if source.encoding != "utf-8":
        lines.append(f"  encoding: {source.encoding}")
    if source.delimiter != ",":
        lines.append(f"  delimiter: {quote_text(source.delimiter)}")
    if source.quote != "double":
        lines.append(f"  quote: {source.quote}")
    lines.append("  columns:")
    for name, kind in source.columns.items():
        told = f"{{kind: {kind}, format: {quote_text(source.formats[name])}}}" if name in source.formats else kind
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
    lines += [f"  - {question.line()}" for question in spec.tests]
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
        lines.append(_stream_line(spec.stream))
    return "\n".join(lines) + "\n"


def _entry(entry: Entry, during: During | None) -> list[str]:
    ask, lines = entry.ask, entry.ask.what_lines(entry)
    if entry.by:
        lines.append("by:")
        lines += [f"  {line}" for keys in entry.by for line in _keys_lines(keys)]
    if entry.total is not None:
        lines.append(f"total: {entry.total}")
    lines += [] if entry.about == "data" else [f"about: {entry.about}"]
    lines += ask.study_lines(entry)
    if entry.map is not None:
        lines += _map_lines(entry.map)
    if entry.every is not None:
        lines.append(f"every: {entry.every}")
    if entry.shape is not None:
        lines.append(f"as: {shape_line(entry.shape)}")
    if entry.during is not None and entry.during != during:
        lines += _stretch(entry.during)
    lines += ask.range_lines(entry)
    if entry.expect is not None:
        lines.append(f"expect: {number(entry.expect)}")
    if entry.error is not None:
        share = f'"{spell_number(entry.error * 100)}%"' if entry.relative else number(entry.error)
        lines.append(f"error: {share}")
    if entry.mechanism != "auto":
        lines.append(f"mechanism: {entry.mechanism}")
    if entry.weight != 1:
        lines.append(f"weight: {number(entry.weight)}")
    if entry.name != replace(entry, name="").name:
        lines.append(f"name: {word(entry.name)}")
    return lines


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


def _stream_line(said: Said) -> str:
    """The other way round: one line."""
    parts = [] if said.wait is None else [f"wait: {length_of(said.wait)}"]
    parts += [f"{name}: {getattr(said, name)}" for name in ("late", "future") if getattr(said, name) is not None]
    if said.clock is not None:
        start = said.clock.start.isoformat()
        parts.append(f"clock: {{from: {start}, speed: {number(said.clock.speed)}}}")
    return f"stream: {{{', '.join(parts)}}}"
