"""The shapes that every kind shares, and what each of its files must offer."""
