"""The command `unsunk`.

`main` holds the table of commands; each command is a function in the file of its own name, imported
when it is called. `options` holds what many commands share, `output` what they print.
"""
