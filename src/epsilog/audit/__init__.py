"""What an attacker can measure."""
