"""A series in words and as a record: what it says at every tick, how exact, and which strategies were compared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.law import DiscreteLaplace, Noise
from epsilog.core.number import spell_number
from epsilog.core.series_method import ChosenCoefficients, Coefficients, Fast, Radius
from epsilog.kinds.series.plan.kept import KeptDraw
from epsilog.kinds.series.plan.planned import SeriesDraw, participation_record
from epsilog.kinds.series.plan.radius import STRATEGY, RadiusDraw
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.shape import Decay, Running, Window, about_of, is_series, method_of, repeats_values
from epsilog.roles.shown import Off, Shown
from epsilog.roles.telling import Speaker
from epsilog.words import Language, plain, say

if TYPE_CHECKING:
    from epsilog.kinds.series.plan.shapes import Options


def radius_shape(method: Radius, lang: Language) -> list[str]:
    """What it says at every tick, as part of what a table shows."""
    if method.is_single:
        return [say("series.as.radius", lang)]
    if method.group is not None:
        return [say("series.as.radius.group", lang, group=f"{method.group:,}")]
    return [say("series.as.radius.auto", lang)]


def radius_error(draw: RadiusDraw, confidence: str, lang: Language) -> str:
    """How exact it will be."""
    said = {"entry": draw.entry.name, "confidence": confidence, "most": plain(draw.widest, way="up")}
    if draw.group == 1:
        return say("plan.error.radius", lang, **said)
    return say("plan.error.radius.groups", lang, group=f"{draw.group:,}", **said)


def radius_choices(plan: Plan, draw: RadiusDraw, lang: Language) -> list[str]:
    """Independent Laplace noise at the same price beside it, and what follows from sharing a radius."""
    reach = draw.contribution.sensitivity.l1
    law = Noise(DiscreteLaplace(reach / draw.epsilon), draw.grain)
    lines = [say("plan.series.head", lang, entry=draw.entry.name, ticks=f"{draw.ticks:,}")]
    said = {"margin": plain(draw.widest, way="up"), "other": plain(law.margin(plan.spec.confidence), way="up")}
    key = "plan.radius.beside" if draw.group == 1 else "plan.radius.beside.groups"
    more = {} if draw.group == 1 else {"group": f"{draw.group:,}"}
    lines.append("  - " + say(key, lang, **said, **more))
    lines.append("  - " + say("plan.radius.shared", lang))
    return lines


def radius_steps(draw: RadiusDraw, lang: Language, unit: str) -> list[str]:
    """From what one unit may contribute to how far it moves one group, and the noise on that."""
    way = draw.participation
    said = {"unit": unit, "times": f"{way.times:,}", "most": f"{way.most:,}"}
    steps = [say(f"plan.derive.series.{'apiece' if way.apiece else 'steps'}", lang, **said)]
    moved = {"group": f"{draw.group:,}", "reach": f"{draw.reach.l1:,}"}
    steps.append(say("plan.derive.radius.reach", lang, unit=unit, **moved))
    noise = {"epsilon": plain(float(draw.epsilon), 6), "draws": f"{draw.sums.draws:,}"}
    return [*steps, say("plan.derive.radius.noise", lang, scale=plain(float(draw.parameter), 6), **noise)]


def radius_exact(draw: RadiusDraw, told: Speaker) -> str:
    """How exact it is."""
    said = {"name": draw.entry.name, "times": told.times(), "most": plain(draw.widest, 3, "up")}
    if draw.group == 1:
        return told.say("release.exact.radius", **said)
    return told.say("release.exact.radius.groups", group=f"{draw.group:,}", **said)


def radius_weight(draw: RadiusDraw, one: str, told: Speaker) -> str:
    """What one unit may do to it, and which noise covers that."""
    said = {"name": draw.entry.name, "one": one, "group": f"{draw.group:,}"}
    return told.say("release.weight.radius", reach=plain(float(draw.reach.l1 * draw.grain), 6, "up"), **said)


def radius_record(draw: RadiusDraw) -> dict[str, Any]:
    """The same for machines."""
    return {
        "margin": _nine(draw.widest),
        "margin_least": _nine(draw.closest),
        "strategy": STRATEGY,
        "group": draw.group,
        "draws_with_one_radius": draw.sums.draws,
        "participation": participation_record(draw.participation),
        "moves_a_group_by": draw.reach.l1,
        "deviation": _nine(draw.sums.variance**0.5 * float(draw.grain) / draw.group),
    }


_SHOWN: Final = 6


class SeriesWords(Shown[SeriesDraw]):
    """What is said of a series whose ticks are made together."""

    def shape_words(self, query: Entry, lang: Language) -> list[str]:
        """What it says at every tick, as part of what a table shows."""
        if not is_series(query) or query.every is None:
            return []
        shape = query.shape
        if isinstance(shape, Window):
            return [say("series.as.window", lang, ticks=f"{shape.ticks(query.every):,}")]
        if isinstance(shape, Decay):
            return [say("series.as.decay", lang, keep=plain(float(shape.keep), 6))]
        if isinstance(method := method_of(query), Coefficients):
            basis = strategy_words(method.basis, lang)
            return [say("series.as.coefficients", lang, basis=basis, keep=f"{method.keep:,}")]
        if isinstance(method, ChosenCoefficients):
            among = list_numbers(method.among)
            return [say("series.as.kept", lang, basis=strategy_words(method.basis, lang), among=among)]
        if isinstance(method, Radius):
            return radius_shape(method, lang)
        if isinstance(method, Fast):
            return [say("series.as.fast", lang, samples=f"{method.samples:,}")]
        return [say("series.as.running", lang)] if isinstance(shape, Running) else []

    def exact(self, told: Speaker, planned: Sequence[SeriesDraw], off: Off) -> str:
        """How exact its ticks are."""
        (draw,) = planned
        if isinstance(draw, RadiusDraw):
            return radius_exact(draw, told)
        said = {"name": draw.entry.name, "times": told.times(), "most": plain(draw.widest, 3, "up")}
        said |= {} if _kind(draw) == "fast" else {"least": plain(draw.closest, 3, "up")}
        if isinstance(draw, KeptDraw):
            said |= {"keep": f"{draw.kept or 0:,}", "among": list_numbers(draw.method.among)}
            said |= {"basis": strategy_words(draw.strategy, told.lang)}
        return told.say(f"release.exact.{_kind(draw)}", **said)

    def weight(self, told: Speaker, planned: SeriesDraw, one: str) -> str:
        """What one unit may do to it, and which noise covers that."""
        if isinstance(planned, RadiusDraw):
            return radius_weight(planned, one, told)
        said = {"name": planned.entry.name, "one": one, "strategy": strategy_words(planned.strategy, told.lang)}
        moves = plain(float(planned.participation.times * planned.participation.most * planned.grain), 6, "up")
        return told.say("release.weight.series", reach=moves, law=told.say(f"release.law.{planned.law}"), **said)

    def fresh(self, plan: Plan, planned: SeriesDraw, lang: Language) -> list[str]:
        """When the mean of a group is new, where ticks repeat it."""
        if not isinstance(planned, RadiusDraw) or not repeats_values(planned.entry):
            return []
        return [say("stream.fresh.groups", lang, name=planned.entry.name, group=f"{planned.group:,}")]

    def error(self, plan: Plan, planned: Sequence[SeriesDraw], lang: Language, off: Off) -> str:
        """How exact it will be."""
        (draw,), confidence = planned, plain(100 * float(plan.spec.confidence), 6)
        if isinstance(draw, RadiusDraw):
            return radius_error(draw, confidence, lang)
        said = {"entry": draw.entry.name, "confidence": confidence, "law": say(f"plan.law.{draw.law}", lang)}
        said |= {"most": plain(draw.widest, way="up")}
        said |= {} if _kind(draw) == "fast" else {"least": plain(draw.closest, way="up")}
        if isinstance(draw, KeptDraw):
            narrowest = min(draw.options, key=lambda one: one.widest)
            said |= {"least": plain(narrowest.widest, way="up"), "among": list_numbers(draw.method.among)}
        return say(f"plan.error.{_kind(draw)}", lang, strategy=strategy_words(draw.strategy, lang), **said)

    def steps(self, planned: SeriesDraw, lang: Language, unit: str) -> list[str]:
        """From what one unit may contribute to how far it moves the answers, and the noise on them."""
        if isinstance(planned, RadiusDraw):
            return radius_steps(planned, lang, unit)
        way, norms = planned.participation, planned.reach
        said = {"unit": unit, "times": f"{way.times:,}", "most": f"{way.most:,}"}
        steps = [say(f"plan.derive.series.{'apiece' if way.apiece else 'steps'}", lang, **said)]
        name = strategy_words(planned.strategy, lang)
        square = plain(math.sqrt(norms.l2_squared), 6, "up")
        steps.append(say("plan.derive.series.reach", lang, strategy=name, l1=f"{norms.l1:,}", l2=square))
        law, parameter = say(f"plan.law.{planned.law}", lang), plain(float(planned.parameter), 6)
        if isinstance(planned, KeptDraw):
            steps.append(say("plan.derive.series.kept", lang, epsilon=plain(float(planned.choice), 6)))
        return [*steps, say(f"plan.derive.series.{planned.law}", lang, law=law, parameter=parameter)]

    def choices(self, plan: Plan, planned: SeriesDraw, lang: Language) -> list[str]:
        """Every strategy at the price of the chosen one, best first, and what was left out."""
        if isinstance(planned, KeptDraw):
            return _candidates(planned, lang)
        if isinstance(planned, RadiusDraw):
            return radius_choices(plan, planned, lang)
        from epsilog.kinds.series.plan.shapes import options_at

        options = options_at(plan, planned)
        lines = [say("plan.series.head", lang, entry=planned.entry.name, ticks=f"{planned.ticks:,}")]
        for at, one in enumerate(options.found):
            taken = one.name == planned.strategy and one.law == planned.law
            if at >= _SHOWN and not taken:
                continue
            said = {"strategy": strategy_words(one.name, lang), "law": say(f"plan.law.{one.law}", lang)}
            said |= {"typical": plain(one.typical), "largest": plain(one.largest)}
            worse = one.typical > 1.005 * options.best.typical
            key = ("asked" if worse else "chosen") if taken else "more" if worse else "first"
            if worse:
                said["times"] = plain(one.typical / options.best.typical)
            lines.append("  - " + say(f"plan.series.option.{key}", lang, **said))
        for name, why in options.refused:
            if why not in ("no finite epsilon", "pure only"):
                lines.append("  - " + say(f"plan.series.refused.{why}", lang, strategy=strategy_words(name, lang)))
        if _kind(planned) == "coefficients":
            lines.append("  - " + say("plan.series.bias", lang))
        if isinstance(method := method_of(planned.entry), Fast):
            lines.append("  - " + _sampling(method.samples, planned, options, lang))
        held = plain(float(options.held * planned.grain), 3, "down")
        lines.append("  - " + say("plan.series.held", lang, held=held))
        return lines

    def record(self, plan: Plan, planned: SeriesDraw) -> dict[str, Any]:
        """Its margins, with every strategy that was compared."""
        if isinstance(planned, KeptDraw):
            return _kept_record(planned)
        if isinstance(planned, RadiusDraw):
            return radius_record(planned)
        from epsilog.kinds.series.plan.shapes import options_at

        options = options_at(plan, planned)
        return {
            "margin": _nine(planned.widest),
            "margin_least": _nine(planned.closest),
            "strategy": planned.strategy,
            "participation": participation_record(planned.participation),
            "reach": {"l1": planned.reach.l1, "l2_squared": planned.reach.l2_squared},
            "options": [
                {"strategy": one.name, "law": one.law, "typical": _nine(one.typical), "largest": _nine(one.largest)}
                for one in options.found
            ],
            "refused": [{"strategy": name, "why": why} for name, why in options.refused],
        }

    def card(self, plan: Plan, planned: Sequence[SeriesDraw]) -> dict[str, Any]:
        """Its margins and its noise."""
        (draw,) = planned
        shape = draw.entry.shape
        about = about_of(draw.entry)
        return {
            "as": None if shape is None else shape.to_dict(),
            **({} if about == "data" else {"about": about}),
            **({"kept": draw.kept} if isinstance(draw, KeptDraw) else {}),
            **({"group": draw.group} if isinstance(draw, RadiusDraw) else {}),
            "margin": {"least": _exact(draw, min(draw.margins)), "most": _exact(draw, max(draw.margins))},
            "step": spell_number(draw.step),
            "draws": [_noise_record(draw)],
        }


def _kind(draw: SeriesDraw) -> str:
    """Which sentences fit: ranges of coefficients and of a model are not about the data."""
    method = method_of(draw.entry)
    if isinstance(draw, KeptDraw):
        return "kept"
    return "series" if method is None else "fast" if isinstance(method, Fast) else "coefficients"


def list_numbers(numbers: Sequence[int]) -> str:
    """Numbers one after the other."""
    return ", ".join(f"{number:,}" for number in numbers)


def strategy_words(name: str, lang: Language) -> str:
    """A strategy's name."""
    return say(f"plan.series.{name}", lang)


