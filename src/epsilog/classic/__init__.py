"""Published mechanisms that people ask for and that protect nobody, rebuilt to be looked at and broken.

Nothing in this room is a release. No charge describes it, no plan contains it, no other room may import it.
"""
