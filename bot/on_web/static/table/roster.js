// The roster of teams: who plays which warriors, and whose turn it is.

import { element } from "../dom.js";
import { say } from "../words.js";
import { drawing } from "./drawing.js";

/** The list of players, with one column for each team. */
export class Roster {
  #shown = "";

  /**
   * @param {HTMLElement} root an empty list
   * @param {Board} board that knows the signs of the sides
   */
  constructor(root, board) {
    this.root = root;
    this.board = board;
  }

  /** Show who plays, if they play in teams; `turn` is the seat that is to move. */
  show({ seats, sides = [], mine, status }, turn) {
    this.root.hidden = !sides.length || status === "offered";
    const known = Boolean(this.board.sprites["sign0.1"]);
    const shown = JSON.stringify([seats, sides, mine, turn, known]);
    if (this.root.hidden || shown === this.#shown) return;
    this.#shown = shown;
    this.root.style.setProperty("--sides", sides.length);
    this.root.replaceChildren(...inTurn(seats, sides).map((seat) => this.#item(seats, seat, mine, turn)));
  }

  #item(seats, seat, mine, turn) {
    const { name, short, side } = seats[seat];
    const number = seats.slice(0, seat).filter((each) => each.side === side).length + 1;
    const sprite = this.board.sprites[`sign${side}.${number}`];
    const sign = element("i", {}, sprite ? drawing(sprite) : String(number));
    const you = mine.length === 1 && mine[0] === seat;
    const on = turn === seat;
    const attributes = { class: on ? "on" : null, "aria-current": on ? "true" : null };
    return element("li", attributes, sign, element("span", {}, you ? say("you") : short || name));
  }
}

/** The seats, first those that come first in each team. */
function inTurn(seats, sides) {
  const teams = sides.map((_, side) => seats.flatMap((each, seat) => (each.team === side ? [seat] : [])));
  const most = Math.max(...teams.map(({ length }) => length));
  const rows = Array.from({ length: most }, (_, i) => teams.map((team) => team[i]));
  return rows.flat().filter((seat) => seat !== undefined);
}
