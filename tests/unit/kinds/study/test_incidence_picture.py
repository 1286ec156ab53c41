"""The picture of competing risks: its lines are the table's, it says what is shaded, and the report holds it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.accounting.pictures import canvas as look
from epsilog.kinds.study.show.picture import incidence_picture
from epsilog.plan.planner import plan
from epsilog.roles.derived import Derived
from epsilog.show.artefact import write
from epsilog.show.result import Result, derived_of
from epsilog.spec.file import spec_from_text
from release_scenes import SOFTWARE, stored

SPEC = """release: report
edition: 2026-Q3
source: {file: c.csv, columns: {id: text, days: integer, status: text, arm: text}}
protect: {each: id}
bound: {rows: 1}
publish:
  - survival: {time: days, event: {column: status, causes: CAUSES, censored: [alive]}, horizon: 30d, bins: 3}
    by: {arm: ARMS}
    name: causes
spend: {epsilon: 1, from: hospital}
"""


def result_of(causes: str = "[relapse, death]", arms: str = "[A, B]") -> Result:
    spec = spec_from_text(SPEC.replace("CAUSES", causes).replace("ARMS", arms), "s.yaml")
    query = spec.publish[0]
    assert query.ask.exits is not None
    falling = [60, 40, 20]
    many = len(query.ask.exits.causes)
    one = [count // (place + 1) for place in range(many) for count in falling] + [5, 5, 5, 700]
    arm_sizes = query.by[0].size
    cells = np.array([count + 10 * arm for arm in range(arm_sizes) for count in one], dtype=np.int64)
    return Result(plan(spec), (cells,), "2026-11-15T08:00:00+00:00", SOFTWARE, False)


def incidence_of(result: Result) -> Derived:
    return next(one for one in derived_of(result) if one.form == "incidence")


def texts(figure: Any) -> set[str]:
    from matplotlib.text import Text

    return {text.get_text() for text in figure.findobj(Text)}


def test_every_line_is_that_of_the_table() -> None:
    result = result_of()
    table = incidence_of(result)
    figure = incidence_picture(table, result.plan.spec.publish[0], "Causes", "en")
    lines = figure.axes[0].get_lines()
    assert [line.get_label() for line in lines] == ["relapse · A", "death · A", "relapse · B", "death · B"]
    drawn = np.concatenate([np.asarray(line.get_ydata())[1:-1] for line in lines])
    assert drawn == pytest.approx(100 * table.reals("value"))
    assert all(np.asarray(line.get_ydata())[0] == 0 for line in lines)
    assert len({line.get_color() for line in lines}) == 2, "a colour is a cause"
    assert lines[0].get_linestyle() != lines[2].get_linestyle(), "a dash is an arm"
    assert figure.axes[0].get_ylim()[1] >= 100 * table.reals("high").max()


def test_it_says_what_is_shaded_in_both_languages() -> None:
    result = result_of()
    query = result.plan.spec.publish[0]
    english = texts(incidence_picture(incidence_of(result), query, "Causes", "en"))
    assert "Had this event, %" in english
    assert any("95 %" in text and "each time by itself" in text for text in english)
    if look.chinese_font() is not None:
        chinese = texts(incidence_picture(incidence_of(result), query, "原因", "zh"))
        assert "时间（天）" in chinese
        assert any("每个时间点单独" in text for text in chinese)


def test_of_many_lines_the_first_are_drawn_and_that_is_said() -> None:
    result = result_of(causes="[a, b, c]", arms="[A, B, C]")
    figure = incidence_picture(incidence_of(result), result.plan.spec.publish[0], "Causes", "en")
    assert len(figure.axes[0].get_lines()) == 5
    assert any("5" in text and "9" in text for text in texts(figure))


@pytest.mark.parametrize("value", [0, -7, 2**61, -(2**61)])
def test_whatever_noise_does_there_is_a_picture(value: int) -> None:
    result = result_of()
    made = Result(result.plan, (np.full(20, value, dtype=np.int64),), result.drawn_at, SOFTWARE, False)
    figure = incidence_picture(incidence_of(made), result.plan.spec.publish[0], "Causes", "en")
    assert len(look.png(figure)) > 5_000


def test_the_report_and_the_folder_hold_it(tmp_path: Path) -> None:
    ledger, release = stored(result_of(), tmp_path)
    ledger.close()
    write(release, tmp_path / "out", lang="en", key=Ed25519PrivateKey.generate())
    assert (tmp_path / "out" / "pictures" / "1-causes-incidence.svg").exists()
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2, "the curve and the causes"
