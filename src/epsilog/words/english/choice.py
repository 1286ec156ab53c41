"""Bounds that are chosen from public facts, or by a paid look."""

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
        "(root mean square): {noise} from noise, {lost} from what the bound leaves out."
    ),
    "plan.choose.option.norm": (
        "{entry}, all rows scaled to a norm of {norm}: a number of about {about} would be off by {error} (root "
        "mean square): {noise} from noise, {lost} from what is scaled away."
    ),
    "plan.choose.keep": (
        "Rows and cells beyond the bound are left out: scaling to a norm would be off by {times} times as much."
    ),
    "plan.choose.norm": (
        "Everything counts, scaled down to the norm: leaving out rows and cells would be off by {times} times as "
        "much."
    ),
    "plan.choose.same": (
        "Both are equally exact by these facts. Leaving out is chosen, because it keeps whole numbers."
    ),
    "plan.choose.none.pure": "A norm was not tried: it needs Gaussian noise, and the account promises delta = 0.",
    "plan.choose.none.laplace": "A norm was not tried: it needs Gaussian noise, and the request says Laplace.",
    "plan.choose.none.levels": (
        "A norm was not tried: with the sums along a hierarchy, a vector is longer than with its cells alone."
    ),
    "plan.choose.none.whole": (
        "A norm was not tried: the request asks for whole numbers, and scaling to a norm gives fractions."
    ),
    "plan.choose.none.persons": (
        "A norm was not tried: a person within several periods is several units, and parts of a unit do not add up "
        "to a person."
    ),
    "plan.choose.none.fits": "No norm fits the grain, the step of these numbers.",
    "plan.choose.enforced": (
        "If the facts are wrong, the bound fits badly. The protection stays the same, because the bound is "
        "enforced whatever the data is. What it leaves out or scales away is not in any range."
    ),
    "plan.choose.look": (
        "The bound is found by a paid search: {share} % of the price counts how many of those protected have 1, 2, "
        "3 … {up_to} rows or more, and in how many cells of a table. Each of them is counted in one of {bins} "
        "numbers, whose noise is at most {noise}. The noisy numbers then say which bound has the smallest expected "
        "error: noise, and what the bound leaves out."
    ),
    "plan.choose.look.keep": "{entry}, by rows of one that are kept, the noise of a number: {tried}.",
    "plan.choose.look.apart": "{entry}, by rows of one that are kept, one in a cell: {tried}.",
    "plan.choose.look.norm": "{entry}, by the norm that all rows of one are scaled to: {tried}.",
    "plan.choose.look.price": (
        "The error above is that of the widest of these bounds. The price is the same whichever bound is found, "
        "and is paid before any data is opened."
    ),
    "plan.choose.look.enforced": (
        "If the search finds a bad bound, the bound fits badly. The protection stays the same, because the bound "
        "is enforced whatever the data is. What it leaves out or scales away is not in any range."
    ),
    "plan.look.head": "the search for the bound:",
    "plan.look.bin": (
        "{unit} is counted in one of the numbers, however many rows there are: it moves them by 1. Tables that are "
        "counted: {tables}. Where neighbours replace one by another, both are counted. L1 = {l1}, squared L2 = "
        "{squared}."
    ),
    "plan.look.noise.laplace": "discrete Laplace noise of scale {parameter} on each of the numbers.",
    "plan.look.noise.gaussian": "discrete Gaussian noise of variance {parameter} on each of the numbers.",
    "plan.look.rest": (
        "the noise that follows is in proportion to the bound that is found, so that it costs the same under all "
        "of them: {bounds} bounds are tried."
    ),
    "front.plan.look": (
        "The bound is found by a paid search; the errors are those of the widest bound that it may find."
    ),
    "front.plan.look.entry": "search for the bound",
    "release.look.keep": (
        "The bound was found by a paid search (how many people have how many rows), among bounds that were public "
        "beforehand: at most {rows} rows of one count, {each} in a cell."
    ),
    "release.look.norm": (
        "The bound was found by a paid search (how many people have how many rows), among bounds that were public "
        "beforehand: all rows of one count, scaled to a norm of at most {norm}."
    ),
    "release.look.counts": (
        "What the search found for {name}, as noisy numbers of those protected by how many rows they have: "
        "{counts}. Each number that was added up for this is off by at most {margin}, {times}."
    ),
    "release.look.bias": (
        "What the bound left out or scaled away is not in any range. Ranges are about the bounded answer. They "
        "hold whichever bound was found, because the noise of the answer is drawn separately."
    ),
}
