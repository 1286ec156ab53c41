"""Signing keys of anchors: Ed25519, one file that its owner alone can read; the public half is one short word."""

from __future__ import annotations

import base64
import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from epsilog.errors import LedgerError, SpecError


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
    return public_text(key)


def read_key(path: Path) -> Ed25519PrivateKey:
    """Read a signing key."""
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError):
        raise LedgerError(f"{path.name!r} holds no readable signing key", where="key") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise LedgerError(f"{path.name!r} is not an Ed25519 key", where="key")
    return key


def public_text(key: Ed25519PrivateKey) -> str:
    """The public half as one short word."""
    raw = key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def signed(key: Ed25519PrivateKey, text: str) -> str:
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
