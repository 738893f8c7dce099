"""Solved players, as data: see `hunting/mixture.py`."""
