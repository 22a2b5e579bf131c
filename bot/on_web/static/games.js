// The list of your games in the header, and the number waiting for you in the page's title.

import { tableAddress } from "./card.js";
import { byId, element } from "./dom.js";
import { dropdown } from "./menu.js";
import { say } from "./words.js";

const title = document.title;

/** The list of `me`, whose games lead to their tables. */
export class GameList {
  constructor(me) {
    this.me = me;
    byId("games").hidden = false;
    dropdown(byId("games"));
    this.show([]);
  }

  /** Show games {path, label, state, place, yours}; `place` is empty for this channel. */
  show(games) {
    const waiting = games.filter(({ yours }) => yours).length;
    const rows = games.map((game) => this.#row(game));
    byId("game-list").replaceChildren(...(rows.length ? rows : [element("li", {}, say("no-games"))]));
    byId("waiting").hidden = waiting === 0;
    byId("waiting").querySelector(".count").textContent = waiting;
    document.title = waiting ? `(${waiting}) ${title}` : title;
  }

  #row({ path, label, state, place, yours }) {
    const link = element("a", { href: tableAddress(path, this.me) }, label);
    const where = [state, place].filter(Boolean).join(" · ");
    return element("li", { class: yours ? "yours" : "" }, link, element("span", {}, where));
  }
}
