"""The rule layers in the browser: games against the study's policies, and its results."""
