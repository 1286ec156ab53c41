"""Event families: each file is one way an attacker looks at responses.

>>> [family.name for family in default_families()]
['responses', 'half-lines', 'likelihood', 'bits', 'lattice']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from epsilog.audit.event import Family
from epsilog.audit.families.bits import Bits, Reachable
from epsilog.audit.families.classifier import Classifier
from epsilog.audit.families.halfline import HalfLines
from epsilog.audit.families.lattice import Lattice
from epsilog.audit.families.likelihood import LikelihoodSets
from epsilog.audit.families.response import Responses
from epsilog.errors import SpecError

BY_NAME: Final[dict[str, Callable[[], Family]]] = {
    "half-lines": HalfLines,
    "likelihood": LikelihoodSets,
    "bits": Bits,
    "lattice": Lattice,
    "responses": Responses,
    "classifier": Classifier,
    "boosting": lambda: Classifier("boosting"),
}


def default_families() -> tuple[Family, ...]:
    """Every family that needs no extra package and no knowledge of the mechanism."""
    return (Responses(), HalfLines(), LikelihoodSets(), Bits(), Lattice())


def families_of(chosen: Sequence[Family | str] | None) -> tuple[Family, ...]:
    """Families given as objects or by name; the default ones if nothing is said."""
    if chosen is None:
        return default_families()
    if isinstance(chosen, str) or not chosen:
        raise SpecError("a list of families is needed", where="families", hint="for example [half-lines, bits]")
    found: list[Family] = []
    for item in chosen:
        if isinstance(item, str):
            if item not in BY_NAME:
                raise SpecError(
                    f"unknown family {item[:40]!r}", where="families", hint="one of " + ", ".join(BY_NAME)
                )
            found.append(BY_NAME[item]())
        else:
            found.append(item)
    return tuple(found)


__all__ = [
    "BY_NAME",
    "Bits",
    "Classifier",
    "HalfLines",
    "Lattice",
    "LikelihoodSets",
    "Reachable",
    "Responses",
    "default_families",
    "families_of",
]
