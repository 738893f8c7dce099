"""Compile every kernel into Numba's disk cache, so that the first use is quick."""

from unsunk.hunting.simulate import warm

if __name__ == "__main__":
    warm()
