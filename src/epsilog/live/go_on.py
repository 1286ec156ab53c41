"""One series over several horizons: running totals, windows and fading sums that go on where an extension begins.

An extension draws its own noise and its sums begin at zero. What the stream before published last is public, so a
total that goes on is that value plus the extension's own: post-processing, free, from published numbers alone. What
is told of it stands in the extension's values.csv beside its own values, in columns called `continued`, and the
ledger vouches for it like for all else. Its range holds both noises (docs/proofs/streams.md, section 5).

A longer horizon: the same questions about the days after, as a release of its own with its own noise and price.

Nothing of a stream can be stretched once its noise is fixed: the noise was made for so many ticks. So a further
horizon is another stream, and the two compose like any two releases. Its spec is written beside the first one's.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from epsilog.core.during import During
from epsilog.core.number import Number, exact
from epsilog.errors import EpsilogError, SpecError
from epsilog.ledger import Ledger
from epsilog.live.look import confirmed_ticks, values_of
from epsilog.live.values import as_read
from epsilog.pay.opening import Opening, stored_opening
from epsilog.pay.stream_request import StreamRequest
from epsilog.postprocess.joined_ranges import Strand, Strands, joined_margin
from epsilog.registry.plans import PLANS
from epsilog.roles.entry import Entry
from epsilog.roles.shape import Decay, Running, Window
from epsilog.roles.spec import Spec
from epsilog.roles.tick import Cell, Continued

MOST: Final = 1000  # horizons in a row


def going_on(spec: Spec) -> tuple[str, ...]:
    """The entries that reach over their ticks, and so over the end of a horizon."""
    return tuple(query.name for query in spec.publish if isinstance(query.shape, Running | Window | Decay))


def must_continue(request: StreamRequest, key: str, ledger: Ledger) -> None:
    """Refuse to call one stream the continuation of another that asked something else, or of other days."""
    if ledger.find(request.spend.account, key) is None:
        raise SpecError(
            "no stream of this key was opened",
            where="continues",
            hint="epsilog ledger history names those that were",
        )
    spec, was = request.spec, stored_opening(ledger, request.spend.account, key).plan.spec
    mine, theirs = spec.publish[0].during, was.publish[0].during
    same = [_timeless(query) for query in spec.publish] == [_timeless(query) for query in was.publish]
    if not same or (spec.protect, spec.bound) != (was.protect, was.bound) or mine is None or theirs is None:
        raise SpecError(
            "the stream before asked something else",
            where="continues",
            hint="the same entries and bounds; without `continues` it is a stream by itself",
        )
    if mine.time != theirs.time or mine.first != theirs.last + dt.timedelta(days=1):
        raise SpecError(
            "does not begin on the day after the stream before ends",
            where="during.from",
            hint="`from` is the day after `to` of the stream before",
        )


def _timeless(query: Entry) -> Entry:
    return replace(query, during=None)


def chain_of(opening: Opening, account: str, ledger: Ledger) -> tuple[Opening, ...]:
    """The streams before, the latest first, as far back as each carries on what came before it."""
    found: list[Opening] = []
    while opening.carries and opening.continues is not None and len(found) < MOST:
        opening = stored_opening(ledger, account, opening.continues)
        found.append(opening)
    return tuple(found)


class Continuation:
    """What an extension makes of its own ticks and of the last tick of the stream before. Public numbers only."""

    def __init__(self, opening: Opening, chain: Sequence[Opening]) -> None:
        self._opening, self._before = opening, chain[0]
        self._entries = {name: _strands(opening, name) for name in opening.carries}
        self._noise = {name: _noise(chain, name) for name in opening.carries}
        self._brought: dict[str, list[float]] | None = None

    @property
    def knows(self) -> bool:
        """Whether the last values of the stream before are known."""
        return self._brought is not None

    def look(self, ledger: Ledger, account: str, folder: Path) -> None:
        """Take over the last tick of the stream before, once all of its ticks are published and vouched for."""
        receipt = ledger.find(account, self._opening.continues or "")
        last = None if receipt is None else ledger.last_tick(receipt)
        if last is None or last[0] != self._before.ticks.size:
            return
        with suppress(EpsilogError, OSError, ValueError):  # not as it was published: nothing is made of it
            self.bring(confirmed_ticks(values_of(folder, self._before), self._before, last)[-1].cells)

    def bring(self, cells: Sequence[Cell]) -> None:
        """Take over the cells of its last tick; where it was itself continued, as it was."""
        found: dict[str, list[float]] = {}
        for name in self._opening.carries:
            own = [cell for cell in cells if cell.entry == name]
            told = [cell.continued for cell in own] if name in self._before.carries else own
            values = [one.value for one in told if one is not None and one.value is not None]
            if len(values) == len(own):
                found[name] = values
        self._brought = found

    def told(self, number: int, cells: Sequence[Cell]) -> list[Cell]:
        """The cells of a tick, those of entries that go on with what they come to."""
        places = dict.fromkeys(self._entries, 0)
        out = []
        for cell in cells:
            if cell.entry in places:
                at = places[cell.entry]
                places[cell.entry] += 1
                cell = replace(cell, continued=self._continued(cell, number, at))
            out.append(cell)
        return out

    def _continued(self, cell: Cell, number: int, at: int) -> Continued | None:
        entry = self._entries[cell.entry]
        shape, ticks = _shape(self._opening, cell.entry), self._opening.ticks
        if cell.value is None or cell.low is None or cell.high is None:
            return None
        since = ticks.first + number - 1 - self._before.ticks.last  # 0 where both have a part of one tick
        if isinstance(shape, Window):
            # Full once it reaches back over no tick that the stream before has a part of.
            full = since >= shape.ticks(ticks.every)
            return Continued(cell.value, cell.low, cell.high) if full else None
        brought = (self._brought or {}).get(cell.entry)
        if brought is None:
            return None
        kept = float(shape.keep**since) if isinstance(shape, Decay) else 1.0
        strands, rounding = self._noise[cell.entry]
        joined = [*(strand.times(kept) for strand in strands), entry.at(number)]
        margin = joined_margin(joined, self._opening.plan.spec.confidence) + kept * rounding + entry.rounding
        margin = math.ceil(margin / float(entry.step)) * float(entry.step)
        value = as_read(kept * brought[at] + cell.value)
        return Continued(value, value - margin, value + margin)

    def save(self) -> str:
        """What was taken over, for the state."""
        return "" if self._brought is None else json.dumps(self._brought, sort_keys=True)

    def restore(self, saved: str) -> None:
        """Go on from what `saved` wrote."""
        self._brought = json.loads(saved) if saved else None


def _strands(opening: Opening, name: str) -> Strands:
    names = [query.name for query in opening.plan.spec.publish]
    draw = next(draw for draw in opening.plan.draws if draw.query == names.index(name))
    return PLANS[draw.kind].strands(draw)


def _shape(opening: Opening, name: str) -> object:
    return next(query.shape for query in opening.plan.spec.publish if query.name == name)


def _noise(chain: Sequence[Opening], name: str) -> tuple[tuple[Strand, ...], float]:
    """The noise in the last value of a chain of streams, the latest first, and how far it was rounded."""
    strands: list[Strand] = []
    rounding, latest = 0.0, chain[0].ticks.last
    for at, opening in enumerate(chain):
        entry, shape = _strands(opening, name), _shape(opening, name)
        kept = float(shape.keep ** (latest - opening.ticks.last)) if isinstance(shape, Decay) else 1.0
        strands.append(entry.at(opening.ticks.size).times(kept))
        rounding += kept * entry.rounding
        if at + 1 < len(chain) and name not in opening.carries:
            break
    return tuple(strands), rounding


def further(spec: Spec, to: object, epsilon: Number | None = None) -> Spec:
    """The spec of the horizon after a stream's last day.

    >>> next_edition("2026"), next_edition("2026+2")
    ('2026+2', '2026+3')
    """
    was = spec.publish[0].during
    if was is None:
        raise SpecError(
            "a stream has days", where="during", hint="during: {time: visited_at, from: 2026-01-01, to: 2026-12-31}"
        )
    if was.is_endless:
        raise SpecError("a stream without an end needs no extension", where="during.to", hint="epsilog stream run")
    now = During(was.time, was.last + dt.timedelta(days=1), to)  # type: ignore[arg-type]
    spend = spec.spend if epsilon is None else replace(spec.spend, epsilon=exact(epsilon, "epsilon", above=0))
    asked = tuple(replace(query, during=now) for query in spec.publish)
    return replace(spec, edition=next_edition(spec.edition), during=now, publish=asked, spend=spend)


def next_edition(edition: str) -> str:
    """The edition of the next horizon."""
    found = re.fullmatch(r"(.*)\+([1-9][0-9]{0,5})", edition)
    return f"{edition}+2" if found is None else f"{found[1]}+{int(found[2]) + 1}"
