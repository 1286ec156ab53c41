"""Noise, price and error before any data."""
