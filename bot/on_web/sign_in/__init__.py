"""Signing in with a platform's account, which is then one of the person who plays in a browser."""
