"""Hostile values in the fields of a request: refused with a place and advice, never a traceback.

Each case is a request with a hole (§). Whatever is put into it is refused, but for the few values that make sense.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from epsilog.errors import SpecError
from epsilog.spec.file import spec_from_text

COLUMNS = (
    "{who: text, sex: text, arm: text, inf: text, vac: text, at: timestamp, x: number, y: number, days: integer, "
    "died: boolean}"
)
DAYS = "{time: at, from: 2026-01-01, to: 2026-01-31}"
BAD = [
    ".nan",
    ".inf",
    "-.inf",
    "-0.0",
    "9223372036854775808",
    "-1",
    "0",
    '""',
    "[]",
    "[1]",
    "{}",
    "null",
    "true",
    "x",
    "1e400",
    "&a 1",
    "*a",
    "!!int 1",
    "0.5",
    '"1"',
    "½",
    "１",
    "[1, 1]",
    "[[]]",
    "{a: {}}",
    "99999999999999999999999999",
    '"%"',
    "-5%",
    '"\\u202e1"',
]
# name of the case: the parts of a request that differ from the plain one, and what may stand in the hole.
CASES: dict[str, tuple[dict[str, str], list[str]]] = {
    "protect.window": (
        {"protect": "{each: who, per: 1h, window: §}", "entry": "{count: rows, every: 1h}", "bound": "{rows: 1}"},
        ['"1"'],
    ),
    "protect.per": (
        {"protect": "{each: who, per: §, window: 3}", "entry": "{count: rows, every: 1h}", "bound": "{rows: 1}"},
        [],
    ),
    "cosine": ({"entry": "{count: rows, every: 1d, as: {per-step: {cosine: §}}}"}, ['"1"']),
    "cosine.choose": ({"entry": "{count: rows, every: 1d, as: {per-step: {cosine: {choose: §, share: 0.1}}}}"}, []),
    "cosine.choose1": (
        {"entry": "{count: rows, every: 1d, as: {per-step: {cosine: {choose: [5, §], share: 0.1}}}}"},
        ['"1"'],
    ),
    "cosine.share": (
        {"entry": "{count: rows, every: 1d, as: {per-step: {cosine: {choose: [5, 10], share: §}}}}"},
        ["0.5"],
    ),
    "fourier": ({"entry": "{count: rows, every: 1d, as: {per-step: {fourier: §}}}"}, ['"1"']),
    "per-step": ({"entry": "{count: rows, every: 1d, as: {per-step: §}}"}, []),
    "fast": ({"entry": "{count: rows, every: 1d, as: {per-step: {fast: §}}}"}, []),
    "fast.samples": ({"entry": "{count: rows, every: 1d, as: {per-step: {fast: {samples: §}}}}"}, ['"1"']),
    "spells": (
        {
            "protect": "{each: who, per: 1d, window: 3}",
            "entry": "{count: rows, every: 1d, as: {per-step: {spells: §}}}",
            "bound": "{rows: 1}",
        },
        [],
    ),
    "radius": ({"entry": "{count: rows, every: 1d, as: {per-step: {radius: §}}}"}, []),
    "radius.group": ({"entry": "{count: rows, every: 1d, as: {per-step: {radius: {group: §}}}}"}, ['"1"']),
    "radius.moves": (
        {"entry": "{count: rows, every: 1d, as: {per-step: {radius: {group: auto, moves: §}}}}"},
        ["0", "0.5", '"1"'],
    ),
    "sample": (
        {
            "protect": "{each: who, per: 1d, window: 3}",
            "entry": "{count: rows, every: 1d, as: {per-step: {sample: §}}}",
            "bound": "{rows: 1}",
        },
        [],
    ),
    "running": ({"entry": "{count: rows, every: 1d, as: {running: §}}"}, []),
    "window": ({"entry": "{count: rows, every: 1d, as: {window: §}}"}, ['"1"']),
    "decay": ({"entry": "{count: rows, every: 1d, as: {decay: §}}"}, ["0.5"]),
    "alert.above": (
        {"entry": "{count: rows, every: 1d, as: {alert: {above: §, at_most: 3}}}"},
        ["9223372036854775808", "-1", "0", "0.5", '"1"', "99999999999999999999999999"],
    ),
    "alert.most": ({"entry": "{count: rows, every: 1d, as: {alert: {above: 5, at_most: §}}}"}, ['"1"']),
    "as": ({"entry": "{count: rows, every: 1d, as: §}"}, []),
    "stream": ({"entry": "{count: rows, every: 1d, as: running}", "extra": "stream: §"}, ["{}"]),
    "stream.wait": ({"entry": "{count: rows, every: 1d, as: running}", "extra": "stream: {wait: §}"}, ["0", '"1"']),
    "stream.late": ({"entry": "{count: rows, every: 1d, as: running}", "extra": "stream: {late: §}"}, []),
    "stream.future": ({"entry": "{count: rows, every: 1d, as: running}", "extra": "stream: {future: §}"}, []),
    "stream.clock": ({"entry": "{count: rows, every: 1d, as: running}", "extra": "stream: {clock: §}"}, []),
    "stream.clock.from": (
        {"entry": "{count: rows, every: 1d, as: running}", "extra": "stream: {clock: {from: §}}"},
        [],
    ),
    "stream.speed": (
        {
            "entry": "{count: rows, every: 1d, as: running}",
            "extra": "stream: {clock: {from: 2026-01-01T00:00, speed: §}}",
        },
        ["0.5", '"1"'],
    ),
    "choose": ({"bound": "{choose: §}"}, []),
    "look": ({"bound": "{choose: {look: §}}"}, []),
    "look.up_to": ({"bound": "{choose: {look: {up_to: §}}}"}, ['"1"']),
    "look.share": ({"bound": "{choose: {look: {up_to: 10, share: §}}}"}, ["0.5"]),
    "facts.units": ({"bound": "{choose: {units: §, rows: 3}}"}, ['"1"']),
    "facts.rows": ({"bound": "{choose: {units: 100, rows: §}}"}, ['"1"']),
    "facts.rows.share": ({"bound": "{choose: {units: 100, rows: {1: §, 3: 0.5}}}"}, ["0.5"]),
    "norm": ({"bound": "{norm: §}"}, ["0.5", '"1"']),
    "correlation": ({"entry": "{correlation: §, between: [0, 10], with: {column: y, between: [0, 9]}}"}, ["x"]),
    "with": ({"entry": "{correlation: x, between: [0, 10], with: §}"}, []),
    "with.column": ({"entry": "{correlation: x, between: [0, 10], with: {column: §, between: [0, 9]}}"}, []),
    "with.between": ({"entry": "{covariance: x, between: [0, 10], with: {column: y, between: §}}"}, []),
    "with.between0": (
        {"entry": "{covariance: x, between: [0, 10], with: {column: y, between: [§, 9]}}"},
        ["-1", "0", "0.5", '"1"'],
    ),
    "with.grain": (
        {"entry": "{covariance: x, between: [0, 10], with: {column: y, between: [0, 9], grain: §}}"},
        ["9223372036854775808", "0.5", '"1"', "99999999999999999999999999"],
    ),
    "tails": ({"entry": "{mean: x, between: [0, 10], tails: §}"}, []),
    "tails0": ({"entry": "{mean: x, between: [0, 10], tails: [§, 20]}"}, ["-1", "0"]),
    "tails1": (
        {"entry": "{mean: x, between: [0, 10], tails: [-5, §]}"},
        ["9223372036854775808", "99999999999999999999999999"],
    ),
    "survival": ({"entry": "{survival: §}", "during": ""}, []),
    "survival.time": ({"entry": "{survival: {time: §, event: died, horizon: 30d}}", "during": ""}, ["x"]),
    "survival.event": ({"entry": "{survival: {time: days, event: §, horizon: 30d}}", "during": ""}, []),
    "survival.horizon": ({"entry": "{survival: {time: days, event: died, horizon: §}}", "during": ""}, []),
    "survival.bins": (
        {"entry": "{survival: {time: days, event: died, horizon: 30d, bins: §}}", "during": ""},
        ['"1"'],
    ),
    "survival.ends": ({"entry": "{survival: {time: days, event: died, horizon: 30d, ends: §}}", "during": ""}, []),
    "survival.ends1": (
        {"entry": "{survival: {time: days, event: died, horizon: 30d, ends: [§, 30]}}", "during": ""},
        ["0.5", '"1"'],
    ),
    "survival.by": ({"entry": "{survival: {time: days, event: died, horizon: 30d, by: §}}", "during": ""}, []),
    "survival.causes": (
        {"entry": "{survival: {time: days, event: {column: sex, causes: §}, horizon: 30d}}", "during": ""},
        ["[1]"],
    ),
    "survival.censored": (
        {
            "entry": "{survival: {time: days, event: {column: sex, causes: [a], censored: §}, horizon: 30d}}",
            "during": "",
        },
        ["[]", "[1]"],
    ),
    "survival.complete": (
        {"entry": "{survival: {time: days, event: died, horizon: 30d, complete: §}}", "during": ""},
        ["true"],
    ),
    "public": (
        {"entry": "{survival: {time: days, event: died, horizon: 30d, complete: true}, public: §}", "during": ""},
        [],
    ),
    "public.n": (
        {
            "entry": "{survival: {time: days, event: died, horizon: 30d, complete: true}, public: {n: §}}",
            "during": "",
        },
        [],
    ),
    "test": ({"entry": "{test: §}", "during": ""}, []),
    "test.independence": ({"entry": "{test: {independence: §}}", "during": ""}, []),
    "test.independence.keys": ({"entry": "{test: {independence: {inf: §, vac: [yes, no]}}}", "during": ""}, []),
    "test.gof": ({"entry": "{test: {goodness_of_fit: §}}", "during": ""}, []),
    "test.gof.shares": ({"entry": "{test: {goodness_of_fit: {column: sex, shares: §}}}", "during": ""}, []),
    "test.gof.share": (
        {"entry": "{test: {goodness_of_fit: {column: sex, shares: {f: §, m: 0.5}}}}", "during": ""},
        ["9223372036854775808", "0.5", '"1"', "99999999999999999999999999"],
    ),
    "test.gof.column": (
        {"entry": "{test: {goodness_of_fit: {column: §, shares: {f: 0.5, m: 0.5}}}}", "during": ""},
        [],
    ),
    "test.two_means": ({"entry": "{test: {two_means: §}}", "during": ""}, []),
    "test.two_means.between": (
        {"entry": "{test: {two_means: {mean: x, between: §, by: {sex: [f, m]}}}}", "during": ""},
        [],
    ),
    "test.two_means.by": ({"entry": "{test: {two_means: {mean: x, between: [0, 10], by: §}}}", "during": ""}, []),
    "test.logrank": ({"entry": "{test: {logrank: §}}", "during": ""}, []),
    "test.two_proportions": ({"entry": "{test: {two_proportions: §}}", "during": ""}, []),
    "table": ({"entry": "{table: §}", "during": ""}, []),
    "table.keys": ({"entry": "{table: {inf: §, vac: [yes, no]}}", "during": ""}, ["[1]"]),
    "table.show": ({"entry": "{table: {inf: [yes, no], vac: [yes, no]}, show: §}", "during": ""}, ["[]"]),
    "table.show1": ({"entry": "{table: {inf: [yes, no], vac: [yes, no]}, show: [§]}", "during": ""}, []),
    "table.about": ({"entry": "{table: {inf: [yes, no], vac: [yes, no]}, about: §}", "during": ""}, []),
    "table.standard": ({"entry": "{table: {inf: [yes, no], vac: [yes, no]}, standard: §}", "during": ""}, []),
    "table.standard.w": (
        {"entry": "{table: {inf: [yes, no], vac: [yes, no]}, standard: {vac: {yes: §, no: 1}}}", "during": ""},
        ["9223372036854775808", "0", "0.5", '"1"', "99999999999999999999999999"],
    ),
    "table.population": (
        {
            "entry": "{table: {inf: [yes, no], vac: [yes, no]}, standard: {vac: {yes: 2, no: 1}}, population: §}",
            "during": "",
        },
        ["{}"],
    ),
    "proportion": ({"entry": "{proportion: §}", "during": ""}, []),
    "method": ({"entry": "{proportion: {inf: [yes, no]}, method: §}", "during": ""}, []),
    "confidence": ({"extra": "confidence: §"}, ["0.5"]),
    "tidy": ({"extra": "tidy: §"}, ["{}"]),
    "to": ({"during": "{time: at, from: 2026-01-01, to: §}"}, []),
    "within": ({"entry": "{mean: x, between: unknown, within: §}"}, []),
    "keep": ({"entry": "{mean: x, between: unknown, within: [0, 100], keep: §}"}, ["0.5"]),
    "unknown": ({"entry": "{count: rows, by: {sex: {unknown: §}}}"}, []),
    "unknown.most": (
        {
            "entry": "{count: rows, by: {sex: {unknown: {most: §}}}}",
            "spend": "{epsilon: 1, delta: 1e-8, events: 1e-9, from: a}",
        },
        ['"1"'],
    ),
    "events": (
        {"entry": "{count: rows, by: {sex: unknown}}", "spend": "{epsilon: 1, delta: 1e-8, events: §, from: a}"},
        ["0.5"],
    ),
    "k": ({"entry": "{top: sex, among: [a, b, c], k: §}"}, ['"1"']),
    "at": ({"entry": "{quantiles: x, between: [0, 10], at: §}"}, []),
    "at1": ({"entry": "{quantiles: x, between: [0, 10], at: [§]}"}, ["0.5"]),
    "error": (
        {"entry": "{count: rows, error: §}", "spend": "{delta: 1e-8, from: a}"},
        ["9223372036854775808", "0.5", '"1"', "99999999999999999999999999"],
    ),
    "weight": ({"entry": "{count: rows, weight: §}"}, ["0.5", '"1"']),
}


def request(
    protect: str = "{each: who}",
    bound: str = "{rows: 1}",
    entry: str = "{count: rows}",
    extra: str = "",
    spend: str = "{epsilon: 1, delta: 1e-8, from: a}",
    during: str = DAYS,
) -> str:
    """A request of a few lines; an empty `during` is left out."""
    days = f"during: {during}\n" if during else ""
    return (
        f'release: v\nedition: "1"\nsource:\n  file: v.csv\n  columns: {COLUMNS}\nprotect: {protect}\n'
        f"bound: {bound}\n{days}publish:\n  - {entry}\nspend: {spend}\n{extra}\n"
    )


def refused(text: str, name: str) -> SpecError:
    """The refusal, which has a place and advice, and is short enough to be read."""
    with pytest.raises(SpecError) as caught:
        spec_from_text(text, "s.yaml")
    error = caught.value
    assert error.where.startswith("s.yaml:"), name
    assert error.hint, name
    assert len(error.what) < 200, name
    return error


@pytest.mark.parametrize("case", CASES)
def test_a_hole_takes_what_makes_sense_and_nothing_else(case: str) -> None:
    parts, fine = CASES[case]
    for bad in BAD:
        text = request(**{name: part.replace("§", bad) for name, part in parts.items()})
        if bad in fine:
            spec_from_text(text, "s.yaml")
        else:
            refused(text, f"{case}: {bad}")


@pytest.mark.parametrize("what", ["mean", "sum", "variance", "deviation", "covariance", "ratio", "top", "median"])
def test_a_column_without_a_name(what: str) -> None:
    more = {
        "covariance": ", between: [0, 9], with: {column: y, between: [0, 5]}",
        "ratio": ", between: [0, 9], per: {sum: y, between: [0, 5]}",
        "top": ", among: [a, b], k: 1",
    }.get(what, ", between: [0, 9]")
    error = refused(request(entry=f'{{{what}: ""{more}}}'), what)
    assert error.what == "the column '' is not declared"


@pytest.mark.parametrize(
    ("entry", "hint"),
    [
        ("{\u0441ount: rows}", "did you mean count?"),  # a Cyrillic letter
        ("{\uff43ount: rows}", "did you mean count?"),  # a wide one
        ("{count: \uff52ows}", "did you mean rows?"),
        ("{count: rows, Every: 1d}", "did you mean every?"),
        ('{count: rows, "by\\u200b": {sex: [a]}}', "did you mean by?"),
        ("{count: rows, every: 1d, as: p\u0435r-step}", "did you mean per-step?"),
        ("{mean: wh\u043e, between: [0, 1]}", "did you mean who?"),
        ("{count: rows, count: rows}", "first at line"),
        ("{count: rows, by: {sex: [a], sex: [b]}}", "first at line"),
        ("{count: rows, by: {sex: [\u00e9, e\u0301]}}", "each key once"),
        ("{table: {inf: [a, b], inf: [a, b]}}", "first at line"),
        ("{test: {independence: {inf: [a, b], vac: [a, b]}}, error: 3}", "one of test, name, by"),
        ("{test: {independence: {inf: [a, b], vac: [a]}}}", "independence: {infected"),
        ("{survival: {time: days, event: died, horizon: 9223372036854775808d}}", "1000000000"),
        ("{? {a: b} : c}", "name: value"),
        ("[" * 40 + "]" * 40, "file you mean"),
        ("&a [*a]", "write the value out"),
    ],
)
def test_twins_of_words_duplicates_and_knots(entry: str, hint: str) -> None:
    assert hint in refused(request(entry=entry), entry).hint


@pytest.mark.parametrize(
    "stream",
    [
        "{wait: 1d, wait: 2d}",
        "{Wait: 1d}",
        "{wait: 1000000d}",
        "{wait: -1d}",
        "{wait: 1.5d}",
        "{clock: now}",
        "{clock: {from: 0000-01-01T00:00}}",
        "{clock: {from: 2026-01-01T00:00, sp\u0435ed: 3}}",
    ],
)
def test_rules_of_a_live_series(stream: str) -> None:
    error = refused(request(entry="{count: rows, every: 1d, as: running}", extra=f"stream: {stream}"), stream)
    assert error.where.startswith("s.yaml:12, stream")


def test_a_bomb_of_aliases_is_not_lit() -> None:
    names = "abcdefghi"
    knots = "".join(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in pairwise(names))
    assert "aliases" in refused(request(extra=f"a: &a [x]\n{knots}"), "bomb").what
