"""Rows and entries for variances, ratios, quantiles and choices."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np

ENTRIES = """\
  - {variance: systolic, between: [80, 220], by: {region: [North, South]}, expect: 1000}
  - {deviation: systolic, between: [80, 220]}
  - {ratio: cost, between: [0, 100], per: {sum: stays, between: [0, 10], grain: 1}, by: {region: [North, South]}}
  - {quantiles: systolic, between: [80, 220], grain: 5, at: [0.25, 0.5, 0.75], by: {region: [North, South]}}
  - {median: cost, between: [0, 100], grain: 1}
  - {top: illness, among: ["=flu", cold, "'mumps", 北京], k: 2, by: {region: [North, South]}}
  - {most_common: illness, among: ["=flu", cold], best: persons, name: common}
  - {choose: region, among: [North, South], best: {sum: cost, between: [-5, 100]}, name: dearest}
"""


def rows_in(folder: Path, rows: int = 3_000) -> dict[str, list[Any]]:
    """Two rows of everybody: no bound cuts anything."""
    rng = np.random.default_rng(1)
    table: dict[str, list[Any]] = {
        "who": [f"p{at // 2}" for at in range(rows)],
        "region": [("North", "South")[at % 3 == 0] for at in range(rows)],
        "systolic": np.round(rng.normal(130, 15, rows), 2).tolist(),
        "cost": np.round(rng.uniform(0, 100, rows), 2).tolist(),
        "stays": rng.integers(1, 6, rows).tolist(),
        "illness": rng.choice(["=flu", "=flu", "=flu", "cold", "cold", "'mumps", "北京"], rows).tolist(),
    }
    with (folder / "rows.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table)
        writer.writerows(zip(*table.values(), strict=True))
    return table
