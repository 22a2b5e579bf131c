// Clickable spots on a board's picture, where moves start and end. Pressing a spot with one move
// plays it. With several moves, press the other end of the one you want.

import { element } from "./dom.js";
import { say } from "./words.js";

const MULTIPLE = new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" });

/** The spots of one picture. `play(move)` plays a move; `ask(moves)` lets the player pick one. */
export class Spots {
  constructor(play, ask) {
    this.play = play;
    this.ask = ask;
    this.root = element("div", {
      class: "spots",
      role: "group",
      "aria-label": say("on-board"),
      hidden: true,
    });
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.chosen) this.#choose(null);
    });
  }

  /** Offer moves {label, way: [start, end]}, with `way` in fractions of the picture. */
  offer(moves) {
    const spots = new Map();
    for (const move of moves) {
      for (const area of new Set(move.way.map(String))) {
        if (!spots.has(area)) spots.set(area, { area: area.split(",").map(Number), moves: [] });
        spots.get(area).moves.push(move);
      }
    }
    this.spots = [...spots.values()];
    for (const spot of this.spots) spot.button = this.#button(spot);
    this.root.replaceChildren(...this.spots.map(({ button }) => button));
    this.root.hidden = this.spots.length === 0;
    this.#choose(null);
  }

  /** Highlight the ends of `moves`, unless a spot is selected. */
  point(moves) {
    if (!this.chosen) this.#mark(moves);
  }

  #mark(moves) {
    for (const spot of this.spots ?? []) {
      spot.button.classList.toggle("pointed", spot.moves.some((move) => moves.includes(move)));
    }
  }

  #button(spot) {
    const button = element("button", { type: "button", class: "spot" });
    const [left, top, width, height] = spot.area;
    Object.assign(button.style, {
      left: `${100 * (left + width / 2)}%`,
      top: `${100 * (top + height / 2)}%`,
      width: `${100 * width}%`,
      height: `${100 * height}%`,
      zIndex: String(Math.round(1000 * (1 - width * height))), // smaller spots on top
    });
    // Ignore the second click of a double click: it may hit the next board.
    button.addEventListener("click", ({ detail }) => detail > 1 || this.#press(spot));
    for (const event of ["pointerenter", "focus"]) {
      button.addEventListener(event, () => this.point(spot.moves));
    }
    for (const event of ["pointerleave", "blur"]) {
      button.addEventListener(event, () => this.point([]));
    }
    return button;
  }

  #press(spot) {
    if (spot === this.chosen) {
      this.#choose(null);
      return;
    }
    const moves = this.#candidates(spot);
    if (moves.length === 1) {
      this.play(moves[0]);
    } else if (new Set(moves.map(({ way }) => String(way))).size === 1) {
      this.ask(moves); // several numbers take the same stack to the same space
    } else {
      this.#choose(spot);
    }
  }

  /** The moves that pressing a spot can mean: if another is selected, those between the two. */
  #candidates(spot) {
    const between = spot.moves.filter((move) => this.chosen?.moves.includes(move));
    return between.length && spot !== this.chosen ? between : spot.moves;
  }

  #choose(spot) {
    this.chosen = spot;
    this.#mark(spot?.moves ?? []);
    for (const each of this.spots) {
      const { button } = each;
      button.setAttribute("aria-label", MULTIPLE.format(this.#candidates(each).map(({ label }) => label)));
      if (each.moves.length > 1) button.setAttribute("aria-pressed", String(each === spot));
    }
    this.root.classList.toggle("choosing", spot !== null);
  }
}
