"""Its sentences."""
