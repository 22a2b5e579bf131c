"""The people of games of Parchís in browser windows."""

NAMES = ("Ana", "Ben", "Cara", "Dan")
