"""The picture of spending over time: every account it should show, thick where it is the whole."""

from __future__ import annotations

import datetime as dt

import pytest

from epsilog.accounting.pictures import Course, spending_picture
from epsilog.errors import SpecError


def course(name: str, *shares: float, stops: tuple[int, ...] = ()) -> Course:
    def month(number: int) -> dt.datetime:
        return dt.datetime(2026, number, 1, tzinfo=dt.UTC)

    points = tuple((month(number), share) for number, share in enumerate(shares, 1))
    return Course(name, points, tuple(month(number) for number in stops))


def words(*courses: Course, lang: str = "en") -> list[str]:
    (legend,) = spending_picture(courses, lang).legends
    return [text.get_text() for text in legend.get_texts()]


def test_each_account_has_a_line_and_its_share() -> None:
    clinic, one, two = course("c", 0, 0.5, 0.7), course("c/a", 0, 1.0), course("c/b", 0, 0.1, stops=(2,))
    assert words(clinic, two, one) == ["c: 70 %", "c/a: 100 %", "c/b: 10 %", "stopped"]
    figure = spending_picture([clinic, two, one])
    (ax,) = figure.axes
    steps = [line for line in ax.lines if line.get_drawstyle() == "steps-post"]
    assert [line.get_linewidth() for line in steps] == [3, 1.8, 1.8]
    assert list(steps[0].get_ydata()) == [0, 0.5, 0.7, 0.7]
    assert figure.get_suptitle() == "c: 70 % is used"
    assert spending_picture([clinic, course("d", 0.2)]).get_suptitle() == "2 accounts over time"
    assert two.at(dt.datetime(2026, 1, 15, tzinfo=dt.UTC)) == 0


def test_many_accounts_keep_the_fullest() -> None:
    parts = [course(f"c/{number}", number / 100) for number in range(30)]
    shown = words(course("c", 0.3), *parts)
    assert len(shown) == 8
    assert shown[:2] == ["c: 30 %", "c/29: 29 %"]


def test_names_may_be_chinese_and_a_moment_is_enough() -> None:
    assert words(course("诊所", 0.25), lang="zh")[0].startswith("诊所")
    with pytest.raises(SpecError, match="no account"):
        spending_picture([Course("c", ())])
