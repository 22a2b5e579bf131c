"""A busy group: two quick games, talk and commands, on a Telegram with all its limits."""

import random
import re
from dataclasses import dataclass, field
from statistics import median, quantiles

from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from tests.bot.on_telegram.still import StillVillage

COMMANDS = ("games", "hint", "odds", "rules", "help", "settings", "series", "verify", "me", "learn")
"""What people ask for, in turn."""

_MOVER = re.compile(r"^(\w+) \(\w+\) to move\.$", re.MULTILINE)


@dataclass
class Game:
    """A game of two people, and what they have seen of it."""

    players: tuple[Person, Person]
    table: str = ""
    pressed: float = 0.0
    """When the move was pressed that no board shows yet; 0 if there is none."""

    before: str = ""
    """What the board showed then."""

    at: float = 0.0
    """When the next move is pressed."""


@dataclass
class Busy:
    """What happened: how long boards and answers took, in seconds."""

    boards: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    moves: int = 0

    @property
    def boards_p90(self) -> float:
        """What nine of ten boards keep within."""
        return quantiles(self.boards, n=10)[-1]

    def __str__(self) -> str:
        """Tell the figures in a line."""
        boards = f"boards: median {median(self.boards):.1f}, p90 {self.boards_p90:.1f}"
        longest = f"longest {max(self.boards):.1f} s of {self.moves} moves"
        told = f"answers: median {median(self.answers):.1f}, longest {max(self.answers):.1f} s"
        asked = len(self.answers) + len(self.unanswered)
        return f"{boards}, {longest}; {told}, {len(self.unanswered)} of {asked} without"


class Evening:
    """Six people in a group: two pairs play, and all of them talk and ask.

    `strangers` haven't started the bot, so it can't write to them.
    """

    def __init__(self, village: StillVillage, seed: int = 1, *, strangers: bool = True) -> None:
        self.village = village
        self.random = random.Random(seed)
        sim = village.sim
        self.plaza = sim.supergroup("Fair")
        people = [sim.person(name, self.plaza) for name in ("Cara", "Dan", "Finn")]
        self.people = [village.ana, village.ben, village.eva, *people]
        cara, dan, _ = people
        self.games = [Game((village.ana, village.ben)), Game((cara, dan))]
        self.known = [village.ana, cara, village.eva] if strangers else self.people
        self.asked: list[tuple[Message, Person]] = []
        self.busy = Busy()

    async def played(self, seconds: float, *, commands: int, every: float = 5.0) -> Busy:
        """Play for so long, with so many commands, and something said every few seconds."""
        village = self.village
        await self._begin()
        begin = village.now
        asks = [begin + seconds * (number + 0.5) / commands for number in range(commands)]
        says = [begin + every * (number + 0.3) for number in range(round(seconds / every))]
        while village.now < begin + seconds:
            for game in self.games:
                await self._goes_on(game)
            if says and says[0] <= village.now:
                says.pop(0)
                self.random.choice(self.people).say(self.plaza, "Ha, well played!")
            if asks and asks[0] <= village.now:
                asks.pop(0)
                await self._asks(COMMANDS[len(self.asked) % len(COMMANDS)])
            await village.advance(0.5)
        await village.advance(60)
        self._count_answers()
        return self.busy

    async def _begin(self) -> None:
        village = self.village
        for person in self.known:
            person.start()
        await village.hear()
        for game in self.games:
            one, other = game.players
            one.say(self.plaza, f"/challenge@puluc_bot {other.name} size=long", other)
            await village.hear()
            offer = self.plaza.messages[-1]
            other.press(offer, "Accept", wait=False)
            await village.hear()
            await village.advance(5)
            board = next(one for one in reversed(self.plaza.messages) if one.codes)
            game.table = next(code for code in board.codes).split(".")[1]
            game.at = village.now + 2
        await village.advance(60)

    def _board(self, game: Game) -> Message | None:
        boards = (one for one in reversed(self.plaza.messages) if self._shows(one, game))
        return next(boards, None)

    def _shows(self, message: Message, game: Game) -> bool:
        return any(code.split(".")[1:2] == [game.table] for code in message.codes)

    async def _goes_on(self, game: Game) -> None:
        """Let the mover press once they have seen the board and thought for a moment."""
        board, now = self._board(game), self.village.now
        if board is None:
            return
        if game.pressed and board.words != game.before:
            self.busy.boards.append(now - game.pressed)
            game.pressed, game.at = 0.0, now + self.random.uniform(1, 4)
        if game.pressed or now < game.at:
            return
        found = _MOVER.search(board.words)
        if found is None:  # the game has ended
            await self._again(game, board)
            return
        mover = next(person for person in game.players if person.name == found[1])
        move = self.random.choice([one for one in board.buttons if (one.data or "")[:5] == "1move"])
        game.pressed, game.before = now, board.words
        self.busy.moves += 1
        mover.press(board, move, wait=False)
        await self.village.hear()

    async def _again(self, game: Game, board: Message) -> None:
        if "Rematch" in board.labels:
            game.at = self.village.now + 1
            for person in game.players:
                person.press(board, "Rematch", wait=False)
                await self.village.hear()
            newest = next(one for one in reversed(self.plaza.messages) if one.codes)
            game.table = newest.codes[0].split(".")[1]

    async def _asks(self, command: str) -> None:
        person = self.people[len(self.asked) % len(self.people)]
        said = person.say(self.plaza, f"/{command}@puluc_bot")
        self.asked.append((said, person))
        await self.village.hear()

    def _count_answers(self) -> None:
        """Match what people were told with what they had asked for."""
        for person in self.people:
            alone = self._alone(person)
            for said in (said for said, asker in self.asked if asker is person):
                told = self._told(said, person)
                if told is None and (late := [at for at in alone if at >= said.at]):
                    told = late[0]
                    alone.remove(told)
                if told is None:
                    self.busy.unanswered.append(f"{person.name}: {said.words}")
                else:
                    self.busy.answers.append(told - said.at)

    def _told(self, said: Message, person: Person) -> float | None:
        """Return when a message in the group answered a command, alone or among others."""
        for one in self.plaza.messages:
            gathered = person in one.mentions and not one.codes and one.at >= said.at
            if one.reply_to is said or (one.sender.bot and gathered):
                return one.at
        return None

    def _alone(self, person: Person) -> list[float]:
        """Return when the bot told a person something that nobody else sees."""
        found = [*person.private.messages, *person.whispers(self.plaza)]
        return sorted(one.at for one in found if one.sender.bot)
