"""Series at every tick: per step, running totals, windows, fading sums, transforms, one secret radius."""
