"""Sums over the last W steps, on a stream without an end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from epsilog.core.number import whole
from epsilog.mechanisms.series.outer import Endless, Reader
from epsilog.mechanisms.series.strategy import Integers, Reals
from epsilog.mechanisms.series.toeplitz import Rows

SCALE: Final = 2**12
LOOK_BACK: Final = 16  # taps are kept for this many windows
LIFTED: Final = 0.003  # of the spectrum's mean, added to it so that the taps can be undone


@dataclass(frozen=True)
class Window(Endless):
    """Every step releases the sum of the last `width` steps; its error is about 0.41 ln(width) + 1, for ever.

    >>> from epsilog.core.participation import Participation
    >>> from epsilog.mechanisms.series.strategy import multiplier_error
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> round(multiplier_error(Window(24), visit, 5000)[0], 3)      # independent noise per window: 4.9
    2.278

    Taps: round(4096·c[k]), c the outer function with |c|² = |a| + 0.003·mean|a| on the unit circle, a the window's
        transfer function, through the cepstrum; 16 windows of it. The small lift keeps |c| away from zero where a
        vanishes, so that undoing the taps is stable (checked by the winding number); it costs less than 1e-4.
    Sensitivity: `Endless`; taps may be negative, so several contributions are bounded, not exact.
    Numerics: floats propose the taps, and the integers they round to are what is asked, normed and undone.
    Checked by: tests/unit/mechanisms/series/test_endless.py.
    """

    width: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "width", whole(self.width, "width", at_least=1, at_most=2048))

    @cached_property
    def taps(self) -> Integers:
        """The strategy."""
        if self.width == 1:
            return np.array([SCALE], dtype=np.int64)
        size = 1 << (512 * self.width - 1).bit_length()
        angle = np.pi * np.arange(1, size) / size
        spectrum = np.concatenate([[float(self.width)], np.abs(np.sin(self.width * angle) / np.sin(angle))])
        cepstrum = np.fft.ifft(0.5 * np.log(spectrum + LIFTED * spectrum.mean())).real
        cepstrum[1 : size // 2] *= 2
        cepstrum[size // 2 + 1 :] = 0
        causal = np.fft.ifft(np.exp(np.fft.fft(cepstrum))).real
        return np.asarray(np.round(causal[: LOOK_BACK * self.width] / causal[0] * SCALE), dtype=np.int64)

    def weights(self, terms: int) -> Reals:
        """Ones, then zeros."""
        return (np.arange(terms) < self.width).astype(np.float64)

    def reader(self, cells: int) -> Reader:
        """The sum of the last undone rows."""
        return WindowReader(self.width, cells)


class WindowReader(Reader):
    """Keeps the last `width` undone rows."""

    def __init__(self, width: int, cells: int) -> None:
        super().__init__(cells)
        self._ones = np.ones(width)
        self._rows = Rows(width, cells, np.float64)

    def read(self, undone: Reals) -> Reals:
        """Their sum."""
        self._rows.append(undone)
        return np.asarray(self._rows.against(self._ones), dtype=np.float64)
