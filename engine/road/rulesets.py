"""The catalogue of rulesets, with their defaults.

Sources. *IcLA*: "Reglas detalladas del Juego de Mesa llamado Boolik" by IcLA Games, which has
three variants on thirteen rows (eleven spaces and the two bases) and, since 2018, the five that
Lieve Verbeeck recorded among the Mopan ("Linguistic acculturation in Mopan Maya") on twenty-one
rows. *Bell*: R. C. Bell, "Board and Table Games from Many Civilizations". *Ludii*: the descriptions
of games on ludii.games. docs/rules.md lists what we decided where the sources are silent.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.road.ruleset import AfterCapture, Casts, FarEnd, Ruleset

PULUC: Final = Ruleset(key="puluc")
"""The simplest form of the running fight: captors keep going to the enemy base.

Source: IcLA, variant 1.
"""

BUUL: Final = Ruleset(key="buul", after_capture=AfterCapture.RETURN, far_end=FarEnd.LIBERATE)
"""A lone warrior that reaches the enemy base liberates every comrade in an enemy stack.

Source: IcLA, variant 2.
"""

BOOLIK: Final = Ruleset(
    key="boolik",
    after_capture=AfterCapture.RETURN,
    far_end=FarEnd.BOUNCE,
    spares_comrades=False,
)
"""Lone warriors never enter the enemy base, and captives are killed even if comrades return them.

Source: IcLA, variant 3.
"""

BUL: Final = Ruleset(key="bul", after_capture=AfterCapture.RETURN)
"""Captors turn round and carry their captives home.

Source: "Bul / Puluc", jeuxmaison.com, which also lets captors keep going, or warriors walk back.
"""

KEKCHI: Final = Ruleset(key="kekchi", road=14, casts=Casts.SUM, after_capture=AfterCapture.RETURN)
"""The long road of the Kekchi: two throws are added up to one number.

Source: an anonymous "Puluc" after Bell. Its table of throws is lost; the kernels are our choice.
"""

SAPPER: Final = replace(KEKCHI, key="sapper", road=9, table="sapper", far_end=FarEnd.RE_ENTER)
"""The game of the Kekchi as Sapper saw it: who reaches the far end goes on from the start.

Source: Ludii, citing Karl Sapper, "Spiele der Kekchí-Indianer", 1906, which has two throws a turn;
that they are added up is as in `kekchi`. That without steps left a warrior is in base is our
choice, and so is, as everywhere, who begins and when the game ends.
"""

FOOTPRINTS: Final = Ruleset(key="footprints", table="footprints", sharing=True, opening_counts=True)
"""A modern boxed edition: dice with footprints, and comrades may share a space.

Source: the rules of a bilingual edition, "Puluc". They do not give the length of the road, the
faces of the dice or where a captor goes; these are our choices.
"""

AJ_SAYIL: Final = Ruleset(
    key="aj-sayil",
    road=19,
    casts=Casts.EACH,
    after_capture=AfterCapture.RETURN,
    far_end=FarEnd.WALK_BACK,
    teams=True,
    sharing=True,
    single_file=True,
)
"""The ant: a player has one warrior at a time on the road, there and back, with two numbers.

Source: IcLA, after Verbeeck.
"""

AJ_TIWIL: Final = replace(AJ_SAYIL, key="aj-tiwil", after_capture=AfterCapture.LEAVE)
"""The eagle: captors leave the road at once with their captives; the side that kills more wins.

Source: IcLA, after Verbeeck.
"""

AJ_SINAANIL: Final = replace(AJ_SAYIL, key="aj-sinaanil", fights_back=True)
"""The scorpion: a warrior may also strike backwards.

Source: IcLA, after Verbeeck.
"""

AJ_SAKALIL: Final = replace(
    AJ_SAYIL,
    key="aj-sakalil",
    after_capture=AfterCapture.ADVANCE,
    far_end=FarEnd.RECYCLE,
)
"""The army ants: captors go straight on, along the whole road.

Source: IcLA, after Verbeeck.
"""

A_KAAKIL: Final = replace(AJ_SAYIL, key="a-kaakil", fire=True)
"""The fire: a stack that stops in the middle of the road burns, captives included.

Source: IcLA, after Verbeeck.
"""

MOPAN: Final = tuple(each.key for each in (AJ_SAYIL, AJ_TIWIL, AJ_SINAANIL, AJ_SAKALIL, A_KAAKIL))
"""The keys of the five Mopan games, in the order in which they are played one after the other."""

RULESETS: Final[Mapping[str, Ruleset]] = {
    ruleset.key: ruleset
    for ruleset in (
        PULUC,
        BUUL,
        BOOLIK,
        BUL,
        KEKCHI,
        SAPPER,
        FOOTPRINTS,
        AJ_SAYIL,
        AJ_TIWIL,
        AJ_SINAANIL,
        AJ_SAKALIL,
        A_KAAKIL,
    )
}
"""Every ruleset by key, with the defaults of a game for two."""


LONGER_ROADS: Final[Mapping[str, Mapping[int, int]]] = {AJ_SAKALIL.key: {10: 25, 16: 29}}
"""The roads of a ruleset for so many seats or more.

Source: Ludii, after Verbeeck: 20 kernels, but 25 for 10 to 14 players and 30 for more than 16. So
many kernels have 19, 24 and 29 spaces between them; of 24, the next odd number is our choice, and
so is the longest road for 16 players, of whom Ludii says nothing.
"""


def defaults(key: str, seats: int = 2) -> Ruleset:
    """Return a ruleset with its defaults for a number of seats.

    A side has five warriors, or the next number that divides evenly among its seats, because in
    the source a team has five or more. Raises KeyError if there is no such ruleset, and Unplayable
    if it is not for that many seats.
    """
    ruleset = RULESETS[key]
    longer = LONGER_ROADS.get(key, {})
    road = max((road for least, road in longer.items() if seats >= least), default=ruleset.road)
    return replace(ruleset, seats=seats, road=road, warriors=shared_out(ruleset.warriors, seats))


def shared_out(warriors: int, seats: int) -> int:
    """Return how many warriors a seat has if a side has so many, or the next number that works."""
    a_side = max(1, seats // 2)
    return -(-warriors // a_side)
