"""Every kind of series a stream can publish, as specs of one day of visits."""

from __future__ import annotations

from fractions import Fraction

from epsilog.core.series_method import RULES
from epsilog.core.unit import Protect, Unit
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from stream_scenes import DAYS, TOWN, series


def per_step(edition: str = "one") -> tuple[Spec, bool]:
    return series(Query("rows", by=TOWN, every="1h", during=DAYS), edition=edition), False


def shaped(shape: object, **more: object) -> Query:
    return Query("rows", every="1h", during=DAYS, shape=shape, **more)  # type: ignore[arg-type]


def watch() -> Query:
    return shaped({"alert": {"above": 8, "at_most": 3}})


def running(edition: str = "one") -> tuple[Spec, bool]:
    spend = Spend("clinic", Fraction(1), Fraction(1, 10**6))
    return series(shaped("running", by=TOWN), edition=edition, spend=spend), True


def blocks(edition: str = "one") -> tuple[Spec, bool]:
    """A pure account: subtracted blocks."""
    return series(shaped("running"), edition=edition), False


def everything(edition: str = "one") -> tuple[Spec, bool]:
    """One of each kind, and a sum and persons among them."""
    spent = Query(
        "sum", "spent", by=TOWN, between=(Fraction(0), Fraction(5)), every="1h", during=DAYS, shape="running"
    )
    persons = Query("persons", every="1h", during=DAYS, shape={"window": 4})
    entries = (shaped(None, by=TOWN), shaped("running"), spent, persons, shaped({"decay": "0.9"}, by=TOWN), watch())
    spec = series(*entries, edition=edition, spend=Spend("clinic", Fraction(1), Fraction(1, 10**6)))
    return spec, True


def repeated(edition: str = "one") -> tuple[Spec, bool]:
    """Entries that repeat their last value, where any four hours in a row of a person are protected."""
    keyed = ("absorption", "spells")
    rules = (*RULES, "spells")
    entries = (shaped({"per-step": rule}, by=TOWN if rule in keyed else {}, name=rule) for rule in rules)
    hours = Protect(Unit("who", per="1h", window=4))
    return series(*entries, edition=edition, protect=hours, spend=Spend("clinic", Fraction(60))), False


def one_radius(edition: str = "one") -> tuple[Spec, bool]:
    """Noise within one secret radius: ticks by themselves, and groups of them."""
    entries = (
        shaped({"per-step": "radius"}, name="ticks"),
        shaped({"per-step": {"radius": {"group": 5}}}, by=TOWN, name="groups"),
    )
    return series(*entries, edition=edition, spend=Spend("clinic", Fraction(4))), False


KINDS_OF_SERIES = {
    "per-step": per_step,
    "running": running,
    "blocks": blocks,
    "everything": everything,
    "repeated": repeated,
    "one radius": one_radius,
}
