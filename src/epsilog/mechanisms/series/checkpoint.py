"""Checkpoints: where a series stands, as bytes, and back. As secret as the data.

What is published minus the noise in it is the data, and a checkpoint holds one or the other; whoever stores it must
encrypt it (`epsilog.live.state` does). A mechanism that goes on from a checkpoint goes on exactly: the
same sums, the same block noises, the same threshold. Nothing is drawn on the way.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, overload

import numpy as np

from epsilog.core.number import exact, spell_number
from epsilog.core.series_method import Spell
from epsilog.mechanisms.series.buffered import BufferedWalk
from epsilog.mechanisms.series.checkpoint_fields import Field, pack, state_error, unpack
from epsilog.mechanisms.series.decay import DecayReader
from epsilog.mechanisms.series.events import Events, EventsProgress
from epsilog.mechanisms.series.factorised import Factorised, Progress
from epsilog.mechanisms.series.monitor import Monitor, Watch
from epsilog.mechanisms.series.outer import EndlessWalk
from epsilog.mechanisms.series.radius import OneRadius, RadiusProgress
from epsilog.mechanisms.series.spells import Spells, SpellsProgress, SpellValue
from epsilog.mechanisms.series.strategy import SpellPacer
from epsilog.mechanisms.series.subtraction import Subtraction, SubtractionProgress
from epsilog.mechanisms.series.toeplitz import Rows, ToeplitzWalk
from epsilog.mechanisms.series.tree import TreeWalk
from epsilog.mechanisms.series.window import WindowReader
from epsilog.mechanisms.series.windowed import WindowBudget

Position = Progress | SubtractionProgress | Watch | EventsProgress | SpellsProgress | RadiusProgress
Series = Factorised | Subtraction | Monitor | Events | OneRadius

_COUNTED: Final = ("done", "since", "waited", "added", "amount", "rest")
# What changes along a walk: everything else of it follows from its strategy. A test holds this list complete.
CHANGING: Final[dict[type, tuple[str, ...]]] = {
    ToeplitzWalk: ("_rows", "_undone", "_asked", "_decoded", "_total"),
    EndlessWalk: ("_rows", "_undone", "_reader"),
    BufferedWalk: ("_whole", "_part", "_undone", "_total", "_asked", "_decoded"),
    TreeWalk: ("_sums", "_nodes", "_asked", "_decoded"),
    WindowReader: ("_rows",),
    DecayReader: ("_sum",),
}


def save_position(position: Position) -> bytes:
    """Write down where a series stands. Private.

    >>> from epsilog.core.participation import Participation
    >>> from epsilog.mechanisms.series.square_root import SquareRoot
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> year = Factorised.at_rho(SquareRoot(365, normalised=True), visit, Fraction(1), rho="0.02")
    >>> resume_position(year, save_position(year.start(3)))
    Progress(0 steps done, 3 private cells)
    """
    if isinstance(position, Watch):
        return pack("watch", {"line": position.line, "left": position.left})
    if isinstance(position, SpellsProgress):
        return pack("spells", _spells(position))
    if isinstance(position, RadiusProgress):
        _unspent(position)
        return pack("radius", {"done": position.done, "radius": position.radius, "total": position.total})
    if isinstance(position, Progress):
        _unspent(position)
        fields: dict[str, Field] = {"done": position.done, "cells": position.cells}
        return pack(type(position.walk).__name__, fields | _fields_of(position.walk))
    fields = {"done": position.done, "cells": position.cells}
    if isinstance(position, EventsProgress):
        fields |= {"since": position.since, "last": position.last, "spent": spell_number(position.spent)}
        return pack(
            "events", fields | _budget("values", position.values) | _budget("questions", position.questions)
        )
    fields["total"] = position.total
    for level, sums in enumerate(position.sums):
        fields[f"at {level}"] = np.array(sorted(sums), dtype=np.int64)
        fields[f"sums {level}"] = np.array([sums[at] for at in sorted(sums)], dtype=np.int64)
    return pack("blocks", fields)


@overload
def resume_position(mechanism: Factorised, raw: bytes) -> Progress: ...
@overload
def resume_position(mechanism: Subtraction, raw: bytes) -> SubtractionProgress: ...
@overload
def resume_position(mechanism: Monitor, raw: bytes) -> Watch: ...
@overload
def resume_position(mechanism: Events, raw: bytes) -> EventsProgress: ...
@overload
def resume_position(mechanism: OneRadius, raw: bytes) -> RadiusProgress: ...


def resume_position(mechanism: Series, raw: bytes) -> Position:
    """Stand where `save_position` stood, under the same mechanism; anything that does not fit it is refused."""
    if isinstance(mechanism, Monitor):
        fields = unpack(raw, "watch")
        _check_names(fields, "line", "left")
        watch = Watch(_count(fields["line"], least=-(2**63)), _count(fields["left"]))
        if watch.left > mechanism.at_most:
            raise state_error("a checkpoint of another mechanism")
        return watch
    if isinstance(mechanism, Factorised):
        return _read_walk(mechanism, raw)
    if isinstance(mechanism, Events):
        return _read_watch(mechanism, raw)
    if isinstance(mechanism, OneRadius):
        return _within(mechanism, raw)
    return _blocks(mechanism, raw)


def resumed_spells(mechanism: Spells, raw: bytes, pacer: SpellPacer) -> SpellsProgress:
    """The same for spells: the open one goes on as it was meant to; the pacer has heard what it was told before."""
    fields = unpack(raw, "spells")
    cells = _count(fields["cells"], least=1) if "cells" in fields else 1
    state = mechanism.start(cells, Spell(1, 1, 1), pacer)
    _check_names(fields, *_spells(state))
    for name in _COUNTED:
        setattr(state, name, _count(fields[name]))
    size, add, parts = _array(fields["spell"], np.int64, (3,)).tolist()
    state.spell = Spell(size, add, parts)
    state.total = _array(fields["total"], np.int64, (cells,))
    state._recent = _array(fields["recent"], np.int64, state._recent.shape)
    added, amount = _count(fields["last added"]), _count(fields["last amount"])
    grains = _array(fields["last"], np.int64, (cells if added else 0,))
    state.last = SpellValue(grains, added, amount) if added else None
    _refill(state.budget, "paid", fields)
    if state.spell != state.spell.held(mechanism.width) or state.added >= state.spell.add:
        raise state_error("a checkpoint cannot be read")
    return state


def _unspent(position: Progress | RadiusProgress) -> None:
    if position.spent:
        raise state_error("this position was stepped from; the one after it is where the series stands")


def _spells(state: SpellsProgress) -> dict[str, Field]:
    last = SpellValue(np.zeros(0, dtype=np.int64), 0, 0) if state.last is None else state.last
    spell = np.array([state.spell.size, state.spell.add, state.spell.parts], dtype=np.int64)
    fields: dict[str, Field] = {"cells": state.cells, "spell": spell, "total": state.total, "recent": state._recent}
    fields |= {name: getattr(state, name) for name in _COUNTED}
    fields |= {"last": last.grains, "last added": last.added, "last amount": last.amount}
    return fields | _budget("paid", state.budget)


def _read_walk(mechanism: Factorised, raw: bytes) -> Progress:
    fresh = mechanism.start(1).walk
    fields = unpack(raw, type(fresh).__name__)
    done, cells = _count(fields.pop("done", None)), _count(fields.pop("cells", None), least=1)
    progress = mechanism.start(cells)
    _fill(progress.walk, fields)
    steps = [getattr(progress.walk, name) for name in ("_asked", "_decoded") if hasattr(progress.walk, name)]
    last = mechanism.strategy.horizon
    if any(step != done for step in steps) or (last is not None and done > last):
        raise state_error("a checkpoint cannot be read")
    progress.done = done
    return progress


def _blocks(mechanism: Subtraction, raw: bytes) -> SubtractionProgress:
    fields = unpack(raw, "blocks")
    levels = [name for level in range(mechanism.levels) for name in (f"at {level}", f"sums {level}")]
    _check_names(fields, "done", "cells", "total", *levels)
    state = mechanism.start(_count(fields["cells"], least=1))
    state.done = _count(fields["done"])
    state.total = _array(fields["total"], np.int64, (state.cells,))
    for level in range(mechanism.levels):
        at = fields[f"at {level}"]
        if not isinstance(at, np.ndarray) or at.ndim != 1 or not len(at) or len(set(at.tolist())) != len(at):
            raise state_error("a checkpoint cannot be read")
        rows = _array(fields[f"sums {level}"], np.int64, (len(at), state.cells))
        state.sums[level] = dict(zip(at.tolist(), rows, strict=True))
    if state.done > mechanism.horizon:
        raise state_error("a checkpoint cannot be read")
    return state


def _read_watch(mechanism: Events, raw: bytes) -> EventsProgress:
    fields = unpack(raw, "events")
    parts = [f"{name} {part}" for name in ("values", "questions") for part in ("steps", "paid", "step")]
    _check_names(fields, "done", "cells", "since", "last", "spent", *parts)
    state = mechanism.start(_count(fields["cells"], least=1))
    state.done, state.since = _count(fields["done"]), _count(fields["since"])
    state.last = _array(fields["last"], np.int64, (state.cells,))
    state.spent = exact(str(fields["spent"]), "spent", at_least=0)
    for name in ("values", "questions"):
        _refill(getattr(state, name), name, fields)
    return state


def _within(mechanism: OneRadius, raw: bytes) -> RadiusProgress:
    fields = unpack(raw, "radius")
    _check_names(fields, "done", "radius", "total")
    done, radius = _count(fields["done"]), fields["radius"]
    total = _array(fields["total"], np.int64, (mechanism.cells,))
    if done > mechanism.horizon or type(radius) is not int or radius < 0:
        raise state_error("a checkpoint cannot be read")
    if total.any() and (done % mechanism.group == 0 or done == mechanism.horizon):
        raise state_error("a checkpoint cannot be read")
    return RadiusProgress(mechanism, radius, done, total)


def _budget(name: str, budget: WindowBudget) -> dict[str, Field]:
    steps = np.array([step for step, _ in budget._recent], dtype=np.int64)
    paid = " ".join(spell_number(amount) for _, amount in budget._recent)
    return {f"{name} steps": steps, f"{name} paid": paid, f"{name} step": budget._step}


def _refill(budget: WindowBudget, name: str, fields: dict[str, Field]) -> None:
    steps, paid = fields[f"{name} steps"], str(fields[f"{name} paid"]).split()
    kept = _array(steps, np.int64, (len(paid),)).tolist()
    budget._recent.extend((step, exact(amount, "paid", above=0)) for step, amount in zip(kept, paid, strict=True))
    budget._inside = sum((amount for _, amount in budget._recent), Fraction(0))
    budget._step = _count(fields[f"{name} step"])


def _fields_of(walk: object) -> dict[str, Field]:
    """The changing parts of a walk, its reader's among them."""
    fields: dict[str, Field] = {}
    for name in CHANGING[type(walk)]:
        part = getattr(walk, name)
        if isinstance(part, Rows):
            kept = min(part._count, part._keep)
            fields[name] = part._rows[part._count - kept : part._count]
        elif type(part) in CHANGING:
            fields |= {f"{name} {inner}": value for inner, value in _fields_of(part).items()}
        else:
            fields[name] = part
    return fields


