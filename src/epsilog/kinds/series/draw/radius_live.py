"""A live entry with one radius: drawn when the stream begins, as secret as the data, and kept until its end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError
from epsilog.kinds.series.draw.radius import means_in_steps, one_radius
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.checkpoint import resumed, saved
from epsilog.mechanisms.series.checkpoint_fields import pack, unpack
from epsilog.mechanisms.series.radius import RadiusProgress
from epsilog.roles.tick import Cell, Freshness

Row = NDArray[np.int64]


class RadiusPart:
    """`radius`: every tick with its noise, or at a group's end its mean, and that again until the next. Private.

    What is put away is the radius, the sums of the open group, and the last means that were told.
    """

    def __init__(self, name: str, keys: Sequence[tuple[str, ...]], draw: RadiusDraw, *, repeats: bool) -> None:
        self._name, self._keys, self._draw, self._repeats = name, keys, draw, repeats
        self._mechanism = one_radius(draw)
        self._state: RadiusProgress | None = None
        self._told = np.zeros(
            (0, len(keys)), dtype=np.int64
        )  # the last means in steps, one row once there are some

    def start(self, rng: RandomWords) -> None:
        """Draw the radius, once for all ticks."""
        self._state = self._mechanism.start(rng)

    def step(self, row: Row, rng: RandomWords) -> list[Cell]:
        """The next tick: the mean of a group that ends in it, or the last one again."""
        exact = BoundedSeries(row[None, :], self._draw.grain, self._draw.participation)
        noisy, self._state = self._mechanism.step(exact, self._standing, rng)
        done, group = self._state.done, self._draw.group
        size = group if done % group == 0 else done % group
        if noisy is not None:
            self._told = means_in_steps(self._draw, noisy[None, :], size)
        if not len(self._told):
            return [Cell(self._name, key, None, fresh="none yet") for key in self._keys]
        before = done if noisy is not None else done - done % group
        told_ticks, step = (before - 1) % group + 1, float(self._draw.step)
        margin = self._draw.margins[before - 1] * step
        found = []
        for key, steps in zip(self._keys, self._told[0].tolist(), strict=True):
            value = steps * step
            cell = Cell(self._name, key, value, value - margin, value + margin)
            if self._repeats:
                fresh: Freshness = "no" if noisy is None else "yes"
                cell = Cell(self._name, key, value, cell.low, cell.high, fresh=fresh, told_ticks=told_ticks)
            found.append(cell)
        return found

    @property
    def _standing(self) -> RadiusProgress:
        if self._state is None:
            raise PrivacyError("a series that was never begun", where="state")
        return self._state

    def saved(self) -> bytes:
        """The radius, the open group, and what was told last."""
        return pack("radius part", {"position": saved(self._standing), "told": self._told})

    def resume(self, raw: bytes) -> None:
        """Go on with the same radius."""
        fields = unpack(raw, "radius part")
        position, told = fields.get("position"), fields.get("told")
        if (
            set(fields) != {"position", "told"}
            or not isinstance(position, bytes)
            or not isinstance(told, np.ndarray)
        ):
            raise _unread()
        state = resumed(self._mechanism, position)
        if told.shape != (min(1, state.done // self._draw.group), len(self._keys)) or told.dtype != np.int64:
            raise _unread()
        self._state, self._told = state, told


def _unread() -> PrivacyError:
    return PrivacyError("the state of the stream has another number of cells or ticks", where="state")
