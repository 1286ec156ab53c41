"""What a series says at every tick, as it is written in a file.

::

    as: per-step                                    # every tick by itself, and a smoothed value beside it
    as: {per-step: {cosine: 20}}                    # the ticks together, by a method that is named
    as: running                                     # everything since the first tick
    as: {running: tree}                             # the same by a strategy that is named
    as: {window: 24h}                               # the last ticks together; a number of ticks is read as well
    as: {decay: 0.99}                               # a sum in which the past fades
    as: {alert: {above: 120, at_most: 5}}           # the ticks above a line
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from epsilog.core.series_method import method_from, strategy_from
from epsilog.errors import SpecError
from epsilog.roles.document import Node
from epsilog.roles.place import make_at
from epsilog.roles.shape import Alert, As, Decay, PerStep, Running, Window
from epsilog.roles.text import number
from epsilog.words.advice import did_you_mean

T = TypeVar("T")
_WORDS: Final[dict[str, As]] = {"per-step": PerStep(), "running": Running()}
_ALSO: Final = {"per_step": "per-step", "step": "per-step", "total": "running", "cumulative": "running"}
_SHOWN: Final = {
    "window": "{window: 24h}",
    "decay": "{decay: 0.99}",
    "alert": "{alert: {above: 120, at_most: 5}}",
}


def series_from(node: Node) -> As:
    """The `as` of an entry."""
    if not isinstance(node.value, dict):
        said = node.word()
        if said in _WORDS:
            return _WORDS[said]
        if said.lower().replace("_", "-") == "sampling-kalman":
            node.refuse(
                "sampling-kalman publishes the data between its samples: nothing can pay for it",
                "as: per-step; what it does: epsilog reproduce sampling-kalman",
            )
        meant = _SHOWN.get(said) or _ALSO.get(said.lower())
        hint = f"did you mean {meant}?" if meant else did_you_mean(said, [*_WORDS, *_SHOWN.values()])
        node.refuse(f"unknown value {said[:60]!r}", hint)
    fields = node.mapping(*_WORDS, *_SHOWN)
    if len(fields) != 1:
        node.refuse("a series says one thing at every tick", "as: " + _SHOWN["window"])
    name, said_of = next(iter(fields.items()))
    if name == "per-step":
        return _make_at(lambda: PerStep(method_from(said_of.plain())), node)
    if name == "running":
        strategy = said_of.word()
        return _make_at(lambda: Running(strategy_from(strategy)), node)
    if name == "window":
        text = said_of.word()
        return _make_at(lambda: Window(int(text) if text.isascii() and text.isdigit() else text), node)
    if name == "decay":
        keep = said_of.number()
        return _make_at(lambda: Decay(keep), node)
    of = said_of.mapping("above", "at_most", required=("above", "at_most"))
    above, count = of["above"].number(), of["at_most"].whole(at_least=1, at_most=10_000)
    return _make_at(lambda: Alert(above, count), node)


def _make_at(make: Callable[[], T], node: Node) -> T:
    """The library counts from `as`, and this node is its value."""

    def told() -> T:
        try:
            return make()
        except SpecError as error:
            raise SpecError(error.what, where=error.where.removeprefix("as."), hint=error.hint) from None

    return make_at(told, node, node)


def shape_line(shape: As) -> str:
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
    return _one_line(said)


def _one_line(said: object) -> str:
    """Names, numbers and lists of them in one line."""
    if isinstance(said, dict):
        return _flow(f"{name}: {_one_line(inner)}" for name, inner in said.items())
    if isinstance(said, list):
        return "[" + ", ".join(map(_one_line, said)) + "]"
    return str(said)


def _flow(pairs: Iterable[str]) -> str:
    return "{" + ", ".join(pairs) + "}"
