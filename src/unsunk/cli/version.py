"""`unsunk version`."""

from importlib import metadata


def version() -> None:
    """Print the version of unsunk."""
    print(metadata.version("unsunk"))
