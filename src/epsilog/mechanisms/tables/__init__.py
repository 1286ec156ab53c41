"""Mechanisms for tables of counts and sums."""
