"""Who shows what was planned and drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from epsilog.kinds.alert.show import ALERT
from epsilog.kinds.cells.show import CELLS
from epsilog.kinds.choice.show import CHOICE
from epsilog.kinds.mean.show.shown import MEAN
from epsilog.kinds.repeat.show import REPEAT
from epsilog.kinds.series.show import SERIES
from epsilog.kinds.study.show.shown import STUDY
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan, kind_in, kind_of
from epsilog.roles.shown import Shown
from epsilog.roles.spec import Spec

SHOWS: Final[Mapping[str, Shown[Any]]] = {
    "cells": CELLS,
    "mean": MEAN,
    "choice": CHOICE,
    "series": SERIES,
    "alert": ALERT,
    "repeat": REPEAT,
    "study": STUDY,
}
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
