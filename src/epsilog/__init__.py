"""Epsilog publishes data about people without betraying any one of them."""

__version__ = "0.1.0"
