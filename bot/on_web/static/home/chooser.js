// The game that is chosen: its options in words, and what will begin, as sentences.

import { byId, element } from "../dom.js";
import { say } from "../words.js";

const LEVEL = "medium";
const NARROW = matchMedia("(max-width: 980px)");

export class Chooser {
  /** @param choices what the server offers (`bot/on_web/home_choices.py`) */
  constructor(choices) {
    this.choices = choices;
    this.kept = { level: LEVEL, pace: "" };
    for (const radio of document.querySelectorAll(".kind input")) {
      radio.addEventListener("change", () => {
        this.choose(radio);
        if (NARROW.matches) radio.closest(".kind").scrollIntoView();
      });
    }
    NARROW.addEventListener("change", () => this.place());
    byId("options").addEventListener("change", ({ target }) => {
      this.kept[target.name] = target.value;
      this.tell();
    });
    byId("chosen").hidden = false;
    this.choose(document.querySelector(".kind input:checked"));
  }

  /** Put the options below the cards, or below the chosen one where that is all there is room for. */
  place() {
    const panel = byId("chosen");
    const card = document.querySelector(".kind:has(:checked)");
    if (NARROW.matches) card.after(panel);
    else document.querySelector(".chooser").append(panel);
  }

  /** Show the options of a game. Level and pace stay as they were chosen. */
  choose(radio) {
    const card = radio.closest(".kind");
    this.place();
    this.ruleset = radio.dataset.ruleset;
    const offered = this.offered;
    this.kept.size = radio.dataset.size;
    this.kept.players = String(offered.usual);
    if (!offered.levels.some(([level]) => level === this.kept.level)) this.kept.level = offered.levels[0][0];
    byId("chosen-title").textContent = offered.title;
    byId("chosen-line").textContent = card.querySelector(".about span").textContent;
    byId("chosen-rules").href = offered.rules;
    byId("options").replaceChildren(
      ...this.field("size", "sizes", offered.sizes),
      ...this.field("players", "players", offered.players),
      ...this.field("level", "levels", offered.levels),
      ...this.field("pace", "paces", this.choices.paces),
    );
    this.tell();
  }

  get offered() {
    return this.choices.rulesets[this.ruleset];
  }

  /** The game with the chosen size and players. */
  get game() {
    return this.at(this.kept.size);
  }

  at(size) {
    return this.offered.games[`${size} ${this.kept.players}`];
  }

  /** What the server is asked to begin. */
  get wish() {
    const { sizes, players } = this.offered;
    const { size, level, pace } = this.kept;
    return {
      ruleset: this.ruleset,
      level,
      ...(sizes.length ? { size } : {}),
      ...(players.length ? { players: Number(this.kept.players) } : {}),
      ...(pace ? { pace } : {}),
    };
  }

  /** Return the radio buttons of an option, none if there is no choice. */
  field(name, legend, values) {
    if (!values.length) return [];
    const radios = values.map(([value, label]) =>
      element("label", {},
        element("input", { type: "radio", name, value, checked: String(value) === this.kept[name] }),
        element("span", {}, label, element("small", { "data-told": name === "size" ? value : null }))));
    return [element("fieldset", {}, element("legend", {}, say(legend)), element("div", { class: "choice" }, ...radios))];
  }

  /** Say what will begin. */
  tell() {
    const { level, players, pace } = this.kept;
    for (const small of byId("options").querySelectorAll("[data-told]")) {
      const game = this.at(small.dataset.told);
      small.replaceChildren(...(game ? [game.size, element("br"), game.time] : []));
      small.closest("label").querySelector("input").disabled = !game;
    }
    const word = this.offered.levels.find(([each]) => each === level)[2];
    const several = this.offered.players.find(([count]) => String(count) === players)?.[1];
    const two = players === "2";
    const { title, alone, told } = this.game;
    byId("alone").textContent = `${say("alone", { game: title, level: word })} ${alone}`;
    const linked = two ? say("linked", { game: title }) : say("linked-several", { game: title, players: several });
    byId("together").textContent = `${linked} ${told[pace] ?? ""}`;
    byId("both").hidden = !two;
  }
}
