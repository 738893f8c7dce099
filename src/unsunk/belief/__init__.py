"""What the shots say: where ships may still be, and how likely."""
