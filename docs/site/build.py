"""Build the pages for reading offline: `make docs`, or `python docs/site/build.py [FOLDER]`.

Every page is a file that a browser opens from the disk. Nothing is asked of anywhere else. One small script of ours
is the search; without it all pages are there. Why it is so: docs/decisions/0011-docs-site.md.
"""

from __future__ import annotations

import html
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))

import kind_pages  # noqa: E402 - they lie beside this file
import name_pages  # noqa: E402
from pages import DOCS, ROOT, Group, groups, site_path, sources, title_of  # noqa: E402
from render import Page, mark_chinese, relative, render  # noqa: E402

USUAL = ROOT / "build" / "docs"
_FRAME = (HERE / "frame.html").read_text(encoding="utf-8")


def build(out: Path) -> list[str]:
    """Write the site into a folder of its own, and say which pages it has."""
    if out.exists():
        if not (out / "site.css").exists() and any(out.iterdir()):
            raise SystemExit(f"{out} holds something else: name an empty folder")
        shutil.rmtree(out)
    out.mkdir(parents=True)
    for name in ("site.css", "search.js"):
        shutil.copy(HERE / name, out / name)
    made = {**kind_pages.make(), **name_pages.make()}
    parts = groups((DOCS / "README.md").read_text(encoding="utf-8"), (kind_pages.GROUP, name_pages.GROUP))
    written: dict[str, Page] = {}
    titles: dict[str, str] = {}
    for source in sources():
        place, text = site_path(source), source.read_text(encoding="utf-8")
        written[place] = render(text, _linker(source, place, out))
        titles[place] = title_of(text)
    for place, text in made.items():
        written[place] = render(text, _linker(DOCS / place, place, out))
        titles[place] = title_of(text)
    for place, page in written.items():
        target = out / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_framed(place, titles[place], page, parts), encoding="utf-8")
    _write_index(out, written, titles)
    return sorted(written)


def _linker(source: Path, place: str, out: Path) -> Callable[[str], str]:
    """What a link of a page becomes; a file that is no page is copied, so that it can be opened offline."""

    def link(target: str) -> str:
        path, mark, anchor = target.partition("#")
        if not path:
            return target
        if path.endswith(".html"):  # between pages that are made from the code
            return target
        there = (source.parent / path).resolve()
        if there.is_dir():
            if (there / "README.md").exists():
                there /= "README.md"
            else:
                return relative(_list_folder(there, out), place)
        if there.suffix == ".md" and there in _PAGES:
            return relative(site_path(there), place) + mark + anchor
        if not there.is_file() or not there.is_relative_to(ROOT):
            raise SystemExit(f"{source.relative_to(ROOT)}: {target} is not there")
        inside = there.relative_to(DOCS) if there.is_relative_to(DOCS) else Path("files") / there.relative_to(ROOT)
        (out / inside).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(there, out / inside)
        return relative(inside.as_posix(), place)

    return link


_PAGES = set(sources())


def _list_folder(folder: Path, out: Path) -> str:
    """A page with the files of a folder that has none of its own."""
    inside = folder.relative_to(DOCS).as_posix() if folder.is_relative_to(DOCS) else folder.name
    place = f"{inside}/index.html"
    lines = [f"# {folder.name}", ""]
    lines += [f"- [{one.stem}]({one.name})" for one in sorted(folder.iterdir()) if one.suffix in (".md", ".ipynb")]
    page = render("\n".join(lines), _linker(folder / "index.md", place, out))
    parts = groups((DOCS / "README.md").read_text(encoding="utf-8"), (kind_pages.GROUP, name_pages.GROUP))
    (out / place).parent.mkdir(parents=True, exist_ok=True)
    (out / place).write_text(_framed(place, folder.name, page, parts), encoding="utf-8")
    return place


def _framed(place: str, title: str, page: Page, parts: list[Group]) -> str:
    order = [item for part in parts for item in part.items]
    at = next((number for number, item in enumerate(order) if item.target == place), None)
    before = order[at - 1] if at else None
    after = order[at + 1] if at is not None and at + 1 < len(order) else None
    around = ""
    if before is not None:
        around += f'<a rel="prev" href="{relative(before.target, place)}">← {_words(before.title)}</a>'
    if after is not None:
        around += f'<a rel="next" href="{relative(after.target, place)}">{_words(after.title)} →</a>'
    inner = [(anchor, words) for level, anchor, words in page.headings if level == 2]
    contents = "".join(f'<li><a href="#{anchor}">{_words(words)}</a></li>' for anchor, words in inner)
    filled = {
        "title": html.escape(title if title == "Epsilog" else f"{title} · Epsilog"),
        "up": relative("site.css", place).removesuffix("site.css"),
        "nav": _navigation(place, parts),
        "contents": f"<p>On this page</p><ul>{contents}</ul>" if len(inner) > 1 else "",
        "body": page.body,
        "around": around,
    }
    text = _FRAME
    for name, words in filled.items():
        text = text.replace("{{" + name + "}}", words)
    return text


def _words(text: str) -> str:
    return mark_chinese(html.escape(text.replace("`", "")))


def _navigation(place: str, parts: list[Group]) -> str:
    """Every page, part by part; the part that is read stands open."""
    lines: list[str] = []
    for at, part in enumerate(parts):
        if part.level > 2:
            continue
        within = [part, *_below(parts, at)]
        here = any(item.target == place for one in within for item in one.items)
        lines.append(f"<details{' open' if here or at < 2 else ''}><summary>{_words(part.title)}</summary>")
        for one in within:
            if one.level > 2:
                lines.append(f"<p>{_words(one.title.rpartition(': ')[2])}</p>")
            lines.append("<ul>")
            for item in one.items:
                now = ' aria-current="page"' if item.target == place else ""
                link = relative(item.target, place)
                lines.append(f'<li><a href="{link}"{now}>{_words(item.title)}</a></li>')
            lines.append("</ul>")
        lines.append("</details>")
    return "\n".join(lines).replace("<ul>\n</ul>\n", "")


def _below(parts: list[Group], at: int) -> list[Group]:
    found: list[Group] = []
    for part in parts[at + 1 :]:
        if part.level == 2:
            break
        found.append(part)
    return found


def _write_index(out: Path, pages: dict[str, Page], titles: dict[str, str]) -> None:
    """What the search reads: a script that sets one list, because a page on a disk may not fetch a file."""
    entries = [
        [f"{place}#{anchor}" if anchor else place, titles[place], heading, words]
        for place, page in sorted(pages.items())
        if not place.startswith("nightly/2")
        for anchor, heading, words in page.sections
    ]
    words = json.dumps(entries, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    (out / "search-index.js").write_text(f"window.EPSILOG_PAGES={words};\n", encoding="utf-8")


if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else USUAL
    count = len(build(folder))
    print(f"{count} pages: open {folder / 'index.html'}")
