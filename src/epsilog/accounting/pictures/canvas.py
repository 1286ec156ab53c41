"""The quiet look every picture shares: our own colours, readable sizes, a font that can write Chinese.

Figures are made without pyplot, so drawing one leaves no global state behind and is safe in a server.
"""

from __future__ import annotations

import contextlib
import functools
import io
import logging
import os
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from epsilog.words import Language, language

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK: Final = "#22303c"
QUIET: Final = "#6b7a88"
RULE: Final = "#dfe5ea"
BLUE: Final = "#2c6e9b"
PALE: Final = "#bcd7e8"
AMBER: Final = "#c8811a"
RED: Final = "#b3392f"
GREEN: Final = "#3c7a57"
SEQUENCE: Final = ("#7fb2cf", "#2c6e9b", "#1c4966", "#c8811a", "#b3392f")
PAPER: Final = "#ffffff"
TITLE: Final = "title"  # its name in an SVG

_CHINESE: Final = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "PingFang SC",
    "Microsoft YaHei",
    "SimHei",
    "Heiti SC",
    "Droid Sans Fallback",
    "AR PL UMing CN",
)
_FILES: Final = (
    "notosanscjk",
    "notosanssc",
    "sourcehansans",
    "wqy",
    "wenquanyi",
    "droidsansfallback",
    "simhei",
    "msyh",
)


@functools.cache
def chinese_font() -> str | None:
    """The first installed font that can write Simplified Chinese, or None."""
    from matplotlib import font_manager

    known = {font.name for font in font_manager.fontManager.ttflist}
    for name in _CHINESE:
        if name in known:
            return name
    # matplotlib caches its list of fonts; one installed since is found by its file.
    for file in sorted(font_manager.findSystemFonts()):
        if any(part in Path(file).name.lower().replace("-", "").replace("_", "") for part in _FILES):
            try:
                font_manager.fontManager.addfont(file)
                return str(font_manager.FontProperties(fname=file).get_name())
            except (OSError, RuntimeError):
                continue
    return None


def picture_language(lang: str | None) -> Language:
    """The language a picture can be written in: the one asked for, or English where no font can write it."""
    asked = language(lang)
    return asked if asked == "en" or chinese_font() is not None else "en"


def canvas(width: float = 7.2, height: float = 4.4, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure with so many axes side by side, dressed."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")
    FigureCanvasAgg(figure)
    return figure, [dress(figure.add_subplot(1, columns, column + 1)) for column in range(columns)]


def dress(ax: Axes, size: float = 10.5) -> Axes:
    """The same axes in our colours, with letters of a size along them."""
    ax.set_facecolor(PAPER)
    ax.grid(True, color=RULE, linewidth=0.8)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(QUIET)
    ax.tick_params(colors=QUIET, labelsize=size)
    return ax


def title(target: Axes | Figure, text: str) -> None:
    """The message, left-aligned above a panel or a whole figure."""
    if hasattr(target, "suptitle"):
        # Drawn last: letters are written where they are first used, and a page leaves the title away.
        look: Any = {"fontsize": 14, "fontweight": "bold", "color": INK, "gid": TITLE, "zorder": 9}
        target.suptitle(text, x=0.01, ha="left", **look)
    else:
        target.set_title(text, loc="left", fontsize=12.5, color=INK, pad=10)


def axes_names(ax: Axes, x: str, y: str) -> None:
    """The names of both axes, with their units."""
    ax.set_xlabel(x, fontsize=11.5, color=INK)
    ax.set_ylabel(y, fontsize=11.5, color=INK)


def legend(ax: Axes, **options: Any) -> None:
    """A legend without a frame."""
    box = ax.legend(frameon=False, fontsize=10.5, **options)
    for text in box.get_texts():
        text.set_color(INK)


def finish(figure: Figure, lang: Language, more: str = "") -> Figure:
    """Give every text a font list that ends in one able to write the language, and `more` that will be written."""
    from matplotlib.text import Text

    texts = figure.findobj(Text)
    # Names of releases are the user's own words and may be Chinese in an English picture.
    words = "".join([more, *(text.get_text() for text in texts)])
    font = chinese_font() if lang == "zh" or any(ord(letter) > 0x2E7F for letter in words) else None
    for text in texts:
        text.set_fontfamily(["DejaVu Sans", font] if font else ["DejaVu Sans"])
        if font:  # few Chinese fonts have a bold weight, and bold digits among regular characters look broken
            text.set_fontweight("normal")
    return figure


def laid_out(figure: Figure) -> Figure:
    """Find a place for everything, once: drawing by itself would do so again for every file."""
    engine = figure.get_layout_engine()
    if engine is not None:
        with quietly():
            engine.execute(figure)
        figure.set_layout_engine("none")
    return figure


def save(figure: Figure, stem: str | os.PathLike[str], formats: Iterable[str] = ("svg", "png")) -> list[Path]:
    """Write stem.svg and stem.png; returns what was written."""
    base = Path(stem)
    base.parent.mkdir(parents=True, exist_ok=True)
    written = []
    for kind in formats:
        path = base.with_name(f"{base.name}.{kind}")
        path.write_bytes(svg(figure) if kind == "svg" else png(figure))
        written.append(path)
    return written


def png(figure: Figure) -> bytes:
    """The figure as dots. (`savefig` would draw everything twice, to learn what is there.)"""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    buffer, usual = io.BytesIO(), figure.dpi
    laid_out(figure)
    with quietly():
        figure.dpi = 150
        try:
            dots: Any = FigureCanvasAgg(figure)
            dots.print_png(buffer)
        finally:
            figure.dpi = usual
    return buffer.getvalue()


def svg(figure: Figure) -> bytes:
    """The figure as shapes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    buffer = io.BytesIO()
    laid_out(figure)
    with quietly():
        shapes: Any = FigureCanvasSVG(figure)
        shapes.print_svg(buffer, metadata={"Date": None})
    FigureCanvasAgg(figure)
    return buffer.getvalue()


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Keep matplotlib from telling a reader that a Chinese font has no bold weight or lacks a glyph."""
    chatter = logging.getLogger("matplotlib.font_manager")
    silence = _Silence()
    chatter.addFilter(silence)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
            yield
    finally:
        chatter.removeFilter(silence)


class _Silence(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno > logging.WARNING
