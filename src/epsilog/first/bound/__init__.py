"""How much one unit may give, found from a paid look."""
