"""The rules of a live series as they are written in a file.

::

    stream: {wait: 15m, late: drop, future: hold}
    stream: {clock: {from: 2026-01-05T00:00, speed: 3600}}       # a replay, for tests and demonstrations
"""

from __future__ import annotations

from typing import Any

from epsilog.roles.document import Node
from epsilog.roles.place import placed
from epsilog.roles.stream_rules import CLOCK, FIELDS, Replay, Said, length_of, seconds_of
from epsilog.roles.text import number


def stream_from(node: Node) -> Said:
    """What is said under `stream`; nothing said there is the usual rules, and still a live series."""
    fields = node.mapping(*FIELDS)
    given: dict[str, Any] = {}
    if "wait" in fields:
        given["wait"] = fields["wait"].asking(lambda text, name: seconds_of(text))
    if "late" in fields:
        given["late"] = fields["late"].choice(("drop", "next"))
    if "future" in fields:
        given["future"] = fields["future"].choice(("hold", "drop"))
    if "clock" in fields:
        given["clock"] = _replay(fields["clock"])
    return placed(lambda: Said(**given), node, node)


def stream_line(said: Said) -> str:
    """The other way round: one line."""
    parts = [] if said.wait is None else [f"wait: {length_of(said.wait)}"]
    parts += [f"{name}: {getattr(said, name)}" for name in ("late", "future") if getattr(said, name) is not None]
    if said.clock is not None:
        start = said.clock.start.isoformat()
        parts.append(f"clock: {{from: {start}, speed: {number(said.clock.speed)}}}")
    return f"stream: {{{', '.join(parts)}}}"


def _replay(node: Node) -> Replay:
    fields = node.mapping(*CLOCK, required=("from",))
    start = fields["from"].text()
    clock = fields["from"].asking(lambda text, name: Replay.at(start))
    if "speed" not in fields:
        return clock
    return fields["speed"].asking(lambda text, name: Replay.at(start, text))
