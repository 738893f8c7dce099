"""Every figure that the sources print, with ours beside it.

`seeds.csv` holds their figures, a row each; `ours.csv` holds ours, a row for each of theirs that
has been answered: a number and its kind (`exact`, `sampled`, `upper-bound`, `lower-bound`,
`definition`, `cost`), or an empty number and a note that says why there is none.
"""
