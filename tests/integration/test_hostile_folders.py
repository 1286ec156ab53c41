"""Folders made by somebody who means harm: `verify` and `explain` end, say what is wrong, and exit with a code.

Most of it through the library, in this process; the commands themselves once each, with limited memory.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from epsilog.cli.explain import read_card
from epsilog.errors import EpsilogError
from epsilog.show.certificate import verify_folder

GOLDEN = Path(__file__).parents[1] / "golden" / "folders" / "smooth-pure"
CARD, TABLE = "card.json", "tables/1-daily.csv"
PARQUET = "tables/1-daily.parquet"
_MEMORY = 6 * 2**30


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "epsilog.cli", command, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        stdin=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY)),
    )


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def zeros(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def endless(path: Path) -> None:
    """A file that is larger than any disk, and takes no room."""
    with path.open("wb") as file:
        file.truncate(2**42)


def nested(path: Path) -> None:
    path.write_bytes(b"[" * 200_000)


def wide_field(path: Path) -> None:
    lines = path.read_bytes().split(b"\r\n")
    lines[1] = b'"' + b"x" * 300_000 + b'",' + lines[1]
    path.write_bytes(b"\r\n".join(lines))


def text(path: Path) -> None:
    path.write_bytes(b"\xff\xfe not what was signed")


HARM: dict[str, tuple[str, Callable[[Path], None]]] = {
    "a pipe for the card": (CARD, pipe),
    "a pipe for the certificate": ("certificate.json", pipe),
    "a pipe for a table": (TABLE, pipe),
    "a pipe for a Parquet file": (PARQUET, pipe),
    "a pipe for the request": ("spec.yaml", pipe),
    "zeros for the card": (CARD, zeros),
    "zeros for a table": (TABLE, zeros),
    "an endless card": (CARD, endless),
    "an endless table": (TABLE, endless),
    "an endless request": ("spec.yaml", endless),
    "a card nested deeply": (CARD, nested),
    "a certificate nested deeply": ("certificate.json", nested),
    "a field without end": (TABLE, wide_field),
    "no Parquet": (PARQUET, text),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(GOLDEN, tmp_path / "release")
    return tmp_path / "release"


@pytest.mark.parametrize("harm", HARM)
def test_verify_ends_with_what_is_wrong(harm: str, folder: Path) -> None:
    place, change = HARM[harm]
    change(folder / place)
    assert not verify_folder(folder).whole


@pytest.mark.parametrize("harm", [harm for harm, (place, _) in HARM.items() if place == CARD])
def test_explain_ends_with_what_is_wrong(harm: str, folder: Path) -> None:
    HARM[harm][1](folder / CARD)
    with pytest.raises(EpsilogError):
        read_card(folder)


@pytest.mark.parametrize(("command", "harm"), [("verify", "an endless table"), ("explain", "a pipe for the card")])
def test_the_commands_end_with_a_code(command: str, harm: str, folder: Path) -> None:
    place, change = HARM[harm]
    change(folder / place)
    ended = run(command, folder)
    assert ended.returncode in (2, 6), ended.stderr
    assert "Traceback" not in ended.stderr + ended.stdout


def test_a_certificate_that_lists_the_harm_helps_nobody(folder: Path) -> None:
    """Whoever signs may list what he likes: a table that is not what the card says is still seen."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from epsilog.show.card import Card
    from epsilog.show.certificate import CERTIFICATE, Certificate, files_in

    wide_field(folder / TABLE)
    card = Card.from_bytes((folder / CARD).read_bytes())
    forged = Certificate.of(card, files_in(folder), "2026-11-18T00:00:00+00:00", None)
    (folder / CERTIFICATE).write_bytes(forged.signed_by(Ed25519PrivateKey.generate()))
    assert not verify_folder(folder).whole


def test_what_is_not_listed_is_named_and_not_read(folder: Path) -> None:
    endless(folder / "more.bin")
    deep = folder
    for _ in range(400):
        deep = deep / "d"
    os.makedirs(deep)
    os.mkfifo(folder / "pipe")
    for number in range(300):
        (folder / f"x{number}").touch()
    verdict = verify_folder(folder)
    assert not verdict.whole
    wrong = [one for one in verdict.checks if one.key == "release.verify.files.extra"]
    assert len(wrong) == 100  # they say it as well as all of them


def test_an_untouched_folder_verifies(folder: Path) -> None:
    """The twin: none of the limits is in an honest folder's way."""
    assert verify_folder(folder).whole
    assert run("explain", folder).returncode == 0
    assert json.loads((folder / CARD).read_bytes())["release"] == "golden-smooth-pure"
