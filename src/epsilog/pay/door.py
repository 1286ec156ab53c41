"""The door to private rows: how it is opened, and what may be said of a failure behind it.

A failure that depends on data is a release of its own, and one nobody paid for. So behind the door there is one
error with one wording, whatever happened: an engine's complaint, too little memory, a bug of ours. Its cause is not
chained to it, because causes carry messages and frames carry values. The number in it is the receipt's and says
nothing; whoever runs the machine may switch on the debug log, which adds the kind of the cause, never its words.

A declared column that the data does not have: what may be said about it, from the header alone. A header is schema
and may be spoken of; a row may not. In a CSV without a header the first line is somebody's data, and nothing in it
says which of the two it is, however much it looks like a declared name. So a name that is there is quoted only
where names are kept apart from rows: in Parquet, in databases and in frames.
"""

from __future__ import annotations

import difflib
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NoReturn, TypeVar

from epsilog.core.number import same_text
from epsilog.core.origin import Origin
from epsilog.core.source import LookResult, asked_of
from epsilog.errors import EpsilogError, PrivacyError, SourceError, SpecError
from epsilog.roles.spec import Spec

if TYPE_CHECKING:
    from epsilog.core.source import Source

Progress = Callable[[str, int, int], None]
T = TypeVar("T")
_log = logging.getLogger("epsilog.publish")


