"""A calendar as a file: YAML or JSON, read strictly, every complaint with its file, line and field.

::

    calendar: clinic-2026
    from: 2026-01-01
    to: 2026-12-31
    time: visited_at
    source: {file: visits.csv, columns: {patient_id: text, visited_at: timestamp}}
    protect: {each: patient_id, zone: Asia/Shanghai}
    reports:
      - {name: daily, count: rows, every: 1d, bound: {rows: 1}, error: 50}
      - {name: weekly, count: rows, every: 1w, bound: {rows: 1}, error: 25}
    spend: {delta: 1e-6, from: clinic/2026}

docs/calendar.md has the whole spelling. Nothing here looks at data.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import Any, Final

from epsilog.roles.document import Node, parse_document, read_document, read_fields
from epsilog.roles.place import make_at
from epsilog.roles.spec import Spec
from epsilog.spec.entry import STRETCH, during_from, period
from epsilog.spec.file import spec_from_node
from epsilog.year.calendar import Calendar, Report

_REQUIRED: Final = ("calendar", *STRETCH, "source", "protect", "reports", "spend")
_OPTIONAL: Final = ("epsilog", "confidence", "mechanism", "bound")
_OWN: Final = ("every", "together", "bound", "floor", "cap", "reuse")


def read_calendar(path: str | os.PathLike[str]) -> Calendar:
    """Read a calendar from a file; `.json` is read as JSON, anything else as YAML."""
    return calendar_from_node(read_document(path))


def calendar_from_text(text: str, name: str = "<text>") -> Calendar:
    """Read a calendar from YAML text; `name` is what complaints call it.

    >>> calendar_from_text("calendar: clinic\\nreport: []\\n", "year.yaml")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: year.yaml:2, report: unknown field 'report' (hint: did you mean reports?)
    """
    return calendar_from_node(parse_document(text, name))


def calendar_from_node(root: Node) -> Calendar:
    """Read a calendar from a document."""
    fields = root.mapping(*_REQUIRED, *_OPTIONAL, required=_REQUIRED)
    during = during_from(root, {name: fields[name] for name in STRETCH})
    entries = fields["reports"].items()
    if not entries:
        fields["reports"].refuse("nothing to publish", "reports:\n  - {count: rows, every: 1d}")
    read = [_report(root, fields, entry) for entry in entries]
    spec = read[0][1]
    parts: dict[str, Any] = {
        "name": spec.release,
        "first": during.first,
        "last": during.last,
        "time": during.time,
        "source": spec.source,
        "protect": spec.protect,
        "spend": spec.spend,
        "reports": tuple(report for report, _ in read),
        "confidence": spec.confidence,
    }
    return make_at(lambda: Calendar(**parts), root, root)


def _report(root: Node, calendar: dict[str, Node], node: Node) -> tuple[Report, Spec]:
    """A report, and the request it was read through: a calendar is spelled as specs are, by the same reader."""
    fields = node.mapping(required=("every",))
    for name in STRETCH:
        if name in fields:
            fields[name].refuse("the days of a report are those of the calendar", "leave it out")
    entry = replace(node, value={name: inner for name, inner in fields.items() if name not in _OWN})
    request: dict[str, Node] = {name: calendar[name] for name in _OPTIONAL if name in calendar}
    request |= {name: calendar[name] for name in ("source", "protect", "spend")}
    request["release"] = calendar["calendar"]
    request["edition"] = replace(calendar["calendar"], value="1", spelled="1")
    request["during"] = replace(root, value={name: calendar[name] for name in STRETCH})
    request["publish"] = replace(node, value=[entry])
    if "bound" in fields:
        request["bound"] = fields["bound"]
    spec = spec_from_node(replace(root, value=request))
    query = replace(spec.publish[0], during=None)
    given: dict[str, Any] = {"query": query, "every": period(fields["every"]), "bound": spec.bound}
    limit = partial(Node.number, above=0, at_most=10**6)
    given |= read_fields(fields, together=period, floor=limit, cap=limit, reuse=Node.flag)
    return make_at(lambda: Report(**given), node, node), spec
