"""Pages in a browser. A package, so that one browser serves all of its modules."""
