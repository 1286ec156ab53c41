"""What a page looks like to a reader on paper, at a desk or with a phone: whole words, whole pictures, units."""

from __future__ import annotations

import html
import re
from pathlib import Path

import numpy as np
import pytest

from epsilog.plan.planner import plan
from epsilog.roles.page import LONGEST_WORD, Page
from epsilog.show.board import Pack, board_html
from epsilog.show.card import Card
from epsilog.show.explain import Telling
from epsilog.show.release import Release
from epsilog.show.report import derived_parts, usual_errors
from epsilog.show.result import Result
from epsilog.spec.file import spec_from_text
from epsilog.words import language, say
from release_scenes import SOFTWARE, stored

COHORT = """release: quarter
edition: "1"
source:
  file: c.csv
  columns: {id: text, sick: text, jab: text, arm: text, days: integer, status: text}
protect: {each: id}
bound: {rows: 1}
publish:
  - {table: {sick: [yes, no], jab: [yes, no]}, show: [difference], name: jabs}
  - name: followed
    survival:
      time: days
      event: {column: status, causes: [back, died], censored: [left]}
      horizon: 9d
      bins: 3
      by: {arm: [A, B]}
spend: {epsilon: 2, from: hospital}
"""
EXITS = [30, 30, 30, 3, 2, 1, 5, 5, 5, 910, 31, 30, 29, 1, 2, 3, 5, 5, 5, 910]
LANGUAGES = pytest.mark.parametrize("lang", ["en", "zh"])


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    made = plan(spec_from_text(COHORT, "s.yaml"))
    vectors = tuple(np.array(cells, dtype=np.int64) for cells in ([10, 300, 990, 700], EXITS))
    found = Result(made, vectors, "2026-11-17T08:00:00+00:00", SOFTWARE, False)
    ledger, release = stored(found, tmp_path_factory.mktemp("books"))
    ledger.close()
    return release


def plain_text(page: str) -> str:
    shown = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", shown)))


def cells(page: Page) -> list[tuple[str, str]]:
    return re.findall(r'<td class="([^"]*)">(.*?)</td>', "".join(page.parts))


def test_words_stay_whole_but_for_those_no_column_has_room_for() -> None:
    page = Page("en", "t", "l")
    page.table(
        [("arm", False), ("n", True)], [["usual care", "1"], ["x" * (LONGEST_WORD + 1), "2" * 40]], [False] * 2
    )
    assert [kind for kind, _ in cells(page)] == ["", "number", "long", "number long"]
    style = page.html("")
    assert "overflow-wrap: break-word" in style
    # A picture wider than its page is cut off on a phone: long bars then look alike.
    assert "min-width: 36rem" not in style


def test_words_of_files_are_set_apart_and_nothing_else_is_let_in() -> None:
    page = Page("en", "t", "l")
    page.say("the column `about`, and `<b>` too")
    page.listed(["`data`"])
    page.table([("key", False)], [["`key`"]], [False])
    text = "".join(page.parts)
    assert "<code>about</code>" in text
    assert "<code>&lt;b&gt;</code>" in text
    assert "<li><code>data</code></li>" in text
    assert ">`key`<" in text, "somebody's key is shown as it is"


@LANGUAGES
def test_the_error_of_a_curve_is_told_in_points(release: Release, lang: str) -> None:
    told = Telling(Card.of(release), language(lang))
    _, lines = usual_errors(told, release.tables, release.derived)
    summary = next(one for one in release.derived if one.form == "summary")
    low, high = (summary.reals(name) for name in ("low", "high"))
    figures = next(word for word in summary.words() if word.name == "figure")
    wide = [
        float(high[at] - low[at]) * 50
        for at, code in enumerate(figures.codes)
        if figures.labels[code] == "event_by_horizon"
    ]
    line = next(line for line in lines if "followed" in line)
    told_off = float(re.search(r"±([\d.]+)", line)[1])  # type: ignore[index]
    assert min(wide) - 0.1 <= told_off <= max(wide) + 0.1
    assert say("study.points", lang, value=f"{told_off:g}") in line
    # The noise of one cell is a number of people, and would read as days or per cent.
    margin = release.plan.draws_of(1)[0].noise.margin(release.plan.spec.confidence)
    assert f"±{margin:g} " not in line


@LANGUAGES
def test_what_is_left_out_of_a_table_is_said(release: Release, lang: str) -> None:
    told = Telling(Card.of(release), language(lang))
    read = [one for one in release.derived if one.form in ("incidence", "summary")]
    page = Page(lang, "t", "l")
    derived_parts(page, told, read, {}, {f"1 {one.form}": "f.csv" for one in read}, 0)
    text = plain_text("".join(page.parts))
    assert say("release.preview", lang, shown=4, rows="12", file="f.csv") in text
    assert say("release.preview.all", lang, rows="6", file="f.csv") in text
    days = say("study.unit.d", lang)
    assert re.search(rf"8\.\d {days} 8\.\d {days}\W+… 8\.\d {days}", text), "a mean time has a unit"


