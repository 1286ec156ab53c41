"""Local reports: each device randomizes its own value, and trusts nobody with it. One file, one protocol."""
