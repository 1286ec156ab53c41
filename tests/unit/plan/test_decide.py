"""The lines that decide about a plan, and advice that was really planned."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from epsilog.cli.app import run
from epsilog.plan.decide import Decision, expected_share
from epsilog.plan.planner import margin, plan
from epsilog.plan.saving import Saving, halving_of, savings_of
from epsilog.roles.plan import Plan
from epsilog.spec.file import spec_from_text
from epsilog.words import LANGUAGES
from epsilog.words.wrapping import width_of

SPEC = """\
release: visits
edition: "1"
source: {file: no-such-file.csv, columns: {who: text, region: text, at: timestamp, pressure: number}}
protect: {each: who}
bound: {rows: 6, cells: 6}
during: {time: at, from: 2026-01-01, to: 2026-03-31}
publish:
  - {name: weekly, count: rows, by: {region: [North, South]}, every: 1w, expect: 2000}
  - {name: pressure, mean: pressure, between: [80, 220], expect: 5000}
spend: {epsilon: 0.5, delta: 1e-6, from: clinic}
"""
ALERT = "  - {name: watch, count: rows, every: 1d, as: {alert: {above: 120, at_most: 5}}}\nspend:"


def made_of(text: str = SPEC) -> Plan:
    return plan(spec_from_text(text, "spec.yaml"))


def saving(made: Plan, key: str) -> list[tuple[Saving, dict[str, str]]]:
    return [
        (one, dict(one.remarks[0].values)) for one in savings_of(made) if one.remarks[0].key == f"plan.save.{key}"
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", [SPEC, SPEC.replace("spend:", ALERT)])
def test_ten_lines_decide(text: str, lang: str) -> None:
    lines = Decision(made_of(text), [], None).lines("zh" if lang == "zh" else "en")
    assert len(lines) <= 10
    assert [word for word, _ in lines][:3] == ["price", "error", "half"]
    assert {"cheaper", "more"} <= {word for word, _ in lines}


def test_what_half_the_error_takes_is_enough_and_not_much_more() -> None:
    for text in (SPEC, SPEC.replace("delta: 1e-6, ", ""), SPEC.replace("spend:", "  - {count: persons}\nspend:")):
        made = made_of(text)
        half = halving_of(made)
        assert half is not None
        spec = made.spec
        enough = plan(replace(spec, spend=replace(spec.spend, epsilon=half.epsilon)))
        less = plan(replace(spec, spend=replace(spec.spend, epsilon=half.epsilon * Fraction(9, 10))))
        entries = range(len(spec.publish))
        assert all(2 * margin(enough, at) <= margin(made, at) * (1 + 1e-9) for at in entries)
        assert not all(2 * margin(less, at) <= margin(made, at) for at in entries)
        assert enough.price.main <= half.price * 1.001


def test_half_of_the_errors_that_were_asked_for() -> None:
    asked = SPEC.replace("expect: 2000", "error: 100").replace("expect: 5000", "expect: 5000, error: 2")
    made = made_of(asked.replace("epsilon: 0.5, ", ""))
    half = halving_of(made)
    assert half is not None
    entries = tuple(replace(one, error=one.error / 2) for one in made.spec.publish if one.error is not None)
    again = plan(replace(made.spec, publish=entries))
    assert half.price == again.price.main > 3 * made.price.main


def test_ticks_for_an_alert_are_priced_by_planning_them() -> None:
    made = made_of(SPEC.replace("spend:", ALERT))
    ((found, said),) = saving(made, "ticks")
    alone = SPEC[: SPEC.index("  - {name")] + f"  - {{count: rows, every: 1d, error: {margin(made, 2)}}}\n"
    ticks = made_of(alone + "spend: {delta: 1e-6, from: clinic}\n")
    paid = sum(one.price("zcdp") for one in made.vectors_of(2))
    assert found.times == pytest.approx(paid / ticks.price.main, rel=1e-6)
    assert found.times > 10, "a tenth of the alert, or less"
    assert found == savings_of(made)[0], "what saves most comes first"
    assert said["entry"] == "watch"


def test_a_bound_is_advised_with_the_error_it_would_give() -> None:
    made = made_of()
    known = [said for _, said in saving(made, "error")]
    assert {one["change"] for one in known} >= {
        "bound: {rows: 3, cells: 3}",
        "bound: {rows: 6, cells: 6, rows_per_cell: 1}",
    }
    once = next(one for one in known if one["change"].endswith("rows_per_cell: 1}"))
    again = made_of(SPEC.replace("cells: 6}", "cells: 6, rows_per_cell: 1}"))
    errors = {query.name: margin(again, at) for at, query in enumerate(again.spec.publish)}
    assert float(once["there"]) == pytest.approx(errors[once["entry"]], rel=0.01)


def test_a_bound_on_cells_that_saves_nothing_is_named() -> None:
    ((found, said),) = saving(made_of(), "cells")
    assert (found.times, said["cells"]) == (1.0, "6")
    assert (
        saving(made_of(SPEC.replace("{rows: 6, cells: 6}", "{rows: 6, cells: 3, rows_per_cell: 1}")), "cells") == []
    )


def test_nothing_is_advised_where_nothing_is_gained() -> None:
    bare = SPEC.replace("{rows: 6, cells: 6}", "{rows: 1}").replace("every: 1w", "every: 1y")
    bare = bare.replace("from: 2026-01-01, to: 2026-03-31", "from: 2026-01-01, to: 2026-12-31")
    assert savings_of(made_of(bare)) == ()


def test_what_protects_nobody_is_said_whatever_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    many = "".join(f"  - {{name: n{at}, count: rows, by: {{region: [A{at}]}}, expect: 1}}\n" for at in range(15))
    text = SPEC.replace("{each: who}", "{each: row}").replace("bound: {rows: 6, cells: 6}\n", "")
    text = text[: text.index("  - {name")] + many + "spend: {epsilon: 0.05, delta: 1e-6, from: clinic}\n"
    lines = Decision(made_of(text), [], None).lines("en")
    warned = [said for word, said in lines if word == "warning"]
    assert sum("EVENT LEVEL" in one for one in warned) == 1
    assert sum("a typical number is 1" in one for one in warned) == 2, "the first ones; the others are counted"
    assert re.search(r"most releases: 13", lines[-1][1])


def test_an_error_beside_what_is_expected() -> None:
    made = made_of()
    assert expected_share(made.spec.publish[0], 500.0) == 0.25
    assert expected_share(made.spec.publish[1], 1.4) == pytest.approx(0.01), "a mean's: of the width of its range"
    assert expected_share(replace(made.spec.publish[0], expect=None), 500.0) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_screen_fits_and_needs_no_letters_of_its_own(
    lang: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    entries = "".join(f"  - {{name: n{at}, count: rows}}\n" for at in range(20))
    with open("s.yaml", "w", encoding="utf-8") as file:
        file.write(SPEC.replace("spend:", entries + "spend:"))
    assert run(["plan", "s.yaml", "--lang", lang]) == 0
    shown = capsys.readouterr().out
    rows = [line for line in shown.splitlines() if re.match(r"\s+n\d+ ", line)]
    assert len(rows) == 10, "twelve rows of the table, then how many more"
    assert ("and 10 more" if lang == "en" else "另有 10 项") in shown
    assert all(width_of(line.rstrip()) <= 80 for line in shown.splitlines())
    assert shown.count("█") > 20
    assert run(["plan", "s.yaml", "--lang", lang, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["half_the_error"]["units"] > record["price"]["units"]
    assert record["advice"][0]["times"] > 1.25
    assert record["room"] is None
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", plain)
    from epsilog.cli.lettering import accept_any_terminal

    accept_any_terminal()
    assert run(["plan", "s.yaml"]) == 0
    plain.flush()
    assert b"#####" in plain.buffer.read() if plain.buffer.seek(0) == 0 else False


def test_a_better_way_for_a_series_is_named() -> None:
    text = SPEC.replace("by: {region: [North, South]}, every: 1w, expect: 2000", "every: 1d, expect: 200")
    made = made_of(text)
    (worse,) = [one for one in made.reasons if one.key == "plan.why.offer.worse"]
    values = dict(worse.values)
    (found,) = [one for one in savings_of(made) if worse in one.remarks]
    assert found.times == pytest.approx(float(values["error"]) / float(values["its"]))
    assert values["other"] == "plan.offer.smoothed", "which is written `as: per-step`"
    smoothed = made_of(text.replace("expect: 200}", "expect: 200, as: per-step}"))
    assert [one.key for one in smoothed.reasons if "offer" in one.key] == ["plan.why.offer.best"]
