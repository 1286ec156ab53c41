"""Series made by a method that is named: through the front door, told honestly, kept to the request."""

from __future__ import annotations

import copy
import hashlib
from dataclasses import replace
from fractions import Fraction
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import series_scenes as scenes
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.errors import EpsilogError, LedgerError, SpecError
from epsilog.kinds.series.draw import in_steps, mechanism_of
from epsilog.kinds.series.plan.planned import SKIPPED, SeriesDraw
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.dense import FITS
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.transform import orthonormal
from epsilog.pay.request import Request
from epsilog.pay.stream_request import StreamRequest
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.publish.pipeline import publish
from epsilog.registry.draws import mechanism_of as priced
from epsilog.roles.column import Words
from epsilog.show.artefact import write
from epsilog.show.certificate import verify_folder
from epsilog.show.explain import lines
from epsilog.testing import publish_seeded, seeded

COSINE, HAAR = {"per-step": {"cosine": 9}}, {"per-step": {"haar": 8}}
FAST = {"per-step": {"fast": {"samples": 8}}}


@pytest.mark.parametrize(("delta", "by"), [(Fraction(0), False), (Fraction(1, 10**6), True)])
def test_coefficients_draw_the_projection_and_their_ranges_hold_it(delta: Fraction, by: bool) -> None:
    """Seeded draws, so that it cannot fail by chance: over 300 of them ranges hold as often as they say."""
    draw = plan(scenes.request(scenes.series(HAAR if by else COSINE, by=by), delta=delta)).vector_of(0, SeriesDraw)
    mechanism = mechanism_of(draw)
    assert isinstance(mechanism, Factorised)
    basis, keep = ("haar", 8) if by else ("cosine", 9)
    rows = orthonormal(basis, scenes.DAYS, keep)  # type: ignore[arg-type]
    exact = np.random.default_rng(1).poisson(40, (scenes.DAYS, draw.cells))
    wanted = (rows.T @ rows @ exact).T.reshape(-1)
    series = BoundedSeries(exact.astype(np.int64), draw.grain, draw.participation)
    margins = np.tile(np.array(draw.margins), draw.cells)
    inside = []
    for seed in range(300):
        read = mechanism.strategy.decode_all(mechanism.drawn(series, seeded(seed)), draw.ticks)
        inside.append(np.abs(in_steps(read, draw.finer) - wanted * draw.finer) <= margins)
    assert 0.935 < np.mean(inside) < 0.97


def test_what_is_lost_is_said_wherever_ranges_are(tmp_path: Path) -> None:
    scenes.visits(tmp_path)
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        spec = scenes.request(
            scenes.series(COSINE, name="outline"), scenes.series({"running": "tree"}, name="sofar")
        )
        release = publish(spec, ledger, base=tmp_path)
        write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
        verdict = verify_folder(tmp_path / "out", ledger=ledger)
    assert verdict.whole, verdict.findings
    texts = {
        file.suffix: file.read_text(encoding="utf-8-sig") for file in (tmp_path / "out").rglob("*outline*.csv")
    }
    texts |= {file.name: file.read_text(encoding="utf-8") for file in (tmp_path / "out").glob("*.html")}
    texts |= {file.name: file.read_text(encoding="utf-8") for file in (tmp_path / "out").glob("card.json")}
    assert len(texts) >= 3
    assert all("coefficients" in text for text in texts.values())
    planned = plan(spec)
    for lang, words in (("en", "no range shows"), ("zh", "任何区间都不反映")):
        for told in (lines(release, lang), plan_lines(planned, lang)):
            text = "\n".join(told)
            assert words in text
            assert "{" not in text


def test_cells_have_coefficients_of_their_own() -> None:
    """A unit in many cells moves the coefficients of all of them: the L1 norm must know how many there are."""
    bounds = Bounds(cells=60, rows_per_cell=1)
    spec = scenes.request(scenes.series(COSINE, by=True, mechanism="laplace"), bound=bounds, delta=Fraction(0))
    draw = plan(spec).vector_of(0, SeriesDraw)
    mechanism = priced(draw).mechanism  # worked out afresh, and refused where the plan pays for less
    spread = np.zeros((scenes.DAYS, 3), dtype=np.int64)
    spread[np.arange(60), np.arange(60) % 3] = 1
    moved = mechanism.strategy.answers(spread).astype(object)  # type: ignore[union-attr]
    assert int(np.abs(moved).sum()) <= draw.reach.l1


