"""The ends of a clamp or the edges of bins, found first."""
