"""Numbers drawn as a map."""
