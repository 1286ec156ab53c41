"""Our integer strategies beside jax-privacy's real ones: the same errors, worked out by two programs.

    python benchmarks/series_oracle.py

jax-privacy runs in an environment of its own under .peers (made on the first run, about 620 MB) and is asked
through a pipe. It computes its own optimal strategies, and it judges our coefficients by its own formulas. Writes
docs/benchmarks/series-oracle.json and its section of series.md.
"""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.strategy import multiplier_error
from epsilog.mechanisms.series.toeplitz import root_coefficients
from peer import Worker, environment
from series import unit

OUT = Path(__file__).parents[1] / "docs" / "benchmarks" / "series-oracle.json"
PACKAGES = ["jax-privacy==2.0.0"]
HEAD, NEXT = "## Beside jax-privacy", "## Throughput"
APART = ((256, 4), (64, 16), (16, 64))


def questions():
    """What is compared: a name, what jax-privacy is asked, our strategy and the unit it is judged for."""
    for n, buffers in ((256, 4), (1024, 4), (4096, 5)):  # as many as jax-privacy is given; ours are five
        yield "square root", ("toeplitz", n), SquareRoot(n, normalised=False), n, unit()
        yield "square root, normalised", ("normalised", n), SquareRoot(n, normalised=True), n, unit()
        asked = ("buffered", n, buffers, 1, 1)
        yield f"buffered, {buffers} buffers", asked, Buffered.fitted(n, normalised=False), n, unit()
    n = 1024
    for b, k in APART:
        told, who = f"{k} contributions {b} apart", unit(k, b)
        yield f"each step by itself, {told}", ("identity", n, b, k), Banded(n, (1,)), n, who
        yield f"square root, {told}", ("whole", n, b, k), SquareRoot(n, normalised=False), n, who
        yield f"square root cut at {b} bands, {told}", ("rooted", n, b, k), Banded(n, root_coefficients(b)), n, who
        yield f"{b} fitted bands, {told}", ("banded", n, b, k), Banded.fitted(n, who), n, who
        # Ours that the chooser takes for such a unit, beside the way jax-privacy keeps memory small.
        yield f"theirs with 3 buffers, {told}", ("buffered", n, 3, b, k), Banded.fitted(n, who), n, who


def judged(worker):
    """Our fitted bands by jax-privacy's formulas, sensitivity included."""
    for b, k in APART:
        ours = Banded.fitted(1024, unit(k, b))
        found = worker.ask("judged", 1024, b, k, *ours.coefficients)
        scale = ours.coefficients[0]
        norm = ours.reach(unit(k, b)).l2_squared ** 0.5
        yield {"apart": b, "times": k, "norm": norm / scale, "theirs": found["sensitivity"] / scale, **found}


def lines():
    """The section of series.md, from what was stored."""
    found = json.loads(OUT.read_text(encoding="utf-8"))
    yield HEAD
    yield ""
    yield f"`python benchmarks/series_oracle.py`, {found['date']}, jax-privacy {found['version']} in an environment"
    yield "of its own. Both programs work out largest error / root mean square of running totals, sensitivity"
    yield "included, at noise multiplier one. Theirs are real matrices, ours whole numbers with exact norms. Ratio:"
    yield "ours over theirs, the worse of the two; buffers and fitted bands are each side's own fit, theirs with so"
    yield "many buffers, ours with five."
    yield ""
    yield "| strategy | steps | ours | jax-privacy | ratio |"
    yield "|---|--:|--:|--:|--:|"
    for row in found["rows"]:
        ours, theirs = ([row[who][part] for part in ("largest", "mean")] for who in ("ours", "theirs"))
        ratio = max(one / other for one, other in zip(ours, theirs, strict=True))
        shown = " | ".join(" / ".join(f"{value:.5g}" for value in side) for side in (ours, theirs))
        yield f"| {row['name']} | {row['steps']} | {shown} | {ratio:.5f} |"
    yield ""
    yield "Our fitted bands judged by jax-privacy's own formulas, per unit of the first coefficient:"
    yield ""
    yield "| contributions | our norm | jax-privacy's norm of it | largest / root mean square, by jax-privacy |"
    yield "|---|--:|--:|--:|"
    for one in found["judged"]:
        norms = f"{one['norm']:.7f} | {one['theirs']:.7f}"
        yield f"| {one['times']}, {one['apart']} apart | {norms} | {one['largest']:.5g} / {one['mean']:.5g} |"
    yield ""


def put(page):
    """The section in its place on the page, without measuring anything else of it again."""
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(HEAD if HEAD in text else NEXT)
    after = rest.partition(NEXT)[2] if HEAD in text else rest
    page.write_text(before + "\n".join(lines()) + "\n" + NEXT + after, encoding="utf-8")


def main():
    worker = Worker("series_jax_privacy.py", python=environment("jax-privacy", PACKAGES))
    rows = []
    for name, asked, strategy, n, who in questions():
        theirs = worker.ask(*asked)
        largest, mean = multiplier_error(strategy, who, n)
        ours = {"largest": float(largest), "mean": float(mean)}
        rows.append({"name": name, "steps": n, "ours": ours, "theirs": theirs})
        print(name, n, ours, theirs, flush=True)
    found = {"version": worker.version, "date": str(dt.date.today()), "rows": rows, "judged": list(judged(worker))}
    OUT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    put(OUT.with_name("series.md"))
    worker.close()


if __name__ == "__main__":
    main()
