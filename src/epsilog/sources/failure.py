"""What an engine says when it fails stays with the engine: its words may quote a private value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeVar

from epsilog.errors import EpsilogError, SourceError

Stage = Literal["open", "read", "bound"]
T = TypeVar("T")
_WORDS: Final[dict[Stage, tuple[str, str]]] = {
    "open": ("S1", "the file, frame or database could not be opened"),
    "read": ("S2", "the engine failed while reading the rows"),
    "bound": ("S3", "the engine failed while counting"),
}
_HINT: Final = "check that the file is whole and that there is memory and room on the disk"


def withheld(stage: Stage | Callable[[], Stage], work: Callable[[], T]) -> T:
    """Do something with an engine; whatever it raises becomes one of three constant sentences.

    >>> try:
    ...     withheld("read", lambda: int("a private value"))
    ... except SourceError as error:
    ...     print(error.what, error.__context__)
    the engine failed while reading the rows [S2]; its own words are withheld None
    """
    refusal: EpsilogError
    try:
        return work()
    except EpsilogError as error:
        refusal = error.with_traceback(None)
        refusal.__cause__ = refusal.__context__ = None
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException:  # a library in Rust panics with something that is no Exception, and quotes what it had
        code, words = _WORDS[stage() if callable(stage) else stage]
        refusal = SourceError(f"{words} [{code}]; its own words are withheld", where="source", hint=_HINT)
    # Raised outside the handlers: an exception remembers the one it was raised under, words, frames and all.
    raise refusal


def care_for(error: Exception) -> Literal["memory", "texts"] | None:
    """What a slower way of reading has to take care of, if one may succeed: a value is too long, or is no text."""
    kinds: dict[str, Literal["memory", "texts"]] = {
        "OutOfMemoryException": "memory",
        "InvalidInputException": "texts",
    }
    return kinds.get(type(error).__name__)
