"""What can be asked."""
