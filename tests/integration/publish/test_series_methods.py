"""Series made by a method that is named: through the front door, told honestly, kept to the request."""

from __future__ import annotations

import copy
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import series_scenes as scenes
from epsilog.core.bounds import Bounds
from epsilog.errors import EpsilogError, SpecError
from epsilog.mechanisms.series.transform import orthonormal
from epsilog.publish.artefact import write
from epsilog.publish.certificate import verify_folder
from epsilog.publish.explain import lines
from epsilog.publish.explain_plan import plan_lines
from epsilog.publish.pipeline import publish
from epsilog.publish.plan import Plan
from epsilog.publish.planner import plan
from epsilog.publish.series_drawing import mechanism_of
from epsilog.testing import publish_seeded

COSINE, HAAR = {"per-step": {"cosine": 9}}, {"per-step": {"haar": 8}}


def test_coefficients_draw_the_projection_and_their_ranges_hold_it(tmp_path: Path) -> None:
    """Seeded, so that it cannot fail by chance; how often ranges hold is tests/statistical's business."""
    counts = scenes.visits(tmp_path)
    with scenes.books(str(tmp_path / "books.db")) as ledger:
        spec = scenes.request(scenes.series(COSINE), scenes.series(HAAR, by=True), delta=Fraction(0))
        release = publish_seeded(5, spec, ledger, base=tmp_path)
    for at, (basis, keep, exact) in enumerate((("cosine", 9, counts.sum(axis=0)), ("haar", 8, counts))):
        rows = orthonormal(basis, scenes.DAYS, keep)
        drawn = (exact @ rows.T @ rows).reshape(-1)
        table = release.tables[at]
        low, high = (table.figures(name).floats() for name in ("low", "high"))
        assert ((low <= drawn) & (drawn <= high)).mean() > 0.9
        assert (high - low).max() < 200
        assert table.about == "coefficients"


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
    for lang, words in (("en", "no range shows"), ("zh", "任何范围都不反映")):
        for told in (lines(release, lang), plan_lines(planned, lang)):
            text = "\n".join(told)
            assert words in text
            assert "{" not in text


def test_cells_have_coefficients_of_their_own() -> None:
    """A unit in many cells moves the coefficients of all of them: the L1 norm must know how many there are."""
    bounds = Bounds(cells=60, rows_per_cell=1)
    spec = scenes.request(scenes.series(COSINE, by=True, mechanism="laplace"), bound=bounds, delta=Fraction(0))
    draw = plan(spec).series_of(0)
    assert draw is not None
    mechanism = mechanism_of(draw)  # worked out afresh, and refused where the plan pays for less
    spread = np.zeros((scenes.DAYS, 3), dtype=np.int64)
    spread[np.arange(60), np.arange(60) % 3] = 1
    moved = mechanism.strategy.answers(spread).astype(object)  # type: ignore[union-attr]
    assert int(np.abs(moved).sum()) <= draw.reach.l1


def test_a_stored_plan_keeps_to_the_method_of_its_request() -> None:
    planned = plan(scenes.request(scenes.series(COSINE), scenes.series({"running": "tree"})))
    assert Plan.from_dict(planned.to_dict()).draws == planned.draws
    for at, change in ((0, {"constants": [[8]]}), (0, {"series": "haar"}), (1, {"series": "square root"})):
        forged = copy.deepcopy(planned.to_dict())
        forged["draws"][at] |= change
        with pytest.raises(EpsilogError):
            mechanism_of(Plan.from_dict(forged).draws[at])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("tree", {"binary tree"}),
        ("square-root", {"square root", "square root, normalised"}),
        ("buffered", {"buffered", "buffered, normalised"}),
        ("banded", {"banded"}),
        ("subtraction", {"subtracted blocks"}),
        ("independent", {"independent steps"}),
    ],
)
def test_a_strategy_that_is_named_is_taken(word: str, names: set[str]) -> None:
    for delta in (Fraction(0), Fraction(1, 10**6)):
        planned = plan(scenes.request(scenes.series({"running": word}), delta=delta))
        draw = planned.series_of(0)
        assert draw is not None
        assert draw.strategy in names
        mechanism_of(draw)
        told = "\n".join(plan_lines(planned, "en"))
        assert "because the entry names it" in told
    with pytest.raises(SpecError):
        plan(scenes.request(scenes.series({"running": "subtraction"}, mechanism="gaussian")))
