"""Interrupt and resume: the counts so far, bound to the definition of the audit they belong to."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from epsilog.errors import LedgerError, SpecError

VERSION: Final = 2
_LARGEST: Final = 64 * 1024 * 1024


@dataclass
class Checkpoint:
    """Where an interrupted audit stands: its events, their counts, the draws done, the batches seen."""

    digest: str
    code: str
    events: list[dict[str, Any]]
    counts: list[list[int]]
    done: int
    batches: int
    responses: dict[str, dict[str, int]]
    seen: list[str]
    width: int

    def save(self, path: Path) -> None:
        """Write beside it, then rename: a reader sees the old counts or the new, never half of them."""
        text = json.dumps({"version": VERSION, **asdict(self)}, allow_nan=False)
        scratch = path.with_name(path.name + ".part")
        with scratch.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)

    @classmethod
    def load(cls, path: Path, digest: str, code: str) -> Checkpoint | None:
        """The stored counts, None if there is no file, a refusal if they belong to another audit."""
        if not path.exists():
            return None
        if path.stat().st_size > _LARGEST:
            raise LedgerError("a checkpoint of more than 64 MB was not written by epsilog", where=str(path))
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
        except (ValueError, UnicodeDecodeError):
            raise LedgerError("not a checkpoint: it is not JSON", where=str(path)) from None
        if not isinstance(record, dict) or record.pop("version", None) != VERSION:
            raise LedgerError(
                f"not a checkpoint of version {VERSION}", where=str(path), hint="delete it to start again"
            )
        if set(record) != set(cls.__dataclass_fields__):
            raise LedgerError("a checkpoint with other fields", where=str(path))
        if record["digest"] != digest:
            raise SpecError(
                "this checkpoint belongs to another audit: its mechanism, inputs, claim or settings differ",
                where=str(path),
                hint="delete it to start again, or give this audit a file of its own",
            )
        if record["code"] != code:
            raise SpecError(
                "the function was edited since these counts were drawn: its file or its code differs",
                where=str(path),
                hint="delete it to start again; draws of two versions cannot be added",
            )
        found = cls(**record)
        if not _sound(found):
            raise LedgerError("the counts of this checkpoint contradict each other", where=str(path))
        return found


def digest_of(definition: Mapping[str, Any]) -> str:
    """One hash for everything that decides what an audit counts."""
    return hashlib.sha256(json.dumps(definition, sort_keys=True, default=repr).encode()).hexdigest()


def fingerprint(parts: Sequence[bytes]) -> str:
    """A short hash of a batch of responses, to notice draws that repeat."""
    state = hashlib.blake2b(digest_size=12)
    for part in parts:
        state.update(part)
    return state.hexdigest()


def _sound(found: Checkpoint) -> bool:
    whole = type(found.done) is int and type(found.batches) is int and found.done >= 0 and found.batches >= 0
    return (
        whole
        and len(found.counts) == len(found.events)
        and all(
            len(pair) == 2 and all(type(k) is int and 0 <= k <= found.done for k in pair) for pair in found.counts
        )
    )
