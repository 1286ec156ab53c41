"""One self-contained page: our own style, pictures inside, no script, nothing fetched from anywhere."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from epsilog.accounting.pictures.canvas import quietly

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE: Final = """
:root { --ink: #22303c; --quiet: #5b6b79; --rule: #dfe5ea; --blue: #2c6e9b; --red: #b3392f; --green: #2f6b49; }
* { box-sizing: border-box; }
body { margin: 0; background: #f4f6f8; color: var(--ink);
  font: 17px/1.6 system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Zen Hei", sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 3rem 1.5rem 4rem; }
header { border-bottom: 3px solid var(--blue); margin-bottom: 2rem; padding-bottom: 1rem; }
h1 { font-size: 2.1rem; line-height: 1.2; margin: 0 0 .6rem; }
h2 { font-size: 1.45rem; margin: 0 0 .4rem; } h3 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; }
p { margin: .5rem 0; max-width: 46rem; } .lead { color: var(--quiet); }
section { background: #fff; border: 1px solid var(--rule); border-radius: 10px;
  padding: 1.6rem 1.8rem; margin: 1.4rem 0; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .95rem; }
th, td { text-align: left; padding: .45rem .7rem; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { color: var(--quiet); font-weight: 600; } .number { text-align: right; font-variant-numeric: tabular-nums; }
.yes { color: var(--green); font-weight: 600; } .no { color: var(--red); font-weight: 600; }
.refusal { border-left: 4px solid var(--red); background: #fbf1f0; padding: .8rem 1rem;
  border-radius: 0 6px 6px 0; max-width: none; }
figure { margin: 1.2rem 0; max-width: 52rem; } figure svg { width: 100%; height: auto; display: block; }
figcaption { color: var(--quiet); font-size: .9rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1.4rem; }
ul { padding-left: 1.2rem; max-width: 48rem; } li { margin: .35rem 0; }
code { background: #eef2f5; padding: .1rem .35rem; border-radius: 4px; font-size: .9em; }
footer { color: var(--quiet); font-size: .9rem; }
@media (max-width: 46rem) { .pair { grid-template-columns: 1fr; }
  main { padding: 1.5rem .8rem; } section { padding: 1rem; } }
@media print { body { background: #fff; } section { break-inside: avoid; } }
"""


class Page:
    """Built from top to bottom; every text is escaped on its way in."""

    def __init__(self, lang: str, title: str, lead: str) -> None:
        self.lang = "zh-Hans" if lang == "zh" else "en"
        self.title = title
        self.parts = [f"<header><h1>{_safe(title)}</h1><p class=lead>{_safe(lead)}</p></header>"]

    def open(self, heading: str, lead: str) -> None:
        """Begin a section."""
        self.parts.append(f"<section><h2>{_safe(heading)}</h2><p class=lead>{_safe(lead)}</p>")

    def close(self) -> None:
        """End it."""
        self.parts.append("</section>")

    def heading(self, text: str) -> None:
        """A heading inside a section."""
        self.parts.append(f"<h3>{_safe(text)}</h3>")

    def say(self, text: str, kind: str = "") -> None:
        """One paragraph."""
        self.parts.append(f'<p class="{kind}">{_safe(text)}</p>' if kind else f"<p>{_safe(text)}</p>")

    def list(self, lines: Sequence[str]) -> None:
        """Sentences as a list."""
        self.parts.append("<ul>" + "".join(f"<li>{_safe(line)}</li>" for line in lines) + "</ul>")

    def commands(self, rows: Sequence[tuple[str, str]]) -> None:
        """Commands to try, with what they show."""
        lines = (f"<li><code>{_safe(command)}</code> {_safe(words)}</li>" for command, words in rows)
        self.parts.append("<ul>" + "".join(lines) + "</ul>")

    def table(
        self, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]], marks: Sequence[str] = ()
    ) -> None:
        """A table; `marks` gives the class of each row's last cell."""
        kinds = ["number" if side == "right" else "" for _, side in columns]
        head = "".join(
            f'<th scope=col class="{kind}">{_safe(name)}</th>'
            for (name, _), kind in zip(columns, kinds, strict=True)
        )
        body = []
        for index, row in enumerate(rows):
            classes = [*kinds[:-1], marks[index]] if marks else kinds
            cells = (f'<td class="{kind}">{_safe(cell)}</td>' for cell, kind in zip(row, classes, strict=True))
            body.append(f"<tr>{''.join(cells)}</tr>")
        self.parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>")

    def figures(self, *figures: tuple[Figure, str]) -> None:
        """One picture, or two beside each other."""
        drawn = [_add_caption(inline_svg(figure), caption) for figure, caption in figures]
        self.parts.append(f"<div class=pair>{''.join(drawn)}</div>" if len(drawn) > 1 else drawn[0])

    def drawings(self, *drawings: tuple[str, str]) -> None:
        """Pictures that lie in a file already, as SVG; two in a row."""
        drawn = [_add_caption(_without_prologue(svg), caption) for svg, caption in drawings]
        self.parts.append(f"<div class=pair>{''.join(drawn)}</div>")

    def link(self, path: str, words: str) -> None:
        """A link to a file beside this page."""
        self.parts.append(f'<p><a href="{_safe(path)}">{_safe(words)}</a></p>')

    def write(self, path: Path, footer: str) -> None:
        """Write the page."""
        body = "\n".join(self.parts)
        path.write_text(
            f'<!doctype html>\n<html lang="{self.lang}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{_safe(self.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n"
            f"<footer><p>{_safe(footer)}</p></footer>\n</main>\n</body>\n</html>\n",
            encoding="utf-8",
        )


def inline_svg(figure: Figure) -> str:
    """A figure as an <svg> element, without the prologue a page must not contain."""
    buffer = io.StringIO()
    with quietly():
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return _without_prologue(buffer.getvalue())


def _add_caption(svg: str, caption: str) -> str:
    words = _safe(caption)
    return f'<figure role=img aria-label="{words}">{svg}<figcaption>{words}</figcaption></figure>'


def _without_prologue(svg: str) -> str:
    return re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)


def _safe(text: str) -> str:
    return html.escape(text, quote=True)
