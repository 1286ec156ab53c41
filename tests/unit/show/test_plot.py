"""Pictures of tables: every kind, at most a readable number, whatever the keys are called."""

from __future__ import annotations

from itertools import pairwise

import pytest

from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.registry.asks import Query
from epsilog.roles.canvas import MOST_BARS
from epsilog.roles.page import inline_svg, svg_of
from epsilog.show.plot import MOST_PANELS, draw
from epsilog.show.result import tables_of
from release_scenes import COLUMNS, EDGES, PRESSURE, REGIONS, YEAR, everything, plan_of, result_of, spec_of

MANY = Keys("region", tuple(f"key {number}" for number in range(40)))


def picture(query: Query, lang: str = "en", title: str = "title", **changes: object):
    (table,) = tables_of(result_of(plan_of(spec_of(query, **changes))))
    return draw(table, title, "rows", lang)


def panels(figure) -> int:
    return len(figure.axes)


def test_few_series_share_a_panel_and_more_get_their_own() -> None:
    three = Keys("region", ("a", "b", "c"))
    figure = picture(Query("rows", by=(three,), every="1w", during=YEAR))
    assert panels(figure) == 1
    assert len(figure.axes[0].lines) == 3
    assert len(figure.axes[0].collections) == 3  # the bands
    assert panels(picture(Query("rows", by=(REGIONS,), every="1w", during=YEAR))) == 4
    many = picture(Query("rows", by=(MANY,), every="1mo", during=YEAR))
    assert panels(many) == MOST_PANELS
    assert "first 12 of 40" in many.get_suptitle()


def test_bands_are_the_ranges_of_the_table() -> None:
    query = Query("rows", every="1mo", during=YEAR)
    (table,) = tables_of(result_of(plan_of(spec_of(query))))
    (ax,) = draw(table, "t", "rows").axes
    corners = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert corners.min() == table.figures("low").steps.min()
    assert corners.max() == table.figures("high").steps.max()


def test_bars_are_at_most_so_many_and_a_single_number_is_a_dot() -> None:
    figure = picture(Query("rows", by=(MANY,)))
    assert len(figure.axes[0].patches) == MOST_BARS
    assert "first 24 of 40" in figure.get_suptitle()
    (ax,) = picture(Query("rows")).axes
    assert len(ax.patches) == 0
    (mean,) = picture(Query("mean", "systolic", between=PRESSURE, by=(REGIONS,))).axes
    assert len(mean.patches) == 0  # a mean does not grow from zero


def test_histograms_name_their_edges() -> None:
    (ax,) = picture(Query("histogram", "systolic", edges=EDGES)).axes
    assert [label.get_text() for label in ax.get_xticklabels()] == [
        "80",
        "100",
        "110",
        "120",
        "130",
        "140",
        "160",
        "180",
        "220",
    ]
    assert len(ax.patches) == 8
    assert panels(picture(Query("histogram", "systolic", edges=EDGES, by=(REGIONS,)))) == 4


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_hostile_names_are_names(lang: str) -> None:
    keys = Keys(
        "地区", ("<script>alert(1)</script>", "$\\frac{", "$x^", "--><b>", "\x07\u202e北京", "x" * 300, "%s{0}")
    )
    source = Origin("v.csv", {**COLUMNS, "地区": "text"})
    for query in (Query("rows", by=(keys,)), Query("rows", by=(keys,), every="1mo", during=YEAR)):
        figure = picture(query, lang, title="<b>$x^</b> " * 12, source=source)
        raw = svg_of(figure)
        assert raw == svg_of(picture(query, lang, title="<b>$x^</b> " * 12, source=source))
        assert b"<script" not in raw
        assert b"<!--" not in raw
        assert "script" not in inline_svg(raw, 0).replace("xmlns", "")


def test_no_word_is_cut_off_and_no_two_labels_overlap() -> None:
    result = result_of(plan_of(everything(), ("gaussian", "laplace")))
    for table in tables_of(result):
        figure = draw(table, "number of rows by region per day, 2026-01-01 to 2026-12-31", "rows")
        figure.draw_without_rendering()
        renderer = figure.canvas.get_renderer()
        width, height = figure.bbox.width, figure.bbox.height
        for ax in figure.axes:
            for axis in (ax.xaxis, ax.yaxis):
                first, last = sorted(axis.get_view_interval())
                ticks = [tick for tick in axis.get_major_ticks() if first <= tick.get_loc() <= last]
                boxes = [tick.label1.get_window_extent(renderer) for tick in ticks if tick.label1.get_visible()]
                shown = [box for box in boxes if box.width > 0]
                assert not any(one.overlaps(two) for one, two in pairwise(shown)), table.name
                assert all(box.x0 >= -1 and box.x1 <= width + 1 for box in shown), table.name
                assert all(box.y0 >= -1 and box.y1 <= height + 1 for box in shown), table.name
