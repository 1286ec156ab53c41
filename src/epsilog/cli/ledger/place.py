"""Where the books and their anchors are: the options every command shares, and opening what they name."""

from __future__ import annotations

import getpass
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, get_type_hints

import typer

from epsilog.cli.screen import Json, Lang, Screen
from epsilog.core.address import is_server as is_server
from epsilog.errors import EpsilogError, LedgerError, SpecError

if TYPE_CHECKING:
    from epsilog.ledger import Anchors, Ledger

Place = Annotated[
    str,
    typer.Option("--ledger", envvar="EPSILOG_LEDGER", help="A file on a local disk, or a postgresql:// address."),
]
AnchorFile = Annotated[
    Path | None,
    typer.Option(
        "--anchors", envvar="EPSILOG_ANCHORS", help="The file of anchors; best on another machine's disk."
    ),
]
SigningKey = Annotated[
    Path | None,
    typer.Option("--signing-key", envvar="EPSILOG_SIGNING_KEY", help="The private key that signs anchors."),
]
Trust = Annotated[
    list[str] | None,
    typer.Option("--trust", envvar="EPSILOG_TRUST", help="A public key whose anchors count; may be repeated."),
]


def login() -> str:
    """The name the system knows the caller by."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no name for this number: a container, as a rule
        raise typer.BadParameter("the system has no name for you; say it", param_hint="--by") from None


By = Annotated[
    str,
    typer.Option(
        "--by", default_factory=login, show_default="your login", help="Who does this; the entry says so."
    ),
]
Approvers = Annotated[list[str], typer.Option("--approver", help="Who agrees; give two different people.")]
Why = Annotated[str, typer.Option("--why", help="The reason; the entry keeps it.")]
DEFAULT_PLACE: Final = "ledger.db"

# The library speaks of its own arguments; at the command line the same advice has another name.
_HINTS: Final = {
    "open it with create": "open the first account and it is made: epsilog ledger open clinic/2026 "
    "--each patient_id --epsilon 2 --by YOU; if it is somewhere else: --ledger PLACE or EPSILOG_LEDGER",
    "nothing_spent_since": "if it is so: --nothing-spent-since",
    "move_reserve": "epsilog ledger move",
    "raise_cap": "epsilog ledger raise",
    "the public key, or the signing key": "--trust PUBLIC_KEY, or --signing-key FILE",
    "pin the public key": "--trust PUBLIC_KEY: the key that signed first",
    "name both": "--approver Ada --approver Grace",
}


def printable_place(place: str) -> str:
    """A place as it may be printed: the address of a server may hold a password."""
    return "PostgreSQL" if is_server(place) else place


def anchors_of(anchors: Path | None, signing_key: Path | None, trust: Sequence[str] | None) -> Anchors | None:
    """The anchors that the options name, or None where there are none."""
    if anchors is None:
        if signing_key is not None or trust:
            raise SpecError("say where the anchors are", where="anchors", hint="--anchors FILE")
        return None
    from epsilog.ledger import Anchors
    from epsilog.ledger.signing import read_key

    if not anchors.absolute().parent.is_dir():
        raise SpecError(f"the folder of {anchors.name!r} does not exist", where="anchors")
    key = None if signing_key is None else read_key(signing_key)
    with at_the_command_line():
        return Anchors(anchors, trusted=tuple(trust or ()), key=key)


@contextmanager
def open_ledger(
    place: str,
    anchors: Path | None,
    signing_key: Path | None,
    trust: Sequence[str] | None,
    *,
    create: bool = False,
) -> Iterator[Ledger]:
    """The ledger, open for one command."""
    from epsilog.ledger import Ledger
    from epsilog.ledger.store import AnswerLost, NoLedger

    known = anchors_of(anchors, signing_key, trust)
    if not create and not is_server(place) and not Path(place).exists():
        raise NoLedger(f"there is no ledger at {place}", hint=_HINTS["open it with create"])
    with at_the_command_line():
        if create and known is not None and not _is_there(place):
            known.of("")  # a ledger not yet made has no anchors: whatever is there is another's
        try:
            books = Ledger.open(place, anchors=known, create=create)
        except AnswerLost as error:
            error.hint = "see whether --ledger names the right place and the database is running"
            raise
        with books as ledger:
            yield ledger


def _is_there(place: str) -> bool:
    """Whether there is a ledger already, or something in its place that opening will speak about."""
    if not is_server(place):
        return Path(place).exists()
    from epsilog.ledger import Ledger

    try:
        Ledger.open(place).close()
    except LedgerError as error:
        return error.hint != "open it with create"
    return True


@contextmanager
def at_the_command_line() -> Iterator[None]:
    """Refusals whose hint names an option instead of an argument; files that cannot be used, in our words."""
    try:
        yield
    except OSError as error:
        where = Path(error.filename).name if isinstance(error.filename, str) else "files"
        reason = (error.strerror or type(error).__name__).lower()
        raise SpecError(f"a file cannot be used: {reason}", where=where) from None
    except EpsilogError as error:
        error.hint = _HINTS.get(error.hint, error.hint)
        raise


@dataclass(frozen=True)
class Books:
    """Where the books and their anchors are, as the options of a command say it."""

    ledger: str = DEFAULT_PLACE
    anchors: Path | None = None
    signing_key: Path | None = None
    trust: list[str] | None = None

    def opened(self, *, create: bool = False) -> AbstractContextManager[Ledger]:
        """The ledger, open for one command."""
        return open_ledger(self.ledger, self.anchors, self.signing_key, self.trust, create=create)

    def opened_to_read(self) -> AbstractContextManager[Ledger]:
        """The same where nothing is signed: a key that is said without anchors is left aside."""
        return open_ledger(
            self.ledger, self.anchors, self.signing_key if self.anchors is not None else None, self.trust
        )

    @property
    def is_missing(self) -> bool:
        """Whether nobody said where the books are and there are none where they usually are."""
        return self.ledger == DEFAULT_PLACE and not is_server(self.ledger) and not Path(self.ledger).exists()


def _options_of_books(
    ledger: Place = DEFAULT_PLACE,
    anchors: AnchorFile = None,
    signing_key: SigningKey = None,
    trust: Trust = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """The options of every command that opens books, in their order; they stand behind its own."""


def with_books(name: str, key: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command its screen and its books, and the six options that these are made of.

    name   what its JSON document is called
    key    what a command says of its signing key, where it signs more than anchors
    """

    def give(command: Callable[..., None]) -> Callable[..., None]:
        def run(
            *, ledger: str, anchors: Path, signing_key: Path, trust: list[str], as_json: bool, lang: str, **own: Any
        ) -> None:
            command(Screen(name, lang, as_json), Books(ledger, anchors, signing_key, trust), **own)

        _, _, *own = inspect.signature(command).parameters.values()
        options = [*own, *inspect.signature(_options_of_books).parameters.values()]
        hints = get_type_hints(command, include_extras=True) | get_type_hints(
            _options_of_books, include_extras=True
        )
        if key:
            option = typer.Option("--signing-key", envvar="EPSILOG_SIGNING_KEY", help=key)
            hints["signing_key"] = Annotated[Path | None, option]
        run.__doc__, run.__annotations__ = command.__doc__, {one.name: hints[one.name] for one in options}
        # What a command line reads is the signature: own arguments and options first, then those that are shared.
        run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [one.replace(kind=one.KEYWORD_ONLY, annotation=hints[one.name]) for one in options]
        )
        return run

    return give


def say_whether_anchored(screen: Screen, anchors: Path | None) -> None:
    """Remind whoever writes books that nothing outside vouches for."""
    if anchors is None:
        screen.note(screen.say("ledger.no_anchors"))
