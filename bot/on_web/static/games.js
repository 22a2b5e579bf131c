// The list of your games in the header, and the number waiting for you in the page's title.

import { byId, element } from "./dom.js";
import { dropdown } from "./menu.js";
import { say } from "./words.js";

const title = document.title;

/** The list of `me`. `toBoard(table)` scrolls to a board and returns whether it is here. */
export class GameList {
  constructor(me, toBoard) {
    this.me = me;
    this.toBoard = toBoard;
    this.root = byId("games");
    this.root.hidden = false;
    dropdown(this.root);
    this.show([]);
  }

  /** Show games {table, label, state, place, yours}; `place` is empty for this channel. */
  show(games) {
    const waiting = games.filter(({ yours }) => yours).length;
    const rows = games.map((game) => this.#row(game));
    byId("game-list").replaceChildren(...(rows.length ? rows : [element("li", {}, say("no-games"))]));
    byId("waiting").hidden = waiting === 0;
    byId("waiting").querySelector(".count").textContent = waiting;
    document.title = waiting ? `(${waiting}) ${title}` : title;
  }

  #row({ table, label, state, place, yours }) {
    const link = element("a", { href: boardAddress(table, this.me) }, label);
    link.addEventListener("click", (event) => {
      if (!this.toBoard(table)) return;
      event.preventDefault();
      this.root.open = false;
    });
    const where = [state, place].filter(Boolean).join(" · ");
    return element("li", { class: yours ? "yours" : "" }, link, element("span", {}, where));
  }
}

/** The URL that redirects this player to a board, wherever it is now. */
export function boardAddress(table, me) {
  return `/table/${table}/as/${me}`;
}
