"""The few functions Ibis has no name for. DuckDB's are named here; another engine needs the same."""

from __future__ import annotations

from typing import Any

import ibis


def _one(x: Any) -> Any:
    raise NotImplementedError  # the engine computes it


def _two(x: Any, y: Any) -> Any:
    raise NotImplementedError  # likewise: Ibis wants a signature and never calls it


def _call(name: str, arguments: tuple[str, ...], result: str) -> Any:
    function = _one if len(arguments) == 1 else _two
    return ibis.udf.scalar.builtin(function, name=name, signature=(arguments, result))


_composed = _call("nfc_normalize", ("string",), "string")  # Unicode form C, but only up to a NUL
_character = _call("chr", ("int32",), "string")
microseconds = _call("epoch_us", ("timestamp",), "int64")  # since 1970
moment_of = _call("make_timestamp", ("int64",), "timestamp")  # from microseconds since 1970
quotient = _call("divide", ("int64", "int64"), "int64")  # towards zero, in as many bits as it needs
floor = _call("floor", ("float64",), "float64")  # Ibis has one that becomes an integer, which may overflow
_smallest = ibis.udf.agg.builtin(_two, name="min", signature=(("int64", "int64"), "array<int64>"))
_last = _call("list_last", ("array<int64>",), "int64")
factorial = _call("factorial", ("int32",), "int64")  # of 128 bits, or of any number of digits
digest = _call("md5", ("string",), "string")  # 32 hexadecimal digits; nothing rests on its strength


def compose_text(text: Any) -> Any:
    """Unicode form C of the whole text.

    The engine's own ends at a NUL unless all is ASCII, and would make one person of two whose names differ after
    it. A NUL is spelled with characters for private use on the way through; form C leaves those alone.
    """
    nul = _character(ibis.literal(0, type="int32"))
    mark, itself, instead = "\ue000", "\ue000\ue001", "\ue000\ue002"
    spelled = text.replace(mark, itself).replace(nul, instead)
    whole = _composed(spelled).replace(instead, nul).replace(itself, mark)
    return ibis.cases((text.contains(nul), whole), else_=_composed(text))


def one_of_the_smallest(column: Any, place: int) -> Any:
    """Within a group: the number at this place (from 1) in ascending order, or the last if there are fewer."""
    return _last(_smallest(column, place))
