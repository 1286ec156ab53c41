"""Signing keys of anchors: Ed25519, one file that its owner alone can read; the public half is one short word."""

from __future__ import annotations

import base64
import os
import secrets
import stat
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from epsilog.errors import SpecError

_LARGEST: Final = 64 * 2**10
_MAKE: Final = "point at the file of a key, or make one: epsilog ledger anchor --new-key FILE"


class UnusableKey(SpecError):
    """Nothing is wrong with the books: the file of the key that signs cannot be used."""


def new_key(path: Path) -> str:
    """Make a signing key readable by its owner only; returns the public key, which readers pin."""
    key = Ed25519PrivateKey.generate()
    data = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    # Written beside its place and put there whole: nobody reads half a key, and of two that are made at once one
    # is refused.
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        raise SpecError(
            f"{path.name!r} exists already", where="signing_key", hint="a key is never overwritten"
        ) from None
    finally:
        draft.unlink(missing_ok=True)
    return public_text(key)


def read_key(path: Path) -> Ed25519PrivateKey:
    """Read a signing key; one that others may read too is refused. Never a matter of the books: UnusableKey."""
    if not path.exists():
        raise _unusable(f"there is no signing key {path.name!r}")
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise OSError("not a plain file")
            if found.st_mode & 0o077:
                raise _unusable(
                    f"other people than its owner may use the signing key {path.name!r}",
                    f"chmod 600 {path.name}; if somebody may have read it, make a new one",
                )
            if not found.st_size:
                raise _unusable(f"the file of the signing key {path.name!r} is empty")
            key = serialization.load_pem_private_key(file.read(_LARGEST), password=None)
    except PermissionError:
        raise _unusable(f"the signing key {path.name!r} may not be read here") from None
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm):
        raise _unusable(f"{path.name!r} holds no readable signing key") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise _unusable(f"{path.name!r} is not an Ed25519 key")
    return key


def _unusable(what: str, hint: str = _MAKE) -> UnusableKey:
    return UnusableKey(what, where="signing_key", hint=hint)


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)  # a pipe would keep its reader waiting for ever


def public_text(key: Ed25519PrivateKey) -> str:
    """The public half as one short word."""
    raw = key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def sign_text(key: Ed25519PrivateKey, text: str) -> str:
    """The signature of a text."""
    return base64.b64encode(key.sign(text.encode())).decode()


def is_signed(public: str, text: str, signature: str) -> bool:
    """Whether a signature is that key's for that text; False for anything that is no key or no signature."""
    try:
        raw = base64.urlsafe_b64decode(public + "=" * (-len(public) % 4))
        proof = base64.b64decode(signature, validate=True)
        Ed25519PublicKey.from_public_bytes(raw).verify(proof, text.encode())
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True
