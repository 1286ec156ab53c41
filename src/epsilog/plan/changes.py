"""What changed between a plan and one that was published: in the request, in the price, in the errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from epsilog.plan.planner import margin
from epsilog.roles.plan import Plan, epsilon_of
from epsilog.words import plain, plus_or_minus


@dataclass(frozen=True)
class Change:
    """One thing that is not what it was; None where it was, or is, not there at all."""

    what: Literal["request", "price", "error"]
    where: str
    before: str | None
    now: str | None


def changes_of(before: Plan, now: Plan) -> tuple[Change, ...]:
    """Every field of the request but its edition, the price, and the error of each entry that both have."""
    old, new = dict(_fields(before.spec.to_dict())), dict(_fields(now.spec.to_dict()))
    found = [
        Change("request", name, old.get(name), new.get(name))
        for name in (*old, *(name for name in new if name not in old))
        if name != "edition" and old.get(name) != new.get(name)
    ]
    if (before.share.coin, before.price) != (now.share.coin, now.price):
        found.append(Change("price", "epsilon", *(_price(one) for one in (before, now))))
    if not found:  # what the data chose then (a bound, keys, ends) is no change of what is asked
        return ()
    errors = [{query.name: margin(one, at) for at, query in enumerate(one.spec.publish)} for one in (before, now)]
    return (
        *found,
        *(
            Change("error", name, plus_or_minus(error), plus_or_minus(errors[1][name]))
            for name, error in errors[0].items()
            if name in errors[1] and errors[1][name] != error
        ),
    )


def _price(made: Plan) -> str:
    epsilon, delta = plain(float(epsilon_of(made)), 6), made.share.delta
    return f"{epsilon} (delta = {plain(float(delta))})" if delta else epsilon


def _fields(record: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every value of a stored request under its place; entries by their names, not by their numbers."""
    if isinstance(record, dict) and record:
        for name, inner in record.items():
            yield from _fields(inner, f"{path}.{name}" if path else name)
    elif isinstance(record, list) and record and all(isinstance(one, dict) and "name" in one for one in record):
        for one in record:
            yield from _fields(one, f"{path}[{one['name']}]")
    else:
        yield path, record if isinstance(record, str) else json.dumps(record, ensure_ascii=False)
