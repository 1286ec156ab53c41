"""Engines that hold private rows. Nothing leaves them but bounded integers."""
