"""What readers see of a release: tables, pictures, the card, the report."""