def _candidates(draw: KeptDraw, lang: Language) -> list[str]:
    """Every number of coefficients that may be chosen, with the noise it would have."""
    said = {"entry": draw.entry.name, "ticks": f"{draw.ticks:,}", "basis": strategy_words(draw.strategy, lang)}
    lines = [say("plan.series.kept.head", lang, **said)]
    for keep, option in zip(draw.method.among, draw.options, strict=True):
        ends = {"least": plain(option.closest, way="up"), "most": plain(option.widest, way="up")}
        lines.append("  - " + say("plan.series.kept.option", lang, keep=f"{keep:,}", **ends))
    paid = {"share": plain(100 * float(draw.method.share)), "epsilon": plain(float(draw.choice), 6)}
    lines.append("  - " + say("plan.series.kept.choice", lang, **paid))
    return [*lines, "  - " + say("plan.series.bias", lang)]


def _sampling(samples: int, draw: SeriesDraw, options: Options, lang: Language) -> str:
    """FAST beside independent ticks that are smoothed, by the closed form of docs/series.md, before any data.

    A level that wanders with variance q a tick, told with noise R every s ticks and smoothed, errs with variance
    near √(qsR)/2 whatever q is: so the two compare as the fourth roots of sR do.
    """
    errors = {one.name: one.typical for one in reversed(options.found)}
    apart = draw.ticks / samples
    times = (apart * (errors["fast"] / errors["single ticks"]) ** 2) ** 0.25
    key = "worse" if times > 0.98 else "better"
    return say(f"plan.series.fast.{key}", lang, times=plain(times if key == "worse" else 1 / times))


