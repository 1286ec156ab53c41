"""Decoding Bloom filters: most of the common words, and none that nobody has."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.mechanisms.local.rappor import Rappor
from epsilog.postprocess.local.bloom import Decoded, decode, lasso


def decoded(devices: int, words: int, seed: int) -> tuple[Decoded, np.ndarray]:
    """Words by Zipf's law and as many decoys; counts of set bits as so many devices give them."""
    ask, rng = Rappor(b"x"), np.random.default_rng(seed)
    share = np.arange(1, words + 1) ** -1.1
    share /= share.sum()
    each = rng.multinomial(rng.multinomial(devices, share), np.full(64, 1 / 64))
    design = ask.design(rng.integers(0, 2**63, 2 * words).astype(np.uint64))
    reports = each.sum(axis=0)
    true = np.array([design[at * 128 : (at + 1) * 128, :words] @ each[:, at] for at in range(64)])
    counts = rng.binomial(true, float(ask.set_if_one))
    counts += rng.binomial(reports[:, None] - true, float(ask.set_if_zero))
    return decode(reports, counts, design, ask.set_if_one, ask.set_if_zero), share


def test_a_million_devices_find_the_most_common_words() -> None:
    """Recall of the first ten and twenty words of 1,000 beside 1,000 decoys, mean of two fixed seeds."""
    tens, twenties, false = [], [], 0
    for seed in range(2):
        found, share = decoded(1_000_000, 1000, seed)
        tens.append(found.found[:10].mean())
        twenties.append(found.found[:20].mean())
        false += int(found.found[1000:].sum())
        for word in np.flatnonzero(found.found[:1000]):
            assert abs(found.share[word] - share[word]) < 6 * found.deviation[word]
    assert np.mean(tens) >= 0.9
    assert np.mean(twenties) >= 0.5
    assert false == 0


def test_nobody_and_nothing() -> None:
    ask = Rappor(b"x", bits=16, cohorts=4)
    design = ask.design(np.arange(5, dtype=np.uint64))
    found = decode(np.zeros(4, dtype=np.int64), np.zeros((4, 16), dtype=np.int64), design, ask.q, ask.p)
    assert not found.found.any()


def test_the_sparse_step_is_the_minimum() -> None:
    """Against random points near it: none is lower."""
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(30, 6))
    gram, toward, penalty = rows.T @ rows, rng.normal(size=6) * 20, np.full(6, 3.0)
    found = lasso(gram, toward, penalty)

    def height(share: np.ndarray) -> float:
        return float(share @ gram @ share / 2 - share @ toward + penalty @ share)

    for _ in range(500):
        assert height(np.maximum(found + rng.normal(size=6) * 0.05, 0)) >= height(found) - 1e-6
    assert found == pytest.approx(np.maximum(found, 0))
