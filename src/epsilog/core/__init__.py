"""The vocabulary: nouns every other room speaks. Imports nothing of ours but errors."""
