"""The doctor's checks of what isn't a platform's: settings, this machine and the store."""
