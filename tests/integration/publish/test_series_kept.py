"""How many coefficients a series keeps, chosen by the data for a price that is fixed before."""

from __future__ import annotations

import copy
import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import series_scenes as scenes
from epsilog.errors import EpsilogError, LedgerError, SpecError
from epsilog.kinds.series.draw import draw_coefficients, mechanism_of
from epsilog.kinds.series.plan.kept import KeptDraw
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.kinds.series.show import series_picture
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.kept import Kept
from epsilog.mechanisms.series.transform import orthonormal
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.registry.draws import mechanism_of as priced
from epsilog.roles.plan import Plan
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.show.plan_picture import tradeoff_picture
from epsilog.show.result import Result
from epsilog.testing import publish_seeded, seeded

AMONG = (3, 9, 30)
KEPT = {"per-step": {"cosine": {"choose": list(AMONG), "share": "0.1"}}}
BOTH = [Fraction(0), Fraction(1, 10**6)]


def planned(delta: Fraction, **changed: object) -> tuple[Plan, KeptDraw, Kept]:
    found = plan(scenes.request(scenes.series(KEPT, name="outline", **changed), delta=delta))  # type: ignore[arg-type]
    draw = found.vector_of(0, SeriesDraw)
    assert isinstance(draw, KeptDraw)
    mechanism = mechanism_of(draw)
    assert isinstance(mechanism, Kept)
    return found, draw, mechanism


def test_a_release_says_what_was_chosen_and_can_be_verified(tmp_path: Path) -> None:
    scenes.visits(tmp_path)
    entries = (scenes.series(KEPT, name="outline"), scenes.series(KEPT, by=True, name="wards"))
    spec = scenes.request(*entries)
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        release = publish_seeded(3, spec, ledger, base=tmp_path)
        write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
        verdict = verify_folder(tmp_path / "out", ledger=ledger)
        again = publish_seeded(4, spec, ledger, base=tmp_path)
    assert verdict.whole, verdict.findings
    assert again.result.to_bytes() == release.result.to_bytes()
    card = json.loads((tmp_path / "out" / "card.json").read_text(encoding="utf-8"))
    for at, table in enumerate(release.tables):
        draw = release.plan.vector_of(at, SeriesDraw)
        assert isinstance(draw, KeptDraw)
        assert draw.kept in AMONG
        assert set(table.figures("kept").steps.tolist()) == {draw.kept}
        assert table.about == "coefficients"
        wide = (table.figures("high").steps - table.figures("low").steps).reshape(draw.cells, -1)
        option = draw.options[AMONG.index(draw.kept)]
        assert (wide == 2 * np.array(option.margins)).all()
        assert card["tables"][at]["kept"] == draw.kept
        for lang in ("en", "zh"):
            starts = {"en": f"{draw.entry.name}: {draw.kept} ", "zh": f"{draw.entry.name}：保留了 {draw.kept} "}[
                lang
            ]
            (told,) = [line for line in lines(release, lang) if line.strip().startswith(starts)]
            assert "{" not in told
    assert release.plan.charge == plan(spec).charge  # whatever was chosen
    csv = next((tmp_path / "out" / "tables").glob("*outline.csv"))
    kept = release.tables[0].figures("kept").steps[0]
    csv.write_bytes(csv.read_bytes().replace(f",{kept},0.95".encode(), b",4,0.95"))
    assert not verify_folder(tmp_path / "out").whole


def test_a_plan_shows_every_candidate_and_one_price() -> None:
    for delta in BOTH:
        found, draw, mechanism = planned(delta)
        assert found.price.main <= found.share.cap
        assert found.price.main > 0.999999 * found.share.cap
        assert read_plan(found.to_dict()).draws == found.draws
        assert mechanism.charge == draw.charge
        for lang in ("en", "zh"):
            told = "\n".join(plan_lines(found, lang))
            assert "{" not in told
            assert all(f"{keep} of them" in told or f"{keep} 个：" in told for keep in AMONG)
        assert [one.widest for one in draw.options] == sorted(one.widest for one in draw.options)
        assert draw.widest == draw.options[-1].widest
        assert series_picture(found) is None
        assert tradeoff_picture(found) is not None


@pytest.mark.parametrize(("delta", "by"), [(Fraction(0), True), (Fraction(1, 10**6), False)])
def test_the_ranges_are_those_of_the_chosen_number(delta: Fraction, by: bool) -> None:
    """Seeded draws, so that it cannot fail by chance: whichever is chosen, its own ranges hold as they say."""
    _, draw, mechanism = planned(delta, by=by)
    exact = np.random.default_rng(1).poisson(40, (scenes.DAYS, draw.cells)).astype(np.int64)
    series = BoundedSeries(exact, draw.grain, draw.participation)
    inside: dict[int, list[float]] = {keep: [] for keep in AMONG}
    for seed in range(100):
        made, values = draw.told(draw_coefficients(draw, mechanism, series, seeded(seed)))
        assert made.kept is not None
        assert made.charge == draw.charge
        rows = orthonormal("cosine", scenes.DAYS, made.kept)
        wanted = (rows.T @ rows @ exact).T.reshape(-1)
        off = np.abs(values - wanted * made.finer) <= np.tile(np.array(made.margins), made.cells)
        inside[made.kept].append(float(off.mean()))
    assert sum(len(found) > 10 for found in inside.values()) >= 2  # a choice it is
    for found in inside.values():
        assert len(found) <= 10 or 0.9 < np.mean(found) < 0.99


