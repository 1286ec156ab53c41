"""What is found before the answers, for a part of the price."""
