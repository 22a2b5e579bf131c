"""Solving road games exactly: the only package that needs Numba (`make solver` installs it)."""
