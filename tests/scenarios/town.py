"""What people do and see in a place of a platform, whatever the platform is."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self, TypeVar

from bot.acts import registry
from bot.acts.play.move import Move
from bot.table.endings import QUICK_SECONDS
from bot.table.ports import Clock
from tests.scenarios.program import HOUR, Runner

T = TypeVar("T")

NAMES = ("Ana", "Ben", "Cara", "Dan", "Eve")

_MOVER = re.compile(r"^(\w+)(?: \([^)\n]+\))? to (?:play: |move\.$)", re.MULTILINE)


class Button(Protocol):
    """A button as people see it."""

    label: str


class Message(Protocol):
    """A message of the bot, as people see it now."""

    id: int
    words: str
    """The text, or what is written beside the picture."""
    buttons: list[Button]
    labels: list[str]
    """What the buttons say that can be pressed."""
    codes: list[str]
    """What they send."""
    links: list[str]
    picture: bytes | None
    pinged: list[Any]
    """Who has been notified of it."""
    edits: int
    deleted: bool


@dataclass
class Town(ABC):
    """Five people in a place with the bot; they are those of the platform's simulator."""

    program: Runner
    sim: Any
    people: tuple[Any, ...]
    plaza: Any
    """The place where they meet."""

    # what people do

    @abstractmethod
    def command(self, person: Any, name: str, *others: Any, **given: str) -> None:
        """Run a command such as "game undo".

        `others` are the people that it is about. `given` are its options; `options` has those of
        the game that have no field of their own.
        """

    def press(self, person: Any, message: Message, button: str | Button) -> None:
        """Press a button, named by its label or code, or one that was seen earlier."""
        person.press(message, button)

    @abstractmethod
    def invite(self, host: Any, *others: Any) -> None:
        """Let the host of a lobby invite people to it."""

    @abstractmethod
    def guests(self, count: int) -> Sequence[Any]:
        """Let more people come to the place."""

    @abstractmethod
    def leaves(self, person: Any) -> None:
        """Let a person leave the place."""

    @abstractmethod
    def shuts_out(self, person: Any) -> None:
        """Let a person refuse private messages from the bot."""

    # what they see

    @property
    @abstractmethod
    def messages(self) -> Sequence[Message]:
        """What the bot shows everyone in the place, oldest first."""

    @abstractmethod
    def answers(self, person: Any) -> Sequence[Message]:
        """What the bot has answered a person; in each chat, oldest first."""

    @abstractmethod
    def notices(self, person: Any) -> Sequence[Message]:
        """What the bot has written to a person of its own accord."""

    @abstractmethod
    def files(self, person: Any) -> Sequence[str]:
        """The text files among the answers to a person, oldest first."""

    @abstractmethod
    def described(self, board: Message) -> str:
        """The words for those who can't see the picture of a board."""

    @abstractmethod
    def deadline(self, board: Message) -> float:
        """The deadline on a board, in Unix seconds, to the minute."""

    @property
    @abstractmethod
    def posts(self) -> int:
        """How many boards the bot has posted, deleted ones included."""

    @property
    def clock(self) -> Clock:
        return self.program.clock

    @property
    def bot(self) -> Any:
        """The bot, as people see it among others."""
        return self.sim.world.bot

    @property
    def board(self) -> Message:
        """The newest board with a picture."""
        return next(one for one in reversed(self.messages) if one.picture)

    def wait(self, seen: Callable[[], T]) -> T:
        """Wait until `seen` returns something true, and return that.

        If it never does, the error tells what people see instead.
        """
        try:
            return self.plaza.wait(lambda _: seen())  # type: ignore[no-any-return] # of any platform
        except AssertionError as late:
            for one in self.messages:
                late.add_note(f"shown: {one.words!r} {one.labels}")
            for person in self.people:
                for one in self.answers(person):
                    late.add_note(f"told {person.name}: {one.words!r} {one.labels}")
            raise

    def sees(self, words: str, button: str = "") -> Message:
        """Wait for a message that says this and has this button, and return the newest."""
        return self.wait(lambda: _fitting(self.messages, words, button))[-1]

    def offers(self, button: str) -> Message:
        """Wait for a message with this button, and return the newest."""
        return self.sees("", button)

    def hears(self, person: Any, words: str = "", button: str = "") -> Message:
        """Wait for an answer to a person that says this and has this button, and return the last.

        A command's answer may come after `settle`. On Telegram, long and personal answers to
        commands in a group are links to the private chat.
        """
        return self.wait(lambda: _fitting(self.answers(person), words, button))[-1]

    @property
    def mover(self) -> Any:
        """The player to move."""
        return self.mover_of(self.board)

    def mover_of(self, board: Message) -> Any:
        """Return the player to move on a board."""
        found = _MOVER.search(board.words)
        assert found is not None, board.words
        return next(person for person in self.people if person.name == found[1])

    @property
    def waiting(self) -> Any:
        """The one of Ana and Ben who is not to move."""
        ana, ben, *_ = self.people
        return ben if self.mover is ana else ana

    # what goes wrong

    @property
    @abstractmethod
    def editing(self) -> str:
        """A part of the line of each request that shows a board after a press on it."""

    @abstractmethod
    def removes_bot(self) -> None:
        """Remove the bot from the place."""

    @abstractmethod
    def elsewhere(self) -> Self:
        """Return the same people in a new place with the bot."""

    @property
    @abstractmethod
    def attempts(self) -> int:
        """How often the bot has tried to show or change something in the place."""

    most_strays: ClassVar[int]
    """How many messages stay of boards that were posted although the bot couldn't learn of it."""

    @abstractmethod
    def lose_boards(self, *, arrived: bool) -> None:
        """Fail to answer when boards are posted here; only the first arrives, if `arrived`."""

    @property
    @abstractmethod
    def lost(self) -> int:
        """How many posted boards haven't been answered."""

    def recover(self) -> None:
        """End all faults of the platform."""
        self.sim.forgive()

    @contextmanager
    def reconnected(self) -> Iterator[None]:
        """Wait until the platform has a connection to the bot that begins within the context."""
        yield

    # what they usually do

    def begin(self, **given: str) -> Message:
        """Let Ana challenge Ben, who accepts; return the first board."""
        ana, ben, *_ = self.people
        self.command(ana, "challenge", ben, **given)
        self.press(ben, self.offers("Accept"), "Accept")
        return self.plays()

    def plays(self) -> Message:
        """Wait for the first board of a game, and return it."""
        self.wait(lambda: any(one.picture and one.codes for one in self.messages))
        self.program.settle()
        return self.board

    def move(self) -> None:
        """Let the player to move press the first button, and wait for the new board."""
        board, before = self.board, self.board.words
        self.press(self.mover, board, board.labels[0])
        self.wait(lambda: self.board is not board or self.board.words != before)
        self.program.settle()

    def rest(self) -> Message:
        """Let the bot repost a board that it has edited, and return the new one."""
        self.program.advance(QUICK_SECONDS + 2)
        return self.board

    def follow(self, person: Any, *buttons: str) -> None:
        """Let a person press these buttons, each in the answer that has it."""
        for button in buttons:
            self.press(person, self.hears(person, button=button), button)

    def goes_on_elsewhere(self, person: Any, game: str) -> None:
        """Check that the bot hardly tries more here, while a person's game goes on elsewhere."""
        before = self.attempts
        self.program.advance(HOUR)
        assert self.attempts <= before + 1
        other = self.elsewhere()
        other.command(person, "board", game=game)
        other.plays()
        other.move()
        before = self.attempts
        self.program.advance(HOUR)
        assert self.attempts <= before + 1

    def resign(self, person: Any, answer: str = "Yes, resign") -> None:
        """Let a person resign, or give up their seat, and confirm it."""
        self.command(person, "resign")
        self.follow(person, answer)


def table_of(board: Message) -> str:
    """Return the id of a table, according to the buttons of its board."""
    return board.codes[0].split(".")[1]


def revision(board: Message) -> int:
    """Return how often a table has changed, according to the buttons of its board."""
    intents = map(registry.decode, board.codes)
    return next(intent.revision for intent in intents if isinstance(intent, Move))


def _fitting(messages: Sequence[Message], words: str, button: str) -> list[Message]:
    return [one for one in messages if words in one.words and (not button or button in one.labels)]
