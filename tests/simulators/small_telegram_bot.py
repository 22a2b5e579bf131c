"""Small python-telegram-bot bots that do what a test tells them to."""

import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from PIL import Image
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import Application, ApplicationBuilder, TypeHandler, Updater

from telegram_simulator.simulator import TelegramSimulator

Act = Callable[[Update], Awaitable[object]]
AnyApplication = Application[Any, Any, Any, Any, Any, Any]


def png(colour: str = "red", size: tuple[int, int] = (80, 40)) -> bytes:
    """Return a small picture."""
    stream = io.BytesIO()
    Image.new("RGB", size, colour).save(stream, "PNG")
    return stream.getvalue()


def gif() -> bytes:
    """Return a small animation."""
    stream = io.BytesIO()
    frames = [Image.new("RGB", (80, 40), colour) for colour in ("red", "blue")]
    frames[0].save(stream, "GIF", save_all=True, append_images=frames[1:], duration=100)
    return stream.getvalue()


def press_me(label: str = "Press me", data: str = "pressed") -> InlineKeyboardMarkup:
    """Return a keyboard with one button."""
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=data)]])


def client(simulator: TelegramSimulator) -> Bot:
    """Return a client of the library, connected to the simulator."""
    root = simulator.url
    return Bot(simulator.token, base_url=f"{root}/bot", base_file_url=f"{root}/file/bot")


class Poller:
    """Polls on demand, and confirms updates with the next poll."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.offset = 0

    async def __call__(self, wait_seconds: int = 0, **how: Any) -> list[Update]:
        """Return the next updates."""
        updates = await self.bot.get_updates(offset=self.offset, timeout=wait_seconds, **how)
        self.offset = max((one.update_id + 1 for one in updates), default=self.offset)
        return list(updates)


def application(simulator: TelegramSimulator, act: Act) -> AnyApplication:
    """Build a bot with the library that handles every update with `act`."""

    async def handle(update: Update, _: object) -> None:
        await act(update)

    found: AnyApplication = ApplicationBuilder().bot(client(simulator)).updater(None).build()
    found.add_handler(TypeHandler(Update, handle))
    return found


@asynccontextmanager
async def polling(simulator: TelegramSimulator, act: Act) -> AsyncIterator[None]:
    """Run a bot with the library's polling."""
    async with (
        application(simulator, act) as running,
        Updater(running.bot, running.update_queue) as updater,
    ):
        await updater.start_polling(poll_interval=0, timeout=5)
        await running.start()
        yield
        await updater.stop()
        await running.stop()


@asynccontextmanager
async def hooked(simulator: TelegramSimulator, act: Act) -> AsyncIterator[None]:
    """Run a bot with a webhook that returns 200 when it has handled an update."""
    async with application(simulator, act) as running:

        async def serve(request: web.Request) -> web.Response:
            await running.process_update(Update.de_json(await request.json(), running.bot))
            return web.Response()

        server = web.Application()
        server.router.add_post("/telegram", serve)
        runner = web.AppRunner(server)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        await running.bot.set_webhook(f"http://127.0.0.1:{runner.addresses[0][1]}/telegram")
        yield
        await running.bot.delete_webhook()
        await runner.cleanup()
