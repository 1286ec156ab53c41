"""What every picture of a release shares: dates along the bottom, names that fit, fonts that can write them."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, Final

from epsilog.accounting.pictures import canvas as look
from epsilog.words.wrapping import width_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_BARS: Final = 24


def dates_along(ax: Any) -> None:
    """Days along the bottom of a picture that is as wide as the page."""
    dates_below(ax, few=False)


def dates_below(ax: Any, *, few: bool) -> None:
    """Dates along the bottom; fewer of them where there is little room."""
    from matplotlib import dates

    locate: Any = dates.AutoDateLocator
    write: Any = dates.ConciseDateFormatter
    locator = locate(minticks=2, maxticks=4 if few else 9)
    # Digits only: names of months would be English in a Chinese picture.
    formats = ["%Y", "%Y-%m", "%m-%d", "%H:%M", "%H:%M", "%H:%M"]
    zeros = ["", "%Y-%m", "%Y-%m", "%m-%d", "%H:%M", "%H:%M"]
    ax.xaxis.set_major_locator(locator)
    ax.xaxis.set_major_formatter(write(locator, formats=formats, zero_formats=zeros, show_offset=False))


def clean(text: str, most: int) -> str:
    """Somebody's own words on one line: no control characters, no longer than there is room for."""
    seen = "".join(" " if unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp") else letter for letter in text)
    if width_of(seen) <= most:
        return seen
    kept = ""
    for letter in seen:
        if width_of(kept + letter) >= most:
            break
        kept += letter
    return f"{kept}…"


def remove_title(shapes: bytes, figure: Figure) -> bytes:
    """An SVG of a picture without its title and the room that it takes, for a page that has its own heading."""
    wide, high = (float(inches) * 72 for inches in figure.get_size_inches())
    canvas: Any = figure.canvas  # its own renderer: the last one may have been of other dots per inch
    for text in figure.texts:
        if text.get_gid() == look.TITLE:
            top = (1 - text.get_window_extent(canvas.get_renderer()).y0 / figure.bbox.height) * high
            size = f'height="{high - top:.6g}pt" viewBox="0 {top:.6g} {wide:.6g} {high - top:.6g}"'
            shapes = re.sub(rb'height="[\d.]+pt" viewBox="[\d. ]+"', size.encode(), shapes, count=1)
    return re.sub(rf'\n( *)<g id="{look.TITLE}">.*?\n\1</g>'.encode(), b"", shapes, flags=re.DOTALL)


def finish_figure(figure: Figure, tongue: Any, names: str) -> Figure:
    """Give every word a font that can write it, take no word for a formula, and lay everything out."""
    import matplotlib
    from matplotlib.text import Text

    look.finish(figure, tongue, names)
    texts = figure.findobj(Text)
    for text in texts:
        text.set_parse_math(False)  # a key such as $x^ is a name, not a formula
    # The labels of ticks come into being when it is laid out, and are to be like the other words.
    with matplotlib.rc_context({"text.parse_math": False, "font.family": texts[0].get_fontfamily()}):
        return look.laid_out(figure)
