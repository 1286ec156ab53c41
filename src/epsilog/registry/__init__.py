"""The closed tables of kinds: with `roles`, all that a new kind has to touch."""
