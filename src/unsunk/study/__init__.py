"""Chance in the rules: the rule layers L0 to L3, played, measured and compared."""
