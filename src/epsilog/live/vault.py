"""The private half of a stream: a folder only its owner can look into, a key, a lock, and the encrypted state.

A state equals raw data: what was published minus the noise in it. So it is encrypted with AES-256-GCM under a key
of its own, bound to its stream and its tick, written whole or not at all, and destroyed when the stream is closed.
Whoever holds the key and the state can take the noise off; nobody else can, and nobody can change a bit of it
unseen.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from epsilog.errors import PrivacyError, SpecError
from epsilog.ledger.failpoint import reach

MAGIC: Final = b"EPSILOG STREAM STATE 1\n"
_NONCE: Final = 12
_STATE, _KEY, _LOCK = "state", "key", "lock"
SPOOL: Final = "spool"
CHANGES: Final = "changes"


class Vault:
    """Where a stream keeps what nobody may see.

    folder   made with mode 0700; nothing in it is ever published
    key      the file of the key, in hexadecimal; beside the state unless another place is named
    """

    def __init__(self, folder: Path, key: Path | None = None) -> None:
        self.folder = folder
        self.key_file = folder / _KEY if key is None else key
        self._own_key = key is None

    def __repr__(self) -> str:
        return "Vault(locked)"

    def make(self) -> None:
        """Make the folder and the key where there are none."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.folder.chmod(0o700)
            if not self.key_file.exists():
                _write_new(self.key_file, os.urandom(32).hex().encode() + b"\n")
        except OSError as error:
            raise SpecError(
                f"the private folder of the stream cannot be made ({type(error).__name__})", where=self.folder.name
            ) from None

    @property
    def fingerprint(self) -> str:
        """Names the key without telling it."""
        return hashlib.sha256(b"epsilog stream fingerprint" + self._secret()).hexdigest()

    def secret(self, purpose: str) -> bytes:
        """A key for one purpose, derived from the stream's own."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        info = b"epsilog stream " + purpose.encode()
        return HKDF(hashes.SHA256(), 32, salt=None, info=info).derive(self._secret())

    def _secret(self) -> bytes:
        try:
            open_to_others = self.key_file.stat().st_mode & 0o077
            key = bytes.fromhex(self.key_file.read_text("ascii").strip())
        except (OSError, ValueError):
            raise PrivacyError("the key of the stream is not there", where=self.key_file.name) from None
        if open_to_others:
            raise PrivacyError(
                "others may read the key of the stream", where=self.key_file.name, hint="chmod 600 it"
            )
        if len(key) != 32:
            raise PrivacyError("the key of the stream is 64 digits", where=self.key_file.name)
        return key

    def write(self, stream: str, tick: int, content: bytes) -> None:
        """Put a state away: on disk as a whole when this returns, the one before it gone."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = os.urandom(_NONCE)
        head = MAGIC + struct.pack("<Q", tick)
        sealed = AESGCM(self.secret("state")).encrypt(nonce, content, head + stream.encode())
        beside = self.folder / f"{_STATE}.new"
        beside.unlink(missing_ok=True)
        _write_new(beside, head + nonce + sealed)
        reach("stream written")
        beside.replace(self.folder / _STATE)
        _sync(self.folder)

    def read(self, stream: str) -> tuple[int, bytes]:
        """The tick of the last state and the state, or a refusal: another stream's, another key's, or damaged."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        try:
            raw = (self.folder / _STATE).read_bytes()
        except OSError:
            raise PrivacyError(
                "the state of the stream is missing: the stream cannot continue, and nothing will be drawn again",
                where=self.folder.name,
                hint="put the folder back as it was left; otherwise a new edition is a new stream",
            ) from None
        size = len(MAGIC) + 8
        head, nonce, sealed = raw[:size], raw[size : size + _NONCE], raw[size + _NONCE :]
        try:
            if not head.startswith(MAGIC) or len(head) != size or len(nonce) != _NONCE:
                raise ValueError
            content = AESGCM(self.secret("state")).decrypt(nonce, sealed, head + stream.encode())
        except (InvalidTag, ValueError):
            raise PrivacyError(
                "the state is not this stream's, or was changed, or the key is another one",
                where=self.folder.name,
                hint="a stream continues only from its own last state",
            ) from None
        (tick,) = struct.unpack("<Q", head[-8:])
        return tick, content

    @property
    def has_state(self) -> bool:
        """Whether a state is there."""
        return (self.folder / _STATE).exists()

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the stream: one process at a time."""
        import fcntl

        handle = os.open(self.folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise PrivacyError(
                    "another process is running this stream", where=self.folder.name, hint="stop it first"
                ) from None
            yield
        finally:
            os.close(handle)

    def destroy(self) -> None:
        """Write over the state, its log, the spool and the key made for them, and remove them with the folder."""
        self.forget()
        if self._own_key:
            erase(self.key_file)
        with suppress(OSError):
            for path in self.folder.iterdir():
                path.unlink()
            self.folder.rmdir()

    def forget(self) -> None:
        """The same for state, log and spool; the key stays."""
        named = (path for name in (SPOOL, CHANGES) for path in self.folder.glob(f"{name}.*"))
        for path in [self.folder / _STATE, self.folder / f"{_STATE}.new", *named]:
            erase(path)


def erase(path: Path) -> None:
    """Zeros in place of the content, then gone. A file system that copies on write may keep the old blocks."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(0)
        for start in range(0, size, 1 << 20):
            file.write(b"\0" * min(1 << 20, size - start))
        file.flush()
        os.fsync(file.fileno())
    path.unlink()


def put(path: Path, size: int, content: bytes, mode: int = 0o600) -> None:
    """Write from a place on, and cut what stood there; a new file is its owner's alone, unless `mode` says other.

    On disk on return.
    """
    is_new = not path.exists()
    handle = os.open(path, os.O_CREAT | os.O_WRONLY, mode)
    with os.fdopen(handle, "wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if is_new:
        _sync(path.parent)


def _write_new(path: Path, content: bytes) -> None:
    """A new file that only its owner can read, on disk when this returns."""
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    _sync(path.parent)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
