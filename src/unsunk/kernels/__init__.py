"""The engine room: compiled loops, arrays in, arrays out.

A file here is named as the file that it serves. Kernels that call one another share a file, since
Numba's disk cache does not notice a change in an imported one. `python -m unsunk.kernels` compiles
them all into that cache.
"""
