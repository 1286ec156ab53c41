"""Functions of noisy answers only: free, because they cannot see the data."""
