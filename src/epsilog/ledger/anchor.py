"""Anchors: signed heads of the chain, kept somewhere else.

Whoever can write the database can cut its tail or put back yesterday's copy, and the chain inside stays whole. Only
something outside can tell. An anchor is the number and hash of an entry, signed with an Ed25519 key: one line of a
file that should live on another disk, better on another machine. When the books are opened the newest anchor must
be found in them; with every page the newest one known must be, and those that others added meanwhile. As every
entry holds the hash of the one before it, the newest anchor stands for all entries up to its own.

With ``every=1``, the default, each page is anchored before its writer hears of it. Then a copy of the books that
shares the file with its original cannot spend unseen even once: whichever writes second finds an anchor that is not
in it. With ``every=n`` up to n - 1 entries may be spent twice before somebody notices; it costs one write to disk
less per page.

A key is replaced by a line that the old key signs and that names the new one; from there on the old one signs
nothing. Readers pin the first key, and follow.
"""

from __future__ import annotations

import datetime as dt
import fcntl
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from epsilog.errors import LedgerError, SpecError
from epsilog.ledger.chain import canonical
from epsilog.ledger.signing import is_signed, public_text, sign_text

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_VERSION: Final = 1
_FIELDS: Final = {"version", "identity", "seq", "hash", "at", "key", "next", "signature"}
Confirm = Callable[["Anchor"], None]


@dataclass(frozen=True)
class Anchor:
    """A signed head. `next` names the key that signs from here on, where that changes."""

    identity: str
    seq: int
    hash: str
    at: str
    key: str
    next: str | None
    signature: str


