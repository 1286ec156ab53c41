"""Alerts: the ticks above a line, a few at most."""
