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
    "plan.choose.look": (
        "The bound is chosen by a paid look at how busy people are: {share} % of the price counts how many of "
        "those protected have 1, 2, 3 … {up_to} rows or more, and in how many cells of a table. Each of them is in "
        "one of {bins} numbers, whose noise is at most {noise}. The noisy numbers then say which bound has the "
        "least expected error: noise, and what the bound leaves out."
    ),
    "plan.choose.look.keep": "{entry}, by rows of one that are kept, the noise of a number: {tried}.",
    "plan.choose.look.apart": "{entry}, by rows of one that are kept, one in a cell: {tried}.",
    "plan.choose.look.norm": "{entry}, by the norm that all rows of one are scaled to: {tried}.",
    "plan.choose.look.price": (
        "The error above is that of the widest of these bounds. The price is the same whichever is found, and is "
        "paid before any data is opened."
    ),
    "plan.choose.look.enforced": (
        "If the look misleads, the bound fits badly, and nothing else: it is enforced whatever the data holds. "
        "What it leaves out or scales away is in no range."
    ),
    "plan.look.head": "the look at how busy people are:",
    "plan.look.bin": (
        "{unit} is counted in one of the numbers, however many rows there are: it moves them by 1. Tables looked "
        "at: {tables}. Neighbours that replace one by another are counted twice. L1 = {l1}, squared L2 = {squared}."
    ),
    "plan.look.noise.laplace": "discrete Laplace noise of scale {parameter} on each of the numbers.",
    "plan.look.noise.gaussian": "discrete Gaussian noise of variance {parameter} on each of the numbers.",
    "plan.look.rest": (
        "what follows has noise in proportion to the bound that is found, so that it costs the same under all of "
        "them: {bounds} bounds are tried."
    ),
    "front.plan.look": "The bound is found by a paid look; the errors are those of the widest bound it may find.",
    "front.plan.look.entry": "look at how busy people are",
    "release.look.keep": (
        "The bound was found by a paid look at how busy people are, among bounds that were public beforehand: at "
        "most {rows} rows of one count, {each} in a cell."
    ),
    "release.look.norm": (
        "The bound was found by a paid look at how busy people are, among bounds that were public beforehand: all "
        "rows of one count, scaled to a norm of at most {norm}."
    ),
    "release.look.counts": (
        "What the look told of {name}, noisy numbers of those protected by their rows: {counts}. Each number they "
        "were added up from is off by at most {margin}, {times}."
    ),
    "release.look.bias": (
        "What the bound left out or scaled away is in no range: ranges speak of the bounded answer, and hold for "
        "it whichever bound was found, because its noise is fresh."
    ),
}
