"""Groups of steps beside what a request can ask for: are they worth a word? See docs/decisions/0007-groups.md.

    python benchmarks/series_groups.py FOLDER [repetitions]

FOLDER is that of `series_windows.py`, whose streams these are. Mean absolute error ± standard error; all noise is
exact and drawn by the mechanisms themselves. First people in one step, or in two, at pure epsilon 0.1: *smoothed*
is the column of a release (`as: per-step`), without seasons; *groups* is what a release could say of the steps of a
group, their mean; *live* is the bank's level at each step, from the past alone. Then many cells that share one
pace, w-event at epsilon 1: nine cells of nine kinds, and twelve of one kind.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import numpy as np

from epsilog.core.participation import Participation
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.grouped import Grouped
from epsilog.noise import system
from epsilog.postprocess.smooth_grid import smoothed_table
from group_pacing import GroupPacer
from series_windows import ONE, WIDTHS, banked, spelled, streams, uniform
from series_windows import grouped as grouped_window

LONGEST, EPSILON = 64, Fraction(1, 10)


def every(truth, times):
    """Noise of scale times/epsilon on every step: `uniform` has it at epsilon 1."""
    return uniform(truth, round(times / EPSILON))


def smoothed(truth, times):
    values, variance = every(truth, times)
    table = np.ascontiguousarray(values.T.astype(np.int64))
    return np.concatenate([one.values for one in smoothed_table(table, variance, ())]).reshape(table.shape).T


def grouped(truth, times):
    """The mean of every step's own group, and the bank's level after it."""
    unit = Participation(times, 1, 1, signed=False, neighbours="add-remove")
    mechanism = Grouped.at_epsilon(unit, ONE, EPSILON, LONGEST, horizon=len(truth))
    pacer = GroupPacer(1, mechanism.variance, LONGEST)
    state = mechanism.start(1, pacer.first, pacer)
    means, live, begun = np.empty(len(truth)), np.empty(len(truth)), 0
    for at, value in enumerate(truth.astype(np.int64).tolist()):
        told, state = mechanism.step(BoundedSeries(np.array([[value]]), ONE, unit), state, system)
        live[at] = pacer.value[0]
        if told is not None:
            means[begun : at + 1], begun = told[0] / (at + 1 - begun), at + 1
    return means, live


def said(*pairs):
    """Of all cells and repetitions, each a pair of values and truth."""
    errors = np.concatenate([np.abs(np.maximum(np.round(one), 0) - truth).mean(axis=0) for one, truth in pairs])
    return f"{errors.mean():.2f} ± {errors.std(ddof=1) / np.sqrt(len(errors)):.2f}"


def together(folder):
    """Cells that share one pace."""
    kinds = {name: truth for name, truth, _ in streams(folder, "generated")}
    mixed = [np.column_stack([truth[:, at] for truth in kinds.values()]) for at in range(4)]
    tables = {"nine cells of nine kinds": mixed, **{f"twelve cells: {name}": [one] for name, one in kinds.items()}}
    print("\n| cells | w | and bank | groups | spells |\n|---|--:|--:|--:|--:|")
    for name, drawn in tables.items():
        for width in WIDTHS:
            ways = [[(way(one, width), one) for one in drawn] for way in (banked, grouped_window, spelled)]
            print(f"| {name} | {width} | " + " | ".join(said(*pairs) for pairs in ways) + " |", flush=True)


def main():
    folder = Path(sys.argv[1])
    many = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    print(
        "| stream | steps of a person | every step | smoothed | groups | groups, live |\n|---|--:|--:|--:|--:|--:|"
    )
    for kind in ("generated", "real"):
        for name, truth, _ in streams(folder, kind):
            few = truth[:, :many]
            for times in (1, 2):
                pairs = [grouped(column, times) for column in few.T]
                ways = [every(few, times)[0], smoothed(few, times)]
                ways += [np.column_stack([pair[at] for pair in pairs]) for at in (0, 1)]
                print(f"| {name} | {times} | " + " | ".join(said((way, few)) for way in ways) + " |", flush=True)
    together(folder)


if __name__ == "__main__":
    main()
