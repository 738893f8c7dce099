"""What the box says: boards, fleets, layouts, shots, what a shooter knows, and the game.

Plain Python without NumPy. A cell is an index counted row by row from A1 = 0, a set of cells is
an int used as a bit mask (bit `c` is cell `c`).
"""
