"""From Markdown to the HTML of one page: markdown-it-py reads it, Pygments colours code, links find their pages."""

from __future__ import annotations

import html
import posixpath
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

# Han characters, kana, and the marks and full-width forms that stand among them.
_CJK = re.compile(r"[\u2e80-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]+")
_LINK = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_FORMAT = HtmlFormatter(nowrap=True)
_LEXERS = {"console": "console", "bash": "bash", "sh": "bash", "yaml": "yaml", "python": "python", "json": "json"}


@dataclass
class Page:
    """A rendered page: its body, its headings (level, anchor, words) and the words below each of them."""

    body: str
    headings: list[tuple[int, str, str]] = field(default_factory=list)
    sections: list[tuple[str, str, str]] = field(default_factory=list)  # anchor, heading, words


def anchor_of(words: str, taken: dict[str, int]) -> str:
    """The anchor that GitHub gives a heading, so that a link works in the repository and on the site.

    >>> seen = {}
    >>> anchor_of("4. Watch for the few days", seen), anchor_of("Words", seen), anchor_of("Words", seen)
    ('4-watch-for-the-few-days', 'words', 'words-1')
    """
    kept = (sign for sign in words.lower().strip() if sign in " -_" or unicodedata.category(sign)[0] in "LNM")
    plain = "".join(kept).replace(" ", "-")
    count = taken.get(plain, 0)
    taken[plain] = count + 1
    return f"{plain}-{count}" if count else plain


def reader() -> MarkdownIt:
    """CommonMark with tables, and no HTML of the page's own."""
    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def words_of(token: Token) -> str:
    """The words of a line, without their marks."""
    return "".join(
        child.content if child.type in ("text", "code_inline") else " " if child.type == "softbreak" else ""
        for child in token.children or ()
    )


def render(text: str, link: Callable[[str], str]) -> Page:
    """The body of a page. `link` turns the target of a link into one that is true on the site."""
    markdown = reader()
    markdown.add_render_rule("text", _text)
    markdown.add_render_rule("fence", _fence)
    markdown.add_render_rule("code_block", _fence)
    markdown.add_render_rule("table_open", lambda *_: '<div class="wide"><table>\n')
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    tokens = markdown.parse(text)
    page, taken, anchor, heading, said = Page(""), dict[str, int](), "", "", list[str]()
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            if said:
                page.sections.append((anchor, heading, " ".join(said)))
            heading = words_of(tokens[at + 1])
            anchor, said = anchor_of(heading, taken), []
            token.attrSet("id", anchor)
            page.headings.append((int(token.tag[1]), anchor, heading))
        elif token.type == "inline":
            _point(token, link)
            if tokens[at - 1].type != "heading_open":
                said.append(words_of(token))
        elif token.type == "fence":
            said.append(token.content)
    page.sections.append((anchor, heading, " ".join(said)))
    page.body = markdown.renderer.render(tokens, markdown.options, {})
    return page


def _point(token: Token, link: Callable[[str], str]) -> None:
    for child in token.children or ():
        for name in ("href", "src"):
            target = child.attrGet(name)
            if isinstance(target, str) and not _LINK.match(target):
                child.attrSet(name, link(target))
        if child.type == "image":
            child.attrSet("loading", "lazy")


def _text(_renderer: object, tokens: list[Token], at: int, *_: object) -> str:
    return mark_chinese(html.escape(tokens[at].content))


def mark_chinese(escaped: str) -> str:
    """Say which words are Chinese, so that a browser sets them in a Chinese face and breaks lines rightly.

    >>> mark_chinese("in 简体中文 too")
    'in <span lang="zh-Hans">简体中文</span> too'
    """
    return _CJK.sub(lambda found: f'<span lang="zh-Hans">{found[0]}</span>', escaped)


def _fence(_renderer: object, tokens: list[Token], at: int, *_: object) -> str:
    return code(tokens[at].content, tokens[at].info.strip())


def code(text: str, language: str = "") -> str:
    """A block of code, coloured where its language is known."""
    try:
        lexer = get_lexer_by_name(_LEXERS.get(language, "text"))
    except ClassNotFound:  # a language that Pygments dropped: plain text says the same
        lexer = get_lexer_by_name("text")
    return f"<pre><code>{highlight(text, lexer, _FORMAT)}</code></pre>\n"


def relative(target: str, page: str) -> str:
    """A place of the site as seen from a page of it.

    >>> relative("proofs/look.html#words", "series.html"), relative("index.html", "proofs/look.html")
    ('proofs/look.html#words', '../index.html')
    """
    path, mark, anchor = target.partition("#")
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + anchor