@pytest.mark.parametrize("delta", BOTH)
def test_both_stages_lose_no_more_than_they_were_paid(delta: Fraction) -> None:
    """Exactly, from the weights of the choice and the norms of the answers; and the bounds are not idle."""
    _, draw, mechanism = planned(delta)
    rows, worst = orthonormal("cosine", scenes.DAYS, scenes.DAYS), [0.0, 0.0]
    for day in (0, 17, 40):
        spike = np.zeros(scenes.DAYS, dtype=np.int64)
        spike[day] = 2
        parts = rows @ spike
        # The worst neighbours: what three keep off and thirty keep shrinks by this person, what both drop grows.
        pulled = 5000 + rows[30:].T @ parts[30:] * 20 - rows[3:30].T @ parts[3:30] * 900
        for base in (np.zeros(scenes.DAYS, dtype=np.int64), np.round(pulled).astype(np.int64)):
            other = base + spike
            loss = log_choice(mechanism, base[:, None]) - log_choice(mechanism, other[:, None])
            worst[0] = max(worst[0], float(np.ptp(loss)) / float(draw.choice))
            for keep in AMONG:
                worst[1] = max(worst[1], told_loss(mechanism, keep, (other - base)[:, None]) / float(draw.amount))
    assert worst[0] <= 1 + 1e-9
    assert worst[1] <= 1 + 1e-9
    assert worst[0] > 0.6
    assert worst[1] > 0.8
    # The power twin: three rows instead of the two that are paid for.
    more = np.zeros((scenes.DAYS, 1), dtype=np.int64)
    more[0] = 3
    assert max(told_loss(mechanism, keep, more) for keep in AMONG) > float(draw.amount)


def log_choice(mechanism: Kept, values: np.ndarray) -> np.ndarray:
    """The logarithms of what each candidate is chosen with."""
    lost = mechanism.dropped(values)
    scores = [-float(mechanism.chooser.rate * (lost[k] + mechanism.cost(k))) for k in mechanism.candidates]
    top = max(scores)
    total = math.log(sum(math.exp(score - top) for score in scores)) + top
    return np.array(scores) - total


def told_loss(mechanism: Kept, keep: int, gone: np.ndarray) -> float:
    """What the coefficients lose at most for this move: rho under Gaussian noise, epsilon under Laplace noise."""
    made = mechanism.release(keep)
    moved = made.strategy.answers(gone).astype(object)
    if mechanism.rho is not None:
        return float((moved**2).sum() / (2 * made.law.sigma_squared))  # type: ignore[union-attr]
    return float(np.abs(moved).sum() / made.law.scale)  # type: ignore[union-attr]


def test_forged_plans_and_results_are_refused(tmp_path: Path) -> None:
    found, draw, _ = planned(Fraction(1, 10**6))
    narrow = {"parameter": str(draw.options[0].parameter / 2)}
    for change, option in (
        ({"amount": "5"}, {}),
        ({}, narrow),
        ({}, {"reach": [1, 1]}),
        ({}, {"series": "haar"}),
        ({}, {"constants": [[4]]}),
        ({"kept": 4}, {}),
        ({"options": []}, {}),
    ):
        forged = copy.deepcopy(found.to_dict())
        forged["draws"][0]["choose"] |= change
        if option:
            forged["draws"][0]["choose"]["options"][0] |= option
        with pytest.raises(EpsilogError):
            priced(read_plan(forged).draws[0])  # type: ignore[arg-type]
    dearer = copy.deepcopy(found.to_dict())
    dearer["draws"][0]["choose"]["choice"] = "5"
    assert read_plan(dearer).charge != found.charge  # and no receipt is for it
    scenes.visits(tmp_path)
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        release = publish_seeded(3, found.spec, ledger, base=tmp_path)
    unsaid = replace(release.result, plan=found)
    with pytest.raises(LedgerError, match="how many coefficients"):
        Result.from_bytes(unsaid.to_bytes())
    with pytest.raises(LedgerError, match="made once"):
        draw.told(np.arange(6))


def test_what_cannot_be_paid_is_refused() -> None:
    with pytest.raises(SpecError, match="Gaussian noise in this currency"):
        plan(scenes.request(scenes.series(KEPT, mechanism="laplace")))
    with pytest.raises(SpecError, match="in this currency"):
        plan(scenes.request(scenes.series(KEPT, mechanism="gaussian"), delta=Fraction(0)))
