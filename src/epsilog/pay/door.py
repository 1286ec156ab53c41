"""The door to private rows: how it is opened, and what may be said of a failure behind it.

A failure that depends on data is a release of its own, and one nobody paid for. So behind the door there is one
error with one wording, whatever happened: an engine's complaint, too little memory, a bug of ours. Its cause is not
chained to it, because causes carry messages and frames carry values. The number in it is the receipt's and says
nothing; whoever runs the machine may switch on the debug log, which adds the kind of the cause, never its words.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

from epsilog.core.source import Looked, asked_of
from epsilog.errors import EpsilogError, PrivacyError, SourceError
from epsilog.pay.missing_column import missing_column
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
    def opened(self, spec: Spec) -> Iterator[Source]:
        """The source, looked at as far as its header: it can answer what the spec asks. No row is read."""
        source, leave = _sealed(lambda: self._unlocked(spec), _unreadable, passes=EpsilogError)
        try:
            yield source
        finally:
            leave()

    def count_files(self, spec: Spec) -> tuple[int, int] | None:
        """How many files the rows are in, and under how many names they were found."""
        from epsilog.sources import count_files

        return count_files(spec.source, self._base)

    def look(self, spec: Spec) -> Looked:
        """A steward's own look, in words. What goes wrong has one wording, as behind the door of a release."""
        from epsilog.sources import DuckSource

        with self.opened(spec) as source:
            assert isinstance(source, DuckSource)
            return _sealed(lambda: source.look(asked_of(spec), spec.protect.zone), _unreadable)

    def behind(self, work: Callable[[], T], number: str) -> T:
        """Do something with private rows. Whatever goes wrong in there, the same error comes out."""

        def failed(kind: str) -> EpsilogError:
            _log.debug("release %s failed after data was opened (%s)", number, kind)
            return SourceError(
                f"the release failed after data was opened (number {number[:12]}); its price is spent",
                where="source",
                hint="the cause is withheld because it may depend on private data; a new edition is a new release",
            )

        return _sealed(work, failed)

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

    def _unlocked(self, spec: Spec) -> tuple[Source, Callable[[], None]]:
        from epsilog.sources import open_source

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


def _sealed(
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
