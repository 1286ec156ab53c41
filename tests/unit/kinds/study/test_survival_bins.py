"""Survival entries say when people are lost inside a bin, and leave their bins to the plan."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.core.exit import Exit, even_ends
from epsilog.errors import LedgerError, SpecError
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.show.result import Result, derived_of
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from release_scenes import SOFTWARE, stored

HEAD = """release: cohort
edition: "1"
source:
  file: c.csv
  columns: {id: text, arm: text, days: integer, years: number, died: boolean, status: text}
protect: {each: id}
bound: {rows: 1}
publish:
"""
TAIL = "spend: {epsilon: 1, from: hospital}\n"
LEFT = "  - {survival: {time: days, event: died, horizon: 365d}, expect: 1000, name: life}\n"


def reading(entries: str, tail: str = TAIL) -> Spec:
    return spec_from_text(HEAD + entries + tail, "s.yaml")


def exits_of(made: Plan) -> Exit:
    exits = made.spec.publish[0].ask.exits
    assert exits is not None
    return exits


def result_of(made: Plan, *vectors: list[int]) -> Result:
    values = tuple(np.array(vector, dtype=np.int64) for vector in vectors)
    return Result(made, values, "2026-11-18T05:00:00+00:00", SOFTWARE, False)


@pytest.mark.parametrize(
    ("expect", "bins"), [(10, 5), (100, 13), (1000, 60), (5000, 175), (10**6, 200)], ids=lambda one: str(one)
)
def test_a_plan_chooses_bins_by_a_public_guess_of_how_many(expect: int, bins: int) -> None:
    """B = 0.6 (n/b)^(2/3) with b = 1/ε = 1, between 5 and 200; of whole days, because days are whole."""
    made = plan(reading(LEFT.replace("1000", str(expect))))
    exits = exits_of(made)
    assert (len(exits.ends), exits.chosen, exits.ends[-1]) == (bins, bins, 365)
    assert all(end.denominator == 1 for end in exits.ends)
    assert max(np.diff([0, *map(float, exits.ends)])) - min(np.diff([0, *map(float, exits.ends)])) <= 1
    assert [draw.contribution.sensitivity.l1 for draw in made.draws] == [1]


def test_less_noise_and_fewer_arms_get_more_bins() -> None:
    usual = len(exits_of(plan(reading(LEFT))).ends)
    assert len(exits_of(plan(reading(LEFT, TAIL.replace("1,", "0.1,")))).ends) < usual
    both = "  - {survival: {time: days, event: died, horizon: 365d, by: {arm: [A, B]}}, expect: 1000, name: life}\n"
    assert len(exits_of(plan(reading(both))).ends) == usual, "a person is in one arm, and a guess is for one arm"


def test_no_bin_is_shorter_than_the_unit_of_whole_times() -> None:
    short = LEFT.replace("365d", "10d")
    assert len(exits_of(plan(reading(short))).ends) == 10
    years = LEFT.replace("days", "years").replace("365d", "5y")
    assert exits_of(plan(reading(years))).ends[:2] == (Fraction(1, 12), Fraction(1, 6)), "numbers lie between"


def test_without_a_guess_bins_are_the_usual_ones() -> None:
    made = plan(reading(LEFT.replace("expect: 1000, ", "")))
    assert (exits_of(made).ends, exits_of(made).chosen) == (even_ends(Fraction(365)), None)
    assert "bins" not in made.to_dict()


@pytest.mark.parametrize("said", ["bins: 50", "bins: 7", "ends: [30, 365]"])
def test_bins_that_are_said_stay(said: str) -> None:
    spec = reading(LEFT.replace("365d", f"365d, {said}"))
    exits = exits_of(plan(spec))
    assert exits.chosen is None
    assert len(exits.ends) == {"bins: 50": 50, "bins: 7": 7}.get(said, 2)
    again = spec_from_text(to_yaml(spec), "again.yaml")
    assert again.digest == spec.digest
    assert exits_of(plan(again)).ends == exits.ends
    stored_ = spec_from_dict(spec.to_dict())
    assert exits_of(plan(stored_)).ends == exits.ends


def test_a_choice_of_bins_changes_no_request_and_is_kept_with_the_plan() -> None:
    spec = reading(LEFT)
    made = plan(spec)
    assert made.spec.digest == spec.digest
    assert made.spec.key == spec.key
    record = json.loads(json.dumps(made.to_dict()))
    assert record["bins"] == [[0, 60]]
    back = read_plan(record)
    assert exits_of(back).ends == exits_of(made).ends
    assert to_yaml(back.spec) == to_yaml(spec)
    assert "bins" not in to_yaml(spec)
    # A plan from before bins were chosen says nothing of them: it has the usual ones.
    del record["bins"], record["ranges"]
    assert exits_of(read_plan(record)).ends == even_ends(Fraction(365))


@pytest.mark.parametrize(
    "bins", [[[0, 0]], [[0, 201]], [[0, "9"]], [[1, 9]], [], [[0, True]], [0], [[0, 9], [0, 9]]]
)
def test_a_stored_choice_that_no_plan_made_is_damage(bins: object) -> None:
    record = plan(reading(LEFT)).to_dict()
    with pytest.raises(LedgerError):
        read_plan({**record, "bins": bins})


def test_bins_are_not_chosen_where_they_were_said() -> None:
    record = plan(reading(LEFT.replace("365d", "365d, bins: 9"))).to_dict()
    with pytest.raises(LedgerError):
        read_plan({**record, "bins": [[0, 12]]})


def test_the_same_in_python() -> None:
    spec = reading(LEFT)
    mine = Query("survival", exits=Exit.within("days", "died", 365), expect=Fraction(1000), name="life")
    assert replace(spec, publish=(mine,)).digest == spec.digest
    assert len(exits_of(plan(replace(spec, publish=(mine,)))).ends) == 60
    fixed = Query("survival", exits=Exit.within("days", "died", 365, bins=50), expect=Fraction(1000), name="life")
    assert len(exits_of(plan(replace(spec, publish=(fixed,)))).ends) == 50


@pytest.mark.parametrize("word", ["evenly", "at the end"])
def test_a_statement_about_losses_is_part_of_the_request(word: str) -> None:
    spec = reading(LEFT.replace("365d", f"365d, bins: 5, withdrawn: {word}"))
    plain = reading(LEFT.replace("365d", "365d, bins: 5"))
    said = reading(LEFT.replace("365d", "365d, bins: 5, withdrawn: unknown"))
    assert said.digest == plain.digest != spec.digest
    assert "withdrawn" not in json.dumps(plain.to_dict())
    exits = spec_from_dict(spec.to_dict()).publish[0].ask.exits
    assert exits is not None
    assert exits.withdrawn == word
    assert spec_from_text(to_yaml(spec), "again.yaml").digest == spec.digest


def test_wrong_statements_are_refused_with_their_place() -> None:
    with pytest.raises(SpecError) as found:
        reading(LEFT.replace("365d", "365d, withdrawn: sometimes"))
    assert "s.yaml:9" in found.value.where
    assert found.value.hint
    with pytest.raises(SpecError, match="nothing to say about when"):
        reading(LEFT.replace("365d", "365d, complete: true, withdrawn: evenly"))
    with pytest.raises(SpecError):
        Exit.within("days", "died", 30, withdrawn="never")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_plan_and_card_say_in_which_orders_ranges_hold(lang: str, tmp_path: Path) -> None:
    told = {}
    for word in ("unknown", "evenly", "at the end"):
        made = plan(reading(LEFT.replace("365d", f"365d, bins: 2, withdrawn: {word}")))
        (tmp_path / word).mkdir()
        ledger, release = stored(result_of(made, [10, 8, 6, 5, 64]), tmp_path / word)
        ledger.close()
        text = "\n".join([*plan_lines(made, lang), *lines(release, lang)])
        told[word] = text
        assert ("measured, not proved" if lang == "en" else "并非证明") in text
    assert ("whatever the order" if lang == "en" else "先后次序如何") in told["unknown"]
    assert ("spread equally over each bin" if lang == "en" else "分布一致") in told["evenly"]
    assert ("lost after its events" if lang == "en" else "事件之后") in told["at the end"]
    chosen = "\n".join(plan_lines(plan(reading(LEFT)), lang))
    assert ("60 bins of time" if lang == "en" else "60 个时间段") in chosen


def test_a_release_says_its_rule_and_verifies(tmp_path: Path) -> None:
    entry = "  - {survival: {time: days, event: died, horizon: 9d, bins: 3, by: {arm: [A, B]}}, name: life}\n"
    made = plan(reading(entry))
    result = result_of(made, [10, 8, 6, 30, 20, 9, 64, 12, 9, 6, 3, 2, 1, 99])
    ledger, release = stored(result, tmp_path)
    write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
    ledger.close()
    assert verify_folder(tmp_path / "out").whole
    card = json.loads((tmp_path / "out" / "card.json").read_text(encoding="utf-8"))
    assert card["ranges"]["rules"]["survival"] == 5
    assert "whatever the order" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


def test_groups_that_lose_people_differently_are_not_told_apart_by_that() -> None:
    """One bin; A: 30 of 100 died and nobody was lost; B: 22 died and 40 were lost, perhaps all before."""
    entry = "  - {survival: {time: days, event: died, horizon: 9d, bins: 1, by: {arm: [A, B]}%s}, name: life}\n"
    cells = [300, 0, 700, 220, 400, 380]

    def p_value(said: str, *, rules: bool = True) -> float:
        made = plan(reading(entry % said))
        made = made if rules else replace(made, rules=())
        (tests,) = (one for one in derived_of(result_of(made, cells)) if one.form == "tests")
        return float(tests.reals("p_value")[0])

    assert p_value("") > 0.9
    assert p_value(", withdrawn: at the end") < 0.01
    assert p_value("", rules=False) < 0.01, "an old release keeps its answer"
