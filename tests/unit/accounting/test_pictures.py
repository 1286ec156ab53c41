"""Pictures draw for every kind of subject, in both languages, say the right numbers, and leave no state behind."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from epsilog.accounting.loss import loss_of
from epsilog.accounting.pictures import (
    Slice,
    Verdict,
    attack_picture,
    audit_picture,
    budget_picture,
    event_picture,
    loss_picture,
    noise_picture,
    posterior_picture,
    save,
    tradeoff_picture,
)
from epsilog.accounting.pictures import canvas as look
from epsilog.accounting.promise import Promise, detection, posterior_limit, promise_of
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, Laplace, Pure
from epsilog.core.law import DiscreteLaplace
from epsilog.core.price import Budget
from epsilog.errors import CurrencyMismatch, SpecError


def texts(figure: object) -> str:
    from matplotlib.text import Text

    return "\n".join(text.get_text() for text in figure.findobj(Text))  # type: ignore[attr-defined]


def smallest_letters(figure: object) -> float:
    from matplotlib.text import Text

    return min(text.get_fontsize() for text in figure.findobj(Text) if text.get_text())  # type: ignore[attr-defined]


def test_no_pyplot(tmp_path: Path) -> None:
    save(posterior_picture(), tmp_path / "belief")
    assert "matplotlib.pyplot" not in sys.modules


def test_saved_files_are_what_they_say(tmp_path: Path) -> None:
    written = save(attack_picture(Budget(1, 1e-6)), tmp_path / "new" / "attack")
    assert [path.name for path in written] == ["attack.svg", "attack.png"]
    assert written[1].read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    root = ElementTree.parse(written[0]).getroot()
    assert root.tag.endswith("svg")
    assert "<script" not in written[0].read_text(encoding="utf-8")


def test_posterior_curve_is_the_bound() -> None:
    figure = posterior_picture([1], delta="1e-6")
    curve = figure.axes[0].get_lines()[1]
    for prior, after in zip(curve.get_xdata()[::50], curve.get_ydata()[::50], strict=True):
        assert after == pytest.approx(posterior_limit(float(prior), 1, "1e-6").value)
    assert "0.001 %" in texts(figure)


def test_attack_curve_is_the_bound() -> None:
    figure = attack_picture(Promise(1.0, 1e-6))
    curve = figure.axes[0].get_lines()[0]
    for rate, best in zip(curve.get_xdata()[::40], curve.get_ydata()[::40], strict=True):
        assert best == pytest.approx(detection(float(rate), 1, 1e-6))
    assert "46.3 %" in texts(figure)


@pytest.mark.parametrize(
    "charge",
    [
        Pure(Fraction(1)),
        Laplace(Fraction(20), 20, 20),
        Gaussian(Fraction(400), 1) * 12,
        BoundedRange(Fraction(1)),
        Pure(Fraction(1, 100)) * 487,
        Laplace(Fraction(20), 1, 1) * 30
        + Gaussian(Fraction(2000), 20)
        + Approx(Fraction(1, 10), Fraction(1, 10**7)),
    ],
)
def test_loss_of_any_charge_or_plan(charge: Charge, tmp_path: Path) -> None:
    figure = loss_picture(charge, "1e-6")
    promise = promise_of(charge, "1e-6")
    dot = figure.axes[1].get_lines()[-1]
    assert float(dot.get_xdata()[0]) == promise.epsilon
    tight = figure.axes[1].get_lines()[1]
    ledger = figure.axes[1].get_lines()[0]
    loss = loss_of(charge)
    places = zip(tight.get_xdata(), tight.get_ydata(), ledger.get_ydata(), strict=True)
    for epsilon, below, above in list(places)[::10]:
        assert below == pytest.approx(min(loss.delta_of(float(epsilon)), above), rel=1e-9)
    assert all(path.stat().st_size > 1000 for path in save(figure, tmp_path / "loss"))


def test_loss_refuses_places() -> None:
    from epsilog.core.charge import GeoInd

    with pytest.raises(CurrencyMismatch):
        loss_picture(GeoInd(Fraction(1, 100)))


def test_noise_title_tells_good_from_bad() -> None:
    law = DiscreteLaplace(Fraction(2))
    support = np.arange(-40, 41)
    good = np.repeat(support, np.round(100_000 * law.pmf(support)).astype(int))
    assert "follow the exact law" in texts(noise_picture(good, law))
    assert "do not follow" in texts(noise_picture(good, DiscreteLaplace(Fraction(3))))


def test_budget_titles() -> None:
    figure = budget_picture([Slice("a", 0.5, "spent"), Slice("b", 0.25, "planned")])
    assert "50 % of the budget is spent, 50 % is left" in texts(figure)
    figure = budget_picture([Slice("a", 0.5, "planned"), Slice("b", 0.75, "refused")])
    assert "1 of its parts will be refused" in texts(figure)
    with pytest.raises(SpecError):
        budget_picture([])


def test_audit_titles() -> None:
    caught, clean = Verdict("wrong", 1, 2.9), Verdict("right", 1, 0.95)
    assert (caught.broken, clean.broken) == (True, False)
    assert "1 of 2 claims are contradicted" in texts(audit_picture([caught, clean]))
    assert "No claim is contradicted" in texts(audit_picture([clean]))
    with pytest.raises(SpecError):
        audit_picture([])


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_picture_is_readable_in_both_languages(lang: str) -> None:
    rng = np.random.default_rng(1)
    figures = [
        posterior_picture(lang=lang),
        attack_picture(Promise(0.5), lang),
        tradeoff_picture(lang=lang),
        loss_picture(Pure(Fraction(1)), lang=lang),
        noise_picture(rng.integers(-3, 4, 5000), DiscreteLaplace(Fraction(2)), lang),
        budget_picture([Slice("热力图", 0.5, "spent"), Slice("survey", 0.7, "refused")], lang),
        audit_picture([Verdict("count", 1, 2)], lang),
        event_picture(rng.normal(size=500), 1 + rng.normal(size=500), "x ≥ 1", 1.0, True, lang),
        event_picture(rng.integers(0, 9, 500) * 1.0, rng.integers(0, 9, 500) * 1.0, "x", lang=lang),
    ]
    for figure in figures:
        said = texts(figure)
        assert smallest_letters(figure) >= 10
        assert figure.get_suptitle()
        for ax in figure.axes:
            assert ax.get_xlabel()
        written_in_chinese = any("\u4e00" <= letter <= "\u9fff" for letter in figure.get_suptitle())
        assert written_in_chinese == (lang == "zh" and look.chinese_font() is not None), said


def test_without_a_chinese_font_pictures_speak_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(look, "chinese_font", lambda: None)
    figure = budget_picture([Slice("热力图", 0.5, "spent")], "zh")
    assert "of the budget is spent" in texts(figure)
    save(figure, tmp_path / "budget")  # a missing glyph is no warning for the reader of a screen


def test_unknown_languages_are_refused() -> None:
    with pytest.raises(SpecError):
        posterior_picture(lang="fr")
