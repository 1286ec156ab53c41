"""The artefact: a folder rendered from a release, written whole or not at all.

::

    FOLDER/
      report.html         for people
      card.json           for machines: every parameter
      spec.yaml           the request, ready to be run again under another edition
      tables/N-NAME.csv, .parquet; what was read off it, N-NAME-FORM.csv; tests.csv
      pictures/N-NAME.svg, .png
      certificate.json    the signed fingerprint of everything above

Tables and card are the same bytes whenever they are rendered; the report also shows the account as it stands.
"""

from __future__ import annotations

import datetime as dt
import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from epsilog.errors import EpsilogError, SpecError
from epsilog.ledger.signing import public_text
from epsilog.registry.shows import FORMS
from epsilog.roles.derived import Derived
from epsilog.roles.entry import Entry
from epsilog.roles.page import Page, svg_of
from epsilog.roles.table import Table, stem
from epsilog.roles.telling import unit_of
from epsilog.show.card import Card
from epsilog.show.certificate import CERTIFICATE, Certificate, Head, files_in, read_certificate
from epsilog.show.plain_file import plain_bytes
from epsilog.show.release import Release
from epsilog.words import language

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from matplotlib.figure import Figure

    from epsilog.show.explain import Telling


def write(
    release: Release,
    folder: Path,
    *,
    lang: str = "en",
    key: Ed25519PrivateKey,
    head: Head | None = None,
    base: Path | None = None,
) -> list[Path]:
    """Render a release into a folder and sign it; returns the files. Shapes of maps are looked for from `base`.

    The same release may be written again: its folder is rendered afresh. A folder that holds anything else, also a
    single file that is not part of the release, is refused and left as it is.
    """
    tongue, target = language(lang), Path(os.path.abspath(folder))
    card = Card.of(release)
    _refuse_unless_free(target, card)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(6)}.tmp")
    held = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _sweep(target)
        draft.mkdir()
        held = _hold(draft)
        at = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        _fill(draft, release, card, tongue, at, base)
        certificate = Certificate.of(card, files_in(draft), at, head)
        (draft / CERTIFICATE).write_bytes(certificate.signed_by(key))
        _sync(draft)
        _put_in_place(draft, target)
    except OSError as error:
        raise SpecError(
            f"the folder cannot be written ({type(error).__name__})", where=target.name, hint="another place"
        ) from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        if held is not None:
            os.close(held)
    return sorted(path for path in target.rglob("*") if path.is_file())


def standing(release: Release, folder: Path, *, lang: str, key: Ed25519PrivateKey) -> list[Path]:
    """The files of a folder that already holds this release, in this language, signed by this key; none otherwise.

    Its certificate lists every file and each still has its bytes. One with a map is rendered afresh: its shapes are
    read from files of their own.
    """
    target = Path(os.path.abspath(folder))
    card = Card.of(release)
    if any(query.map is not None for query in card.plan.spec.publish):
        return []
    try:
        known = read_certificate(target)
        page = plain_bytes(target / "report.html")
    except (OSError, ValueError, EpsilogError):
        return []
    ours = known.key == public_text(key) and known.is_signed and known.speaks_of(card)
    if not ours or f'<html lang="{Page(lang, "", "").lang}">'.encode() not in page[:200]:
        return []
    if files_in(target) != known.files:
        return []
    return sorted(target / place for place in (*known.files, CERTIFICATE))


def _fill(draft: Path, release: Release, card: Card, lang: str, at: str, base: Path | None) -> None:
    from epsilog.accounting.pictures.canvas import picture_language
    from epsilog.show.explain import Telling
    from epsilog.show.plot import picture
    from epsilog.show.report import report_html

    (draft / "tables").mkdir()
    (draft / "pictures").mkdir()
    told = Telling(
        card, picture_language(lang)
    )  # pictures speak English where no font can write what was asked for
    tables = release.tables
    drawn: dict[str, bytes] = {}
    maps: dict[str, bytes] = {}
    files: dict[str, str] = {}
    for place, (table, query) in enumerate(zip(tables, card.plan.spec.publish, strict=True)):
        name = stem(place, query)
        table.to_csv(draft / "tables" / f"{name}.csv")
        table.to_parquet(draft / "tables" / f"{name}.parquet")
        figure = picture(release.result, place, table, told.what(query), lang)
        drawn[table.name] = _write_picture(figure, draft / "pictures" / name)
        files[table.name] = f"tables/{name}.csv"
        if query.map is not None:
            figure = _map(table, query, {one.name: one for one in tables}, told, base)
            maps[table.name] = _write_picture(figure, draft / "pictures" / f"{name}-map")
    for one in release.derived:
        name = one.file("" if one.entry is None else stem(one.entry, card.plan.spec.publish[one.entry]))
        one.to_csv(draft / "tables" / f"{name}.csv")
        one.to_parquet(draft / "tables" / f"{name}.parquet")
        files[one.key] = f"tables/{name}.csv"
        title = _title(told, one)
        if (drawing := FORMS[one.form].derived_picture(card.plan, one, title, lang)) is not None:
            drawn[one.key] = _write_picture(drawing, draft / "pictures" / name)
    (draft / "card.json").write_bytes(card.to_bytes())
    page = report_html(release, card, drawn, files, lang, at, maps)
    (draft / "report.html").write_text(page, encoding="utf-8")
    if (request := spec_text(card)) is not None:
        (draft / "spec.yaml").write_text(request, encoding="utf-8", newline="\n")


