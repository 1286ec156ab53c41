"""Survival from one noisy exit histogram: curves, medians, causes, bands, the log-rank test, the picture.

Each person leaves follow-up in exactly one cell (an event of one cause in a bin of time, censored in a bin, still
followed at the horizon), so one person moves one cell by 1 and everything here is post-processing of one release.
Read `exits` first, then `curve`, then `inside`: what the order of events and losses inside a bin leaves open.
Functions without "within" in their names take everything to be at the end of its bin, as releases once did.
"""
