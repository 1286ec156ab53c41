"""Buffers fitted by benchmarks/series_fit.py: running totals err at most 0.05 % more than the square root's.

A plan stores the constants it was made with, so a table may change and what was opened under another goes on.
"""

from typing import Final

# up to so many steps -> decays in multiples of 2^-30, weights in multiples of 2^-14
BUFFERED: Final[dict[int, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    32: ((1060548627, 949174092, 691452934, 270719725), (2311, 2353, 2279, 1249)),
    128: ((1070369551, 1040371607, 957708522, 749241675, 323328434), (1180, 1345, 1779, 2299, 1588)),
    1024: ((1073036978, 1065400779, 1032842342, 895271282, 451757338), (550, 803, 1511, 2739, 2582)),
    4096: ((1073537345, 1070989122, 1056334646, 969727723, 564098466), (299, 516, 1191, 2689, 3463)),
    16384: (
        (1073692884, 1073109330, 1070010899, 1052281658, 954394914, 536416307),
        (146, 239, 536, 1274, 2726, 3250),
    ),
    65536: (
        (1073728380, 1073550615, 1072361663, 1063522372, 999624119, 626606770),
        (77, 142, 372, 1013, 2567, 3951),
    ),
}
