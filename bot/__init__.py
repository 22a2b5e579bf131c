"""The bot: games in chats, kept in Redis."""

__version__ = "1.0.0"