def _kept_record(draw: KeptDraw) -> dict[str, Any]:
    return {
        "margin": _nine(draw.widest),
        "margin_least": _nine(draw.closest),
        "strategy": draw.strategy,
        "participation": participation_record(draw.participation),
        "choice": {"epsilon": spell_number(draw.choice), "share": spell_number(draw.method.share)},
        "options": [
            {
                "keep": keep,
                "law": one.law,
                "parameter": spell_number(one.parameter),
                "margin": _nine(one.widest),
                "margin_least": _nine(one.closest),
                "reach": {"l1": one.reach.l1, "l2_squared": one.reach.l2_squared},
            }
            for keep, one in zip(draw.method.among, draw.options, strict=True)
        ],
    }


def _noise_record(draw: SeriesDraw) -> dict[str, Any]:
    """What a card says of the noise."""
    way = participation_record(draw.participation)
    if isinstance(draw, RadiusDraw):
        parameter = {"scale": spell_number(draw.parameter), "draws": draw.sums.draws, "group": draw.group}
        law = "uniform within a secret radius"
        return draw.noise_record(STRATEGY, law, parameter, participation=way, reach=draw.reach.l1)
    parameter = {"scale" if draw.law == "laplace" else "sigma_squared": spell_number(draw.parameter)}
    more = {"choice": {"epsilon": spell_number(draw.choice)}} if isinstance(draw, KeptDraw) else {}
    reach = {"l1": draw.reach.l1, "l2_squared": draw.reach.l2_squared}
    name, law = f"{draw.strategy}, {draw.law}", f"discrete {draw.law}"
    return draw.noise_record(name, law, parameter, participation=way, reach=reach, **more)


def _exact(draw: SeriesDraw, margin: int) -> str:
    return spell_number(Fraction(margin) * draw.step)


def _nine(value: float) -> float:
    return float(f"{value:.9g}")
