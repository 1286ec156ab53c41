"""Arrow arrays made of their buffers: the usual ways load pandas, wherever it is installed, or 286 functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def number_array(values: NDArray[Any], blank: NDArray[np.bool_] | None = None) -> Any:
    """Whole numbers or floats, null where a row is blank.

    >>> number_array(np.array([1, 2], dtype=np.int64), np.array([False, True])).to_pylist()
    [1, None]
    """
    import pyarrow as pa

    kind = pa.int64() if np.issubdtype(values.dtype, np.integer) else pa.float64()
    kept = np.ascontiguousarray(values, dtype=np.int64 if kind == pa.int64() else np.float64)
    there = None
    if blank is not None and blank.any():
        there = pa.py_buffer(np.packbits(~blank, bitorder="little").tobytes())
    return pa.Array.from_buffers(kind, len(kept), [there, pa.py_buffer(kept.tobytes())])


def word_array(words: Sequence[str]) -> Any:
    """Texts.

    >>> word_array(["North", "北"]).to_pylist()
    ['North', '北']
    """
    import pyarrow as pa

    raw = [word.encode("utf-8") for word in words]
    ends = np.cumsum([0, *map(len, raw)], dtype=np.int64)
    if ends[-1] > np.iinfo(np.int32).max:  # too long for 32-bit offsets
        return pa.array(list(words), pa.string())
    parts = [None, pa.py_buffer(ends.astype(np.int32).tobytes()), pa.py_buffer(b"".join(raw))]
    return pa.Array.from_buffers(pa.string(), len(raw), parts)


def named_array(codes: NDArray[Any], labels: Sequence[str]) -> Any:
    """Texts that repeat: which label each row has.

    >>> named_array(np.array([1, 0, 1]), ["a", "b"]).to_pylist()
    ['b', 'a', 'b']
    """
    return word_array([labels[code] for code in codes.tolist()])
