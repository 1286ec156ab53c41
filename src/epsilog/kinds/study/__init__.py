"""Studies: tables of two, shares, survival, tests."""
