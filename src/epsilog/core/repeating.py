"""When a series that repeats its last value may say a new one, and for how much: decided by what was published.

Both the mechanism (`mechanisms.series.events`) and whoever reads a published table ask here, so a reader knows the
noise of every fresh value from the ticks that were fresh alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal, get_args

from epsilog.errors import SpecError

RepeatRule = Literal["sample", "distribution", "absorption"]
RULES: Final[tuple[RepeatRule, ...]] = get_args(RepeatRule)
_FINE: Final = 10**9  # amounts are multiples of a billionth of epsilon: rationals must not grow with the stream


def down(amount: Fraction) -> Fraction:
    """An amount rounded down to a billionth."""
    return Fraction(int(amount * _FINE), _FINE)


def offered(
    rule: str, width: int, epsilon: Fraction, *, done: int, since: int, spent: Fraction, left: Fraction
) -> Fraction:
    """What the next step may spend on a value.

    done    steps so far
    since   steps since the last fresh value, itself included; meaningless before there was one
    spent   what that one took; 0 before there was one
    left    what the steps of the open window have left for values
    """
    if rule == "sample":
        return epsilon if done % width == 0 else Fraction(0)
    if rule == "distribution":
        return down(left / 2)
    share = epsilon / (2 * width)
    # A value that took k shares skips the k - 1 steps after it; later steps gather one share each, w at most.
    skipped = max(0, round(spent / share) - 1) if spent else 0
    gathered = min(width, (since if spent else done + 1) - skipped)
    return down(min(gathered * share, left)) if gathered > 0 else Fraction(0)


def amounts(rule: RepeatRule, width: int, epsilon: Fraction, fresh: Sequence[bool]) -> tuple[Fraction, ...]:
    """For every step what its last fresh value took, 0 before there was one; refused where no run could say so.

    >>> [str(one) for one in amounts("absorption", 4, Fraction(1), [False, True, False, False, True])]
    ['0', '1/4', '1/4', '1/4', '1/4']
    """
    recent: deque[tuple[int, Fraction]] = deque()
    inside, spent, since, found = Fraction(0), Fraction(0), 0, []
    cap = epsilon if rule == "sample" else epsilon / 2
    for step, is_fresh in enumerate(fresh):
        while recent and recent[0][0] <= step - width:
            inside -= recent.popleft()[1]
        offer = offered(rule, width, epsilon, done=step, since=since, spent=spent, left=cap - inside)
        if is_fresh and not offer:
            raise SpecError("a fresh value where there could be none", where="fresh")
        if is_fresh:
            spent, since, inside = offer, 0, inside + offer
            recent.append((step, offer))
        since += 1
        found.append(spent)
    return tuple(found)
