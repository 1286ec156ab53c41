"""Who shows what was planned and drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from epsilog.registry.table import Table
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan, kind_in, kind_of
from epsilog.roles.shown import Shown
from epsilog.roles.spec import Spec

SHOWS: Final = Table[Shown[Any]](
    {
        "cells": "epsilog.kinds.cells.show:CellsShown",
        "mean": "epsilog.kinds.mean.show.shown:MeanShown",
        "choice": "epsilog.kinds.choice.show:ChoiceShown",
        "series": "epsilog.kinds.series.show:SeriesShown",
        "alert": "epsilog.kinds.alert.show:AlertShown",
        "repeat": "epsilog.kinds.repeat.show:RepeatShown",
        "study": "epsilog.kinds.study.show.shown:StudyShown",
    },
    objects=True,
)
FORMS: Final[Mapping[str, Shown[Any]]] = {form: shown for shown in SHOWS.values() for form in shown.forms}


def shown_of(plan: Plan, at: int) -> Shown[Any]:
    """Who shows entry `at` of a plan."""
    return SHOWS[kind_in(plan, at)]


def asked_as(query: Entry) -> Shown[Any]:
    """Who says what an entry asks for, before anything is planned."""
    return SHOWS[kind_of(query)]


def asked_record(spec: Spec) -> dict[str, Any]:
    """What is asked of several entries of a release, for machines."""
    return {name: said for shown in SHOWS.values() for name, said in shown.asked_record(spec).items()}
