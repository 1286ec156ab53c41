"""Stored requests, read back strictly: the same fields, the same spelling, or a refusal."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from epsilog.core.bounds import Bounds, BoundSearch, Facts
from epsilog.core.during import During
from epsilog.core.grid import Keys, Level
from epsilog.core.number import exact
from epsilog.core.origin import Lookup, Origin
from epsilog.core.unit import Protect, Unit
from epsilog.core.unknown import UNKNOWN, Unknown
from epsilog.errors import EpsilogError, LedgerError
from epsilog.registry.asks import Question, entry_of, stored_asked
from epsilog.roles.entry import Entry
from epsilog.roles.map import Map
from epsilog.roles.shape import shape_from
from epsilog.roles.spec import VERSION, Spec, Spend, Tidy
from epsilog.roles.stream_rules import Said

_PLAIN: Final = ("name", "total", "every", "about", "mechanism", "relative")


def spec_from_dict(record: object) -> Spec:
    """Read what `Spec.to_dict` wrote; anything else means that what was stored cannot be trusted."""
    try:
        if not isinstance(record, Mapping) or type(record["version"]) is not int or record["version"] != VERSION:
            raise LedgerError(f"a stored request of an unknown version; this release reads {VERSION}", where="spec")
        spec = _spec(record)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise LedgerError("a stored request cannot be read", where="spec") from None
    except LedgerError:
        raise
    except EpsilogError as error:
        raise LedgerError(error.what, where="spec", hint=error.hint) from None
    if spec.to_dict() != record:
        raise LedgerError("a stored request is not written the way this release writes it", where="spec")
    return spec


def _spec(record: Mapping[str, Any]) -> Spec:
    who = record["protect"]
    spend = record["spend"]
    return Spec(
        release=record["release"],
        edition=record["edition"],
        source=_origin(record["source"]),
        protect=Protect(Unit(who["each"], who["per"], who["window"], who["neighbours"]), who["zone"]),
        bound=_bounds(record["bound"]),
        publish=tuple(_entry(entry) for entry in record["publish"]),
        spend=Spend(
            spend["from"],
            None if spend["epsilon"] is None else exact(spend["epsilon"], "epsilon"),
            exact(spend["delta"], "delta"),
            exact(spend.get("events", "0"), "events"),
        ),
        during=_during(record["during"]),
        confidence=exact(record["confidence"], "confidence"),
        tidy=Tidy(**record["tidy"]),
        tests=tuple(Question.from_dict(question) for question in record.get("tests", ())),
        stream=Said.from_dict(record["stream"]) if "stream" in record else None,
    )


def _bounds(record: Mapping[str, Any]) -> Bounds:
    given = dict(record)
    if "choose" in given:
        said = given["choose"]
        if "look" in said:
            given["choose"] = BoundSearch(said["look"]["up_to"], exact(said["look"]["share"], "look.share"))
        else:
            given["choose"] = Facts.from_dict(said)
    return Bounds(**given)


def _origin(record: Mapping[str, Any]) -> Origin:
    join = tuple(Lookup(**lookup) for lookup in record.get("join", ()))
    return Origin(**{**record, "join": join})


def _entry(record: Mapping[str, Any]) -> Entry:
    given: dict[str, Any] = {name: record[name] for name in _PLAIN if name in record}
    given["by"] = tuple(_keys(entry) for entry in record.get("by", ()))
    given["during"] = _during(record.get("during"))
    if "as" in record:
        given["shape"] = shape_from(record["as"])
    if "map" in record:
        given["map"] = Map.from_dict(record["map"])
    for name in ("error", "expect", "weight"):
        if name in record:
            given[name] = exact(record[name], name)
    return entry_of(given | stored_asked(record))


def _keys(record: Mapping[str, Any]) -> Keys:
    if UNKNOWN in record:
        return Unknown(record["column"], **record[UNKNOWN])
    levels = tuple(Level.from_dict(level) for level in record.get("under", ()))
    return Keys(record["column"], tuple(record["keys"]), levels, exact(record.get("weight", "1"), "weight"))


def _during(record: Mapping[str, Any] | None) -> During | None:
    if record is None:
        return None
    first, last = (dt.date.fromisoformat(record[end]) for end in ("from", "to"))
    return During(record["time"], first, last)
