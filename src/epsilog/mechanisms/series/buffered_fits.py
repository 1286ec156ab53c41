"""Buffers fitted by benchmarks/series_fit.py for the least largest error of running totals."""

from typing import Final

# horizon -> decays in multiples of 2^-30, weights in multiples of 2^-14
BUFFERED: Final[dict[int, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    256: ((1071032082, 1041428067, 912805274, 473601024), (1080, 1583, 2768, 2753)),  # 2.83109
    1024: ((1072914311, 1061824326, 989813896, 604297263), (609, 1130, 2622, 3778)),  # 3.27294
    4096: ((1073546297, 1071078652, 1056382494, 969428460, 563434465), (294, 515, 1200, 2691, 3459)),  # 3.71413
    16384: (
        (1073694909, 1073126757, 1069978793, 1052023865, 953573685, 535414879),
        (144, 240, 544, 1278, 2725, 3239),
    ),  # 4.15535
}
