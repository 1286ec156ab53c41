"""The document's figures, the attack and the contest, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.pictures import canvas as look
from epsilog.classic.experiments import DOCUMENT, shock_of
from epsilog.classic.reproduction import Reproduction, Round
from epsilog.classic.sampling_kalman import SamplingKalman
from epsilog.classic.successor import Way, noisy, online, repaired_values
from epsilog.testing import seeded
from epsilog.words import Language, percent, plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Reals = NDArray[np.float64]
_SHOWN: Final = 72
_SMOOTH: Final = 25


def variance_picture(found: Reproduction, lang: str | None = None) -> Figure:
    """Figure 3: the choice of R."""
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(7.2, 5.0)
    steps = np.arange(1, len(found.series) + 1)
    colours = ("#a9c9dc", "#7fb2cf", look.RED, look.AMBER, look.BLUE, "#1c4966")
    for factor, line, colour in zip(found.variance.factors, found.variance.running, colours, strict=True):
        label = say("reproduce.picture.r", tongue, value=_power(found.variance.base * factor))
        if factor in (1.0, 2.0):
            label += " " if tongue == "en" else ""
            label += say(f"reproduce.picture.r.{'document' if factor == 1 else 'right'}", tongue)
        ax.plot(steps, line, color=colour, linewidth=2.4 if factor == 1.0 else 1.6, label=label)
    settled = found.variance.running[:, len(steps) // 10 :]  # the first few steps are a matter of luck
    ax.set_ylim(0, 1.15 * float(settled.max()))
    look.axes_names(ax, say("reproduce.picture.points", tongue), say("reproduce.picture.error", tongue))
    look.title(figure, say("reproduce.picture.3", tongue))
    _below(figure, ax, 2)
    return look.finish(figure, tongue)


def information_picture(found: Reproduction, lang: str | None = None) -> Figure:
    """Figure 4: mutual information against the interval."""
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(7.2, 5.0)
    data = found.information
    t = np.arange(1, len(data.width) + 1)
    for line, colour, style, key in (
        (data.probability, look.PALE, "-", "probability"),
        (data.random, look.AMBER, "--", "random"),
        (data.width, look.BLUE, "-", "width"),
    ):
        words = say(f"reproduce.picture.{key}", tongue)
        ax.plot(t, line, color=colour, linestyle=style, linewidth=1.8, label=words)
    ax.axhline(data.mean, color=look.BLUE, linewidth=1, linestyle=":")
    ax.axvspan(1, float(DOCUMENT["reach"]), color=look.RULE, alpha=0.6, zorder=0)
    words = say("reproduce.picture.chosen", tongue, interval=data.chosen)
    ax.plot([data.chosen], [data.width[data.chosen - 1]], "o", color=look.BLUE, markersize=8, label=words)
    words = say("reproduce.picture.document", tongue)
    ax.plot([DOCUMENT["interval"]], [DOCUMENT["at"]], "D", color=look.RED, markersize=8, label=words)
    look.axes_names(ax, say("reproduce.picture.interval", tongue), say("reproduce.picture.bits", tongue))
    look.title(figure, say("reproduce.picture.4", tongue))
    _below(figure, ax, 2)
    ax.set_ylim(bottom=0)
    return look.finish(figure, tongue)


def times_picture(found: Reproduction, lang: str | None = None) -> Figure:
    """Figure 5: running times."""
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(7.2, 4.2)
    for line, colour, key in (
        (found.times.kalman, look.AMBER, "kalman"),
        (found.times.laplace, look.BLUE, "laplace"),
        (found.times.sampled, look.RED, "sampled"),
    ):
        words = say(f"reproduce.way.{key}", tongue)
        ax.plot(found.times.points, line, "o-", color=colour, linewidth=2, markersize=5, label=words)
    look.axes_names(ax, say("reproduce.picture.points", tongue), say("reproduce.picture.ms", tongue))
    look.title(figure, say("reproduce.picture.5", tongue))
    look.legend(ax, loc="upper left")
    ax.set_ylim(bottom=0)
    return look.finish(figure, tongue)


def usefulness_picture(found: Reproduction, lang: str | None = None) -> Figure:
    """Figure 6: relative errors at three epsilons."""
    tongue = look.picture_language(lang)
    figure, axes = look.canvas(11, 4.2, columns=len(found.usefulness))
    for ax, one in zip(axes, found.usefulness, strict=True):
        for line, colour, key in (
            (one.laplace, look.BLUE, "laplace"),
            (one.sample, look.AMBER, "sample"),
            (one.kalman, look.RED, "sampled"),
        ):
            smooth = _rolling(line)
            steps = np.arange(len(smooth)) + (len(line) - len(smooth)) // 2 + 1
            ax.plot(steps, smooth, color=colour, linewidth=1.6, label=say(f"reproduce.way.{key}", tongue))
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter(lambda value, _: plain(value))
        ax.yaxis.set_minor_formatter(lambda value, _: "")
        look.title(ax, f"ε = {plain(one.epsilon)}")
        look.axes_names(ax, say("reproduce.picture.points", tongue), "")
    axes[0].set_ylabel(say("reproduce.picture.error", tongue), fontsize=11.5, color=look.INK)
    look.title(figure, say("reproduce.picture.6", tongue))
    _below(figure, axes[0], 3)
    return look.finish(figure, tongue)


def attack_picture(found: Reproduction, lang: str | None = None) -> Figure:
    """What an attacker reads off one output, and how well they do in all."""
    tongue = look.picture_language(lang)
    figure, (left, right) = look.canvas(11, 4.4, columns=2)
    interval = min(found.settings.interval, len(found.series) // 2)
    mechanism = SamplingKalman(interval, float(found.settings.epsilon), shock_of(found.series))
    out = mechanism(found.series, np.random.default_rng(found.settings.seed)).values[0]
    shown = min(_SHOWN, len(out))
    steps, raw = np.arange(1, shown + 1), out[:shown] == found.series[:shown]
    left.plot(
        steps, found.series[:shown], color=look.QUIET, linewidth=1, label=say("reproduce.picture.truth", tongue)
    )
    words = say("reproduce.picture.read", tongue)
    left.plot(steps[raw], out[:shown][raw], "o", color=look.RED, markersize=5, label=words)
    words = say("reproduce.picture.noised", tongue)
    left.plot(steps[~raw], out[:shown][~raw], "s", color=look.BLUE, markersize=6, label=words)
    left.set_ylim(top=float(max(out[:shown].max(), found.series[:shown].max())) * 1.35)
    look.axes_names(left, say("reproduce.picture.step", tongue), say(f"reproduce.what.{found.what}", tongue))
    look.title(left, say("reproduce.picture.attack.left", tongue))
    look.legend(left, loc="upper right", ncols=1)
    data = found.attack
    names = ("read", "successor_read", "sampled", "successor")
    values = [data.read, data.successor_read, data.sampled, data.successor]
    colours = (look.RED, look.GREEN, look.RED, look.GREEN)
    places = (3.2, 2.4, 1.0, 0.2)
    right.barh(places, values, color=colours, height=0.6)
    for place, value in zip(places, values, strict=True):
        inside = value > 0.2  # beside a short bar, within a long one: the dashed line needs the room
        colour, at = (look.PAPER, value - 0.015) if inside else (look.INK, value + 0.015)
        side = "right" if inside else "left"
        right.text(at, place, percent(value, tongue), va="center", ha=side, fontsize=10.5, color=colour)
    right.set_yticks(places, [say(f"reproduce.bar.{name}", tongue) for name in names])
    right.plot([data.ceiling] * 2, [-0.25, 1.4], color=look.INK, linestyle="--", linewidth=1.2)
    words = say("reproduce.picture.ceiling", tongue, epsilon=plain(float(found.settings.epsilon)))
    right.text(data.ceiling, 1.45, words, ha="center", va="bottom", fontsize=9.5, color=look.INK)
    right.set_xlim(0, 1.04)
    right.xaxis.set_major_formatter(lambda value, _: percent(value, tongue) if value <= 1 else "")
    look.title(right, say("reproduce.picture.attack.right", tongue))
    return look.finish(figure, tongue)


def contest_picture(found: Reproduction, lang: str | None = None) -> Figure | None:
    """Who is nearest to the truth at equal privacy; None where there was no contest."""
    if not found.rounds:
        return None
    tongue = look.picture_language(lang)
    figure, (left, right) = look.canvas(11, 4.8, columns=2)
    _stretch(left, found, next((one for one in found.rounds if one.what == "counts"), found.rounds[0]), tongue)
    _bars(right, found, tongue)
    return look.finish(figure, tongue)


def _stretch(ax: Any, found: Reproduction, one: Round, tongue: Language) -> None:
    words, settings = seeded(found.settings.seed), found.settings
    interval = min(settings.interval, len(found.series) // 2)
    values, variance = noisy(one.scene, slice(None), settings.epsilon, None, words)
    shown = min(2 * _SHOWN, len(values))
    steps = np.arange(1, shown + 1)
    held = repaired_values(one.scene, interval, settings.epsilon, None, words)
    ax.plot(steps, held[:shown], color=look.AMBER, linewidth=1.6, label=say("reproduce.way.repaired", tongue))
    truth = one.scene.truth[:shown]
    ax.plot(steps, truth, color=look.INK, linewidth=1.2, label=say("reproduce.picture.truth", tongue))
    found_online = online(values, variance)[:shown]
    ax.plot(steps, found_online, color=look.GREEN, linewidth=1.6, label=say("reproduce.way.online", tongue))
    top = float(max(truth.max(), held[:shown].max()))
    ax.set_ylim(top=top * 1.4)
    look.axes_names(ax, say("reproduce.picture.step", tongue), say(f"reproduce.what.{one.what}", tongue))
    epsilon = plain(float(settings.epsilon))
    look.title(ax, say(f"reproduce.picture.stretch.{one.whom}", tongue, epsilon=epsilon))
    look.legend(ax, loc="upper right")


def _bars(ax: Any, found: Reproduction, tongue: Language) -> None:
    ways: tuple[tuple[Way, str], ...] = (
        ("published", look.RED),
        ("repaired", look.AMBER),
        ("online", look.GREEN),
        ("batch", look.BLUE),
    )
    names, at = [], 0.0
    shown = [one for one in found.rounds if one.whom != "customer" or one.scene.times == found.settings.at_most]
    for one in shown:
        middle = at + 1.5 * 0.8
        for way, colour in ways:
            value = (one.result.published if way == "published" else one.result.laplace[way])[0]
            ax.bar(
                at,
                value,
                width=0.75,
                color="none" if way == "published" else colour,
                edgecolor=colour,
                hatch="///" if way == "published" else None,
                label=say(f"reproduce.way.{way}", tongue) if one is shown[0] else None,
            )
            ax.text(at, value, plain(value, 2), ha="center", va="bottom", fontsize=8.5, color=look.INK)
            at += 0.8
        more = {"times": f"{one.scene.times:,}"} if one.whom == "customer" else {}
        names.append((middle, say(f"reproduce.round.{one.what}.{one.whom}", tongue, **more)))
        at += 0.8
    ax.set_xticks([place for place, _ in names], [name for _, name in names])
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(lambda value, _: plain(value))
    ax.yaxis.set_minor_formatter(lambda value, _: "")
    low, high = ax.get_ylim()
    ax.set_ylim(low, high * (high / low) ** 0.35)
    look.axes_names(ax, "", say("reproduce.picture.mae", tongue))
    look.title(ax, say("reproduce.picture.contest", tongue, epsilon=plain(float(found.settings.epsilon))))
    look.legend(ax, loc="upper right")


def _below(figure: Figure, ax: Any, columns: int) -> None:
    """The legend under the picture: its curves leave no corner free on every log."""
    lines = ax.get_legend_handles_labels()
    figure.legend(
        *lines, loc="outside lower center", ncols=columns, frameon=False, fontsize=10, labelcolor=look.INK
    )


def _rolling(line: Reals) -> Reals:
    width = min(_SMOOTH, max(1, len(line) // 4))
    return np.asarray(np.convolve(line, np.ones(width) / width, mode="valid"))


def _power(value: float) -> str:
    """1000000.0 as 10⁶: what the document prints."""
    exponent = round(float(np.log10(value)))
    if abs(value / 10.0**exponent - 1) < 1e-9:
        return (
            "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(exponent)) if exponent >= 0 else plain(value)
        )
    return f"{value:,.0f}"
