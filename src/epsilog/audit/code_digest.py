"""Which code a mechanism is: counts drawn from one version of a function must never be added to another's."""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import CodeType
from typing import Any, Final

_PLAIN: Final = (int, float, complex, str, bytes, Fraction, type(None), type(Ellipsis))


def code_digest(mechanism: object) -> str:
    """A hash of the file a mechanism is written in, of its compiled code, and of the plain values it was made with.

    For a callable object it is the code of its class. What the file imports from elsewhere is not part of it.

    >>> def scaled(scale):
    ...     return lambda data: data + scale
    >>> code_digest(scaled(1)) == code_digest(scaled(1)), code_digest(scaled(1)) == code_digest(scaled(2))
    (True, False)
    """
    state = hashlib.sha256()
    for part in _parts(mechanism, set()):
        state.update(len(part).to_bytes(8, "big") + part)
    return state.hexdigest()


def _parts(mechanism: Any, seen: set[int]) -> Iterator[bytes]:
    if id(mechanism) in seen:
        return
    seen.add(id(mechanism))
    if isinstance(mechanism, functools.partial):
        yield from _parts(mechanism.func, seen)
        yield from _values([*mechanism.args, *sorted(mechanism.keywords.items())], seen)
        return
    mechanism = inspect.unwrap(mechanism) if callable(mechanism) else mechanism
    if inspect.ismethod(mechanism):
        mechanism = mechanism.__func__
    if not (inspect.isfunction(mechanism) or inspect.isclass(mechanism) or inspect.isbuiltin(mechanism)):
        mechanism = type(mechanism)
    yield f"{mechanism.__module__}:{mechanism.__qualname__}".encode()
    yield _file_of(mechanism)
    if inspect.isfunction(mechanism):
        yield from _code(mechanism.__code__)
        cells = [cell.cell_contents for cell in mechanism.__closure__ or () if _is_filled(cell)]
        defaults = [*(mechanism.__defaults__ or ()), *sorted((mechanism.__kwdefaults__ or {}).items())]
        yield from _values([*cells, *defaults], seen)
    elif inspect.isclass(mechanism):
        for _, member in sorted(vars(mechanism).items()):
            if inspect.isfunction(member):
                yield from _parts(member, seen)


def _file_of(named: Any) -> bytes:
    """The whole file, because a function may call its neighbours; nothing for what was typed at a prompt."""
    try:
        return Path(inspect.getsourcefile(named) or "").read_bytes()
    except (OSError, TypeError):
        return b""


def _code(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant)
        else:
            yield from _values([constant], set())


def _values(values: list[Any], seen: set[int]) -> Iterator[bytes]:
    """Plain values and functions tell versions apart; other objects have no lasting spelling, so only a type."""
    for value in values:
        if isinstance(value, _PLAIN):
            yield repr(value).encode()
        elif isinstance(value, tuple):
            yield from _values(list(value), seen)
        elif isinstance(value, frozenset):
            yield repr(sorted(map(repr, value))).encode()  # the order of a set changes from process to process
        elif inspect.isfunction(value) or isinstance(value, functools.partial):
            yield from _parts(value, seen)
        else:
            yield type(value).__qualname__.encode()


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # reading an empty cell raises
    except ValueError:
        return False
    return True
