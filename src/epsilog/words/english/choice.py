"""Bounds that are chosen from public facts."""

from __future__ import annotations

from typing import Final

CHOICE: Final[dict[str, str]] = {
    "plan.title.bound": "Why this bound",
    "plan.choose.facts": (
        "The bound is chosen from facts the request declares, not from the data: about {units} units; of them, "
        "with so many rows each: {kinds}."
    ),
    "plan.choose.option.keep": (
        "{entry}, at most {rows} rows of one, {each} in a cell: a number of about {about} would be off by {error} "
        "(root mean square). Noise is {noise} of that; {lost} is left out by the bound."
    ),
    "plan.choose.option.norm": (
        "{entry}, all rows scaled to a norm of {norm}: a number of about {about} would be off by {error} (root "
        "mean square). Noise is {noise} of that; {lost} is scaled away by the bound."
    ),
    "plan.choose.keep": (
        "Rows and cells beyond the bound are left out: scaling to a norm would be off by {times} times as much."
    ),
    "plan.choose.norm": (
        "Everything counts, scaled down to the norm: leaving out rows and cells would be off by {times} times as "
        "much."
    ),
    "plan.choose.same": "Both are equally exact by these facts; leaving out keeps whole numbers and is taken.",
    "plan.choose.none.pure": "A norm was not tried: it needs Gaussian noise, and the account promises delta = 0.",
    "plan.choose.none.laplace": "A norm was not tried: it needs Gaussian noise, and the request says Laplace.",
    "plan.choose.none.levels": "A norm was not tried: sums along a hierarchy are longer than its cells.",
    "plan.choose.none.whole": "A norm was not tried: the request wants whole numbers; a norm leaves parts.",
    "plan.choose.none.persons": (
        "A norm was not tried: a person within several periods is several units, and their parts are no person."
    ),
    "plan.choose.none.fits": "No norm fits the grain of these numbers.",
    "plan.choose.enforced": (
        "If the facts are wrong the bound fits badly, and nothing else: it is enforced whatever the data holds. "
        "What it leaves out or scales away is in no range."
    ),
}
