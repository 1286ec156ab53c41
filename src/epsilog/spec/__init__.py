"""Requests: read from a file, spelled again, kept as a record."""
