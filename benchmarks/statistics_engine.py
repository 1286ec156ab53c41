"""A survival curve of a million patients through the engine, beside one bounded group-by over as many cells."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from epsilog.accounting.allowance import Allowance
from epsilog.core.unit import Unit
from epsilog.ledger import Ledger, Terms
from epsilog.publish.pipeline import publish
from epsilog.spec.file import read_spec

PATIENTS, REPEATS = 1_000_000, 3
HEAD = """\
release: {name}
edition: "{edition}"
source:
  file: cohort.parquet
  columns: {{patient_id: integer, arm: text, days: number, readmitted: boolean, way: text}}
protect: {{each: patient_id}}
bound: {{rows: 1}}
publish:
  - {entry}
spend: {{epsilon: 1, from: clinic}}
"""
ENTRIES = {
    "survival": "survival: {time: days, event: readmitted, horizon: 30d, by: {arm: [A, B]}}",
    "group-by": "{{count: rows, by: {{arm: [A, B], way: [{ways}]}}}}",
}


def engine_cost(draws: int) -> list[dict[str, Any]]:
    """CPU seconds of a whole release, from rows to stored numbers; the least of three."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        _cohort().write_parquet(folder / "cohort.parquet")
        rows = []
        for name, entry in ENTRIES.items():
            spent, cells = [], 0
            for edition in range(REPEATS):
                text = entry.format(ways=", ".join(f"w{at}" for at in range(61))) if name == "group-by" else entry
                path = folder / f"{name}-{edition}.yaml"
                path.write_text(HEAD.format(name=name, edition=edition, entry=text), encoding="utf-8")
                spec = read_spec(path)
                with Ledger.open(folder / f"{name}-{edition}.db", create=True) as books:
                    books.open_account("clinic", Terms(Unit("patient_id"), Allowance.pure(2)), by="Ada")
                    start = time.process_time()
                    release = publish(spec, books, base=folder)
                    spent.append(time.process_time() - start)
                cells = sum(len(vector) for vector in release.result.values)
            rows.append({"release": name, "patients": PATIENTS, "cells": cells, "cpu seconds": min(spent)})
        return rows


def _cohort() -> pl.DataFrame:
    """One row per patient: when and how follow-up ended, and the same as one word for the group-by."""
    rng = np.random.default_rng(2611500)
    event, lost = rng.geometric(0.02, PATIENTS), rng.geometric(0.01, PATIENTS)
    days, readmitted = np.minimum(event, lost), event <= lost
    way = np.where(days > 30, 60, (days - 1) + np.where(readmitted, 0, 30))
    return pl.DataFrame(
        {
            "patient_id": rng.permutation(PATIENTS),
            "arm": np.array(["A", "B"])[rng.integers(0, 2, PATIENTS)],
            "days": days.astype(np.float64),
            "readmitted": readmitted,
            "way": np.char.add("w", way.astype(str)),
        }
    )
