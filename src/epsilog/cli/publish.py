"""`epsilog publish`: pay, read, draw, store; then a folder with tables, pictures, report and certificate."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from epsilog.cli.ledger.place import Books, is_server, say_whether_anchored, with_books
from epsilog.cli.ledger.tree import usage
from epsilog.cli.opening_command import offering_account
from epsilog.cli.progress import show_progress
from epsilog.cli.request import Request, SpecFile
from epsilog.cli.screen import Screen
from epsilog.errors import SourceError, SpecError
from epsilog.words import percent

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from epsilog.ledger import Ledger
    from epsilog.roles.spec import Spec
    from epsilog.show.release import Release

_TABLES: Final = 3
_LINES: Final = 4


@with_books(
    "publish", key="The private key that signs the certificate (and anchors); left out: one beside the ledger."
)
def publish(
    screen: Screen,
    place: Books,
    spec: SpecFile,
    out: Annotated[
        Path | None,
        typer.Option(help="The folder of the release; left out: its name and edition.", show_default=False),
    ] = None,
) -> None:
    """Publish: pay from the account, read, draw the noise, store, and write the folder of the release.

    The same spec and edition again gives the stored release: no data is read, nothing is spent.

    [dim]epsilog publish visits.yaml
    epsilog publish visits.yaml --out board/2026-W46[/dim]
    """
    from epsilog.pay.edition import refuse_a_second_meaning
    from epsilog.pay.request import refuse_live
    from epsilog.publish.pipeline import publish as published
    from epsilog.show.artefact import standing, write
    from epsilog.show.certificate import Head

    request = Request.read(spec)
    with request.pointing():
        refuse_live(request.spec)
    request.must_name_a_file()
    folder = _folder(out if out is not None else Path(folder_name(request.spec.release, request.spec.edition)))
    offering = offering_account(request.spec.protect, request.spec.spend, place.ledger)
    with request.pointing(), offering, place.opened_to_read() as books:
        refuse_a_second_meaning(request.spec, books)  # before the folder of the first one is found in the way
        must_be_ours(folder, request.spec.key)
        key, made = _key(place.signing_key, place.ledger)
        _say_what_is_a_date(screen, request, books)
        with show_progress(screen, lambda step: screen.say(f"front.step.{step}")) as report, _terminable():
            try:
                release = published(request.spec, books, base=request.base, progress=report)
            except KeyboardInterrupt as stop:
                _say_what_was_spent(screen, request, books)
                raise typer.Exit(143 if isinstance(stop, _Terminated) else 130) from None
            except SourceError:
                _say_if_forfeited(screen, request, books)
                raise
            report("render", 0, 0)
            head = Head(*books.head)
            files = standing(release, folder, lang=screen.lang, key=key) if release.repeated else []
            files = files or _write_or_refuse(
                lambda: write(release, folder, lang=screen.lang, key=key, head=head, base=request.base), folder
            )
    _show(screen, release, folder, files, key, made)
    say_whether_anchored(screen, place.anchors)
    _result(screen, release, folder, files, key, made)


def _say_what_is_a_date(screen: Screen, request: Request, books: Ledger) -> None:
    """Before anything is paid; a request that the ledger knows is not paid again."""
    from epsilog.publish.taken_as_said import dates_text

    if books.find(request.spec.spend.account, request.spec.key) is None:
        said = dates_text(request.spec, books, screen.lang)
        if said:
            screen.line(said, "bold yellow")


class _Terminated(KeyboardInterrupt):
    """Somebody asked the process to end: handled like Ctrl-C, so that it can say what became of the price."""


@contextmanager
def _terminable() -> Iterator[None]:
    def end(number: int, frame: object) -> None:
        raise _Terminated

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _write_or_refuse(work: Callable[[], list[Path]], folder: Path) -> list[Path]:
    """The files of the folder; where they cannot be written, the release is safe in the books all the same."""
    try:
        return work()
    except (OSError, SpecError) as error:
        reason = error.what if isinstance(error, SpecError) else (error.strerror or type(error).__name__).lower()
        raise SpecError(
            f"the release is paid and stored, but its folder could not be written: {reason}",
            where=folder.name,
            hint="make room and publish again, or use --out: it is the same release and costs nothing",
        ) from None


def _say_what_was_spent(screen: Screen, request: Request, books: Ledger) -> None:
    """After Ctrl-C: what became of the money, which is all a steward wants to know then."""
    from epsilog.core.ledger import State

    receipt = books.find(request.spec.spend.account, request.spec.key)
    if receipt is None:
        screen.note(screen.say("front.stopped.before"))
    elif receipt.state in (State.COMMITTED, State.DELIVERED):
        screen.note(screen.say("front.stopped.stored"))
    elif receipt.state in (State.RESERVED, State.STARTED):  # ours is settled by now
        screen.note(screen.say("front.stopped.waiting"))
    elif receipt.state is State.RELEASED:
        screen.note(screen.say("front.stopped.given_back"))
    else:
        _say_if_forfeited(screen, request, books)


def _say_if_forfeited(screen: Screen, request: Request, books: Ledger) -> None:
    """What became of the price, who may give it back, and how many more failures stop the account."""
    from epsilog.core.ledger import State

    receipt = books.find(request.spec.spend.account, request.spec.key)
    if receipt is None or receipt.state is not State.FORFEITED:
        return
    account = books.account(request.spec.spend.account)
    screen.line(screen.say("front.stopped.forfeited", receipt=receipt.id), "bold red")
    said = {"account": account.name, "failures": str(account.failures), "limit": str(account.terms.failures)}
    screen.note(screen.say("ledger.failed", **said))


def folder_name(release: str, edition: str) -> str:
    """A folder named after a release: letters, digits and a few signs of its name and edition.

    >>> folder_name("flu by/region", "2026-W46"), folder_name("../就诊", "一")
    ('flu-by-region-2026-W46', '就诊-一')
    """
    return re.sub(r"[^\w.]+", "-", f"{release}-{edition}").strip("-.") or "release"


def check_folder(out: Path | None, spec: Spec) -> Path:
    """The folder of a release, or why it cannot be written there; nothing is made."""
    folder = _folder(out if out is not None else Path(folder_name(spec.release, spec.edition)))
    must_be_ours(folder, spec.key)
    parent = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
    if not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
        raise SpecError("nothing can be written there", where=folder.name, hint="--out ANOTHER")
    return folder


def _folder(folder: Path) -> Path:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SpecError("a file of this name is in the way", where=folder.name, hint="--out ANOTHER")
    return folder


def must_be_ours(folder: Path, key: str) -> None:
    """Refuse, before anything is paid, to mix a release with files of something else."""
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    import json

    from epsilog.show.plain_file import plain_bytes

    try:
        known = json.loads(plain_bytes(folder / "card.json"))["key"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        known = None
    if known != key:
        raise SpecError("the folder holds something else", where=folder.name, hint="--out ANOTHER, or empty it")


def check_key(signing_key: Path | None, ledger: str) -> None:
    """Refuse what `publish` would refuse of the key that signs; a key that it would make is not made."""
    if _known_key(signing_key, ledger) is None and not os.access(_beside(ledger).parent, os.W_OK | os.X_OK):
        raise SpecError(
            "cannot write a key beside the ledger", where=_beside(ledger).name, hint="--signing-key FILE"
        )


def _known_key(signing_key: Path | None, ledger: str) -> Ed25519PrivateKey | None:
    """The key that is there; None where a first one would be made."""
    from epsilog.ledger.signing import read_key

    if signing_key is not None:
        return read_key(signing_key)
    if is_server(ledger):
        raise SpecError(
            "say which key signs the certificate",
            where="signing_key",
            hint="--signing-key FILE; a first key: epsilog ledger anchor --new-key FILE",
        )
    return read_key(_beside(ledger)) if _beside(ledger).exists() else None


def _beside(ledger: str) -> Path:
    """Beside the file itself, so that a ledger reached through a link has one key."""
    return Path(os.path.realpath(ledger)).with_suffix(".certificate.key")


def _key(signing_key: Path | None, ledger: str) -> tuple[Ed25519PrivateKey, Path | None]:
    """The key that signs, and the file if it was made just now. A key is there before anything is paid."""
    from epsilog.ledger.signing import new_key, read_key

    known = _known_key(signing_key, ledger)
    if known is not None:
        return known, None
    path = _beside(ledger)
    try:
        new_key(path)
    except SpecError:  # another process was first: its key is this ledger's
        return read_key(path), None
    except OSError as error:
        raise SpecError(
            f"cannot write a key beside the ledger ({type(error).__name__})",
            where=path.name,
            hint="--signing-key FILE",
        ) from None
    return read_key(path), path


def _show(
    screen: Screen,
    release: Release,
    folder: Path,
    files: list[Path],
    key: Ed25519PrivateKey,
    made: Path | None,
) -> None:
    from epsilog.ledger.signing import public_text

    spec = release.plan.spec
    said = {"release": spec.release, "edition": spec.edition}
    if release.repeated:
        screen.heading(screen.say("front.publish.repeated", **said))
        screen.line(screen.say("front.publish.repeated.note"), "yellow")
    else:
        screen.heading(screen.say("front.publish.done", **said))
    if release.result.reproducible:
        screen.line(screen.say("front.publish.seeded"), "bold red")
    used = percent(usage(release.account).share, screen.lang, "up")
    paid = screen.say("front.publish.used", account=release.account.name, used=used)
    rows = [
        (screen.say("front.publish.report"), str(folder / "report.html")),
        (screen.say("front.publish.tables"), _several(screen, folder, files, "tables", ".csv", "CSV, Parquet")),
        (screen.say("front.publish.pictures"), _several(screen, folder, files, "pictures", ".svg", "SVG, PNG")),
        (screen.say("front.publish.others"), "card.json, spec.yaml, certificate.json"),
        (screen.say("front.publish.receipt"), release.receipt.id),
        (screen.say("front.publish.account"), paid),
        (screen.say("front.publish.public"), public_text(key)),
    ]
    screen.pairs(rows)
    _preview(screen, files)
    if made is not None:
        screen.line(screen.say("front.publish.new_key", path=made), "bold yellow")
    screen.note(screen.say("front.next"))
    screen.commands(
        [
            (f"epsilog explain {folder}", screen.say("front.next.explain")),
            (f"epsilog verify {folder} --trust {public_text(key)}", screen.say("front.next.verify")),
        ]
    )


def _several(screen: Screen, folder: Path, files: list[Path], place: str, suffix: str, kinds: str) -> str:
    count = sum(path.suffix == suffix and path.parent.name == place for path in files)
    return screen.say("front.publish.several", folder=folder / place, count=count, kinds=kinds)


def _preview(screen: Screen, files: list[Path]) -> None:
    """The first lines of the first tables: what readers will see."""
    import csv

    tables = [path for path in files if path.suffix == ".csv" and path.stem != "tests"]
    in_order = sorted(tables, key=lambda path: (int(path.stem.split("-")[0]), len(path.stem)))
    for path in in_order[:_TABLES]:  # as the spec has them, before what was read off them
        with path.open(encoding="utf-8-sig", newline="") as file:
            header, *rows = islice(csv.reader(file), _LINES + 1)
        first = header.index("alert" if "alert" in header else "value")
        keys = [at for at in range(first) if header[at] != "row"]
        columns = [(header[at], "left") for at in keys]
        columns += [(screen.say("front.publish.value"), "right")]
        if "low" in header:
            low, high = header.index("low"), header.index("high")
            columns += [(screen.say("front.publish.range"), "left")]
            shown = [[*(row[at] for at in keys), row[first], f"{row[low]} … {row[high]}"] for row in rows]
        else:  # a choice has no range: how far off it may be stands beside it
            off = header.index("confidence") - 1
            columns += [(header[off], "left")]
            shown = [[*(row[at] for at in keys), row[first], row[off]] for row in rows]
        said = rows and "about" in header
        about = screen.say(f"study.about.{rows[0][header.index('about')]}") if said else ""
        screen.line(" · ".join(filter(None, (path.stem, about))), "bold")  # a title would be as narrow as its table
        screen.table(columns, shown)


def _result(
    screen: Screen, release: Release, folder: Path, files: list[Path], key: Ed25519PrivateKey, made: Path | None
) -> None:
    from epsilog.ledger.signing import public_text

    spec = release.plan.spec
    screen.result(
        {
            "release": spec.release,
            "edition": spec.edition,
            "key": spec.key,
            "repeated": release.repeated,
            "reproducible": release.result.reproducible,
            "receipt": release.receipt.id,
            "account": release.account.name,
            "share_used": usage(release.account).share,
            "fingerprint": release.fingerprint,
            "folder": str(folder),
            "files": [path.relative_to(folder.absolute()).as_posix() for path in files],
            "public_key": public_text(key),
            "new_signing_key": None if made is None else str(made),
        }
    )
