"""Plans: what a request costs and how exact it will be, before any data."""
