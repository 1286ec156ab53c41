"""Pictures of plans: drawn from public numbers, in both languages, whatever the plan."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from epsilog.accounting.pictures.canvas import chinese_font
from epsilog.core.bounds import Bounds
from epsilog.core.unit import Unit
from epsilog.plan.planner import margin, plan
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.show.plan_picture import draw_plan, person_picture, tradeoff_picture
from plan_specs import PRESSURE, REGIONS, YEAR, account, clinic, request
from stream_kinds import one_radius, repeated

QUERIES = (
    Query("rows", by=(REGIONS,), every="1d", during=YEAR, name="按日就诊"),
    Query("mean", "systolic", between=PRESSURE),
)


def texts(figure: object) -> str:
    from matplotlib.text import Text

    return "\n".join(found.get_text() for found in figure.findobj(Text))  # type: ignore[attr-defined]


def made(delta: object = "1e-6", **more: object) -> Plan:
    return plan(request(*QUERIES, bound=Bounds(rows=4, cells=3), delta=delta, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_two_pictures_are_written_twice(tmp_path: Path, lang: str) -> None:
    paths = draw_plan(made(), tmp_path / "new", lang, account=account(clinic(), 0.3))
    assert sorted(path.name for path in paths) == [
        "plan-person.png",
        "plan-person.svg",
        "plan-tradeoff.png",
        "plan-tradeoff.svg",
    ]
    assert all(path.stat().st_size > 5_000 for path in paths)


@pytest.mark.parametrize("delta", [0, "1e-6"])
def test_each_curve_runs_through_the_plan_and_falls(delta: object) -> None:
    planned = made(delta)
    figure = tradeoff_picture(planned)
    lines = [line for line in figure.axes[0].get_lines() if len(line.get_xdata()) > 5]
    assert len(lines) == len(QUERIES)
    for at, line in enumerate(lines):
        x, y = [float(value) for value in line.get_xdata()], [float(value) for value in line.get_ydata()]
        middle = len(x) // 2
        assert x[middle] == pytest.approx(0.5)
        assert y[middle] == pytest.approx(margin(planned, at), rel=0.01)
        assert all(after <= before * 1.0001 for before, after in pairwise(y))
        # Half the error for about twice the epsilon, as the title says.
        double = min(range(len(x)), key=lambda place: abs(x[place] - 1.0))
        assert y[double] == pytest.approx(y[middle] * 0.5 / x[double], rel=0.1)


def test_the_account_is_drawn_beside_and_a_refusal_in_words() -> None:
    assert len(tradeoff_picture(made()).axes) == 1
    fits = texts(tradeoff_picture(made(), account=account(clinic(), 0.3)))
    assert "would be left" in fits
    assert "cannot pay" in texts(tradeoff_picture(made(), account=account(clinic(), 0.95)))
    assert "is stopped" in texts(tradeoff_picture(made(), account=account(clinic(), 0.1, stopped="board")))


def test_the_picture_of_a_person_fills_in_the_cells_that_count() -> None:
    from matplotlib.patches import Rectangle

    from epsilog.accounting.pictures.canvas import BLUE

    figure = person_picture(made())
    squares = [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle)]
    filled = [patch for patch in squares if patch.get_facecolor()[:3] == pytest.approx(_rgb(BLUE), abs=1e-6)]
    assert len(squares) == 24 + 1
    assert len(filled) == 3 + 1
    assert "1,460 cells" in texts(figure)
    assert "one patient_id" in texts(figure)
    assert "一个 patient_id" in texts(person_picture(made(), "zh")) or chinese_font() is None


def test_odd_plans_are_drawn_too(tmp_path: Path) -> None:
    many = tuple(Query("rows", name="x" * 70 + str(at)) for at in range(12))
    odd = [
        plan(request(*many, unit=Unit("row"), epsilon=500)),
        plan(request(Query("rows"), epsilon="1e-6", delta="1e-6")),
        plan(request(Query("sum", "income", between=(Fraction(0), Fraction(10**9))), bound=Bounds(rows=20_000))),
    ]
    for number, planned in enumerate(odd):
        assert len(draw_plan(planned, tmp_path / str(number))) == 4


def _rgb(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def test_what_an_error_is_of_stands_beside_it() -> None:
    """A fresh value at its best, or the mean of a group: neither is the error of every number."""
    figure = tradeoff_picture(plan(repeated()[0]))
    assert "(a fresh value, at best)" in texts(figure)
    figure = tradeoff_picture(plan(one_radius()[0]))
    assert "groups (the mean of 5 ticks)" in texts(figure)
    assert "ticks (" not in texts(figure)
