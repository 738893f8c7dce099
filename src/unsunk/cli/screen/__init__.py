"""The game on the full screen of a terminal, with Textual.

`app` leads from setup to battle and on to the next game; `setup` and `battle` are its two screens.
`board` is the one widget that shows waters, after `look` (what a cell looks like) and `window`
(which part of a large board is seen); `arrange` fits everything into the terminal.
"""
