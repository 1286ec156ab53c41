"""Series: per step, running totals, windows, fading sums, transforms, one secret radius."""
