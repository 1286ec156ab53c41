"""One self-contained page: own style, pictures inside, no script, nothing fetched, fit for A4 paper."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from epsilog.accounting.pictures.canvas import svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LONGEST_WORD: Final = 24  # characters; longer ones are broken where a line ends
_STYLE: Final = """
:root { --ink: #22303c; --quiet: #5b6b79; --rule: #dfe5ea; --blue: #2c6e9b; --pale: #e8f1f7; --red: #b3392f; }
* { box-sizing: border-box; }
body { margin: 0; background: #f4f6f8; color: var(--ink); overflow-wrap: anywhere;
  font: 15.5px/1.55 system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Zen Hei",
  sans-serif; }
:lang(zh-Hans) body { font-family: "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC",
  "WenQuanYi Zen Hei", system-ui, sans-serif; }
code { font-family: ui-monospace, monospace; font-size: .94em; background: var(--pale); border-radius: 3px;
  padding: 0 .2em; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.4rem 3rem; }
header { border-bottom: 3px solid var(--blue); margin-bottom: 1.3rem; padding-bottom: .7rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; } h3 { font-size: 1rem; margin: 1.1rem 0 .3rem; }
p { margin: .4rem 0; } .lead, .note, footer, figcaption { color: var(--quiet); } .note { font-size: .88rem; }
section { background: #fff; border: 1px solid var(--rule); border-radius: 9px; padding: 1.1rem 1.3rem;
  margin: 1rem 0; }
.alarm { border: 3px solid var(--red); background: #fbf1f0; } .alarm h2, .alarm li { color: var(--red); }
.alarm li { font-weight: 600; }
.tiles { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; margin: 1rem 0; }
.tile { background: #fff; border: 1px solid var(--rule); border-top: 4px solid var(--blue); border-radius: 9px;
  padding: .9rem 1.1rem; }
.tile .name { color: var(--quiet); font-size: .88rem; margin: 0; }
.tile .figure { font-size: 1.45rem; font-weight: 650; line-height: 1.25; margin: .15rem 0 .35rem; }
.tile p { font-size: .92rem; }
.bar { height: .7rem; background: var(--pale); border-radius: 4px; overflow: hidden; margin: .4rem 0; }
.bar i { display: block; height: 100%; background: var(--blue); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .9rem; }
th, td { text-align: left; padding: .28rem .6rem; border-bottom: 1px solid var(--rule); vertical-align: top;
  overflow-wrap: break-word; }
.long { overflow-wrap: anywhere; }
th { color: var(--quiet); font-weight: 600; } .number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
tr.total td { font-weight: 650; }
.scroll { overflow-x: auto; }
figure { margin: .7rem 0; } figure svg { width: 100%; height: auto; display: block; }
figcaption { font-size: .88rem; }
table caption { text-align: left; font-size: .88rem; color: var(--quiet); padding-bottom: .2rem; }
ul { padding-left: 1.15rem; margin: .3rem 0; } li { margin: .25rem 0; }
ul.checks { list-style: none; padding-left: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .3rem 0; font-size: .9rem; }
dt { color: var(--quiet); } dd { margin: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; } .pair section { margin: 0; }
footer { font-size: .88rem; } .strong, .caption { font-weight: 600; } .caption { margin-top: 1rem; }
@media (max-width: 46rem) { .tiles, .pair { grid-template-columns: 1fr; } main { padding: 1.1rem .7rem; }
  section { padding: .9rem; } h1 { font-size: 1.4rem; } dl { grid-template-columns: 1fr; }
  dd { margin-bottom: .3rem; } td.number { white-space: normal; } th, td { padding: .28rem .35rem; }
  table { font-size: .84rem; } :lang(zh-Hans) td { min-width: 3.4em; } }
@page { size: A4; margin: 14mm; }
@media print { body { background: #fff; font-size: 10.5pt; } main { padding: 0; max-width: none; }
  .tile, .part, figure, table, tr, li { break-inside: avoid; } .pair { display: block; }
  h2, .caption, .caption + p { break-after: avoid; } .pair section + section { margin-top: .6rem; }
  .scroll { overflow: visible; }
  section { padding: .5rem .8rem; margin: .6rem 0; } figure svg { max-height: 78mm; }
  td, th { padding: .12rem .5rem; } }
"""


class Page:
    """Built from top to bottom; every text is escaped on its way in."""

    def __init__(self, lang: str, title: str, lead: str) -> None:
        self.lang = "zh-Hans" if lang == "zh" else "en"
        self.title = title
        self.parts = [f"<header><h1>{safe(title)}</h1><p class=lead>{safe(lead)}</p></header>"]

    def section(self, heading: str, lines: Sequence[str], kind: str = "") -> None:
        """A heading with sentences under it."""
        self.parts.append(f'<section class="{kind}"><h2>{safe(heading)}</h2>')
        self.listed(lines)
        self.parts.append("</section>")

    def listed(self, lines: Sequence[str], kind: str = "") -> None:
        """Sentences as a list."""
        items = "".join(f"<li>{sentence(line)}</li>" for line in lines)
        self.parts.append(f'<ul class="{kind}">{items}</ul>' if kind else f"<ul>{items}</ul>")

    def open(self, heading: str = "", kind: str = "") -> None:
        """Begin a section, or a plain group where there is no heading."""
        self.parts.append(f"<section><h2>{safe(heading)}</h2>" if heading else f'<div class="{kind}">')

    def close(self, *, group: bool = False) -> None:
        """End it."""
        self.parts.append("</div>" if group else "</section>")

    def tile(self, name: str, figure: str, words: str | Sequence[str], used: float | None = None) -> None:
        """One of the three things to know: a name, a figure, sentences, and a bar where something is used up."""
        bar = (
            ""
            if used is None
            else f'<div class=bar><i style="width:{100 * min(1.0, max(0.0, used)):.2f}%"></i></div>'
        )
        large = f"<p class=figure>{safe(figure)}</p>" if figure else ""
        said = "".join(f"<p>{sentence(line)}</p>" for line in ([words] if isinstance(words, str) else words))
        self.parts.append(f"<div class=tile><p class=name>{safe(name)}</p>{large}{bar}{said}</div>")

    def say(self, text: str, kind: str = "") -> None:
        """One paragraph."""
        self.parts.append(f'<p class="{kind}">{sentence(text)}</p>')

    def table(
        self,
        columns: Sequence[tuple[str, bool]],
        rows: Sequence[Sequence[str]],
        totals: Sequence[bool],
        caption: str = "",
    ) -> None:
        """A table; columns say whether they hold numbers, `totals` which rows are totals."""
        kinds = ["number" if right else "" for _, right in columns]
        head = "".join(
            f'<th scope=col class="{_wide(kind, name)}">{safe(name)}</th>'
            for (name, _), kind in zip(columns, kinds, strict=True)
        )
        body = []
        for row, total in zip(rows, totals, strict=True):
            cells = "".join(
                f'<td class="{_wide(kind, cell)}">{safe(cell)}</td>' for cell, kind in zip(row, kinds, strict=True)
            )
            body.append(f'<tr class="{"total" if total else ""}">{cells}</tr>')
        above = f"<caption>{safe(caption)}</caption>" if caption else ""
        inside = f"{above}<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody>"
        self.parts.append(f"<div class=scroll><table>{inside}</table></div>")

    def part(self, heading: str, pairs: Sequence[tuple[str, str]]) -> None:
        """A small heading with names and sentences under it, kept together on paper."""
        self.parts.append(f"<div class=part><h3>{safe(heading)}</h3>")
        self.record(pairs)
        self.parts.append("</div>")

    def record(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Names and values."""
        self.parts.append(
            "<dl>" + "".join(f"<dt>{safe(name)}</dt><dd>{safe(value)}</dd>" for name, value in pairs) + "</dl>"
        )

    def figure(self, svg: str, caption: str) -> None:
        """A picture that was turned into SVG by `inline_svg`."""
        self.parts.append(f'<figure role=img aria-label="{safe(caption)}">{svg}</figure>')

    def html(self, footer: str) -> str:
        """The whole page."""
        body = "\n".join(self.parts)
        # The policy is for readers of a copy that somebody changed: even then nothing runs and nothing is fetched.
        policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        return (
            f'<!doctype html>\n<html lang="{self.lang}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{safe(self.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n"
            f"<footer><p>{safe(footer)}</p></footer>\n</main>\n</body>\n</html>\n"
        )


def svg_of(figure: Figure) -> bytes:
    """A figure as an SVG file: letters as shapes, the same bytes every time."""
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "epsilog", "svg.fonttype": "path"}):
        drawn = svg(figure)
    # matplotlib repeats every text in a comment; somebody's own words have no business there.
    return re.sub(rb"<!--.*?-->\s*", b"", drawn, flags=re.DOTALL)


def inline_svg(raw: bytes, place: int) -> str:
    """An SVG file as an element of a page, its inner names made its own so that several fit on one page."""
    text = raw.decode()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="p{place}-', text)
    text = re.sub(r'href="#', f'href="#p{place}-', text)
    return re.sub(r"url\(#", f"url(#p{place}-", text)


def _wide(kind: str, text: str) -> str:
    """The class of a cell: words stay whole, but for one that no column of a page has room for."""
    return kind if all(len(word) <= LONGEST_WORD for word in text.split()) else f"{kind} long".strip()


def sentence(text: str) -> str:
    """A sentence as HTML shows it: what stands between backticks, a word of a file, in letters of its own.

    >>> sentence("the column `about` <b>")
    'the column <code>about</code> &lt;b&gt;'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", safe(text))


def safe(text: str) -> str:
    """Text as HTML shows it; control characters, which browsers may treat as they like, become spaces.

    A unit stays with its number, and the dots of a range with its lower end.

    >>> safe("<b> 5 % … 7 %") == "&lt;b&gt; 5\u00a0%\u00a0… 7\u00a0%"
    True
    """
    seen = re.sub(r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]", " ", text)
    bound = re.sub(r"(\d) %", "\\1\u00a0%", seen).replace(" … ", "\u00a0… ")
    return html.escape(bound, quote=True)