def _write_picture(figure: Figure, stem: Path) -> bytes:
    """Write a picture as shapes and as dots; returns the shapes without their title, for a page with headings."""
    from epsilog.accounting.pictures.canvas import save
    from epsilog.roles.canvas import remove_title

    shapes = svg_of(figure)
    stem.with_name(f"{stem.name}.svg").write_bytes(shapes)
    save(figure, stem, ("png",))
    return remove_title(shapes, figure)


def _title(told: Telling, one: Derived) -> str:
    """The title of a picture of what was read off an entry."""
    form = told.say(f"study.form.{one.form}")
    if one.entry is None:
        return form
    return form + (": " if told.lang == "en" else "：") + told.what(told.spec.publish[one.entry])


def _map(table: Table, query: Entry, others: Mapping[str, Table], told: Telling, base: Path | None) -> Figure:
    from epsilog.show.map.draw import counts_of, places_of, shapes_for, tiles_for
    from epsilog.show.map.picture import draw_map

    assert query.map is not None
    below = None if query.map.over is None else counts_of(others[query.map.over])
    places = places_of(counts_of(table), query.map, below)
    shapes = shapes_for(query.map, places.keys, base)
    tiles = tiles_for(query.map, places.keys)
    unit = unit_of(query, told.spec, told.lang)
    return draw_map(places, told.what(query), unit, told.lang, tiles=tiles, shapes=shapes)


def spec_text(card: Card) -> str | None:
    """The request as a file; None for the few that Python can build and YAML cannot spell."""
    from epsilog.spec.file import to_yaml
    from epsilog.spec.record import spec_from_dict

    try:
        return to_yaml(spec_from_dict(card.plan.spec.to_dict()))  # as it is stored: the file without its folders
    except SpecError:
        return None


def _refuse_unless_free(target: Path, card: Card) -> None:
    """Refuse a place that holds anything but this release."""
    if not target.exists() and not target.is_symlink():
        return
    if target.is_symlink() or not target.is_dir():
        raise SpecError("exists and is not a folder", where=target.name, hint="another folder")
    found = files_in(target)
    if not found and not any(target.iterdir()):
        return
    try:
        known = read_certificate(target)
    except EpsilogError:
        raise SpecError("the folder holds something else", where=target.name, hint="another folder") from None
    if (known.ledger, known.receipt, known.fingerprint) != (card.ledger, card.receipt, card.fingerprint):
        raise SpecError("the folder holds another release", where=target.name, hint="another folder")
    if extra := sorted(set(found) - {*known.files, CERTIFICATE}):
        raise SpecError(
            f"the folder also holds {extra[0][:80]!r}, which is not part of the release",
            where=target.name,
            hint="move it away, or choose another folder",
        )


def _put_in_place(draft: Path, target: Path) -> None:
    old = held = None
    if target.exists() and any(target.iterdir()):
        old = target.with_name(f".{target.name}.{secrets.token_hex(6)}.old")
        held = _hold(target)
        os.rename(target, old)
    try:
        os.rename(draft, target)  # refuses if somebody filled the place meanwhile
    except OSError:
        if old is not None:
            os.rename(old, target)
        raise
    finally:
        if held is not None:
            os.close(held)
    _sync_folder(target.parent)
    if old is not None:
        shutil.rmtree(old, ignore_errors=True)


def _hold(folder: Path) -> int | None:
    """Mark a folder as being worked on, as long as what is returned stays open; None if somebody else holds it.

    The mark goes with the process, also with one that is killed.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _sweep(target: Path) -> None:
    """Take away what writers of this folder left behind when they were killed; the books have the release."""
    ours = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{12}}\.(tmp|old)")
    for path in target.parent.iterdir():
        if not ours.fullmatch(path.name) or path.is_symlink() or not path.is_dir():
            continue
        try:
            held = _hold(path)
        except OSError:  # gone meanwhile, or not ours to open
            continue
        if held is not None:
            shutil.rmtree(path, ignore_errors=True)
            os.close(held)


def _sync(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_dir():
            _sync_folder(path)
            continue
        with path.open("rb") as file:
            os.fsync(file.fileno())
    _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


__all__ = ["spec_text", "stem", "unit_of", "write"]
