"""The week itself: people notice what happens at their tables, and act on it later."""

import heapq
import threading
from collections import Counter
from collections.abc import Callable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from random import Random

from bot.acts.act import Act
from bot.acts.gather.rematch import Rematch
from bot.acts.play.answer import Answer
from bot.acts.play.draw import Draw
from bot.acts.play.move import Move
from bot.acts.play.nudge import Nudge
from bot.acts.play.pause import Pause
from bot.acts.play.resume import Resume
from bot.acts.play.undo import Undo
from bot.table.ids import TableId
from bot.table.people import Place, User
from bot.table.table import Table
from tests.week.clock import FastClock
from tests.week.ledger import Commit
from tests.week.people import MINUTE, Character, Fate, Plan, plans
from tests.week.towns import Pressed, Town

HANDS = 24
"""How many people can act at the same moment."""

TRIES = 8
"""How often somebody looks for a button that has not appeared yet."""

LOOK_AGAIN = 5 * MINUTE


@dataclass(frozen=True, slots=True)
class Citizen:
    """A person of the week, and where they live."""

    user: User
    character: Character
    town: Town


@dataclass(slots=True)
class Life:
    """Runs the people's plans when their time comes."""

    clock: FastClock
    citizens: dict[User, Citizen]
    chance: Random
    pressed: list[Pressed] = field(default_factory=list)
    acts: Counter[str] = field(default_factory=Counter)
    newest: dict[TableId, Table] = field(default_factory=dict)
    _agenda: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    _numbers: "count[int]" = field(default_factory=count)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _hands: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(HANDS, thread_name_prefix="hand")
    )

    def at(self, when: float, act: Callable[[], None]) -> None:
        """Do something at a fast time."""
        with self._lock:
            heapq.heappush(self._agenda, (when, next(self._numbers), act))

    def begin(self, homes: Mapping[User, Place], left: MutableMapping[User, float]) -> None:
        """Plan what becomes of people, who announce vacations at home; note who has `left`."""
        for user, citizen in self.citizens.items():
            who = citizen.character
            if who.fate in (Fate.LEAVES, Fate.BLOCKS):
                self.at(who.fate_at, partial(self._go, citizen, left))
            if who.vacation_at:
                away = {"vacation": f"sure:{who.vacation_days}d"}
                self.at(who.vacation_at, partial(citizen.town.prefer, user, homes[user], away))

    def _go(self, citizen: Citizen, left: MutableMapping[User, float]) -> None:
        """Let a person leave, or block the bot."""
        if citizen.character.fate is Fate.LEAVES:
            citizen.town.leave(citizen.user)
        else:
            citizen.town.refuse_private(citizen.user)
        left[citizen.user] = self.clock()

    def noticed(self, commit: Commit) -> None:
        """Let the players of a table plan what to do now."""
        table = commit.table
        known = self.newest.get(table.id)
        if known is not None and known.revision >= table.revision:
            return
        self.newest[table.id] = table
        now = self.clock()
        for user in table.people:
            citizen = self.citizens.get(user)
            if citizen is not None:
                for plan in plans(citizen.character, user, table, now, self.chance):
                    self.at(plan.at, partial(self._do, plan))

    def live(self) -> None:
        """Start what is due now."""
        now = self.clock()
        while self._agenda and self._agenda[0][0] <= now:
            with self._lock:
                _, _, act = heapq.heappop(self._agenda)
            self._hands.submit(self._safely, act)

    def stop(self) -> None:
        """Wait for what is being done, and do nothing more."""
        self._hands.shutdown(wait=True, cancel_futures=True)

    def _safely(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:
            # One person's trouble must not end the week.
            self.acts[f"impossible: {type(error).__name__}: {error}"[:120]] += 1

    def _do(self, plan: Plan, tries: int = TRIES) -> None:
        """Do what a person meant to do, if the table is still as they saw it."""
        table, citizen = plan.table, self.citizens[plan.user]
        if self.newest[table.id].revision != table.revision or citizen.character.is_gone(plan.at):
            return
        if isinstance(plan.act, Undo | Draw | Pause | Nudge | Resume):
            command = plan.act.declared.name
            self.acts[f"typed {command}"] += 1
            citizen.town.say(plan.user, table.place, command)
            return
        pressed = citizen.town.press(plan.user, table.place, _meant(plan.act))
        if pressed is not None:
            self.pressed.append(pressed)
            kind = type(plan.act).__name__.lower()
            self.acts[f"pressed {kind}"] += 1
        # Whatever came of it, look again later: a press can be lost with a killed process.
        if tries and not isinstance(plan.act, Rematch):
            again = replace(plan, at=self.clock() + LOOK_AGAIN * (TRIES + 1 - tries))
            self.at(again.at, partial(self._do, again, tries - 1))


def _meant(act: Act) -> Callable[[Act], bool]:
    """Return what tells the button that a person meant."""
    match act:
        case Move(table, revision):
            return lambda one: (
                isinstance(one, Move) and (one.table, one.revision) == (table, revision)
            )
        case Answer():
            return lambda one: one == act
    return lambda one: type(one) is type(act) and _table(one) == _table(act)


def _table(act: Act) -> object:
    """Return the table of an act, None if it is about none."""
    return getattr(act, "table", None)
