"""The game in the browser: one person against the computer, kept as events in a database."""
