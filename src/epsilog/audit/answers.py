"""What came back from a mechanism: numbers in columns, and the kind of every response.

A mechanism may answer with a number, a vector, a mapping, a word, nothing, NaN, or an exception. Each of these is
something an attacker sees, so each is an outcome. `kind` labels every response; numeric events look only at
responses of one kind, and the response family compares the kinds themselves.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_WIDEST: Final = 4096
FAILED: Final = "raised "
ODD: Final = "returned a "


@dataclass(frozen=True, eq=False)
class Answers:
    """n responses: `values[i]` are the numbers of response i, `kind[i]` what it was, `names` spells kinds."""

    values: NDArray[Any]
    kind: NDArray[np.int64]
    names: Mapping[int, str]
    memo: dict[int, NDArray[Any]] = field(default_factory=dict)  # several events may need the same codes

    def __len__(self) -> int:
        return len(self.kind)

    def __getitem__(self, rows: slice) -> Answers:
        return Answers(self.values[rows], self.kind[rows], self.names)

    def of_kind(self, kind: int) -> NDArray[np.bool_]:
        """Which responses are of this kind."""
        return np.asarray(self.kind == kind, dtype=np.bool_)

    def counts(self) -> dict[str, int]:
        """How many responses of each kind."""
        codes, counts = np.unique(self.kind, return_counts=True)
        return {self.names[int(code)]: int(count) for code, count in zip(codes, counts, strict=True)}


def widen(answers: Answers, width: int) -> Answers:
    """The same responses with at least this many columns; the new ones are zero and belong to no number."""
    if answers.values.shape[1] >= width:
        return answers
    return Answers(_widen(answers.values, width), answers.kind, answers.names)


def is_numeric(name: str) -> bool:
    """Whether a kind of this name carries numbers without a gap."""
    return name == "a number" or name.endswith(" numbers") or name.startswith("numbers under ")


def is_failure(name: str) -> bool:
    """Whether a kind of this name is no answer at all: an exception or something that is not data."""
    return name.startswith((FAILED, ODD))


def join(parts: Sequence[Answers]) -> Answers:
    """Several batches as one."""
    width = max(part.values.shape[1] for part in parts)
    names: dict[int, str] = {}
    for part in parts:
        names.update(part.names)
    return Answers(
        np.concatenate([_widen(part.values, width) for part in parts]),
        np.concatenate([part.kind for part in parts]),
        names,
    )


def from_array(raw: object, size: int) -> Answers | str:
    """The answer of a vectorised call, or what is wrong with it."""
    try:
        array = np.asarray(raw)
    except Exception:  # a ragged list and the like: whatever it is, it is not `size` answers
        return f"{ODD}{type(raw).__name__} instead of {size} answers"
    if array.ndim == 0 or array.shape[0] != size:
        return f"{ODD}{type(raw).__name__} of shape {array.shape} instead of {size} answers"
    if array.dtype.kind not in "biuf":
        return from_list(list(array))
    values = array.reshape(size, -1)
    if values.shape[1] > _WIDEST:
        return f"returned more than {_WIDEST} numbers per answer"
    if values.dtype.kind == "b":
        values = values.astype(np.int8)
    if values.dtype.kind == "f" and values.dtype != np.float64:
        values = values.astype(np.float64)
    if values.dtype == np.uint64:
        values = values.astype(np.float64)
    usual = "a number" if array.ndim == 1 else f"{values.shape[1]} numbers"
    return _with_gaps(values, usual)


def from_list(responses: Sequence[object]) -> Answers:
    """The answers of single calls, each of whatever type; an exception instance stands for a call that raised."""
    rows: list[tuple[float | int, ...]] = []
    kind = np.empty(len(responses), dtype=np.int64)
    names: dict[int, str] = {}
    for i, response in enumerate(responses):
        name, row = _describe(response)
        code = code_of(name)
        names[code] = name
        kind[i] = code
        rows.append(row)
    width = max(1, max((len(row) for row in rows), default=1))
    whole = all(type(x) is int and abs(x) < 2**62 for row in rows for x in row)
    values = np.zeros((len(rows), width), dtype=np.int64 if whole else np.float64)
    for i, row in enumerate(rows):
        if row:
            values[i, : len(row)] = row
    return Answers(values, kind, names)


def code_of(name: str) -> int:
    """A stable number for a kind, the same in every process."""
    return zlib.crc32(name.encode())


def _describe(response: object) -> tuple[str, tuple[float | int, ...]]:
    if isinstance(response, BaseException):
        return f"{FAILED}{type(response).__name__}", ()
    if response is None:
        return "None", ()
    if isinstance(response, str | bytes):
        return f"text {response[:80]!r}", ()
    if isinstance(response, Mapping):
        keys = sorted(response, key=repr)
        name, row = _describe([response[key] for key in keys])
        shown = ", ".join(str(key)[:40] for key in keys[:40])
        return (f"numbers under {shown}" if is_numeric(name) else f"{name} under {shown}"), row
    if isinstance(response, np.ndarray):
        response = response.reshape(-1).tolist() if response.ndim else response.item()
    if isinstance(response, list | tuple):
        if len(response) > _WIDEST:
            return f"{ODD}sequence of more than {_WIDEST}", ()
        numbers = [_number(item) for item in response]
        if all(number is not None for number in numbers):
            row = tuple(number for number in numbers if number is not None)
            gaps = [i for i, number in enumerate(row) if number != number]
            return (f"NaN in cell {_cells(gaps)} of {len(row)}" if gaps else f"{len(row)} numbers"), row
        return f"text {tuple(response)!r:.80}", ()
    number = _number(response)
    if number is None:
        return f"{ODD}{type(response).__name__}", ()
    return ("NaN", ()) if number != number else ("a number", (number,))


def _number(item: object) -> float | int | None:
    if isinstance(item, bool | np.bool_):
        return int(item)
    if isinstance(item, int | np.integer):
        return int(item) if abs(int(item)) < 2**62 else float(int(item)) if abs(int(item)) < 2**1000 else None
    if isinstance(item, float | np.floating):
        return float(item)
    return None


def _with_gaps(values: NDArray[Any], usual: str) -> Answers:
    """NaN is an outcome of its own: which cells are NaN is the kind of the response."""
    code = code_of(usual)
    kind = np.full(len(values), code, dtype=np.int64)
    names = {code: usual}
    if values.dtype.kind == "f":
        gaps = np.isnan(values)
        broken = np.flatnonzero(gaps.any(axis=1))
        if len(broken):
            patterns, which = np.unique(gaps[broken], axis=0, return_inverse=True)
            for i, pattern in enumerate(patterns):
                cells = np.flatnonzero(pattern)
                name = "NaN" if usual == "a number" else f"NaN in cell {_cells(list(cells))} of {values.shape[1]}"
                names[code_of(name)] = name
                kind[broken[which.reshape(-1) == i]] = code_of(name)
    return Answers(values, kind, names)


def _cells(cells: Sequence[int]) -> str:
    return ", ".join(str(int(cell)) for cell in cells[:8]) + ("…" if len(cells) > 8 else "")


def _widen(values: NDArray[Any], width: int) -> NDArray[Any]:
    if values.shape[1] == width:
        return values
    wide = np.zeros((len(values), width), dtype=values.dtype)
    wide[:, : values.shape[1]] = values
    return wide
