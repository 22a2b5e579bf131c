"""Turns without a choice, which play themselves for all but those who like to press."""

from bot.games.catalogue import Games
from bot.table import steps
from bot.table.people import User
from bot.table.ports import Store
from bot.table.preferences import Forced
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.turns import Hands


async def to_a_choice(games: Games, store: Store, hands: Hands, step: Step) -> Step:
    """Return a step that goes on until somebody has a choice, or wants to press all the same.

    The turns take no time. One board tells all of them, so there can't be any number of them.
    """
    presses = dict[User, bool]()  # each person is asked for once
    while len(step.table.story) < steps.LONGEST_STORY:
        table = step.table
        game, position = games.game(table.header), games.position(table)
        mover = steps.to_move(table, game, position)
        holder = None if mover is None else table.seats[mover]
        if not isinstance(holder, Person) or len(choices := game.choices(position)) > 1:
            break
        if holder.user not in presses:
            presses[holder.user] = await likes_to_press(store, hands, holder.user)
        if presses[holder.user]:
            break
        step = steps.played_on(step, game, position, choices[0], hands)
    return step


async def likes_to_press(store: Store, hands: Hands, user: User) -> bool:
    """Return whether somebody presses the only button when there is no choice."""
    return not hands.spares_presses or (await store.preferences(user)).forced is Forced.PRESS
