"""A year of releases planned together."""
