"""Requests to test with: one that uses every field, and a Hypothesis strategy for all of them."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from epsilog.core.bounds import Bounds
from epsilog.core.clock import PERIODS
from epsilog.core.during import During
from epsilog.core.grid import Keys, Level
from epsilog.core.number import same_text
from epsilog.core.origin import Lookup, Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.kinds.choice.ask import Choice
from epsilog.kinds.mean.ask import Mean
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.entry import CHOICES
from epsilog.roles.map import Map
from epsilog.roles.spec import Spec, Spend, Tidy

EVERYTHING = """\
epsilog: 1
release: flu-by-region
edition: 2026-W46
source:
  file: visits.csv
  encoding: gb18030
  delimiter: ";"
  columns: {patient_id: text, region: text, visited_at: timestamp, systolic: number, 年龄: integer}
protect: {each: patient_id, per: 1mo, zone: Asia/Shanghai, neighbours: add-remove}
bound: {rows: 4, cells: 4, rows_per_cell: 2}
during: {time: visited_at, from: 2026-01-01, to: 2026-12-31}
mechanism: gaussian
publish:
  - count: rows
    by: {region: [North, South, 01067, no, null]}
    every: 1d
    from: 2026-02-01
    to: 2026-02-28
    weight: 2
  - {count: persons, mechanism: auto, error: 5}
  - {sum: systolic, between: [80, 220], grain: 0.5, missing: 120, name: pressure}
  - {mean: systolic, between: [80, 220], error: "2%", expect: 130}
  - {histogram: 年龄, between: [0, 120], bins: 12}
  - {histogram: systolic, edges: [80, 120, 140, 220]}
  - {variance: systolic, between: [80, 220], missing: 100}
  - {deviation: systolic, between: [80, 220], grain: 1}
  - {ratio: systolic, between: [80, 220], per: {sum: 年龄, between: [0, 120], grain: 1, missing: 40}}
  - {median: systolic, between: [80, 220], by: {region: [North, South]}, error: 50}
  - {quantiles: 年龄, between: [0, 120], grain: 1, at: [0.25, 1/2, 0.9]}
  - {top: region, among: [North, South, 01067], k: 2, best: persons}
  - {most_common: region, among: [North, South]}
  - {choose: region, among: [South, North], best: {sum: systolic, between: [0, 300]}, name: dearest}
