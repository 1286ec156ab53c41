"""Which keys there are, found first."""
