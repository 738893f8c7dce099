"""The game in lines of text, one sentence an event: for pipes, screen readers and plain terminals.

`conversation` asks and answers until the input ends; `commands` is what can be said and what it
does; `pictures` draws a board in text for whoever wants to see one.
"""
