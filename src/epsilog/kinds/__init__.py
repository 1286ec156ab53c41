"""What can be published: one folder a kind, the name of a file is its role."""
