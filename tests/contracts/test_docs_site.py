"""The pages for reading offline: they are built, need nothing from elsewhere, and every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import kind_pages
import name_pages
import pytest
from build import build
from check_links import broken_in_markdown, broken_in_site
from pages import DOCS, groups, site_path, sources
from render import anchor_of, render

import epsilog
from epsilog.registry.plans import PLANS
from epsilog.spec.entry import FIELDS
from epsilog.spec.file import OPTIONAL, REQUIRED


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "docs"
    build(folder)
    return folder


def test_every_link_of_the_markdown_leads_somewhere() -> None:
    assert broken_in_markdown() == []


def test_every_link_of_the_site_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert broken_in_site(site) == []
    assert len(list(site.rglob("*.html"))) >= len(sources())
    for name in ("site.css", "search.js"):
        text = (site / name).read_text("utf-8")
        assert not re.search(r"https?://|@import|fetch\(|XMLHttpRequest|url\(", text), name
    for page in site.rglob("*.html"):
        scripts = re.findall(r"<script\b[^>]*>(.*?)</script>", page.read_text("utf-8"), re.DOTALL)
        assert scripts == [""], f"{page.name} has one script, and that is a file"


def test_a_broken_link_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One\n\n[a](page.md#one) [b](page.md#two) [c](other.md) [d](https://example.org/x)\n", "utf-8"
    )
    assert broken_in_markdown([page]) == [
        "page.md: page.md#two has no such heading",
        "page.md: other.md is not there",
    ]
    written = '<p id="here"></p><a href="#here"></a><a href="#there"></a><img src="https://example.org/x.png">'
    (tmp_path / "page.html").write_text(written, "utf-8")
    assert broken_in_site(tmp_path) == [
        "page.html: loads https://example.org/x.png from elsewhere",
        "page.html: #there has no such anchor",
    ]


def test_every_page_has_a_place_in_the_list_and_the_list_names_pages_that_are_there(site: Path) -> None:
    listed = [
        item.target
        for group in groups((DOCS / "README.md").read_text("utf-8"), (kind_pages.GROUP, name_pages.GROUP))
        for item in group.items
    ]
    assert len(listed) == len(set(listed)), "a page stands twice"
    assert all((site / target).is_file() for target in listed)
    own = {site_path(source) for source in sources() if source.is_relative_to(DOCS)}
    assert {page for page in own if not page.startswith("nightly/")} - set(listed) == {"index.html"}


def test_every_field_of_the_spec_has_its_words_on_a_page_made_from_the_code() -> None:
    made = kind_pages.make()
    assert {f"reference/{kind}.html" for kind in PLANS} < set(made)
    rows = {
        name: words.strip()
        for text in made.values()
        for name, words in re.findall(r"^\| `(\w+)` \|(?:[^|\n]*\|)*? ([^|\n]+) \|$", text, re.MULTILINE)
    }
    assert set(FIELDS) - set(rows) == set()
    assert all(rows[name] for name in FIELDS)
    assert all(f"`{name}`" in made["reference/spec.html"] for name in (*REQUIRED, *OPTIONAL))
    for text in made.values():
        assert not re.search(r"^\| `\w+` \| \|\s*\|$", text, re.MULTILINE), "a field of which nothing is said"


def test_every_public_name_has_its_docstring_on_a_page() -> None:
    page = name_pages.make()["reference/epsilog-names.html"]
    for name in epsilog.__all__:
        section = page.partition(f"## {name}\n")[2].partition("\n## ")[0]
        first = (getattr(epsilog, name).__doc__ or "").strip().split("\n")[0]
        assert first.replace("``", "`") in section, name


def test_a_page_needs_no_script(site: Path) -> None:
    page = (site / "series.html").read_text("utf-8")
    assert 'class="search" role="search" hidden' in page, "what needs the script is not there without it"
    assert page.count("<h1") == 1
    assert 'href="proofs/look.html"' in page
    assert 'aria-current="page"' in page


def test_chinese_is_marked_and_markup_of_a_page_is_text() -> None:
    page = render("# A\n\nin 简体中文, <b>bold</b>\n\n## A\n", lambda target: target)
    assert '<span lang="zh-Hans">简体中文</span>' in page.body
    assert "&lt;b&gt;bold" in page.body
    assert [anchor for _, anchor, _ in page.headings] == ["a", "a-1"]
    assert anchor_of("`as: per-step`, 数据", {}) == "as-per-step-数据"


def test_the_search_knows_every_page(site: Path) -> None:
    index = (site / "search-index.js").read_text("utf-8")
    assert index.startswith("window.EPSILOG_PAGES=[")
    assert "</" not in index
    for place in ("series.html", "reference/cells.html", "reference/epsilog-names.html", "compare.html"):
        assert f'["{place}' in index


def test_another_folder_is_not_emptied(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(SystemExit, match="something else"):
        build(tmp_path)
    assert (tmp_path / "mine.txt").exists()


def test_every_tutorial_has_a_picture_and_the_script_that_makes_it_knows_it() -> None:
    script = (DOCS / "pictures" / "make_tutorial_pictures.py").read_text("utf-8")
    for page in sorted(DOCS.glob("tutorial-*.md")):
        name = page.stem.removeprefix("tutorial-")
        kind = "svg" if name == "live" else "png"
        assert f"(pictures/tutorials/{name}.{kind})" in page.read_text("utf-8"), name
        assert f'"{name}"' in script
