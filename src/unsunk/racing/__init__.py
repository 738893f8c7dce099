"""How fast a hunt is, and how often it wins."""
