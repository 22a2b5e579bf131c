// The log: what happened, in the server's words.

import { element } from "../dom.js";
import { drawing } from "./drawing.js";

/** How many entries the page keeps. */
const KEPT = 200;

/** The list of what happened, with the newest at its end in view. */
export class Log {
  /**
   * @param {HTMLElement} root the element that scrolls, with a list in it
   * @param {Board} board that knows the signs of the sides
   */
  constructor(root, board) {
    this.root = root;
    this.board = board;
    this.list = root.querySelector("ol");
    new ResizeObserver(() => this.#toEnd()).observe(root);
  }

  /** Show these entries alone. */
  whole(entries) {
    this.list.replaceChildren(...entries.slice(-KEPT).map((each) => this.#item(each)));
    this.#toEnd();
  }

  /**
   * Add entries.
   * @param {{side: number, number?: number, text: string}[]} entries
   */
  add(entries) {
    this.list.append(...entries.map((each) => this.#item(each)));
    while (this.list.children.length > KEPT) this.list.firstChild.remove();
    this.#toEnd();
  }

  #item({ side, number, text }) {
    const sprite = this.board.sprites[`sign${side}`];
    const sign = element("i", { "aria-hidden": "true" }, ...(sprite ? [drawing(sprite)] : []));
    return element("li", {}, sign, element("b", { "aria-hidden": "true" }, String(number ?? "")), element("span", {}, text));
  }

  #toEnd() {
    this.root.scrollTop = this.root.scrollHeight;
  }
}
