"""The targeting policies of the study, one a file, and their register."""
