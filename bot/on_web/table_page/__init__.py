"""The table page: one page on which a game is played, watched, waited for and looked back on."""
