"""What an engine says when it fails stays with the engine: its words may quote a private value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

from epsilog.errors import EpsilogError, SourceError

Stage = Literal["open", "read", "bound"]
_WORDS: Final[dict[Stage, tuple[str, str]]] = {
    "open": ("S1", "the file or frame could not be opened"),
    "read": ("S2", "the engine failed while reading the rows"),
    "bound": ("S3", "the engine failed while counting"),
}
_HINT: Final = "check that the file is whole and that there is memory and room on the disk"


@contextmanager
def withheld(stage: Stage) -> Iterator[None]:
    """Turn whatever an engine raises into one of three constant sentences, with nothing of the original attached.

    >>> with withheld("read"):
    ...     raise RuntimeError("could not convert 'a private value'")
    Traceback (most recent call last):
        ...
    epsilog.errors.SourceError: source: the engine failed while reading the rows [S2]; ...
    """
    failed = False
    try:
        yield
    except EpsilogError:
        raise
    except Exception:
        # Raised below, outside the handler: an exception remembers the one it was raised under, words and all.
        failed = True
    if failed:
        code, words = _WORDS[stage]
        raise SourceError(f"{words} [{code}]; its own words are withheld", where="source", hint=_HINT)
