"""Exact integer noise on a cryptographic generator."""