def _fill(walk: Any, fields: dict[str, Field]) -> None:
    """Put the changing parts back; what is there already says which kind and shape each must have."""
    names = CHANGING[type(walk)]
    inner = {name: getattr(walk, name) for name in names if type(getattr(walk, name)) in CHANGING}
    for name, part in inner.items():
        own = {key: fields.pop(key) for key in list(fields) if key.startswith(f"{name} ")}
        _fill(part, {key.removeprefix(f"{name} "): value for key, value in own.items()})
    _check_names(fields, *(name for name in names if name not in inner))
    for name, value in fields.items():
        part = getattr(walk, name)
        if isinstance(part, Rows):
            rows = value if isinstance(value, np.ndarray) else np.zeros(0)
            if rows.ndim != 2 or len(rows) > part._keep:
                raise state_error("a checkpoint cannot be read")
            rows = _array(rows, part._rows.dtype.type, (len(rows), part._rows.shape[1]))
            buffer = np.zeros((max(len(rows), len(part._rows)), rows.shape[1]), dtype=rows.dtype)
            buffer[: len(rows)] = rows
            part._rows, part._count = buffer, len(rows)
        elif isinstance(part, np.ndarray):
            setattr(walk, name, _array(value, part.dtype.type, part.shape))
        else:
            setattr(walk, name, _count(value))


def _check_names(fields: dict[str, Field], *names: str) -> None:
    if sorted(fields) != sorted(names):
        raise state_error("a checkpoint of another mechanism")


def _count(value: object, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= 2**63:
        raise state_error("a checkpoint cannot be read")
    return value


def _array(value: object, kind: Any, shape: tuple[int, ...]) -> Any:
    if not isinstance(value, np.ndarray) or value.dtype != kind or value.shape != shape:
        raise state_error("a checkpoint of another mechanism")
    if value.dtype == np.float64 and not np.isfinite(value).all():
        raise state_error("a checkpoint cannot be read")
    return value
