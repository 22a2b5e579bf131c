"""The bot: games in chats, kept in Redis."""

__version__ = "0.2.0"
