"""One game against the computer in the terminal, whichever way it is shown.

`match` is the game from the first ship placed to the end; `waters` is what a player may see of a
board, `trackers` of a fleet; `sentences` says every event in words. `lines` and `screen` show it.
"""
