"""Series that are published as they happen."""
