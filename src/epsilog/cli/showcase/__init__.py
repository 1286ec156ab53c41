"""The four stories of `epsilog demo`, and the page they are written to."""
