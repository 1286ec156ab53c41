"""Mechanisms for series: running totals, windows, decayed sums, steps and alerts over time."""
