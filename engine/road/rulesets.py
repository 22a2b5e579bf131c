"""The catalogue: every ruleset that can be played, with its own defaults.

Sources. *IcLA*: "Reglas detalladas del Juego de Mesa llamado Boolik" by IcLA Games, which
prints three variants on thirteen rows (eleven spaces and the two bases) and, since 2018, the
five that Lieve Verbeeck recorded among the Mopan ("Linguistic acculturation in Mopan Maya") on
twenty-one rows. *Bell*: R. C. Bell, "Board and Table Games from Many Civilizations". What we
decided where they are silent is told in docs/rules.md.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.road.ruleset import AfterCapture, Casts, FarEnd, Ruleset

PULUC: Final = Ruleset(key="puluc")
"""The running fight in its plainest form: who captures goes on to the enemy base.

Source: IcLA, variant 1.
"""

BUUL: Final = Ruleset(key="buul", after_capture=AfterCapture.RETURN, far_end=FarEnd.LIBERATE)
"""Who reaches the enemy base alone wins back every comrade that the enemy carries.

Source: IcLA, variant 2.
"""

BOOLIK: Final = Ruleset(
    key="boolik",
    after_capture=AfterCapture.RETURN,
    far_end=FarEnd.BOUNCE,
    spares_comrades=False,
)
"""Nobody enters the enemy base, and who was captured is lost, whoever brings him home.

Source: IcLA, variant 3.
"""

BUL: Final = Ruleset(key="bul", after_capture=AfterCapture.RETURN)
"""Who captures turns round and carries the prey home.

Source: "Bul / Puluc", jeuxmaison.com, which also lets captors go on, or warriors walk back.
"""

KEKCHI: Final = Ruleset(key="kekchi", road=14, casts=Casts.SUM, after_capture=AfterCapture.RETURN)
"""The long road of the Kekchi: two casts are added to one number.

Source: an anonymous "Puluc" after Bell. Its table of throws is lost and is ours: the kernels.
"""

FOOTPRINTS: Final = Ruleset(key="footprints", table="footprints", sharing=True, opening_counts=True)
"""A modern box: footprints on dice, and comrades may share a space.

Source: the rules of a bilingual edition, "Puluc". The length of its road, the faces of its
dice and where a captor goes are not printed, and are ours.
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
"""The ant: one warrior of a player's on the road at a time, there and back, with two numbers.

Source: IcLA, after Verbeeck.
"""

AJ_TIWIL: Final = replace(AJ_SAYIL, key="aj-tiwil", after_capture=AfterCapture.LEAVE)
"""The eagle: who captures leaves the road at once with the prey; most captures win.

Source: IcLA, after Verbeeck.
"""

AJ_SINAANIL: Final = replace(AJ_SAYIL, key="aj-sinaanil", fights_back=True)
"""The scorpion: a warrior may strike backwards, too.

Source: IcLA, after Verbeeck.
"""

AJ_SAKALIL: Final = replace(
    AJ_SAYIL,
    key="aj-sakalil",
    after_capture=AfterCapture.ADVANCE,
    far_end=FarEnd.RECYCLE,
)
"""The army ants: captors go straight on, over the whole road.

Source: IcLA, after Verbeeck.
"""

A_KAAKIL: Final = replace(AJ_SAYIL, key="a-kaakil", fire=True)
"""The fire: who stops on the middle of the road burns, and the prey with him.

Source: IcLA, after Verbeeck.
"""

RULESETS: Final[Mapping[str, Ruleset]] = {
    ruleset.key: ruleset
    for ruleset in (
        PULUC,
        BUUL,
        BOOLIK,
        BUL,
        KEKCHI,
        FOOTPRINTS,
        AJ_SAYIL,
        AJ_TIWIL,
        AJ_SINAANIL,
        AJ_SAKALIL,
        A_KAAKIL,
    )
}
"""Every ruleset by its key."""
