"""Vectors that are scaled down to a norm."""

from __future__ import annotations

from typing import Final

NORM: Final[dict[str, str]] = {
    "plan.person.norm": (
        "{entry}: everything of {unit} counts (cells: {size}). Where its numbers together are longer than "
        "{rows} full rows in one cell (the root of the sum of their squares), all of them are scaled down to that "
        "length."
    ),
    "plan.person.blocks.norm": (
        "{entry}: the norm holds within one {period}. Over all {blocks} blocks one {each} may contribute up to "
        "{blocks} times as much."
    ),
    "plan.derive.norm": (
        "{unit} keeps all its cells. A vector longer than {norm} grains (L2), the norm of the bound, is "
        "scaled to that length, every number towards zero."
    ),
    "plan.derive.reach.norm": "numbers are steps of {grain}; one row moves its cell by {reach} of them.",
    "plan.derive.sides.two.norm.same": (
        "neighbours replace one by another: no number is below zero, so the squares add up and L2² doubles."
    ),
    "plan.derive.sides.two.norm.both": (
        "neighbours replace one by another: the norms add up and L2² becomes four times as large."
    ),
    "plan.why.norm": "{entry}, {part}: Gaussian noise, the one that a bound on the norm pays for.",
    "plan.picture.person.norm": "cells: all {size}, scaled down to the length of {rows} full rows in one",
    "plan.picture.person.moves_norm": "moves the table by at most {norm} (root of the sum of squares)",
    "release.weight.norm": (
        "{name}: everything of one {one} counts. Where its numbers together are longer than {rows} full rows in "
        "one cell (the root of the sum of their squares), all of them are scaled down to that length, in steps of "
        "{grain}."
    ),
    "release.weight.noise.norm": (
        "{name}: one {one} moves this by at most {reach} (the root of the sum of squares). It got {law} noise, "
        "{deviation} on average in each number."
    ),
    "release.rule.norm": (
        "Of somebody with more than the norm allows, every number is scaled down in the same proportion; nobody "
        "else has a say in it."
    ),
}
