"""Pairs of people, each in a channel or game of their own, who press whatever is offered."""

import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.join import Join
from bot.acts.gather.rematch import Rematch
from bot.acts.gather.sit import Sit
from bot.acts.play.move import Move
from discord_simulator.people import Answer as DiscordAnswer
from telegram_simulator.people import Answer as TelegramAnswer
from tests.torture.journal import Journal, Press, Wish
from tests.torture.rooms import Room
from tests.week.towns import Pressed

LOOK_SECONDS: Final = 0.01
SHOWN_SECONDS: Final = 1.5
"""How long people wait for their move to be shown before they press again."""

REST_SECONDS: Final = 0.5
BEGINS: Final = Accept | Join | Rematch
"""What begins a game."""

LAZY_SHARE: Final = 0.2
"""How likely people with a pace move at all, before their time is up."""


@dataclass
class Pair:
    """People who play one game after another, by default two in a channel.

    `lazy` ones let their time run out.
    """

    rooms: Sequence[Room]
    """Where each of them is, in the order of their turns; the host comes first."""
    options: Mapping[str, str]
    journal: Journal
    chance: Random
    over: threading.Event
    counts: Counter[str]
    quiet: threading.Event
    """Set when no more games are to be started."""
    _turn: int = field(default=0, init=False)
    _asked: float = field(default=0, init=False)

    def play(self) -> None:
        """Press buttons until it is all over."""
        while not self.over.is_set():
            try:
                if not self._act():
                    self.over.wait(REST_SECONDS)
            except Exception as error:
                # A process that is killed takes its connections along; people just try again.
                self.counts[f"could not press: {type(error).__name__}"] += 1
                self.over.wait(REST_SECONDS)

    @property
    def places(self) -> Sequence[Room]:
        """A room of each place in which boards of theirs can be."""
        return [*{room.place: room for room in self.rooms}.values()]

    def _act(self) -> bool:
        """Press one button; return whether there was one."""
        offered = self.offered()
        moves = [one for one in offered if isinstance(one, Move)]
        if moves:
            return self._move(self.chance.choice(moves))
        if self.quiet.is_set():
            return False
        if offered:
            self.press(self._room, self.chance.choice(offered))
            self._pass_on()
            self.over.wait(0.2)
            return True
        self._pass_on()
        if time.monotonic() - self._asked > 4 * REST_SECONDS:
            self._asked = time.monotonic()
            self._challenge()
        return False

    @property
    def _room(self) -> Room:
        return self.rooms[self._turn]

    def _pass_on(self) -> None:
        """Let the next one have a try."""
        self._turn = 0 if "level" in self.options else (self._turn + 1) % len(self.rooms)

    def offered(self) -> list[Act]:
        """Return what the newest board offers; boards of tables that are over come last."""
        found: list[list[Act]] = []
        for acts in self._room.acts():
            if any(isinstance(one, Move) for one in acts):
                return list(acts)
            found.append([one for one in acts if isinstance(one, BEGINS)])
        return next(filter(None, found), [])

    def _challenge(self) -> None:
        host, *guests = self.rooms
        options = dict(self.options)
        if level := options.pop("level", None):
            host.say("practice", level=level, **options)
        else:
            host.say("challenge", guests[0].user, **options)

    def _move(self, move: Move) -> bool:
        if "pace" in self.options and self.chance.random() > LAZY_SHARE:
            return False
        pressed = self.press(self._room, move)
        if pressed is None:
            self._pass_on()
            return True  # the board has changed
        self.counts["presses"] += 1
        until = time.monotonic() + SHOWN_SECONDS
        while time.monotonic() < until and not self.over.is_set():
            boards = self._room.boards().get(move.table)
            if boards is None or boards[0].revision != move.revision:
                break
            if pressed.answered and pressed.said:
                break
            time.sleep(LOOK_SECONDS)
        self._pass_on()
        return True

    def press(self, room: Room, act: Act) -> Pressed | None:
        """Press a button in a room, and note what the journal needs; None if it isn't there."""
        pressed = room.press(lambda one: one == act)
        if pressed is not None:
            self._note(room, pressed)
        return pressed

    def _note(self, room: Room, pressed: Pressed) -> None:
        """Note a press by the operation that the bot derives from it; browsers note their own."""
        match pressed.answer:
            case DiscordAnswer(interaction):
                number = str(interaction.id)
            case TelegramAnswer(query):
                number = query.id
            case _:
                return
        operation = f"{room.user.platform}:{room.application}:{number}"
        match pressed.act:
            case Move() as move:
                self.journal.pressed(Press(operation, pressed.user, move))
            case Sit(table=table, secret=secret) if table is not None:
                self.journal.wanted(Wish(operation, pressed.user, table, secret))
