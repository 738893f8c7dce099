"""The best that can be done: replies, linear programs, mixtures, exploitability."""
