"""Secret, state and mark of a device on its disk: for its owner alone, replaced whole, and checked when opened.

=========  ==================================================================================================
`secret`   32 random bytes in hexadecimal, made once, never written again. All randomness follows from it
`state`    what is enrolled, what is remembered, what waits to be sent; sealed with a key from the secret
`mark`     how often the state was written, and number and time of change of its file. A state that is older or
           another file was put back, one that is missing was lost
`lock`     held while one process works
=========  ==================================================================================================

What is noticed: a state or mark that was changed, lost or put back, alone or together, also into the same files:
programs cannot set the time of change. A folder that was copied to another machine. What cannot be: a whole disk
put back as it was; files that were all deleted, for then nothing is left that could say so; a copy made in the
moment between state and mark, and put back; a clock set so that the time of change comes out the same.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import hmac
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from epsilog.errors import PrivacyError
from epsilog.noise.derived import SECRET_BYTES

VERSION: Final = 1
_OWNER_ONLY: Final = 0o600
_LARGEST: Final = 1 << 26


@contextlib.contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """One process at a time."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _OWNER_ONLY)
    except OSError:
        raise _write_refusal() from None
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def begin(folder: Path, body: dict[str, Any]) -> None:
    """Make secret, state and mark where there is none of them."""
    if any((folder / name).exists() for name in ("secret", "state", "mark")):
        raise PrivacyError(
            "there is a device here already", where="device", hint="another folder, or keep this one"
        )
    secret = os.urandom(SECRET_BYTES)
    _replace(folder / "secret", secret.hex().encode())
    save(folder, secret, {**body, "place": place_of(folder), "serial": 0})


def secret_of(folder: Path) -> bytes:
    """The secret, if it is the owner's alone."""
    try:
        secret = bytes.fromhex(_read(folder / "secret")[0].decode())
    except ValueError:
        raise _loss_refusal("the secret is damaged") from None
    if len(secret) != SECRET_BYTES:
        raise _loss_refusal("the secret is damaged")
    return secret


def load(folder: Path, secret: bytes, *, anywhere: bool = False) -> dict[str, Any]:
    """The state, or a refusal where it is not the newest one this device wrote in this place."""
    content, found = _read(folder / "state")
    body = _open_sealed(content, secret, b"state")
    mark = _open_mark(folder, secret)
    ahead = body["serial"] - mark["serial"]
    if ahead not in (0, 1):  # 1: the process ended between the two
        raise _loss_refusal("the state is not the last one this device wrote: an older one was put back")
    if body["version"] != VERSION:
        raise _loss_refusal("the state was written by another version")
    moved = body["place"] != place_of(folder) or (ahead == 0 and mark.get("file") != _file_of(found))
    if moved and not anywhere:
        raise PrivacyError(
            "this device's files were copied or put back: two devices with one secret give each other away",
            where="device",
            hint="if the old ones are gone for good, adopt them; else begin anew in another folder",
        )
    return body


def save(folder: Path, secret: bytes, body: dict[str, Any]) -> None:
    """Write the next state, then the mark; nothing is sent before both are on the disk.

    Where the mark is behind, because the last process ended before it, it catches up first: never two behind.
    """
    if body["serial"] and _open_mark(folder, secret)["serial"] != body["serial"]:
        _write_mark(folder, secret, body["serial"])
    body = {**body, "version": VERSION, "serial": body["serial"] + 1}
    _replace(folder / "state", _with_seal(body, secret, b"state"))
    _write_mark(folder, secret, body["serial"])


def place_of(folder: Path) -> str:
    """What a copy of the secret's file does not share with it: the machine, and the number of the file."""
    machine = b""
    with contextlib.suppress(OSError):
        machine = Path("/etc/machine-id").read_bytes().strip()
    try:
        number = (folder / "secret").stat().st_ino
    except OSError:
        raise _loss_refusal("the secret is missing") from None
    return hashlib.sha256(b"epsilog place 1" + machine + number.to_bytes(16, "big")).hexdigest()


def _open_mark(folder: Path, secret: bytes) -> dict[str, Any]:
    return _open_sealed(_read(folder / "mark")[0], secret, b"mark")


def _write_mark(folder: Path, secret: bytes, serial: int) -> None:
    try:
        found = (folder / "state").stat()
    except OSError:
        raise _loss_refusal("the state of this device is missing") from None
    _replace(folder / "mark", _with_seal({"serial": serial, "file": _file_of(found)}, secret, b"mark"))


def _file_of(found: os.stat_result) -> list[int]:
    """What a file does not share with its content put back: its number, and when it was changed."""
    return [found.st_ino, found.st_ctime_ns]


def _with_seal(body: dict[str, Any], secret: bytes, what: bytes) -> bytes:
    text = json.dumps(body, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()
    return hmac.new(secret, b"epsilog seal 1 " + what + text, hashlib.sha256).hexdigest().encode() + b"\n" + text


def _open_sealed(content: bytes, secret: bytes, what: bytes) -> dict[str, Any]:
    seal, _, text = content.partition(b"\n")
    expected = hmac.new(secret, b"epsilog seal 1 " + what + text, hashlib.sha256).hexdigest().encode()
    if not hmac.compare_digest(seal, expected):
        raise _loss_refusal("the state was changed by another program, or damaged")
    body: dict[str, Any] = json.loads(text)
    return body


def _read(path: Path) -> tuple[bytes, os.stat_result]:
    try:
        number = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise _loss_refusal(f"the {path.name} of this device is missing") from None
    except OSError:
        raise _loss_refusal(f"the {path.name} of this device cannot be read") from None
    with os.fdopen(number, "rb") as file:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode) or found.st_mode & 0o077:
            what = f"others may read the {path.name} of this device"
            raise PrivacyError(what, where="device", hint=f"chmod 600 {path.name}; then adopt the files")
        if found.st_nlink != 1 and path.name == "secret":
            what = "the secret of this device has a second name: two devices with one secret give each other away"
            raise PrivacyError(what, where="device", hint="remove the other name, where it is not in use")
        return file.read(_LARGEST), found


def _replace(path: Path, content: bytes) -> None:
    """All of the new content or all of the old one, whenever the power fails."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.unlink(missing_ok=True)
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _OWNER_ONLY)
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError:
        raise _write_refusal() from None


def _write_refusal() -> PrivacyError:
    return PrivacyError(
        "what this device must remember cannot be written, so it reports nothing",
        where="device",
        hint="a folder of its owner that can be written",
    )


def _loss_refusal(what: str) -> PrivacyError:
    return PrivacyError(what, where="device", hint="without it nobody knows what was told: begin anew elsewhere")
