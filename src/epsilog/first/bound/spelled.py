"""Public facts about units, or a paid look at them, as they are written in a file: `bound: {choose: …}`."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from epsilog.core.bounds import USUAL_SHARE, BoundSearch, Facts
from epsilog.core.number import spell_number
from epsilog.roles.document import Node
from epsilog.roles.place import make_at


def choice_from(node: Node) -> Facts | BoundSearch:
    """From what a bound is chosen."""
    if not isinstance(node.value, dict) or "look" not in node.value:
        return facts_from(node)
    look = node.mapping("look")["look"]
    fields = look.mapping("up_to", "share", required=("up_to",))
    up_to = fields["up_to"].whole(at_least=1)
    share = _share(fields["share"]) if "share" in fields else USUAL_SHARE
    return make_at(lambda: BoundSearch(up_to, share), look, look)


def facts_from(node: Node) -> Facts:
    """How many units, and how many rows such a share of them has; one number stands for everybody."""
    fields = node.mapping("units", "rows", "rows_per_cell", required=("units", "rows"))
    units = fields["units"].whole(at_least=1)
    rows = fields["rows"]
    if isinstance(rows.value, dict):
        pairs = tuple((_many(name, share), _share(share)) for name, share in rows.mapping().items())
    else:
        pairs = ((rows.whole(at_least=1), Fraction(1)),)
    each = fields["rows_per_cell"].whole(at_least=1) if "rows_per_cell" in fields else 1
    return make_at(lambda: Facts(units, pairs, each), node, node)


def _many(name: str, share: Node) -> int:
    """The number before the colon; what is wrong with it is said on its own line."""
    return replace(share, value=name).whole(at_least=1)


def _share(node: Node) -> Fraction:
    text = node.text().strip() if isinstance(node.value, str) else ""
    if text.endswith("%"):
        return replace(node, value=text[:-1].strip()).number(above=0, at_most=100) / 100
    share = node.number(above=0)
    if share > 1:
        node.refuse("a share is at most 1", 'write "60%" or 0.6')
    return share


def choice_lines(chosen: Facts | BoundSearch) -> list[str]:
    """The same spelled again, below `bound:`.

    >>> choice_lines(BoundSearch(100))
    ['  choose: {look: {up_to: 100}}']
    """
    if isinstance(chosen, Facts):
        return facts_lines(chosen)
    share = "" if chosen.share == USUAL_SHARE else f', share: "{spell_number(chosen.share * 100)}%"'
    return [f"  choose: {{look: {{up_to: {chosen.up_to}{share}}}}}"]


def facts_lines(facts: Facts) -> list[str]:
    """The same spelled again, below `bound:`.

    >>> facts_lines(Facts(2000, {1: "0.9", 30: "0.1"}))[-1]
    '    rows: {1: "90%", 30: "10%"}'
    """
    shares = ", ".join(f'{many}: "{spell_number(share * 100)}%"' for many, share in facts.rows)
    said = [f"    units: {facts.units}", f"    rows: {{{shares}}}"]
    said += [f"    rows_per_cell: {facts.rows_per_cell}"] if facts.rows_per_cell != 1 else []
    return ["  choose:", *said]
