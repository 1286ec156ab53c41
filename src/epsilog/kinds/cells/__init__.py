"""Counts, sums and histograms of cells, with levels above them and a smoothed column."""
