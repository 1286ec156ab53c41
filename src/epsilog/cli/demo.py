"""demo"""


def demo() -> None:
    """Demo."""
