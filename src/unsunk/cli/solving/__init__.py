"""What the commands about solved players share: their figures in words, boards of shares."""
