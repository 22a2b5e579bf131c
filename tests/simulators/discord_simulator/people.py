"""Users, and what they do in their Discord clients."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discord_simulator import commands, limits
from discord_simulator.commands import Impossible
from discord_simulator.interactions import Callback, Interaction, Kind, resolved
from discord_simulator.members import Json, User
from discord_simulator.places import Button, Channel, Message
from simulation.changes import PATIENCE_SECONDS

if TYPE_CHECKING:
    from discord_simulator.scene import Scene

STRING_SELECT, USER_SELECT = 3, 5


@dataclass(frozen=True)
class Modal:
    """A form that the bot shows to a user."""

    shown_by: Interaction
    custom_id: str
    title: str
    components: list[Json]

    @property
    def fields(self) -> list[Json]:
        """The inputs, in Discord's format."""
        rows = [one.get("component") or one.get("components", [one])[0] for one in self.components]
        return [one for one in rows if one.get("custom_id")]


@dataclass(frozen=True)
class Answer:
    """The response to one action; follow-ups appear as they come."""

    interaction: Interaction
    scene: "Scene"

    @property
    def acknowledgement(self) -> Callback | None:
        """The type of the first response; None shows the user that the interaction failed."""
        return self.interaction.acknowledgement

    @property
    def failed(self) -> bool:
        return self.acknowledgement is None

    @property
    def milliseconds(self) -> float:
        """Milliseconds from the action to the first response."""
        assert self.interaction.acknowledged_after is not None, "never answered"
        return self.interaction.acknowledged_after * 1000

    @property
    def messages(self) -> list[Message]:
        """The bot's response messages so far, except "thinking" and deleted ones."""
        first = self.interaction.original
        own = [first] if first is not self.interaction.message else []
        return [
            one
            for one in [*own, *self.interaction.followups]
            if one is not None and not one.loading and not one.deleted
        ]

    @property
    def shown(self) -> Message:
        """The message of the first response, which may be the pressed one, after an edit."""
        assert self.interaction.original is not None, self.acknowledgement
        return self.interaction.original

    @property
    def said(self) -> list[str]:
        """The texts of the private responses so far, also of a private message that was edited."""
        found = [self.interaction.original, *self.interaction.followups]
        return [one.words for one in found if one and one.seen_by and not one.loading]

    @property
    def message(self) -> Message:
        """The first of them; waits for it."""
        return self.scene.wait(lambda: self.messages)[0]

    @property
    def private(self) -> Message:
        """The newest private one; waits for it."""
        return self.scene.wait(lambda: [one for one in self.messages if one.seen_by])[-1]

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """The suggestions while typing: names and values."""
        assert self.interaction.choices is not None, self.acknowledgement
        return [(one["name"], one["value"]) for one in self.interaction.choices]

    @property
    def modal(self) -> Modal:
        """The form that was shown."""
        data = self.interaction.modal
        assert data is not None, self.acknowledgement
        return Modal(self.interaction, data["custom_id"], data["title"], data["components"])