class Door:
    """Private rows that are not open yet. Shows nothing of them and is never pickled."""

    def __init__(self, frame: object | None, base: Path | None, progress: Progress | None = None) -> None:
        self._frame = frame
        self._base = base
        self._watcher = progress

    def check_maps(self, spec: Spec) -> None:
        """Read the shapes a request wants to be drawn on, before anything is paid."""
        if any(query.map is not None for query in spec.publish):
            from epsilog.show.map.draw import check_maps

            check_maps(spec, self._base)

    def __repr__(self) -> str:
        return "Door(closed)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("private rows are not pickled", hint="publish them, or keep them in memory")

    @contextmanager
    def opened(self, spec: Spec, *, answers: bool = True) -> Iterator[Source]:
        """The source, looked at as far as its header: it can answer what the spec asks. No row is read.

        Without `answers` the libraries that compute them are not loaded; what pays has them at hand before it does.
        """
        source, leave = _seal(lambda: self._unlocked(spec, answers), _unreadable, passes=EpsilogError)
        try:
            yield source
        finally:
            leave()

    def count_files(self, spec: Spec) -> tuple[int, int] | None:
        """How many files the rows are in, and under how many names they were found."""
        from epsilog.sources import count_files

        return count_files(spec.source, self._base)

    def look(self, spec: Spec) -> LookResult:
        """A steward's own look, in words. What goes wrong has one wording, as behind the door of a release."""
        from epsilog.sources import DuckSource

        with self.opened(spec) as source:
            assert isinstance(source, DuckSource)
            return _seal(lambda: source.look(asked_of(spec), spec.protect.zone), _unreadable)

    def behind(self, work: Callable[[], T], number: str) -> T:
        """Do something with private rows. Whatever goes wrong in there, the same error comes out."""

        def failed(kind: str) -> EpsilogError:
            _log.debug("release %s failed after data was opened (%s)", number, kind)
            return SourceError(
                f"the release failed after data was opened (number {number[:12]}); its price is spent",
                where="source",
                hint="the cause is withheld because it may depend on private data; a new edition is a new release",
            )

        return _seal(work, failed)

    def progress(self, step: str, done: int, total: int) -> None:
        """Tell whoever watches. A broken progress bar must not cost a release: it is not asked again."""
        if self._watcher is not None:
            try:
                self._watcher(step, done, total)
            except Exception:
                self._watcher = None
                _log.info("the progress display failed and is switched off")

    def reading(self, done: int, total: int) -> None:
        """How far the reading is, in hundredths: how many rows there are is private."""
        self.progress("read", 0 if total <= 0 else max(0, min(100, 100 * done // total)), 100)

    def _unlocked(self, spec: Spec, answers: bool) -> tuple[Source, Callable[[], None]]:
        from epsilog.sources import load, open_source

        load(answers)
        manager = open_source(spec.source, frame=self._frame, base=self._base)
        source = manager.__enter__()

        def leave() -> None:
            with suppress(Exception):  # what was stored stays stored; an engine that will not close changes nothing
                manager.__exit__(None, None, None)

        try:
            wrong = missing_column(spec.source, source.columns(), self._base, certain=manager.has_certain_names)
            if wrong is not None:
                raise wrong
            manager.check_lookups()
            if not spec.bound.is_open:
                source.check((*spec.tallies(), *(cut.tally() for cut in spec.cuts())), spec.protect, spec.bound)
        except BaseException:
            leave()
            raise
        return source, leave


def _seal(
    work: Callable[[], T], instead: Callable[[str], EpsilogError], passes: type[EpsilogError] | tuple[()] = ()
) -> T:
    """Do something; of an error, only its kind goes on, as another error. Ctrl-C is the user's and stays itself.

    What `passes` comes out in its own words, but without its history. Nothing of the cause stays in a local
    variable either: curious tracebacks show those.
    """
    try:
        return work()
    except BaseException as error:
        if isinstance(error, Exception) and not isinstance(error, passes):
            told: BaseException = instead(type(error).__name__)
        else:
            error.__cause__ = error.__context__ = None
            told = error.with_traceback(None)
    raise told


def _unreadable(kind: str) -> EpsilogError:
    """Before any row was read nothing is spent, but an engine may quote the file all the same."""
    _log.debug("the source could not be opened (%s)", kind)
    return SourceError(
        "the source could not be opened", where="source", hint="nothing was read and nothing was spent"
    )


_DELIMITERS: Final = (",", ";", "\t", "|")
_SPELLED: Final = {"\t": r'"\t"'}


def missing_column(origin: Origin, found: Sequence[str], base: Path | None, *, certain: bool) -> SpecError | None:
    """Why a source cannot answer, if a declared column is not among its own; reads no row.

    certain   whether what was found are names for certain, and not perhaps somebody's row

    >>> origin = Origin(None, {"patient": "text", "regoin": "text"})
    >>> error = missing_column(origin, ("patient", "region"), None, certain=True)
    >>> error.what, error.hint
    ("the data has no column 'regoin'; its header has 2", "did you mean 'region'? Nothing was read or spent")
    """
    there = {same_text(name) for name in found}
    missing = [name for name in origin.columns if same_text(name) not in there]
    if not missing:
        return None
    name = missing[0]
    near = _near(origin, name, found) if certain else ""
    advice = near or _otherwise(origin, base) or _none_at_all(origin, missing)
    if not advice and not certain:
        advice = "Names are compared as they are written, capitals and spaces too: compare it with the first line."
    return SpecError(
        f"the data has no column {name[:60]!r}; its header has {len(found):,}",
        where=f"source.columns.{name[:60]}",
        hint=f"{advice} Nothing was read or spent" if advice else "nothing was read and nothing was spent",
    )


def _near(origin: Origin, name: str, found: Sequence[str]) -> str:
    alike = {_fold(one): one for one in reversed(found)}
    near = alike.get(_fold(name))
    declared = {same_text(one) for one in origin.columns}
    if near is None:
        free = {_fold(one): one for one in found if same_text(one) not in declared}
        close = difflib.get_close_matches(_fold(name), list(free), n=1)
        near = free[close[0]] if close else None
    return "" if near is None else f"did you mean {near[:60]!r}?"


def _otherwise(origin: Origin, base: Path | None) -> str:
    """Which other encoding or delimiter would have found every declared name."""
    declared = {same_text(one) for one in origin.columns}
    for other in _others(origin):
        if declared <= _names(other, base):
            said = [] if other.delimiter == origin.delimiter else [f"delimiter: {_show(other.delimiter)}"]
            said += [] if other.encoding == origin.encoding else [f"encoding: {other.encoding}"]
            return f"all names are found with {' and '.join(said)} in `source`."
    return ""


def _others(origin: Origin) -> Iterator[Origin]:
    """The same file read in other ways, the smaller changes first."""
    if origin.file is None or origin.file.lower().endswith((".parquet", ".pq")):
        return
    encoding: Literal["utf-8", "gb18030"] = "gb18030" if origin.encoding == "utf-8" else "utf-8"
    marks = [mark for mark in _DELIMITERS if mark != origin.delimiter]
    yield from (replace(origin, delimiter=mark) for mark in marks)
    yield replace(origin, encoding=encoding)
    yield from (replace(origin, delimiter=mark, encoding=encoding) for mark in marks)


def _names(origin: Origin, base: Path | None) -> set[str]:
    from epsilog.sources import open_source

    try:
        with open_source(origin, base=base) as source:
            return {same_text(name) for name in source.columns()}
    except (EpsilogError, OSError, ValueError):
        return set()


def _none_at_all(origin: Origin, missing: Sequence[str]) -> str:
    if len(missing) < len(origin.columns):
        return ""
    return "none of the declared names is there: is the first line a header, and is this the file?"


def _fold(name: str) -> str:
    return same_text(name).strip().casefold()


def _show(mark: str) -> str:
    return _SPELLED.get(mark, f'"{mark}"')
