"""Stored requests, read back strictly: the same fields, the same spelling, or a refusal."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from epsilog.core.bounds import Bounds
from epsilog.core.candidates import Sum
from epsilog.core.during import During
from epsilog.core.exit import Exit
from epsilog.core.facts import Facts
from epsilog.core.glance import Glance
from epsilog.core.grid import Keys
from epsilog.core.level import Level
from epsilog.core.lookup import Lookup
from epsilog.core.map import Map
from epsilog.core.number import exact
from epsilog.core.origin import Origin
from epsilog.core.protect import Protect
from epsilog.core.stream_rules import Said
from epsilog.core.unit import Unit
from epsilog.core.unknown import UNKNOWN, Unknown
from epsilog.errors import EpsilogError, LedgerError
from epsilog.kinds.study.ask.asked import Question
from epsilog.kinds.study.ask.study import Study
from epsilog.roles.query import Query
from epsilog.roles.shape import shape_from
from epsilog.roles.sought import Clamp, EvenBins
from epsilog.roles.spec import VERSION, Spec, Spend, Tidy


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
        publish=tuple(_query(entry) for entry in record["publish"]),
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
            given["choose"] = Glance(said["look"]["up_to"], exact(said["look"]["share"], "look.share"))
        else:
            given["choose"] = Facts.from_dict(said)
    return Bounds(**given)


def _origin(record: Mapping[str, Any]) -> Origin:
    join = tuple(Lookup(**lookup) for lookup in record.get("join", ()))
    return Origin(**{**record, "join": join})


def _query(record: Mapping[str, Any]) -> Query:
    given: dict[str, Any] = dict(record)
    given["by"] = tuple(_keys(entry) for entry in given.pop("by", ()))
    given["during"] = _during(given.get("during"))
    if "as" in given:
        given["shape"] = shape_from(given.pop("as"))
    if "study" in given:
        given["study"] = Study.from_dict(given["study"])
    if "exits" in given:
        given["exits"] = Exit.from_dict(given["exits"])
    if "map" in given:
        given["map"] = Map.from_dict(given["map"])
    given |= _sought(given)
    for name in ("between", "edges", "at", "tails"):
        if name in given:
            given[name] = tuple(exact(end, name) for end in given[name])
    if "among" in given:
        given["among"] = tuple(given["among"])
    for name in ("grain", "missing", "error", "expect", "weight"):
        if name in given:
            given[name] = exact(given[name], name)
    for name in ("per", "best"):
        if isinstance(given.get(name), Mapping):
            given[name] = _sum(given[name])
    return Query(**given)


def _sought(given: dict[str, Any]) -> dict[str, Any]:
    """What was to be found, in place of ends or edges."""
    for name in ("between", "edges"):
        if isinstance(given.get(name), Mapping):
            said = given.pop(name)[UNKNOWN]
            return {"sought": _clamp(said) if name == "between" else _bins(said)}
    return {}


def _clamp(record: Mapping[str, Any]) -> Clamp:
    return Clamp(tuple(exact(mark, "within") for mark in record["within"]), exact(record["keep"], "keep"))


def _bins(record: Mapping[str, Any]) -> EvenBins:
    marks = tuple(exact(mark, "within") for mark in record["within"])
    return EvenBins(marks, record["bins"], exact(record["step"], "grain") if "step" in record else None)


def _sum(record: Mapping[str, Any]) -> Sum:
    given: dict[str, Any] = dict(record)
    if isinstance(given["between"], Mapping):
        missing = None if "missing" not in given else exact(given["missing"], "missing")
        return Sum.unknown(given["column"], _clamp(given["between"][UNKNOWN]), missing)
    low, high = (exact(end, "between") for end in given["between"])
    given["between"] = (low, high)
    for name in ("grain", "missing"):
        if name in given:
            given[name] = exact(given[name], name)
    return Sum(**given)


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