spend: {epsilon: 0.5, delta: 1e-6, from: clinic/2026}
confidence: 0.9
tidy: {whole: true, totals: false}
"""

# Letters that tempt a reader of YAML to see more than text.
LETTERS = "abXYZ019 -_:#,[]{}&*!|>'\"%@`~?=.\\/\té\u0301区\u2028😀\u00a0"
ODD = "null ~ true False no YES on 01067 1e5 0x1F 2026-01-01 =cmd << .5 - ? nan .inf"
ODD_WORDS = st.sampled_from(ODD.split(" "))
TEXTS = st.text(LETTERS, min_size=1, max_size=12).filter(lambda text: text.strip())
KEYS = st.one_of(TEXTS, ODD_WORDS)
NUMBERS = st.one_of(
    st.fractions(min_value=-1000, max_value=1000, max_denominator=1000),
    st.decimals(-(10**6), 10**6, places=4).map(Fraction),
)
POSITIVE = NUMBERS.map(abs).filter(bool)
DAYS = st.dates(dt.date(1990, 1, 1), dt.date(2050, 1, 1))


@st.composite
def stretches(draw: st.DrawFn, column: str) -> During:
    first = draw(DAYS)
    return During(column, first, first + dt.timedelta(days=draw(st.integers(0, 400))))


@st.composite
def axes(draw: st.DrawFn, column: str, *, grouped: bool) -> Keys:
    """Keys, or a hierarchy of them: runs of runs."""
    keys = tuple(draw(st.lists(KEYS, min_size=1, max_size=5, unique_by=same_text)))
    if not grouped:
        return Keys(column, keys)
    levels, below = [], tuple(map(same_text, keys))
    for at in range(draw(st.integers(1, 3))):
        cuts = sorted(draw(st.sets(st.integers(1, len(below) - 1)))) if len(below) > 1 else []
        runs = [below[left:right] for left, right in pairwise([0, *cuts, len(below)])]
        named = draw(st.lists(KEYS, min_size=len(runs), max_size=len(runs), unique_by=same_text))
        weight = draw(st.one_of(st.just(Fraction(1)), POSITIVE))
        levels.append(Level(f"{draw(TEXTS)}{at}", tuple(zip(named, runs, strict=True)), weight))
        below = levels[-1].keys
    return Keys(column, keys, tuple(levels), draw(st.one_of(st.just(Fraction(1)), POSITIVE)))


@st.composite
def maps(draw: st.DrawFn, keys: tuple[str, ...]) -> Map:
    """Any map of these keys that needs no other entry."""
    given: dict[str, Any] = {}
    how = draw(st.sampled_from(["auto", "tiles", "shapes"]))
    if how == "tiles":
        given["tiles"] = tuple((key, at % 3, at // 3) for at, key in enumerate(keys))
    elif how == "shapes":
        given |= {"geojson": draw(TEXTS), "property_name": draw(KEYS)}
    if draw(st.booleans()):
        given["population"] = tuple((key, abs(draw(NUMBERS))) for key in keys)
        given["per"] = draw(st.one_of(st.just(Fraction(1)), POSITIVE))
    return Map(**given)


@st.composite
def queries(draw: st.DrawFn, names: dict[str, list[str]], *, days: bool, persons: bool) -> Query:
    kinds = ["rows", "sum", "mean", "histogram", "variance", "deviation", "ratio", "quantiles", "top"]
    kind = draw(st.sampled_from([*kinds, *(["persons"] if persons else [])]))
    given: dict[str, Any] = {"kind": kind, "weight": draw(st.one_of(st.just(Fraction(1)), POSITIVE))}
    given["mechanism"] = draw(st.sampled_from(CHOICES)) if kind not in Choice.names else "auto"
    free = names["keys"] if kind != "top" else names["keys"][:1]
    keyed = draw(st.lists(st.sampled_from(free), unique=True, max_size=2))
    grouped = kind in ("rows", "sum", "histogram") and draw(st.booleans())
    given["by"] = tuple(draw(axes(name, grouped=grouped and not at)) for at, name in enumerate(keyed))
    if kind in ("rows", "persons") and len(keyed) == 1 and not days and draw(st.booleans()):
        given["map"] = draw(maps(given["by"][0].keys))
        return Query(**given)
    if days or draw(st.booleans()):
        given["during"] = draw(stretches(names["time"][0]))
        given["every"] = draw(st.sampled_from([None, *PERIODS]))
    if kind == "top":
        given["column"] = names["keys"][1]
        given["among"] = tuple(draw(st.lists(st.integers(-9, 9).map(str), min_size=1, max_size=4, unique=True)))
        given["k"] = draw(st.integers(1, len(given["among"])))
        best = Sum(
            names["numbers"][0], (Fraction(-1), draw(POSITIVE)), draw(st.sampled_from([None, Fraction(1, 3)]))
        )
        given["best"] = draw(st.sampled_from(["rows", best, *(["persons"] if persons else [])]))
    if kind in ("sum", "histogram", "quantiles", *Mean.names):
        given["column"] = names["numbers"][0] if kind == "ratio" else draw(st.sampled_from(names["numbers"]))
        low = draw(NUMBERS)
        high = low + draw(POSITIVE) + 1
        if kind == "histogram":
            given["edges"] = (low, *(low + step for step in range(1, draw(st.integers(1, 4)))), high + 4)
        else:
            given["between"] = (low, high)
            given["missing"] = draw(st.sampled_from([None, low, high])) if kind != "quantiles" else None
            given["grain"] = draw(st.sampled_from([None, Fraction(1, 10), Fraction(1, 3)]))
        if kind == "ratio":
            below = (Fraction(0), draw(POSITIVE))
            given["per"] = Sum(names["numbers"][1], below, None, draw(st.sampled_from([None, *below])))
        if kind == "quantiles":
            parts = draw(st.integers(2, 50))
            places = draw(st.lists(st.integers(1, parts - 1), min_size=1, max_size=4, unique=True).map(sorted))
            given["at"] = tuple(Fraction(place, parts) for place in places)
            given["grain"] = None if high - low > 90 else given["grain"]
    if draw(st.booleans()):
        given |= {"error": draw(POSITIVE), "expect": draw(POSITIVE), "relative": draw(st.booleans())}
    if draw(st.booleans()):
        given["name"] = draw(TEXTS)
    return Query(**given)


@st.composite
def origins(draw: st.DrawFn, kinds: dict[str, Any], who: str, keys: tuple[str, str]) -> Origin:
    """Any place for these columns: files, a frame or a database, the second key perhaps looked up by another."""
    addresses = ["postgresql://clinic/visits", "postgresql:///v?service=clinic", "visits.duckdb", "a b/访.sqlite"]
    database = draw(st.one_of(st.none(), st.sampled_from(addresses)))
    own, lookups = kinds, []
    if draw(st.booleans()):
        own = {name: kind for name, kind in kinds.items() if name != keys[1]}
        where = {"file": draw(TEXTS)} if database is None else {"table": draw(KEYS)}
        on = draw(st.sampled_from([who, keys[0]]))
        lookups.append(Lookup(on, {keys[1]: kinds[keys[1]]}, public=draw(st.booleans()), **where))
    if database is not None:
        return Origin(None, own, database=database, table=draw(KEYS), join=tuple(lookups))
    return Origin(
        draw(st.one_of(st.none(), TEXTS)),
        own,
        draw(st.sampled_from(["utf-8", "gb18030"])),
        draw(st.sampled_from([",", ";", "\t", "|", " ", "#"])),
        join=tuple(lookups),
    )


@st.composite
def specs(draw: st.DrawFn) -> Spec:
    """Any request the library accepts; what it refuses is not one."""
    columns = draw(st.lists(KEYS, min_size=6, max_size=6, unique=True))
    who, when, first_key, second_key, number, integer = columns
    kinds: dict[str, Any] = dict(
        zip(columns, ("text", "timestamp", "text", "integer", "number", "integer"), strict=True)
    )
    names = {"keys": [first_key, second_key], "numbers": [number, integer], "time": [when]}
    row = draw(st.booleans())
    per = None if row else draw(st.sampled_from([None, *PERIODS]))
    unit = Unit("row" if row else who, per, neighbours=draw(st.sampled_from(["add-remove", "replace"])))
    bound = (
        Bounds()
        if row
        else Bounds(
            draw(st.integers(1, 50)), draw(st.sampled_from([None, 1, 7])), draw(st.sampled_from([None, 1, 3]))
        )
    )
    wanted = queries(names, days=per is not None, persons=not row)
    try:
        return Spec(
            draw(KEYS),
            draw(KEYS),
            draw(origins(kinds, who, (first_key, second_key))),
            Protect(unit, draw(st.sampled_from(["UTC", "Asia/Shanghai", "America/Argentina/Buenos_Aires"]))),
            bound,
            tuple(draw(st.lists(wanted, min_size=1, max_size=4))),
            Spend(
                draw(KEYS),
                draw(st.one_of(st.none(), POSITIVE)),
                draw(st.sampled_from([Fraction(0), Fraction(1, 10**6)])),
            ),
            draw(st.one_of(st.none(), stretches(when))),
            draw(st.sampled_from([Fraction(95, 100), Fraction(1, 3)])),
            Tidy(draw(st.booleans()), draw(st.booleans())),
        )
    except SpecError:
        from hypothesis import reject

        reject()
