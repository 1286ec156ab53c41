"""Every link inside the pages leads somewhere: files, pictures and anchors, in Markdown and on the built site.

python docs/site/check_links.py [FOLDER]      (a built site; left out: the Markdown of the repository)

Links to other places are not followed: whether somebody else's page is there today is no property of ours.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pages import sources
from render import anchor_of, reader, words_of


def broken_in_markdown(pages: list[Path] | None = None) -> list[str]:
    """What Markdown points to and is not there; one line for each."""
    found: list[str] = []
    anchors: dict[Path, set[str]] = {}
    for page in sources() if pages is None else pages:
        tokens = reader().parse(page.read_text(encoding="utf-8"))
        for token in tokens:
            for child in token.children or ():
                target = child.attrGet("href") or child.attrGet("src")
                if isinstance(target, str):
                    found += _missing(page, target, anchors)
    return found


def _missing(page: Path, target: str, anchors: dict[Path, set[str]]) -> list[str]:
    parts = urlsplit(target)
    if parts.scheme:
        return []
    there = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not there.exists():
        return [f"{page.name}: {target} is not there"]
    if parts.fragment and there.suffix == ".md" and parts.fragment not in _anchors(there, anchors):
        return [f"{page.name}: {target} has no such heading"]
    return []


def _anchors(page: Path, known: dict[Path, set[str]]) -> set[str]:
    if page not in known:
        tokens, taken = reader().parse(page.read_text(encoding="utf-8")), dict[str, int]()
        known[page] = {
            anchor_of(words_of(tokens[at + 1]), taken)
            for at, token in enumerate(tokens)
            if token.type == "heading_open"
        }
    return known[page]


class _Page(HTMLParser):
    """The links of a page, what it loads, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if "id" in said:
            self.anchors.add(said["id"])
        if tag == "a" and "href" in said:
            self.links.append(said["href"])
        elif tag == "link" and "href" in said:
            self.loads.append(said["href"])
        elif "src" in said:
            self.loads.append(said["src"])


def broken_in_site(folder: Path) -> list[str]:
    """What a built site points to and does not have; and whatever it would load from another place."""
    pages = {path.resolve(): _Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    found: list[str] = []
    for path, page in pages.items():
        for target in page.loads:
            if urlsplit(target).scheme or target.startswith("//"):
                found.append(f"{path.name}: loads {target} from elsewhere")
        for target in [*page.links, *page.loads]:
            parts = urlsplit(target)
            if parts.scheme:
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not there.is_file():
                found.append(f"{path.relative_to(folder)}: {target} is not there")
            elif parts.fragment and there in pages and parts.fragment not in pages[there].anchors:
                found.append(f"{path.relative_to(folder)}: {target} has no such anchor")
    return found


if __name__ == "__main__":
    wrong = broken_in_site(Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else broken_in_markdown()
    print("\n".join(wrong) or "every link leads somewhere")
    sys.exit(bool(wrong))
