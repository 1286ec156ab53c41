"""Certificates: the signed fingerprint of every file of a release, and the receipt that paid for it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from epsilog.errors import LedgerError
from epsilog.ledger.chain import canonical
from epsilog.ledger.signing import is_signed, public_text, sign_text
from epsilog.show.card import Card
from epsilog.show.conditions import Condition
from epsilog.show.plain_file import digest_of_file, paths_below, plain_bytes

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from epsilog.ledger import Ledger
    from epsilog.show.verifying import Verdict

VERSION: Final = 1
CERTIFICATE: Final = "certificate.json"
# What a signature is for; nothing else we sign begins like this.
PURPOSE: Final = "epsilog certificate of a release"
_FIELDS: Final = frozenset(
    {
        "version",
        "purpose",
        "release",
        "edition",
        "receipt",
        "account",
        "ledger",
        "head",
        "fingerprint",
        "card",
        "conditions",
        "reproducible",
        "rendered_at",
        "files",
    }
)
_HEX: Final = re.compile(r"[0-9a-f]{64}")
TABLE_LIMIT: Final = 4 * 2**30


class Head(NamedTuple):
    """The newest entry of the ledger when the certificate was signed."""

    seq: int
    hash: str


@dataclass(frozen=True)
class Certificate:
    """What was signed. `key` and `signature` are empty before."""

    body: Mapping[str, Any]
    key: str = ""
    signature: str = ""

    @classmethod
    def of(cls, card: Card, files: Mapping[str, str], at: str, head: Head | None = None) -> Certificate:
        """The certificate of a folder whose files are all there but itself."""
        spec = card.plan.spec
        return cls(
            {
                "version": VERSION,
                "purpose": PURPOSE,
                "release": spec.release,
                "edition": spec.edition,
                "receipt": card.receipt,
                "account": card.account,
                "ledger": card.ledger,
                "head": None if head is None else {"seq": head.seq, "hash": head.hash},
                "fingerprint": card.fingerprint,
                "card": hashlib.sha256(card.to_bytes()).hexdigest(),
                "conditions": [condition.to_dict() for condition in card.conditions],
                "reproducible": card.reproducible,
                "rendered_at": at,
                "files": dict(sorted(files.items())),
            }
        )

    def signed_by(self, key: Ed25519PrivateKey) -> bytes:
        """The file, signed."""
        body = {**self.body, "key": public_text(key)}
        whole = {**body, "signature": sign_text(key, canonical(body))}
        return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()

    @property
    def is_signed(self) -> bool:
        """Whether the signature is its own key's."""
        return is_signed(self.key, canonical({**self.body, "key": self.key}), self.signature)

    @property
    def files(self) -> dict[str, str]:
        """The SHA-256 of every file by its path in the folder."""
        return dict(self.body["files"])

    @property
    def ledger(self) -> str:
        """The identity of the ledger that paid."""
        return str(self.body["ledger"])

    @property
    def receipt(self) -> str:
        """The receipt."""
        return str(self.body["receipt"])

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the bytes the ledger stored."""
        return str(self.body["fingerprint"])

    @property
    def head(self) -> Head | None:
        """The ledger's head when it was signed, if that was known."""
        return None if self.body["head"] is None else Head(**self.body["head"])

    def speaks_of(self, card: Card) -> bool:
        """Whether it was made for this card."""
        return {**Certificate.of(card, self.files, self.body["rendered_at"], self.head).body} == dict(self.body)


def read_certificate(folder: Path) -> Certificate:
    """Read the certificate of a folder strictly; says nothing yet about who signed it."""
    try:
        record: Any = json.loads(plain_bytes(folder / CERTIFICATE), object_pairs_hook=_said_once)
        key, signature = record.pop("key"), record.pop("signature")
        head, files = record["head"], record["files"]
        if set(record) != _FIELDS or type(record["version"]) is not int or record["version"] != VERSION:
            raise ValueError
        texts = [record[name] for name in _FIELDS - {"version", "head", "files", "conditions", "reproducible"}]
        if any(type(text) is not str for text in (*texts, key, signature)):
            raise ValueError
        for condition in record["conditions"]:
            Condition.from_dict(condition)
        if record["purpose"] != PURPOSE or type(record["reproducible"]) is not bool:
            raise ValueError
        if head is not None and (set(head) != {"seq", "hash"} or type(head["seq"]) is not int):
            raise ValueError
        for path, digest in files.items():
            if not _HEX.fullmatch(digest) or not is_plain(path) or path == CERTIFICATE:
                raise ValueError
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise LedgerError("the certificate is missing or cannot be read", where=CERTIFICATE) from None
    return Certificate(record, key, signature)


def _said_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A field that is said twice would be read one way here and another way elsewhere."""
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ValueError
    return record


def is_plain(path: str) -> bool:
    """Whether a listed path stays inside its folder.

    >>> [is_plain(path) for path in ("card.json", "tables/1-x.csv", "../x", "/x", "a/../b", "a//b", "")]
    [True, True, False, False, False, False, False]
    """
    return all(part not in ("", ".", "..") and "\\" not in part and "\0" not in part for part in path.split("/"))


def files_in(folder: Path, listed: Iterable[str] | None = None) -> dict[str, str]:
    """The SHA-256 of every file below a folder, but its certificate; what is no plain file has the digest "".

    Where a list is given, files that are not on it are named and not read.
    """
    wanted = None if listed is None else frozenset(listed)
    found: dict[str, str] = {}
    for place in paths_below(folder):
        path = folder / place
        if place == CERTIFICATE and not path.is_symlink():
            continue
        read = wanted is None or place in wanted
        found[place] = digest_of_file(path, TABLE_LIMIT) if read else ""
    return found


def verify_folder(
    folder: Path, *, trusted: Sequence[str] = (), ledger: Ledger | None = None, lang: str | None = None
) -> Verdict:
    """Check a folder against its certificate, its card and, if given, the ledger; reads no data."""
    from epsilog.show.verifying import check_folder

    return check_folder(Path(folder), tuple(trusted), ledger, lang)
