"""Series that say their last value again: sample, absorption, spells."""
