"""The draws of a release: one mechanism per vector, built from the plan and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError, SensitivityExceeded
from epsilog.registry.draws import draw_of, mechanism_of
from epsilog.roles.drawn import TableMechanism
from epsilog.roles.plan import Plan


def draw_all(
    mechanisms: Sequence[TableMechanism], plan: Plan, exact: Sequence[Sequence[Bounded]], rng: RandomWords
) -> tuple[NDArray[np.int64], ...]:
    """Noisy grains (or the numbers of candidates) for every draw of the plan, each drawn once.

    Each mechanism refuses what it does not cover; a table of another size than the grid's is refused here, because
    the number of cells is public and must not come from the data. Nothing is drawn unless everything fits.
    """
    tables = exact_tables(plan, exact)
    return tuple(mechanism.grains(table, rng) for mechanism, table in zip(mechanisms, tables, strict=True))


def mechanisms_in(plan: Plan) -> list[TableMechanism]:
    """The mechanism of every draw of a plan, at its price."""
    return [mechanism_of(draw) for draw in plan.draws]


def exact_tables(plan: Plan, exact: Sequence[Sequence[Bounded]]) -> list[Bounded]:
    """The exact numbers that every draw of a plan is drawn from."""
    tables = []
    for draw in plan.draws:
        query, answers = plan.spec.publish[draw.query], exact[draw.query]
        if any(cells.values.size != query.grid().size for cells in answers):
            raise SensitivityExceeded("the source answered with another number of cells", where="source")
        tables.append(draw_of(draw).exact(draw, plan.vectors_of(draw.query), query, answers))
    return tables


def unpack_choices(plan: Plan, drawn: Sequence[NDArray[np.int64]]) -> tuple[Plan, tuple[NDArray[np.int64], ...]]:
    """A plan that knows which candidates were drawn, and the numbers without them.

    Post-processing of what was drawn. The price is the one that was paid, whatever was chosen.
    """
    known = [draw_of(draw).unpack_choice(draw, vector) for draw, vector in zip(plan.draws, drawn, strict=True)]
    found = replace(plan, draws=tuple(draw for draw, _ in known))
    if found.charge != plan.charge:
        raise PrivacyError("what was chosen changes what was paid for", where="plan")
    return found, tuple(numbers for _, numbers in known)
