"""Anchors: signed heads of the chain, kept somewhere else.

Whoever can write the database can cut its tail or put back yesterday's copy, and the chain inside stays whole. Only something
outside can tell. An anchor is the number and hash of an entry, signed with an Ed25519 key, one line of a file that should live on
another disk, better on another machine or on paper. When the books are opened every anchor must be found in them.
"""

from __future__ import annotations

import base64
import datetime as dt
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from epsilog.errors import LedgerError, SpecError
from epsilog.ledger.chain import canonical

_VERSION: Final = 1


@dataclass(frozen=True)
class Anchor:
    """A signed head."""

    identity: str
    seq: int
    hash: str
    at: str
    key: str
    signature: str


def new_key(path: Path) -> str:
    """Make a signing key readable by its owner only; returns the public key, which readers pin."""
    key = Ed25519PrivateKey.generate()
    data = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise SpecError(f"{path.name!r} exists already", where="key", hint="a key is never overwritten") from None
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return public_text(key.public_key())


def read_key(path: Path) -> Ed25519PrivateKey:
    """Read a signing key."""
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError):
        raise LedgerError(f"{path.name!r} holds no readable signing key", where="key") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise LedgerError(f"{path.name!r} is not an Ed25519 key", where="key")
    return key


def public_text(key: Ed25519PublicKey) -> str:
    """The public key as one short word."""
    raw = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Anchors:
    """A file of anchors, the keys its reader trusts, and (for whoever writes) the key that signs.

    A new head is signed after every `every` entries, and on demand. Readers need no private key.
    """

    def __init__(
        self, path: Path, *, trusted: tuple[str, ...] = (), key: Ed25519PrivateKey | None = None, every: int = 100
    ) -> None:
        self.path = path
        self.key = key
        self.every = every
        own = (public_text(key.public_key()),) if key is not None else ()
        self.trusted = frozenset((*trusted, *own))
        if not self.trusted:
            raise SpecError(
                "say whose anchors to trust", where="trusted", hint="the public key, or the signing key"
            )
        self._last = 0

    def of(self, identity: str) -> Iterator[Anchor]:
        """The anchors of one ledger, each checked; anything unreadable, unsigned or of another ledger is an error.

        One file belongs to one ledger: were strangers passed over, a ledger begun again from nothing (or a restored
        one with its identity changed) would have no anchors to answer to.
        """
        if not self.path.exists():
            return
        for number, line in enumerate(self.path.read_bytes().splitlines(), 1):
            anchor = self._read(line, number)
            if anchor.identity != identity:
                raise LedgerError(
                    "an anchor is of another ledger",
                    where=f"{self.path.name}:{number}",
                    hint="each ledger has an anchor file of its own; if this is the right one, the ledger was replaced",
                )
            self._last = max(self._last, anchor.seq)
            yield anchor

    def after(self, seq: int, head: str, identity: str) -> None:
        """Called after each page: sign when enough entries have passed."""
        if self.key is not None and seq - self._last >= self.every:
            self.sign(seq, head, identity)

    def sign(self, seq: int, head: str, identity: str) -> Anchor:
        """Sign a head and append it, on disk before this returns."""
        if self.key is None:
            raise SpecError("no signing key was given", where="key")
        at = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        body = {"version": _VERSION, "identity": identity, "seq": seq, "hash": head, "at": at}
        body["key"] = public_text(self.key.public_key())
        signature = base64.b64encode(self.key.sign(canonical(body).encode())).decode()
        with self.path.open("a", encoding="utf-8") as file:
            file.write(canonical({**body, "signature": signature}) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self._last = seq
        return Anchor(identity, seq, head, at, str(body["key"]), signature)

    def _read(self, line: bytes, number: int) -> Anchor:
        where = f"{self.path.name}:{number}"
        try:
            record = json.loads(line)
            signature = base64.b64decode(record.pop("signature"), validate=True)
            key = record["key"]
            if record["version"] != _VERSION or key not in self.trusted:
                raise LedgerError("an anchor is signed by nobody we trust", where=where, hint="pin the public key")
            raw = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
            Ed25519PublicKey.from_public_bytes(raw).verify(signature, canonical(record).encode())
            return Anchor(
                record["identity"], int(record["seq"]), record["hash"], record["at"], key, signature.hex()
            )
        except (ValueError, KeyError, TypeError, AttributeError, InvalidSignature):
            raise LedgerError("an anchor is damaged or forged", where=where) from None
