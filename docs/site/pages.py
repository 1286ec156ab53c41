"""Which pages the site has, in which order: docs/README.md is the list, and this module reads it.

A page of the repository keeps its place: docs/series.md becomes series.html, docs/proofs/look.md becomes
proofs/look.html. Three pages beside docs/ get a place of their own; pages made from the code lie in reference/.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# Pages that lie outside docs/, and where they go.
BESIDE = {"README.md": "readme.html", "CONTRIBUTING.md": "contributing.html", "CHANGELOG.md": "changelog.html"}
_ITEM = re.compile(r"^- \[([^\]]+)\]\(([^)]+)\)", re.MULTILINE)


@dataclass(frozen=True)
class Item:
    """One line of the list: a title, and the page of the site that it opens."""

    title: str
    target: str


@dataclass(frozen=True)
class Group:
    """A heading of the list with what stands below it; `level` is 2 for a part, 3 for a role within one."""

    title: str
    level: int
    items: tuple[Item, ...]


def site_path(source: Path) -> str:
    """Where a Markdown file of the repository goes.

    >>> site_path(DOCS / "proofs" / "look.md"), site_path(DOCS / "README.md"), site_path(ROOT / "CONTRIBUTING.md")
    ('proofs/look.html', 'index.html', 'contributing.html')
    """
    if source.is_relative_to(DOCS):
        inside = source.relative_to(DOCS)
        return "index.html" if inside.as_posix() == "README.md" else inside.with_suffix(".html").as_posix()
    return BESIDE[source.relative_to(ROOT).as_posix()]


def sources() -> list[Path]:
    """Every Markdown file that becomes a page."""
    return [*(ROOT / name for name in BESIDE), *sorted(DOCS.rglob("*.md"))]


def groups(index: str, made: tuple[Group, ...] = ()) -> list[Group]:
    """The parts of the list, in its order; pages made from the code follow the part they are named after."""
    found: list[Group] = []
    for part in re.split(r"^(?=##+ )", index, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        items = tuple(Item(title, _opened(target)) for title, target in _ITEM.findall(body))
        found.append(Group(heading.lstrip("#").strip(), len(heading) - len(heading.lstrip("#")), items))
        found += [group for group in made if group.title.partition(":")[0] == found[-1].title]
    return found


def _opened(target: str) -> str:
    place = (DOCS / target).resolve()
    return site_path(place) if place.suffix == ".md" else f"{target.rstrip('/')}/README.html"


def title_of(text: str) -> str:
    """The first heading of a page."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return "Epsilog" if found is None else found[1].replace("`", "").strip()