class Anchors:
    """A file of anchors, the keys its reader trusts, and (for whoever writes) the key that signs.

    Readers need no private key. Several processes may share the file; each line is on disk before its page is
    spoken of.
    """

    def __init__(
        self, path: Path, *, trusted: tuple[str, ...] = (), key: Ed25519PrivateKey | None = None, every: int = 1
    ) -> None:
        if type(every) is not int or every < 1:
            raise SpecError("a whole number from 1", where="every")
        self.path = Path(path)
        self.key = key
        self.every = every
        self._pinned = frozenset((*trusted, public_text(key)) if key is not None else trusted)
        if not self._pinned:
            raise SpecError(
                "say whose anchors to trust", where="trusted", hint="the public key, or the signing key"
            )
        self._mutex, self._pid = threading.Lock(), os.getpid()
        self._read_to = 0  # bytes of the file already confirmed
        self._keys = set(self._pinned)
        self._newest: Anchor | None = None  # among those that were confirmed

    def of(self, identity: str) -> list[Anchor]:
        """All anchors of one ledger, every signature checked."""
        keys = set(self._pinned)
        found = [self._checked(line, number, keys) for number, line in enumerate(_whole_lines(self._bytes()), 1)]
        for number, anchor in enumerate(found, 1):
            self._must_be_of(identity, anchor, number)
        return found

    def newest(self, identity: str) -> Anchor | None:
        """The newest anchor of one ledger; only its signature and those of key changes are checked."""
        keys = set(self._pinned)
        found: tuple[Anchor, int, set[str]] | None = None
        for number, line in enumerate(_whole_lines(self._bytes()), 1):
            anchor = self._parsed(line, number)
            self._must_be_of(identity, anchor, number)
            if found is None or anchor.seq >= found[0].seq:
                found = (anchor, number, keys)
            if anchor.next is not None:
                keys = set(keys)
                self._check(anchor, number, keys)
        if found is None:
            return None
        self._check(found[0], found[1], set(found[2]))
        return found[0]

    def after(self, identity: str, seq: int, head: str, confirm: Confirm) -> None:
        """Called when a page is on disk: confirm what others signed, and sign if it is time."""
        with self._locked() as descriptor:
            self._confirm_new(descriptor, identity, confirm)
            if self.key is not None and seq - self._signed_to() >= self.every:
                self._add(descriptor, identity, seq, head, None)

    def sign(self, identity: str, seq: int, head: str, confirm: Confirm) -> Anchor:
        """Sign a head now."""
        with self._locked() as descriptor:
            self._confirm_new(descriptor, identity, confirm)
            return self._add(descriptor, identity, seq, head, None)

    def rotate(self, identity: str, seq: int, head: str, new: Ed25519PrivateKey, confirm: Confirm) -> Anchor:
        """Sign a head with the old key and name the new one, which signs from here on."""
        with self._locked() as descriptor:
            self._confirm_new(descriptor, identity, confirm)
            anchor = self._add(descriptor, identity, seq, head, public_text(new))
            self._keys.discard(anchor.key)
            self._keys.add(public_text(new))
            self.key = new
            return anchor

    def _confirm_new(self, descriptor: int, identity: str, confirm: Confirm) -> None:
        size = os.fstat(descriptor).st_size
        if size < self._read_to:
            raise LedgerError("anchors were taken away", where=self.path.name)
        data = os.pread(descriptor, size - self._read_to, self._read_to)
        torn = len(data) - (data.rfind(b"\n") + 1)
        if torn:  # somebody died while writing; what has no end was never promised
            os.ftruncate(descriptor, size - torn)
        if self._newest is not None:
            confirm(self._newest)  # once more: the books may have been put back under a program that runs on
        for line in _whole_lines(data):
            anchor = self._checked(line, 0, self._keys)
            self._must_be_of(identity, anchor, 0)
            confirm(anchor)
            self._remember(anchor)
        self._read_to += len(data) - torn

    def _remember(self, anchor: Anchor) -> None:
        if anchor.seq >= self._signed_to():
            self._newest = anchor

    def _signed_to(self) -> int:
        return 0 if self._newest is None else self._newest.seq

    def _add(self, descriptor: int, identity: str, seq: int, head: str, new: str | None) -> Anchor:
        if self.key is None:
            raise SpecError("no signing key was given", where="key")
        public = public_text(self.key)
        if public not in self._keys:
            raise LedgerError("this key was replaced and signs no more", where="key")
        at = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        body = {"version": _VERSION, "identity": identity, "seq": seq, "hash": head, "at": at, "key": public}
        text = canonical({**body, "next": new})
        signature = sign_text(self.key, text)
        line = canonical({**body, "next": new, "signature": signature}).encode() + b"\n"
        os.lseek(descriptor, 0, os.SEEK_END)
        if os.write(descriptor, line) != len(line):
            raise LedgerError("the anchor could not be written", where=self.path.name)
        os.fsync(descriptor)
        self._read_to += len(line)
        anchor = Anchor(identity, seq, head, at, public, new, signature)
        self._remember(anchor)
        return anchor

    @contextmanager
    def _locked(self) -> Iterator[int]:
        if os.getpid() != self._pid:  # in a child a thread of the parent may have left it locked for ever
            self._mutex, self._pid = threading.Lock(), os.getpid()
        with self._mutex:
            try:
                descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                raise LedgerError(
                    f"the anchors cannot be reached ({type(error).__name__})", where="anchors"
                ) from None
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
                if not self._read_to:
                    folder = os.open(self.path.parent, os.O_RDONLY)
                    os.fsync(folder)  # a new file's name is on disk too
                    os.close(folder)
                yield descriptor
            except OSError as error:
                raise LedgerError(
                    f"an anchor could not be kept ({type(error).__name__})", where="anchors"
                ) from None
            finally:
                # Said aloud: a child forked meanwhile holds the same open file, and closing ours would not free it.
                fcntl.flock(descriptor, fcntl.LOCK_UN)
                os.close(descriptor)

    def _bytes(self) -> bytes:
        return self.path.read_bytes() if self.path.exists() else b""

    def _must_be_of(self, identity: str, anchor: Anchor, number: int) -> None:
        """One file answers for one ledger.

        Were strangers passed over, a ledger begun again from nothing, or a restored one under another name, would
        have no anchors to answer to.
        """
        if anchor.identity != identity:
            raise LedgerError(
                "an anchor is of another ledger",
                where=f"{self.path.name}:{number}",
                hint="each ledger has an anchor file of its own; if this is the right one, the ledger was replaced",
            )

    def _checked(self, line: bytes, number: int, keys: set[str]) -> Anchor:
        anchor = self._parsed(line, number)
        self._check(anchor, number, keys)
        return anchor

    def _check(self, anchor: Anchor, number: int, keys: set[str]) -> None:
        """Check a signature against the keys that sign at this point of the file, and follow a change of keys."""
        where = f"{self.path.name}:{number}" if number else self.path.name
        if anchor.key not in keys:
            raise LedgerError("an anchor is signed by nobody we trust", where=where, hint="pin the public key")
        body = {"version": _VERSION, "identity": anchor.identity, "seq": anchor.seq, "hash": anchor.hash}
        text = canonical({**body, "at": anchor.at, "key": anchor.key, "next": anchor.next})
        if not is_signed(anchor.key, text, anchor.signature):
            raise LedgerError("an anchor is damaged or forged", where=where)
        if anchor.next is not None:
            keys.discard(anchor.key)
            keys.add(anchor.next)

    def _parsed(self, line: bytes, number: int) -> Anchor:
        try:
            record = json.loads(line)
            if set(record) != _FIELDS or record.pop("version") != _VERSION or type(record["seq"]) is not int:
                raise ValueError
            return Anchor(**record)
        except (ValueError, TypeError, AttributeError):
            raise LedgerError("an anchor cannot be read", where=f"{self.path.name}:{number}") from None


def _whole_lines(data: bytes) -> list[bytes]:
    return data.split(b"\n")[:-1]
