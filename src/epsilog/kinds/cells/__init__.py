"""Counts, sums and histograms: in cells, with levels above them and a smoothed column."""
