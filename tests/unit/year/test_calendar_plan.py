"""Calendars: prices of a year, sums instead of releases, days per person, what is possible. No data anywhere."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from calendar_years import DAILY, MONTHLY, WEEKLY, text_of, year
from epsilog.accounting.allowance import Allowance
from epsilog.accounting.frozen import epsilon_of as frozen_epsilon
from epsilog.core.charge import Composed, Gaussian
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, PrivacyError, SpecError
from epsilog.ledger.terms import Terms
from epsilog.plan.planner import margin, plan
from epsilog.registry.asks import Query
from epsilog.year.calendar import Report
from epsilog.year.compare import ways_of
from epsilog.year.explain import calendar_record, calendar_sections
from epsilog.year.file import calendar_from_text, read_calendar
from epsilog.year.picture import draw_calendar
from epsilog.year.plan import plan_calendar

ROOT = Path(__file__).parents[3]


def test_the_year_of_the_handbook() -> None:
    """365, 52 and 12 releases at ±50, ±25, ±10: 31.69 pure, 6.17 under zCDP, 5.78 frozen by continuous formulas.

    The exact laws on whole numbers are a little cheaper, and never dearer.
    """
    planned = plan_calendar(year())
    assert [len(one.slots) for one in planned.reports] == [365, 52, 12]
    ways = ways_of(planned)
    assert ways.pure is not None
    assert ways.frozen is not None
    assert 31.0 < ways.pure < 31.69
    assert 5.95 < planned.epsilon < 6.17
    assert 5.55 < ways.frozen < 5.78
    assert ways.zcdp == planned.epsilon
    assert plan_calendar(year(spend="")).epsilon == ways.pure
    # The very noise of the handbook, as our frozen price counts it: discrete, and still 5.78.
    noise = [
        Gaussian(Fraction(str(a)) ** 2 / Fraction("3.841459"), 1) * k for k, a in ((365, 50), (52, 25), (12, 10))
    ]
    assert round(float(frozen_epsilon(Composed(tuple(noise)), "1e-6")), 2) == 5.78


@pytest.mark.parametrize("spend", ["epsilon: 9, delta: 1e-6", "epsilon: 40"])
def test_a_planned_release_costs_what_was_planned(spend: str) -> None:
    planned = plan_calendar(year(DAILY, "{name: m, count: persons, every: 1mo, weight: 3}", spend=spend))
    assert planned.feasible
    for one in planned.reports:
        for slot in (one.slots[0], one.slots[-1]):
            spec = planned.spec(one.report.name, slot.label)
            made = plan(spec)
            assert (spec.release, spec.edition) == (one.report.name, slot.label)
            assert made.price.main == one.price
            assert margin(made, 0) == one.margin
    assert planned.budget is not None
    assert planned.budget * 0.9999 < planned.total <= planned.budget


def test_a_week_is_the_sum_of_its_days_where_that_is_better() -> None:
    own = plan_calendar(year(DAILY, WEEKLY))
    assert [one.sum_of for one in own.reports] == [None, None]
    free = plan_calendar(year(DAILY, "{name: weekly, count: rows, every: 1w, error: 140}"))
    weekly = free.reports[1]
    assert (weekly.sum_of, weekly.parts, weekly.price, weekly.met) == ("daily", 7, 0, 0)
    assert weekly.margin <= 140
    assert abs(weekly.margin - 50.5 * 7**0.5) < 2
    assert free.total == plan_calendar(year(DAILY)).total
    never = plan_calendar(year(DAILY, "{name: weekly, count: rows, every: 1w, error: 140, reuse: false}"))
    assert never.reports[1].sum_of is None
    assert never.total > free.total
    with pytest.raises(SpecError, match="is the sum of"):
        free.spec("weekly", "2029-W02")


def test_days_become_more_exact_where_many_sums_gain_by_it() -> None:
    """132 needs a little more than the days have: worth it for 52 × 3 sums, and all of them are met."""
    sums = [f"{{name: w{n}, count: rows, every: 1w, error: 132}}" for n in range(3)]
    planned = plan_calendar(year(DAILY, *sums))
    assert [one.sum_of for one in planned.reports] == [None, "daily", "daily", "daily"]
    assert planned.reports[0].margin < 50
    assert all(one.margin <= 132 for one in planned.reports[1:])
    alone = plan_calendar(year(DAILY, *(text.replace("132", "132, reuse: false") for text in sums)))
    assert planned.total < alone.total
    assert plan(planned.spec("daily", "2029-02-01")).price.main == planned.reports[0].price


def test_persons_do_not_add_up_and_neither_do_weeks_to_months() -> None:
    persons = plan_calendar(
        year(DAILY.replace("rows", "persons"), "{name: w, count: persons, every: 1w, error: 500}")
    )
    assert persons.reports[1].sum_of is None
    weeks = plan_calendar(year(WEEKLY, "{name: m, count: rows, every: 1mo, error: 500}"))
    assert weeks.reports[1].sum_of is None
    other = plan_calendar(year(DAILY, "{name: w, count: rows, by: {region: [N, S]}, every: 1w, error: 500}"))
    assert other.reports[1].sum_of is None


def test_a_report_with_a_floor_is_a_release_of_its_own() -> None:
    planned = plan_calendar(
        year(DAILY, "{name: w, count: rows, every: 1w, floor: 0.15}", spend="epsilon: 6, delta: 1e-6")
    )
    share = planned.reports[1].share
    assert share is not None
    assert share.epsilon is not None
    assert share.epsilon >= Fraction("0.15")


def test_floors_and_caps_hold_for_what_is_published() -> None:
    reports = (
        "{name: a, count: rows, every: 1mo, floor: 0.6, weight: 0.001}",
        "{name: b, count: rows, every: 1q, cap: 0.3, reuse: false}",
    )
    planned = plan_calendar(
        year(*reports, "{name: c, sum: systolic, between: [0, 300], every: 1y}", spend="epsilon: 3, delta: 1e-6")
    )
    shares = [one.share for one in planned.reports]
    epsilons = [share.epsilon for share in shares if share is not None]
    assert epsilons[0] == Fraction("0.6")
    assert Fraction("0.29999") < (epsilons[1] or 0) <= Fraction("0.3")
    assert planned.budget is not None
    assert 0.9999 * planned.budget < planned.total <= planned.budget


def test_what_cannot_be_paid_says_what_could() -> None:
    planned = plan_calendar(year(spend="epsilon: 3, delta: 1e-6"))
    assert not planned.feasible
    assert planned.wider is not None
    assert planned.possible is not None
    assert planned.possible.feasible
    assert planned.budget is not None
    assert planned.total > planned.budget >= planned.possible.total > 0.95 * planned.budget
    for asked, possible in zip(planned.reports, planned.possible.reports, strict=True):
        assert asked.target is not None
        assert asked.margin <= possible.margin <= float(asked.target * planned.wider)
    assert 1.85 < planned.wider < 1.95  # √(0.6368/0.1851), and whole numbers


def test_days_of_a_month_together_cost_by_the_days_of_one_person() -> None:
    singly = plan_calendar(year(DAILY))
    reports = "{name: daily, count: rows, every: 1d, together: 1mo, bound: {cells: 8, rows_per_cell: 1}, error: 50}"
    together = plan_calendar(year(reports))
    one = together.reports[0]
    assert len(one.slots) == 12
    assert one.margin == 50
    assert together.total == pytest.approx(singly.total * 12 * 8 / 365, rel=1e-6)
    spec = together.spec("daily", "2029-02")
    assert spec.publish[0].grid().size == 28
    assert plan(spec).price.main <= one.price


def test_a_person_within_a_month_meets_one_month() -> None:
    planned = plan_calendar(year(per="1mo"))
    daily = planned.reports[0]
    assert max(daily.loads.values()) == 31
    # Five weeks touch January, 31 days and one month lie in it.
    weeks = planned.reports[1].loads["2029-01"]
    assert (weeks, planned.reports[1].loads["2029-02"]) == (5, 5)  # the fifth of January is the first of February
    assert (
        planned.blocks["2029-01"] == 31 * daily.price + weeks * planned.reports[1].price + planned.reports[2].price
    )
    assert planned.total == max(planned.blocks.values())
    whole = plan_calendar(year())
    assert planned.total < whole.total / 8


def test_the_fullest_block_is_what_is_divided() -> None:
    planned = plan_calendar(
        year(
            DAILY,
            "{name: w, count: rows, every: 1w, reuse: false}",
            "{name: m, count: persons, every: 1mo}",
            spend="epsilon: 1.5, delta: 1e-6",
            per="1mo",
        )
    )
    assert planned.feasible
    assert planned.budget is not None
    assert 0.999 * planned.budget < planned.total <= planned.budget


def test_the_account_decides_the_currency_and_the_unit() -> None:
    unit = Unit("patient_id")
    pure = Terms(unit, Allowance.pure(40), zone="Asia/Shanghai")
    planned = plan_calendar(year(spend=""), pure)
    assert (planned.purse.coin, planned.budget, planned.feasible) == ("pure", 40 * 10**12, True)
    with pytest.raises(PrivacyError, match="the account protects"):
        plan_calendar(
            year(), Terms(Unit("patient_id", per="1mo"), Allowance.approximate(9, "1e-6"), zone="Asia/Shanghai")
        )
    rich = Terms(unit, Allowance.approximate(7, "1e-6"), zone="Asia/Shanghai")
    assert plan_calendar(year(), rich).feasible


def test_a_department_has_its_own_cap() -> None:
    terms = Terms(Unit("patient_id"), Allowance.approximate(7, "1e-6"), zone="Asia/Shanghai")
    whole = plan_calendar(year(), terms)
    part = plan_calendar(year(spend="epsilon: 7, delta: 1e-6"), terms, cap=whole.total // 2)
    assert (part.feasible, part.budget) == (False, whole.total // 2)
    assert part.possible is not None
    assert part.possible.total <= whole.total // 2
    lines = [line for _, part_lines in calendar_sections(part, ways_of(part)) for line in part_lines]
    assert not any("The budget is epsilon = 7" in line for line in lines)


def test_a_second_attempt_is_an_edition_of_its_own() -> None:
    planned = plan_calendar(year())
    first, again = planned.spec("daily", "2029-03-05"), planned.spec("daily", "2029-03-05+2")
    assert again.edition == "2029-03-05+2"
    assert replace(again, edition=first.edition) == first
    with pytest.raises(SpecError, match="is not planned"):
        planned.spec("daily", "2029-03-32+2")


def test_the_digest_is_about_everything_that_is_approved() -> None:
    first = plan_calendar(year())
    assert first.digest == plan_calendar(year()).digest
    assert len(first.digest) == 64
    for other in (year(DAILY, WEEKLY), year(DAILY.replace("50", "51"), WEEKLY, MONTHLY), year(spend="delta: 1e-7")):
        assert plan_calendar(other).digest != first.digest
    assert plan_calendar(replace(year(), name="other")).digest != first.digest
    assert plan_calendar(replace(year(), last=dt.date(2029, 12, 30))).digest != first.digest


@pytest.mark.parametrize(
    ("report", "words"),
    [
        ("{count: rows}", "the field 'every' is missing"),
        ("{count: rows, every: daily}", "did you mean 1d"),
        ("{count: rows, every: 1h, error: 5}", "an hour is published with others"),
        ("{count: rows, every: 1w, together: 1mo, error: 5}", "does not fit into 1mo"),
        ("{count: rows, every: 1d, together: 1d, error: 5}", "does not fit into 1d"),
        ("{count: rows, every: 1d, error: 5, floor: 0.1}", "a floor of its own"),
        ("{count: rows, every: 1d, floor: 0.2, cap: 0.1}", "below the floor"),
        ("{count: rows, every: 1d, cap: nan}", "cap"),
        ("{count: rows, every: 1d, floor: 0}", "above 0"),
        ("{count: rows, every: 1d, from: 2029-01-01, to: 2029-02-01}", "those of the calendar"),
        ("{count: rows, every: 1d, eror: 5}", "did you mean error"),
        ("{count: rows, every: 1d, reuse: maybe}", "true or false"),
        ("{count: rows, every: 1d, bound: {rows: 0}}", "at least 1"),
        ("{count: rows, every: 1d}", "every report needs an `error`"),
        ("{mean: systolic, between: [80, 220], every: 1d, error: 2}", "how many rows"),
        ("{count: rows, every: 1d, name: a, error: 0.1}", "below one grain"),
    ],
)
def test_bad_reports_say_what_and_where(report: str, words: str) -> None:
    with pytest.raises(SpecError, match=re.escape(words)):
        plan_calendar(year(report))


def test_unknown_keys_are_no_report() -> None:
    """Their delta for events is no part of the budget that is divided, and sums of found keys miss the others."""
    with pytest.raises(SpecError, match="list their keys"):
        Report(Query("rows", by={"region": "unknown"}), "1d")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match=r"keys|events"):
        year("{count: rows, by: {region: unknown}, every: 1d}", spend="epsilon: 1, delta: 1e-6, events: 1e-9")


def test_more_bad_calendars() -> None:
    for wrong, words in (
        (text_of(DAILY, DAILY), "same name"),
        (text_of().replace("to: 2029-12-31", "to: 2028-12-31"), "ends before"),
        (text_of(MONTHLY).replace("to: 2029-12-31", "to: 2029-01-20"), "no whole 1mo"),
        (text_of().replace("time: visited_at", "time: visited"), "visited"),
        (text_of().replace("reports:", "report:"), "did you mean reports"),
    ):
        with pytest.raises(SpecError, match=words):
            calendar_from_text(wrong, "year.yaml")
    with pytest.raises(BudgetExceeded, match="the cap is"):
        plan_calendar(year("{count: rows, every: 1d, error: 5, cap: 0.01}"))
    with pytest.raises(SpecError, match=r"year\.yaml:1[0-9], reports\[0\]"):
        calendar_from_text(text_of("{count: rows, every: 1d, bund: 1}"), "year.yaml")


def test_no_file_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows do not exist, and nobody looks: opening anything would be an error."""
    calendar = year()

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file was opened")

    with monkeypatch.context() as no_files:
        no_files.setattr("builtins.open", refuse)
        no_files.setattr(Path, "open", refuse)
        planned = plan_calendar(calendar)
    assert planned.feasible


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_words_and_pictures(lang: str, tmp_path: Path) -> None:
    planned = plan_calendar(
        year(
            DAILY,
            "{name: weekly, count: rows, every: 1w, error: 140}",
            "{name: m, count: persons, every: 1mo, together: 1y, bound: {cells: 3}, cap: 0.5}",
            spend="epsilon: 6, delta: 1e-6",
        )
    )
    ways = ways_of(planned)
    lines = [line for _, under in calendar_sections(planned, ways, lang, file="year.yaml") for line in under]
    assert any("daily" in line and "7" in line for line in lines)
    assert all("{" not in line for line in lines)
    record = calendar_record(planned, ways)
    assert record["reports"][1]["sum_of"] == "daily"
    assert record["feasible"] is True
    written = draw_calendar(planned, tmp_path, lang)
    assert {path.suffix for path in written} == {".png", ".svg"}
    assert all(path.stat().st_size > 10_000 for path in written)


def test_the_page_about_calendars_is_true(tmp_path: Path) -> None:
    """Each example, laid over the first, is read and planned; the figures of the page are the plan's."""
    page = (ROOT / "docs" / "calendar.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 6

    def fields(text: str) -> dict[str, str]:
        return {part.partition(":")[0]: part for part in re.split(r"(?m)^(?=\w)", text) if part.strip()}

    plans = []
    for block in blocks:
        path = tmp_path / "year.yaml"
        path.write_text("".join({**fields(blocks[0]), **fields(block)}.values()), encoding="utf-8")
        plans.append(plan_calendar(read_calendar(path)))
    assert [one.feasible for one in plans] == [True, False, True, True, True, True]
    first, ways = plans[0], ways_of(plans[0])
    assert [len(one.slots) for one in first.reports] == [365, 51, 12]
    said = {f"{first.total / 1e12:.4f}", f"{float(first.epsilon) + 5e-4:.3f}", f"{float(ways.pure or 0):.2f}"}
    said.add(f"{(ways.frozen or 0) + 5e-4:.3f}")
    assert all(figure in page for figure in said), said
    assert plans[3].reports[1].sum_of == "daily"
    assert plans[3].reports[1].margin == 134
