"""What of a stream outlives its process: one record per tick, written before anything of the tick is seen.

The record of tick t holds where every mechanism stands after t, the sums of later ticks, the public lines of t
itself with their digest, and where the log ends that has the counters of units and how far the input was read
(`stream_changes`): enough to publish t again word for word, and to go on with t + 1 as if nothing had happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from epsilog.errors import LedgerError, PrivacyError
from epsilog.live.vault import Vault
from epsilog.mechanisms.series.checkpoint_fields import Field, pack, unpack

_PART, _FEED = "part ", "feed "


@dataclass(frozen=True, repr=False)
class Standing:
    """Where a stream stands after a tick. Private.

    tick     how many ticks are drawn
    digest   of the last of them, and `before` of the one before it
    lines    of the last of them, for values.csv; `size` is how long that file is before them
    brought  what an extension took over from the stream before: published numbers
    log      how far the log of what grows is, and how it ends; None where the feed has everything, as it had in
             earlier releases
    """

    tick: int
    digest: str
    before: str
    lines: bytes
    size: int
    parts: tuple[bytes, ...]
    feed: Mapping[str, Any]
    brought: str = ""
    log: str | None = None

    def __repr__(self) -> str:
        return f"Standing(after tick {self.tick}, private)"


def put_away(vault: Vault, stream: str, standing: Standing) -> None:
    """Encrypted and on disk when this returns."""
    told = ("tick", "digest", "before", "lines", "size")
    fields: dict[str, Field] = {name: getattr(standing, name) for name in told}
    fields |= {"parts": len(standing.parts), "brought": standing.brought}
    if standing.log is not None:
        fields["log"] = standing.log
    fields |= {f"{_PART}{at}": raw for at, raw in enumerate(standing.parts)}
    fields |= {f"{_FEED}{name}": value for name, value in standing.feed.items()}
    vault.write(stream, standing.tick, pack("stream", fields))


def taken_up(vault: Vault, stream: str) -> Standing:
    """Read the last record back; what does not fit together is refused."""
    tick, raw = vault.read(stream)
    fields: dict[str, Any] = unpack(raw, "stream")
    try:
        parts = tuple(fields[f"{_PART}{at}"] for at in range(fields["parts"]))
        feed = {name.removeprefix(_FEED): value for name, value in fields.items() if name.startswith(_FEED)}
        brought = fields.get("brought", "")  # a state of an earlier release has none
        digests, log = (fields["digest"], fields["before"]), fields.get("log")
        standing = Standing(fields["tick"], *digests, fields["lines"], fields["size"], parts, feed, brought, log)
    except (KeyError, TypeError):
        raise PrivacyError("the state of the stream cannot be read", where="state") from None
    if standing.tick != tick:
        raise PrivacyError("the state of the stream says two different ticks", where="state")
    return standing


def compare(standing: Standing, entered: tuple[int, str] | None, opening: str) -> bool:
    """Whether the last tick still has to be entered in the books; refuses a state that is not the last one.

    The state may be one tick ahead of the books (killed in between), or stand with them. Behind them it was rolled
    back: its next tick is published with other noise, and a second draw would cost again.
    """
    number, digest = entered if entered is not None else (0, opening)
    if number == standing.tick and digest == standing.digest:
        return False
    if number == standing.tick - 1 and digest == standing.before:
        return True
    if number < standing.tick - 1:
        raise LedgerError(
            "the books have fewer ticks than the state: they were restored, or belong to something else",
            where="ledger",
            hint="nothing more is published; a new edition is a new stream",
        )
    raise PrivacyError(
        "this state is not the last one: the stream continued from it elsewhere, or an older state was put back",
        where="state",
        hint="run the stream where its last state is; nothing is drawn twice",
    )
