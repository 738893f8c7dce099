"""Battleship: played, measured, solved."""
