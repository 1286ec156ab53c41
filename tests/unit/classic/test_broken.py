"""The mechanism is broken by reading; the ledger, the specs and the rest of the house have no place for it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.audit import audit
from epsilog.classic.readout import audit_bound, best_advantage, read_off, short_series
from epsilog.classic.sampling_kalman import SamplingKalman
from epsilog.classic.successor import Scene, contest, group_means, noisy, repaired_values
from epsilog.classic.transactions import invent_log
from epsilog.core.charge import KINDS, charge_from_dict
from epsilog.errors import LedgerError, SpecError
from epsilog.mechanisms.series.radius import OneRadius
from epsilog.noise import discrete_laplace
from epsilog.spec.file import spec_from_text
from epsilog.testing import seeded
from series_patterns import patterns

SPEC = """\
release: sales
edition: 2012-06
source: {{file: sales.csv, columns: {{user: text, date: timestamp}}}}
protect: {{each: user}}
bound: {{rows: 4, cells: 4}}
during: {{time: date, from: 2012-06-01, to: 2012-06-30}}
publish:
  - {{count: rows, every: 1d, as: {shape}}}
spend: {{epsilon: 0.5, delta: 1e-6, from: shop/2012}}
"""


@pytest.mark.parametrize("interval", [1, 2, 6, 17])
def test_an_attacker_who_knows_nothing_reads_all_values_that_are_not_sampled(interval) -> None:
    series = invent_log().amounts[:1000]
    out = SamplingKalman(interval, 1.0, 1e6)(series, np.random.default_rng(1)).values[0]
    seen = read_off(out)
    assert seen.interval == interval
    assert seen.success(series) == pytest.approx(1 - (1000 // interval) / 1000)


def test_the_same_reader_gets_nothing_from_noise_on_every_step() -> None:
    """The power twin: on sound output the attack finds no interval and no value (expected hits: 0.05)."""
    series = invent_log().amounts[:1000]
    scene = Scene(series, series, Fraction(1, 100), 1, 10_000)
    values, _ = noisy(scene, slice(None), 1, None, seeded(2))
    seen = read_off(values)
    assert seen.interval == 0
    assert seen.success(series) < 0.01


def test_the_auditor_proves_that_no_small_epsilon_holds() -> None:
    assert audit_bound(4_000) > 4.5


def test_the_auditor_lets_a_sound_twin_pass() -> None:
    def sound(first: float, size: int) -> object:
        return int(first) + discrete_laplace(1, size)

    assert audit(sound, 3.0, 4.0, 1.0, samples=4_000, confidence="0.999999").passed
    assert not audit(short_series, 3.0, 4.0, 1.0, samples=4_000, confidence="0.999999").passed


def test_the_best_threshold_is_found() -> None:
    rng = np.random.default_rng(1)
    low = rng.laplace(0, 1, 20_000)
    assert best_advantage(low, low + 1) == pytest.approx(1 - np.exp(-0.5), abs=0.02)


def test_no_charge_describes_it_so_no_ledger_can_be_paid_for_it() -> None:
    assert set(KINDS) == {
        "pure", "laplace", "gaussian", "approx", "bounded-range", "geo-ind", "composed", "repeated"
    }  # fmt: skip
    for kind in ("sampling-kalman", "sampling_kalman", "kalman", "SamplingKalman"):
        with pytest.raises(LedgerError, match="unknown kind"):
            charge_from_dict({"kind": kind, "version": 1, "epsilon": "1"})
    assert not hasattr(SamplingKalman(6, 1.0, 1.0), "charge")


def test_a_spec_that_asks_for_it_is_told_why_not() -> None:
    with pytest.raises(SpecError, match="publishes the data") as told:
        spec_from_text(SPEC.format(shape="sampling-kalman"))
    assert "epsilog reproduce" in told.value.hint
    spec_from_text(SPEC.format(shape="per-step"))  # the same spec is read where it asks for what can be paid for


def test_a_customer_moves_the_bounded_counts_no_further_than_priced() -> None:
    """Neighbouring logs: one customer's transactions, in every pattern of up to four hours of eight, come or go."""
    from datetime import datetime, timedelta

    from epsilog.classic.transactions import Log

    begin = datetime(2012, 6, 1)
    others = [(begin + timedelta(hours=hour, minutes=m), f"o{m}") for hour in range(9) for m in range(0, 60, 20)]
    without = _log(Log, others).per_period("1h", at_most=2)
    for steps in patterns(8, 4, 1):
        extra = [(begin + timedelta(hours=hour, minutes=m), "x") for hour in steps for m in (1, 30)]
        moved = np.abs(_log(Log, sorted(others + extra)).per_period("1h", at_most=2) - without)
        assert moved.max() == 1
        assert moved.sum() == min(2, len(steps))