@LANGUAGES
def test_a_board_reads_what_was_found_before_how_exact_it_is(release: Release, lang: str) -> None:
    text = plain_text(board_html(Pack.of(release), lang, "2026-11-17T09:00:00+00:00"))
    order = ["findings.title", "release.heading.exact", "board.heading.protected", "release.heading.weight"]
    places = [text.index(say(key, lang)) for key in order]
    assert places == sorted(places)
    assert "29.0" in text
    assert "+" not in text.split(say("study.form.comparison", lang))[1][:200]


@LANGUAGES
def test_no_page_says_that_nearly_the_same_is_published(release: Release, lang: str) -> None:
    """With epsilon = 2 one person changes chances up to 7.39 times: a limit, and not nearly nothing."""
    text = plain_text(board_html(Pack.of(release), lang, "2026-11-17T09:00:00+00:00"))
    assert "7.39" in text
    for words in ("nearly the same", "几乎相同", "One person has one id.", "一个人只有一个 id"):
        assert words not in text


def test_checks_have_marks_instead_of_bullets(tmp_path: Path) -> None:
    page = Page("en", "t", "l")
    page.listed(["✓ holds", "✗ fails"], "checks")
    assert '<ul class="checks"><li>✓ holds</li>' in "".join(page.parts)


SHARES = """release: shares
edition: "1"
source:
  file: c.csv
  columns: {id: text, sick: text}
protect: {each: id, neighbours: replace}
bound: {rows: 1}
publish:
  - {proportion: {sick: [yes, no]}, public: {n: 1000}, about: population, name: usual}
  - {proportion: {sick: [yes, no]}, public: {n: 1000}, method: wilson, about: population, name: quick}
  - {proportion: {sick: [yes, no]}, public: {n: 1000}, method: credible, about: population, name: believed}
  - {proportion: {sick: [yes, no]}, about: population, name: both}
spend: {epsilon: EPSILON, from: hospital}
"""


@LANGUAGES
@pytest.mark.parametrize(
    ("epsilon", "limits"), [("4", ["exact", "wilson", "credible"]), ("0.00002", ["wilson"] * 3)]
)
def test_a_share_says_what_its_own_limits_promise(
    tmp_path: Path, lang: str, epsilon: str, limits: list[str]
) -> None:
    """Exact limits hold at least as often as stated, Wilson's on average, credible ones are a belief."""
    made = plan(spec_from_text(SHARES.replace("EPSILON", epsilon), "s.yaml"))
    vectors = tuple(np.array([100, 900], dtype=np.int64) for _ in range(4))
    ledger, release = stored(Result(made, vectors, "2026-11-17T08:00:00+00:00", SOFTWARE, False), tmp_path)
    ledger.close()
    told = Telling(Card.of(release), language(lang))
    given = {"column": "sick", "event": "yes", "times": told.times()}
    for one, wanted in zip(release.derived, [*limits, "population"], strict=True):
        page = Page(lang, "t", "l")
        assert one.entry is not None
        derived_parts(page, told, [one], {}, {f"{one.entry} proportion": "f.csv"}, 0)
        sure = {"confidence": "95%" if lang == "zh" else "95 %"} if wanted == "credible" else {}
        text = plain_text("".join(page.parts))
        assert say(f"study.says.proportion.{wanted}", lang, **given, **sure) in text


QUANTILES = """release: quarters
edition: "1"
source:
  file: c.csv
  columns: {id: text, systolic: number}
protect: {each: id}
bound: {rows: 1}
publish:
  - {quantiles: systolic, between: [80, 220], grain: 20, at: [0.5], name: middle}
spend: {epsilon: 1, from: hospital}
"""


@LANGUAGES
def test_what_was_chosen_is_said_to_have_no_range_of_values(lang: str) -> None:
    """docs/limits.md: a quantile about the data has a distance in ranks, and no sentence may suggest a range."""
    made = plan(spec_from_text(QUANTILES, "s.yaml"))
    text = plain_text(board_html(Pack.of(made), lang, "2026-11-17T09:00:00+00:00"))
    assert say("release.exact.picked", lang) in text
    assert say("release.exact.bounded", lang) not in text
    both = QUANTILES.replace("spend:", "  - {count: rows}\nspend:")
    text = plain_text(board_html(Pack.of(plan(spec_from_text(both, "s.yaml"))), lang, "2026-11-17T09:00:00+00:00"))
    assert say("release.exact.picked", lang) in text
    assert say("release.exact.bounded", lang) in text
