"""One file, one mechanism, one proof."""
