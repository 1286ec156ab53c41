"""Every kind of series a stream can publish, as specs of one day of visits."""

from __future__ import annotations

from epsilog.core.query import Query
from epsilog.core.spec import Spec
from stream_scenes import DAYS, TOWN, series


def per_step(edition: str = "one") -> tuple[Spec, bool]:
    return series(Query("rows", by=TOWN, every="1h", during=DAYS), edition=edition), False


def everything(edition: str = "one") -> tuple[Spec, bool]:
    return per_step(edition)


KINDS_OF_SERIES = {"per-step": per_step, "everything": everything}
