"""How to hunt: strategies, their register, their conformance test, and games played by them."""
