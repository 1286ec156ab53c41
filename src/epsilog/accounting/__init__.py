"""Pure functions of charges: what a budget buys and what a plan costs."""
