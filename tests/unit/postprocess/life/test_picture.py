"""The picture of survival: what is written on it, in both languages, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from epsilog.accounting.pictures import canvas as look
from epsilog.core.law import DiscreteLaplace
from epsilog.errors import SpecError
from epsilog.postprocess.life.curve import kaplan_meier
from epsilog.postprocess.life.exits import Exits
from epsilog.postprocess.life.picture import at_risk, draw_survival

EXITS = Exits([10, 20, 30], [25, 14, 12], [0, 1, 3], 1145, DiscreteLaplace(1))


def texts(figure: Any) -> set[str]:
    from matplotlib.text import Text

    return {text.get_text() for text in figure.findobj(Text)}


def test_the_numbers_at_risk_stand_under_the_curve() -> None:
    figure = draw_survival({"A": EXITS, "B": EXITS}, "Readmission", "days", band=False)
    found = texts(figure)
    assert {"Readmission", "Time (days)", "Without the event, %", "At risk (noisy)", "A", "B"} <= found
    assert {"1,200", "1,175", "1,160", "1,145"} <= found
    assert any("95 %" in text and "each time by itself" in text for text in found)
    assert len(look.png(figure)) > 10_000


def test_the_curve_drawn_is_the_curve() -> None:
    figure = draw_survival({"A": EXITS}, "Readmission", "days", band=False)
    drawn = figure.axes[0].get_lines()[0].get_ydata()
    assert np.allclose(drawn, [1, *kaplan_meier(EXITS).value])


def test_a_band_says_that_it_is_one() -> None:
    english = texts(draw_survival({"A": EXITS}, "Readmission", "days"))
    assert any("whole curve at once" in text for text in english)
    if look.chinese_font() is not None:
        chinese = texts(draw_survival({"甲": EXITS}, "再入院", "天", lang="zh"))
        assert any("整条曲线" in text for text in chinese)
        assert "时间（天）" in chinese


def test_an_axis_that_does_not_begin_at_nothing_says_so() -> None:
    """The curve ends near 95 %: the bottom of such a picture is not "nobody left"."""
    figure = draw_survival({"A": EXITS}, "Readmission", "days", band=False)
    floor = figure.axes[0].get_ylim()[0]
    assert floor > 0.5
    assert any(f"begins at {100 * floor:.0f} %, not at 0" in text for text in texts(figure))
    fallen = Exits([10, 20, 30], [25, 14, 12], [0, 1, 3], 5, DiscreteLaplace(1))
    whole = draw_survival({"A": fallen}, "Readmission", "days", band=False)
    assert whole.axes[0].get_ylim()[0] == 0
    assert not any("begins at" in text for text in texts(whole))


def test_at_risk_at_any_time() -> None:
    assert at_risk(EXITS, np.array([0, 9.9, 10, 30])).tolist() == [1200, 1200, 1175, 1145]


def test_too_many_curves_or_none() -> None:
    for count in (0, 6):
        with pytest.raises(SpecError):
            draw_survival({str(at): EXITS for at in range(count)}, "Readmission", "days")


@pytest.mark.parametrize("horizon", [3, 7, 28, 30, 90, 365, 1050, 0.5])
def test_ticks_are_few_and_round(horizon: float) -> None:
    exits = Exits(np.linspace(0, horizon, 6)[1:], [5, 4, 3, 2, 1], [0] * 5, 100, DiscreteLaplace(1))
    ticks = draw_survival({"A": exits}, "T", "days", band=False).axes[0].get_xticks()
    assert 4 <= len(ticks) <= 11
    assert ticks[0] == 0
    assert ticks[-1] <= horizon * 1.001
