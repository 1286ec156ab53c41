"""The mechanism, at once and live."""
