"""Pages about what can be published, made from the code: a field that no class here has is not in the language.

One page for each kind (src/epsilog/kinds), one for the fields that all entries share, one for what is found first.
What a field means is said in the docstring of its class; where that says nothing, in the tables of docs/spec.md.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
from collections.abc import Iterable, Mapping
from typing import Any

from pages import DOCS, Group, Item

from epsilog.core import series_method
from epsilog.core.bounds import Bounds, BoundSearch, Facts
from epsilog.core.unknown import Unknown
from epsilog.kinds.study.ask.question import ASKED, Question
from epsilog.registry.asks import ASKS
from epsilog.registry.plans import PLANS
from epsilog.roles import shape
from epsilog.roles.ask import Ask
from epsilog.roles.entry import Entry
from epsilog.roles.sought import Clamp, EvenBins
from epsilog.spec.entry import FIELDS, SHARED
from epsilog.spec.file import OPTIONAL, REQUIRED

# Kinds without words of their own: they are what `as` says of a series.
SHAPES: Mapping[str, tuple[type, ...]] = {
    "series": (
        shape.PerStep,
        shape.Running,
        shape.Window,
        shape.Decay,
        series_method.Coefficients,
        series_method.ChosenCoefficients,
        series_method.Radius,
        series_method.Fast,
    ),
    "alert": (shape.Alert,),
    "repeat": (series_method.Repeated, series_method.Spelled),
}


def _title(kind: str) -> str:
    """What its folder says of itself, up to a colon."""
    return str(_folder(kind).__doc__).partition(":")[0].rstrip(".")


def _folder(kind: str) -> Any:
    return importlib.import_module(f"epsilog.kinds.{kind}")


GROUP = Group(
    "Look up: The spec, from the code",
    3,
    (
        Item("All fields of a spec", "reference/spec.html"),
        *(Item(_title(kind), f"reference/{kind}.html") for kind in PLANS),
        Item("What is found first", "reference/first.html"),
    ),
)
_ROW = re.compile(r"^\| ((?:`\w+`(?:, | or )?)+) \| ([^|]*) \| (.+) \|$", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n\s*\n")


def make() -> dict[str, str]:
    """Every page by its place on the site, as Markdown."""
    found = {"reference/spec.html": _shared(), "reference/first.html": _first()}
    for kind in PLANS:
        found[f"reference/{kind}.html"] = _kind(kind)
    return found


def _kind(kind: str) -> str:
    lines = [f"# {_title(kind)}", "", f"Made from `kinds/{kind}`. {_first_sentence(_folder(kind).__doc__)}", ""]
    if kind in ASKS:
        asked = ASKS[kind]
        lines += _example(inspect.getmodule(asked)) + _ask(asked)
    if kind == "series":
        lines += _example(importlib.import_module("epsilog.kinds.series.ask"))
    for one in SHAPES.get(kind, ()):
        lines += _class(one)
    if kind == "study":
        lines += ["## Tests", "", *_example(inspect.getmodule(Question))]
        lines += ["They are: " + ", ".join(f"`{name}`" for name in ASKED) + ".", ""]
    lines += ["More, with examples that are planned: [the spec file](spec.md)." if kind != "repeat" else _MORE, ""]
    return "\n".join(lines).replace("](spec.md)", "](../spec.md)")


_MORE = "More: [series](../series.md#the-last-value-again)."


def _ask(asked: type[Ask]) -> list[str]:
    lines = ["## What an entry says", "", "One of these words names what is published:", ""]
    lines += ["| word | stored as | with |", "|---|---|---|"]
    for word in asked.words:
        meant = dict(asked.meant.get(word, {}))
        stored = meant.pop("kind", word)
        lines.append(f"| `{word}` | `{stored}` | {', '.join(f'`{name}`' for name in meant) or ''} |")
    lines += ["", *_table(asked.details, _said_in(asked)), ""]
    refused = {name: what for name, what in asked.refusals.items() if name in FIELDS}
    if refused:
        lines += ["## Where a field does not belong", "", "An entry of another kind that has it is refused:", ""]
        lines += ["| field | what is said | what to try |", "|---|---|---|"]
        lines += [f"| `{name}` | {_cell(what)} | {_cell(hint)} |" for name, (what, _, hint) in refused.items()]
        lines += [""]
    facts = []
    if asked.adds_up:
        facts.append("Along a hierarchy these add up: " + ", ".join(f"`{name}`" for name in asked.adds_up) + ".")
    if asked.tells_population:
        told = ", ".join(f"`{name}`" for name in asked.tells_population)
        facts.append(f"Ranges may be about the population for: {told}.")
    if asked.is_chosen:
        facts.append(
            "Answers are chosen from a public list: they have no noise of their own, and no range around them."
        )
    return lines + [line for fact in facts for line in (fact, "")]


def _shared() -> str:
    lines = [
        "# All fields of a spec",
        "",
        "Made from the code that reads a spec. Each kind has a page of its own: "
        + ", ".join(f"[{_title(kind).lower()}]({kind}.html)" for kind in PLANS)
        + ". What all of it means, with examples: [the spec file](../spec.md).",
        "",
        "## The top of the file",
        "",
        "Needed: " + ", ".join(f"`{name}`" for name in REQUIRED) + ".",
        "May be left out: " + ", ".join(f"`{name}`" for name in OPTIONAL) + ".",
        "",
        "## What every entry may say",
        "",
        *_table(SHARED, _said_in(Entry) | {"as": _said_in(Entry)["shape"]}),
        "",
        "## Which kind a word belongs to",
        "",
        "| field | kind |",
        "|---|---|",
    ]
    for name in sorted(set(FIELDS) - set(SHARED)):
        kinds = [kind for kind, asked in ASKS.items() if name in (*asked.words, *asked.details)]
        lines.append(f"| `{name}` | {', '.join(f'[{kind}]({kind}.html)' for kind in kinds)} |")
    return "\n".join([*lines, ""])


def _first() -> str:
    lines = [
        "# What is found first",
        "",
        "Some things nobody knows without looking. They are found for a price, before the",
    ]
    lines += [
        "table is made. More: [unknown keys](../spec.md#unknown-keys), [unknown ends](../spec.md#unknown-ends),"
    ]
    lines += ["[choosing bounds](../choosing-bounds.md).", ""]
    for one in (Unknown, Clamp, EvenBins, Bounds, Facts, BoundSearch):
        lines += _class(one)
    return "\n".join(lines)


def _class(one: type) -> list[str]:
    text = inspect.getdoc(one) or ""
    lines = [f"## {one.__name__}", "", _plain(_PARAGRAPH.split(text)[0]), ""]
    said = _said_in(one)
    own = [field.name for field in dataclasses.fields(one) if not field.name.startswith("_")]
    if any(name in said for name in own):
        lines += [*_table([name for name in own if name in said], said), ""]
    examples = [line for line in text.splitlines() if line.startswith((">>>", "..."))]
    if examples:
        lines += ["```python", *_examples(text), "```", ""]
    return lines


def _examples(text: str) -> list[str]:
    lines = text.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(">>>"))
    return [line for line in lines[start:] if line.strip()]


def _table(names: Iterable[str], said: Mapping[str, str]) -> list[str]:
    lines = ["| field | for | what it says |", "|---|---|---|"]
    for name in names:
        rows = _by_hand().get(name, [])
        if rows:
            lines += [f"| `{name}` | {where} | {words} |" for where, words in rows]
        else:
            lines.append(f"| `{name}` | | {said.get(name, '')} |")
    return lines


def _by_hand() -> dict[str, list[tuple[str, str]]]:
    """What the tables of docs/spec.md say of a field, with links that are true from reference/."""
    found: dict[str, list[tuple[str, str]]] = {}
    for names, where, words in _ROW.findall(
        (DOCS / "spec.md").read_text(encoding="utf-8").partition("## publish")[2]
    ):
        for name in re.findall(r"`(\w+)`", names):
            found.setdefault(name, []).append((where, _from_reference(words)))
    return found


def _from_reference(words: str) -> str:
    turned = re.sub(r"\]\(#", "](spec.md#", words)
    return re.sub(r"\]\((?!https?:)([^)]+)\)", r"](../\1)", turned)


def _said_in(one: type) -> dict[str, str]:
    """The fields a docstring explains: lines `name   what it says`, going on where the next line is further in.

    >>> _said_in(Unknown)["longest"]
    'a key with more characters than this is not looked at'
    """
    found: dict[str, str] = {}
    names: list[str] = []
    for line in (inspect.getdoc(one) or "").splitlines():
        opening = re.match(r"^((?:\w+, )*\w+)\s{2,}(\S.*)$", line)
        if opening:
            names = opening[1].split(", ")
            found |= dict.fromkeys(names, _plain(opening[2]))
        elif names and line.startswith("     "):
            for name in names:
                found[name] += " " + _plain(line.strip())
        else:
            names = []
    return found


def _example(module: Any) -> list[str]:
    """The literal block of a module's docstring: how a file writes it."""
    text = inspect.getdoc(module) or ""
    block = re.search(r"^::\n\n((?:    .*\n|\n)+)", text + "\n", re.MULTILINE)
    assert block, f"{module.__name__} shows no example"
    return ["```yaml", inspect.cleandoc(block[1]).rstrip(), "```", ""]


def _first_sentence(text: str | None) -> str:
    return _plain(_PARAGRAPH.split((text or "").strip())[0])


def _plain(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
