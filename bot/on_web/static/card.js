// A game in the log: a small card that says how it stands, and leads to its table.

import { element } from "./dom.js";
import { say } from "./words.js";

/** The address of a table for a player of this browser. */
export function tableAddress(path, me) {
  return `${path}?${new URLSearchParams({ as: me })}`;
}

/** The card of one game, as the player `me` sees it. It is updated in place. */
export class Card {
  constructor(me) {
    this.me = me;
    this.title = element("h3");
    this.standing = element("div", { class: "standing" });
    this.link = element("a", { class: "button" });
    this.root = element("article", { class: "game" }, element("div", {}, this.title, this.standing), this.link);
  }

  /** Show what the server says of the game. */
  show({ table, revision = "", title, standing, path, ...waits }) {
    this.waiting = waiting(waits, this.me);
    this.address = tableAddress(path, this.me);
    Object.assign(this.root.dataset, { table, revision, live: waits.live ?? "" });
    this.root.classList.toggle("mine", this.waiting !== "");
    this.title.textContent = title;
    this.standing.replaceChildren(...standing.map((line) => element("p", {}, line)));
    const open = say("open-table");
    this.link.replaceChildren(...(this.waiting ? [element("strong", {}, say(this.waiting)), " · ", open] : [open]));
    this.link.href = this.address;
  }
}

/** The key of what a game waits for from this player: a move or an answer, "" for nothing. */
function waiting({ live = false, asks = false, mentions = [], mover = null }, me) {
  if (!live) return "";
  if (mentions.includes(me)) return asks ? "your-answer" : "your-turn";
  return asks && mover === me ? "your-turn" : ""; // another player is asked
}
