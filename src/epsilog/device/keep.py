"""Secret, state and mark of a device on its disk: for its owner alone, replaced whole, and checked when opened.

=========  ==================================================================================================
`secret`   32 random bytes in hexadecimal, made once, never written again. All randomness follows from it
`state`    what is enrolled, what is remembered, what waits to be sent; sealed with a key from the secret
`mark`     how often the state was written. A state that is older was put back, one that is missing was lost
`lock`     held while one process works
=========  ==================================================================================================

What is noticed: a state or mark that was changed, lost or put back alone; a folder that was copied to another
machine or put back from a copy of its files. What cannot be: a whole machine put back as it was, and files that
were all deleted, for then nothing is left that could say so.
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
        secret = bytes.fromhex(_content(folder / "secret").decode())
    except ValueError:
        raise _loss_refusal("the secret is damaged") from None
    if len(secret) != SECRET_BYTES:
        raise _loss_refusal("the secret is damaged")
    return secret


def load(folder: Path, secret: bytes, *, anywhere: bool = False) -> dict[str, Any]:
    """The state, or a refusal where it is not the newest one this device wrote in this place."""
    body = _open_sealed(_content(folder / "state"), secret, b"state")
    mark = _open_sealed(_content(folder / "mark"), secret, b"mark")
    ahead = body["serial"] - mark["serial"]
    if ahead not in (0, 1):  # 1: the process ended between the two
        raise _loss_refusal("the state is not the last one this device wrote: an older one was put back")
    if body["version"] != VERSION:
        raise _loss_refusal("the state was written by another version")
    if not anywhere and body["place"] != place_of(folder):
        raise PrivacyError(
            "this device's files were copied or put back: two devices with one secret give each other away",
            where="device",
            hint="if the old ones are gone for good, adopt them; else begin anew in another folder",
        )
    return body


def save(folder: Path, secret: bytes, body: dict[str, Any]) -> None:
    """Write the next state, then the mark; nothing is sent before both are on the disk."""
    body = {**body, "version": VERSION, "serial": body["serial"] + 1}
    _replace(folder / "state", _with_seal(body, secret, b"state"))
    _replace(folder / "mark", _with_seal({"serial": body["serial"]}, secret, b"mark"))


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


def _content(path: Path) -> bytes:
    try:
        number = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise _loss_refusal(f"the {path.name} of this device is missing") from None
    except OSError:
        raise _loss_refusal(f"the {path.name} of this device cannot be read") from None
    with os.fdopen(number, "rb") as file:
        mode = os.fstat(number).st_mode
        if not stat.S_ISREG(mode) or mode & 0o077:
            what = f"others may read the {path.name} of this device"
            raise PrivacyError(what, where="device", hint=f"chmod 600 {path.name}")
        return file.read(_LARGEST)


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