@dataclass(eq=False)
class Person(User):
    """A user of the bot. Each action waits up to 3 s for the bot's first response.

    Unless `Scene.patient` is false: then an action only tells the bot.
    """

    scene: "Scene | None" = None

    @property
    def _in(self) -> "Scene":
        assert self.scene is not None
        return self.scene

    def command(self, channel: Channel, line: str, **options: object) -> Answer:
        """Run a command: `command(channel, "puluc challenge", opponent=ben, road=9)`."""
        return self._give(channel, line, options, Kind.COMMAND)

    def autocomplete(
        self, channel: Channel, line: str, option: str, typed: str, **options: object
    ) -> Answer:
        """Type into an option; `options` are the ones already filled in."""
        return self._give(channel, line, {**options, option: typed}, Kind.AUTOCOMPLETE, option)

    def context_menu(self, channel: Channel, name: str, target: User | Message) -> Answer:
        """Choose a command from the context menu of a user or message."""
        kind = 2 if isinstance(target, User) else 3
        command = self._offered(channel, name, kind)
        data = commands.head(command) | {"target_id": str(target.id)}
        if isinstance(target, User):
            data["resolved"] = resolved([target], channel)
        else:
            data["resolved"] = {"messages": {str(target.id): target.json()}}
        return self._ask(Kind.COMMAND, channel, data)

    def press(self, message: Message, button: str | Button) -> Answer:
        """Press a button, named by its label or custom_id.

        A `Button` seen earlier is pressed even if the message no longer has it, as by a client that
        hasn't received the edit yet.
        """
        if isinstance(button, str):
            found = [one for one in message.buttons if button in (one.label, one.custom_id)]
            if len(found) != 1 or found[0].disabled:
                raise Impossible(f"{button!r}: {found}, of {message.buttons}")
            button = found[0]
        self._sees(message)
        data = {"component_type": limits.BUTTON, "custom_id": button.custom_id, "id": 1}
        return self._ask(Kind.COMPONENT, message.channel, data, message)

    def choose(self, message: Message, *values: str, select: str | Json | None = None) -> Answer:
        """Choose values or labels from a menu; `select` is its custom_id if there are several.

        A menu seen earlier can be passed instead, as a button can to `press`.
        """
        self._sees(message)
        if isinstance(select, dict):
            menu = select
        else:
            found = [one for one in message.selects if select in (None, one["custom_id"])]
            if len(found) != 1 or found[0].get("disabled"):
                raise Impossible(f"{select}: {found}")
            menu = found[0]
        known = {name: one["value"] for one in menu["options"] for name in (one["label"],)}
        known |= {one["value"]: one["value"] for one in menu["options"]}
        if not set(values) <= known.keys():
            raise Impossible(f"{values} of {list(known)}")
        data = {
            "component_type": menu["type"],
            "custom_id": menu["custom_id"],
            "id": 1,
            "values": [known[value] for value in values],
        }
        return self._ask(Kind.COMPONENT, message.channel, data, message)

    def pick(self, message: Message, *people: User) -> Answer:
        """Choose users from the menu of users in a message."""
        self._sees(message)
        (menu,) = [one for one in message.selects if one["type"] == USER_SELECT]
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not least <= len(people) <= most or len({*people}) < len(people):
            raise Impossible(f"{len(people)} of {least} to {most}")
        data = {
            "component_type": USER_SELECT,
            "custom_id": menu["custom_id"],
            "id": 1,
            "values": [str(person.id) for person in people],
            "resolved": resolved([*people], message.channel),
        }
        return self._ask(Kind.COMPONENT, message.channel, data, message)

    def submit(self, modal: Modal, values: Mapping[str, str | Sequence[str]]) -> Answer:
        """Submit a form; `values` are by custom_id."""
        if values.keys() - {one["custom_id"] for one in modal.fields}:
            raise Impossible(f"{list(values)} of {modal.fields}")

        def filled(one: Json) -> Json:
            value = values.get(one["custom_id"], "")
            if one.get("required", True) and not value:
                raise Impossible(f"{one['custom_id']} is required")
            chosen = {"values": list(value)} if one["type"] == STRING_SELECT else {"value": value}
            return {"type": one["type"], "id": 1, "custom_id": one["custom_id"], **chosen}

        components: list[Json] = []
        for one in modal.components:
            if "component" in one:
                components.append({"type": one["type"], "component": filled(one["component"])})
            elif "components" in one:
                inner = [filled(field) for field in one["components"]]
                components.append({"type": one["type"], "components": inner})
        data = {"custom_id": modal.custom_id, "components": components, "resolved": {}}
        asked = modal.shown_by
        return self._ask(Kind.MODAL, asked.channel, data, asked.message, asked)

    def say(self, channel: Channel, text: str) -> Message:
        """Write a message."""
        return self._in.post(channel, self, text)

    @property
    def direct(self) -> Channel:
        """The DM channel with the bot."""
        return self._in.direct(self)

    @property
    def private(self) -> list[Message]:
        """All private messages to this user, oldest first."""
        found = [
            message
            for channel in list(self._in.world.channels.values())
            for message in list(channel.history.values())
            if message.seen_by is self and not message.loading
        ]
        return sorted(found, key=lambda message: message.id)

    # how an action becomes an interaction

    def _sees(self, message: Message) -> None:
        if message.deleted or message.seen_by not in (None, self):
            raise Impossible("the message isn't visible")

    def _ask(
        self,
        kind: Kind,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        showed: Interaction | None = None,
    ) -> Answer:
        if self.deleted:
            raise Impossible(f"{self.name} has no account any more")
        if channel.guild is not None and self.id not in channel.guild.members:
            raise Impossible(f"{self.name} is not in {channel.guild.name}")
        if channel.people and self not in channel.people:
            raise Impossible(f"{self.name} is not in {channel.name}")
        number = self._in.world.number()
        interaction = Interaction(number, kind, self, channel, data, message, showed)
        self._in.deliver(interaction)
        if self._in.patient:
            patience = self._in.interactions.first_answer_seconds
            interaction.acknowledged.wait(min(patience, PATIENCE_SECONDS))
        return Answer(interaction, self._in)

    def _offered(self, channel: Channel, name: str, kind: int) -> Json:
        return commands.offered(self._in.commands, self, channel, name, kind)

    def _give(
        self,
        channel: Channel,
        line: str,
        options: Mapping[str, object],
        kind: Kind,
        typing: str | None = None,
    ) -> Answer:
        name, *words = line.split()
        command = self._offered(channel, name, 1)
        data = commands.head(command)
        data["options"] = commands.fill(command, words, options, typing)
        if named := [value for value in options.values() if isinstance(value, User)]:
            data["resolved"] = resolved(named, channel)
        return self._ask(kind, channel, data)
