"""Percentages of a whole add up, and a price is never shown smaller than it is."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from epsilog.plan.cost import Standing
from epsilog.words.portions import portions, portions_of


@given(st.lists(st.integers(0, 10**13), min_size=1, max_size=9).filter(any))
def test_portions_add_up_to_a_hundred_and_are_near(parts: list[int]) -> None:
    shown = [Fraction(text) for text in portions(parts)]
    assert sum(shown) == 100
    for part, text in zip(parts, shown, strict=True):
        assert abs(text - Fraction(100 * part, sum(parts))) < Fraction(1, 10)


def test_nothing_has_no_portions() -> None:
    assert portions([0, 0]) == ["0", "0"]


@given(st.integers(1, 10**13), st.floats(0, 1), st.floats(1e-9, 1))
@example(1_999_999_999_999, 1e-12, 0.5)
def test_an_account_shows_no_more_than_a_hundred_and_no_price_too_small(cap: int, used: float, part: float) -> None:
    price = max(1, int(part * cap))
    standing = Standing("clinic", None, cap, int(used * (cap - price)), price)
    assert standing.fits
    before, cost, left = (Fraction(text.replace(",", "")) for text in standing.shown)
    assert before + cost + left <= 100
    assert cost >= Fraction(100 * price, cap) - Fraction(1, 10**9)
    assert left <= 100 * (1 - Fraction(standing.used + price, cap)) + Fraction(1, 10**9)
    assert before + cost + left > 99


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=9), st.integers(0, 10**13))
def test_portions_of_more_add_up_to_their_total_which_is_rounded_up(parts: list[int], rest: int) -> None:
    whole = sum(parts) + rest
    shown, together = portions_of(parts, whole)
    numbers = [Fraction(text.replace(",", "")) for text in (*shown, together)]
    assert sum(numbers[:-1]) == numbers[-1]
    if whole:
        exact = Fraction(100 * sum(parts), whole)
        assert exact <= numbers[-1] < exact + Fraction(1, 10)
