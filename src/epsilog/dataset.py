"""Dataset: the verbs of a notebook."""