def _log(kind, rows):
    return kind([moment for moment, _ in rows], None, [user for _, user in rows])


def test_the_successor_is_nearer_than_the_repaired_mechanism_at_the_same_price() -> None:
    counts = invent_log(count=4_000).per_period("1h")[:240]
    scene = Scene(counts, counts, Fraction(1), 1, 1)
    found = contest(scene, 6, 1, "1e-6", seeded(3), repetitions=3)
    for errors in (found.laplace, found.gaussian):
        assert errors["online"][0] + 5 * errors["online"][1] < errors["repaired"][0]
    assert found.factor < 0.5


def test_the_repaired_mechanism_uses_sampled_values_only() -> None:
    """Two series that differ between samples only give the same output with the same noise."""
    a = np.arange(60.0)
    b = a.copy()
    b[np.arange(60) % 6 != 5] += 7
    made = [repaired_values(Scene(x, x, Fraction(1), 1, 1), 6, 1, None, seeded(4)) for x in (a, b)]
    assert (made[0] == made[1]).all()
    c = a.copy()
    c[5] += 1000  # a sampled one: now it must differ
    assert (repaired_values(Scene(c, c, Fraction(1), 1, 1), 6, 1, None, seeded(4)) != made[0]).any()


def test_the_successor_wins_at_the_documents_own_unit_a_customer_in_every_step() -> None:
    """Pure epsilon: groups with one secret radius, against the repaired mechanism and noise on every step."""
    counts = invent_log().per_period("1h")[:480]
    scene = Scene(counts, counts, Fraction(1), 480, 1, season=24, group=12)
    assert scene.is_grouped
    found = contest(scene, 6, 1, "1e-6", seeded(3), repetitions=4)
    ours, theirs = found.laplace["online"], found.laplace["repaired"]
    assert ours[0] + 3 * ours[1] < theirs[0]
    assert found.laplace["batch"][0] < ours[0] < found.laplace["each"][0] / 2
    assert found.gaussian["batch"][0] < found.gaussian["repaired"][0]


def test_groups_are_told_where_a_unit_may_be_in_most_of_the_steps() -> None:
    counts = np.arange(100.0)
    assert [Scene(counts, counts, Fraction(1), times, 1).is_grouped for times in (1, 40, 41, 100)] == [
        False, False, True, True
    ]  # fmt: skip


def test_groups_cost_what_everybody_pays() -> None:
    """Whoever adds one to every step moves each sum by the group, and the noise is made for that."""
    counts = np.arange(50.0)
    scene = Scene(counts, counts, Fraction(1), 50, 1, group=7)
    means, variance = group_means(scene, 1, None, seeded(1))
    assert len(means) == 8
    mechanism = OneRadius.at_epsilon(50, 7, 1, scene.unit(50), Fraction(1), 1)
    assert (mechanism.reach, mechanism.draws, mechanism.charge.pure()) == (7, 8, 10**12)
    assert variance == pytest.approx(mechanism.law.variance / 49)
