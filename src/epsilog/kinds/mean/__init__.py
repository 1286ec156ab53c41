"""Means, variances, deviations, ratios, covariances and correlations."""
