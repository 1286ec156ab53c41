"""Quantiles and the best of a list."""
