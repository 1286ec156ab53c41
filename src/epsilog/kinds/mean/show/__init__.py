"""Columns and pictures from noisy numbers."""