def test_a_stored_plan_keeps_to_the_method_of_its_request() -> None:
    planned = plan(scenes.request(scenes.series(COSINE), scenes.series({"running": "tree"})))
    assert read_plan(planned.to_dict()).draws == planned.draws
    for at, change in ((0, {"constants": [[8]]}), (0, {"series": "haar"}), (1, {"series": "square root"})):
        forged = copy.deepcopy(planned.to_dict())
        forged["draws"][at] |= change
        with pytest.raises(EpsilogError):
            priced(read_plan(forged).draws[at])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("tree", {"binary tree"}),
        ("square-root", {"square root", "square root, normalised"}),
        ("buffered", {"buffered", "buffered, normalised"}),
        ("banded", {"banded"}),
        ("subtraction", {"subtracted blocks"}),
        ("independent", {"independent steps"}),
        ("dense", {"dense"}),
    ],
)
def test_a_strategy_that_is_named_is_taken(word: str, names: set[str]) -> None:
    for delta in (Fraction(0), Fraction(1, 10**6)):
        if word == "dense" and delta:
            with pytest.raises(SpecError, match="pure epsilon"):
                plan(scenes.request(scenes.series({"running": word}), delta=delta))
            continue
        planned = plan(scenes.request(scenes.series({"running": word}), delta=delta))
        draw = planned.vector_of(0, SeriesDraw)
        assert draw.strategy in names
        priced(draw)
        told = "\n".join(plan_lines(planned, "en"))
        assert "because the entry names it" in told


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(SpecError):
        plan(scenes.request(scenes.series({"running": "subtraction"}, mechanism="gaussian")))
    years = During("at", scenes.FIRST, scenes.FIRST.replace(year=2027, month=2))
    with pytest.raises(SpecError, match="so many ticks"):
        plan(scenes.request(scenes.series({"running": "dense"}), delta=Fraction(0), during=years))


def test_questions_about_later_ticks_are_for_whole_series_only(tmp_path: Path) -> None:
    """The same entry in a release and live: the first may look ahead and errs less, the second may not."""
    spec = scenes.request(scenes.series("running"), delta=Fraction(0))
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        live = Request.of(StreamRequest.of(spec).spec, ledger).plan.vector_of(0, SeriesDraw)
    whole = plan(spec).vector_of(0, SeriesDraw)
    assert live is not None
    assert whole is not None
    assert (whole.strategy, live.strategy) == ("dense", "subtracted blocks")
    assert whole.widest < 0.8 * live.widest


def test_the_fits_that_plans_name_never_change() -> None:
    """Stored plans say size and version of a fit; other numbers need another version."""
    raw = resources.files("epsilog.mechanisms.series").joinpath("dense_fits.json").read_bytes()
    assert FITS == 1
    assert hashlib.sha256(raw).hexdigest() == "e5a8a1f5b669da875bdbabfa7ac463e35737bbbfd493a0462b7dff8856ae69c8"
    draw = plan(scenes.request(scenes.series({"running": "dense"}), delta=Fraction(0))).vector_of(0, SeriesDraw)
    assert draw.constants == ((64, 1),)
    with pytest.raises(SpecError, match="does not have"):
        priced(replace(draw, constants=((64, 2),)))


def test_fast_says_no_more_than_its_samples(tmp_path: Path) -> None:
    counts = scenes.visits(tmp_path)
    entries = (scenes.series(FAST, name="one"), scenes.series(FAST, by=True, name="wards"))
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        release = publish_seeded(3, scenes.request(*entries, delta=Fraction(0)), ledger, base=tmp_path)
        write(release, tmp_path / "out", key=Ed25519PrivateKey.generate())
        assert verify_folder(tmp_path / "out", ledger=ledger).whole
    exact = (counts.sum(axis=0, keepdims=True), counts)
    for at, values in enumerate(release.result.values):
        drawn, truth = values.reshape(exact[at].shape), exact[at]
        said = drawn != SKIPPED
        assert 2 <= said[0].sum() <= 8
        assert (said == said[:1]).all()
        assert (drawn[said] != truth[said]).mean() > 0.8  # noisy, every one that was told
        table = release.tables[at]
        assert table.about == "model"
        assert list(table.names[-7:]) == ["value", "low", "high", "sampled", "sample", "confidence", "about"]
        words = table.column("sampled")
        assert isinstance(words, Words)
        assert [word == "yes" for word in words.texts()] == said.reshape(-1).tolist()
        draw = release.plan.vector_of(at, SeriesDraw)
        every = np.zeros_like(values)
        for forged in (every, np.where(np.arange(len(values)) == 0, SKIPPED, values)):
            with pytest.raises(LedgerError):
                draw.checked(forged)
    csv = next((tmp_path / "out" / "tables").glob("*one.csv"))
    csv.write_bytes(csv.read_bytes().replace(b'"no"', b'"yes"'))
    assert not verify_folder(tmp_path / "out").whole


def test_the_plan_says_when_sampling_pays() -> None:
    """By the closed form: not where a person is in few ticks, nor under a delta; only where one may be in all."""
    often = Bounds(cells=60, rows_per_cell=1)
    for bound, delta, words in (
        (Bounds(rows=2), Fraction(0), "are expected to have smaller errors"),
        (often, Fraction(1, 10**6), "are expected to have smaller errors"),
        (often, Fraction(0), "fewer, better samples are worth it"),
    ):
        planned = plan(scenes.request(scenes.series(FAST), bound=bound, delta=delta))
        assert words in "\n".join(plan_lines(planned, "en"))
        assert "{" not in "\n".join(plan_lines(planned, "zh"))
