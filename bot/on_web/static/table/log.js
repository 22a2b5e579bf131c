// The log: what happened, in the server's words.

import { element } from "../dom.js";
import { button, drawing } from "./drawing.js";

/** How many entries the page keeps. */
const KEPT = 200;

/** The list of what happened, with the newest at its end in view. */
export class Log {
  /**
   * @param {HTMLElement} root the element that scrolls, with a list in it
   * @param {Board} board that knows the signs of the sides
   * @param {(line: number) => void} onpick called with the number of a line that is pressed
   */
  constructor(root, board, onpick) {
    this.root = root;
    this.board = board;
    this.onpick = onpick;
    this.list = root.querySelector("ol");
    /** The number of the first line that is kept: lines are numbered from 0. */
    this.first = 0;
    /** The number of the last line that is marked, null if none is. */
    this.marked = null;
    new ResizeObserver(() => this.#toEnd()).observe(root);
  }

  /** Show these entries alone. */
  whole(entries) {
    this.first = Math.max(0, entries.length - KEPT);
    this.list.replaceChildren(...entries.slice(-KEPT).map((each) => this.#item(each)));
    this.#toEnd();
  }

  /**
   * Add entries.
   * @param {{side: number, number?: number, text: string}[]} entries
   */
  add(entries) {
    this.list.append(...entries.map((each) => this.#item(each)));
    for (; this.list.children.length > KEPT; this.first += 1) this.list.firstChild.remove();
    this.#toEnd();
  }

  #item({ side, number, text }) {
    const sprite = this.board.sprites[`sign${side}`];
    const sign = element("i", { "aria-hidden": "true" }, ...(sprite ? [drawing(sprite)] : []));
    const by = element("b", { "aria-hidden": "true" }, String(number ?? ""));
    const line = button([sign, by, element("span", {}, text)], () => {
      this.onpick(this.first + [...this.list.children].indexOf(item));
    });
    const item = element("li", {}, line);
    return item;
  }

  /** Mark the lines from one number to before another, and let them be seen. */
  mark(from, to) {
    for (const [at, item] of [...this.list.children].entries()) {
      const now = at + this.first >= from && at + this.first < to;
      if (now) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
    }
    this.marked = to > from ? to - 1 : null;
    this.#toEnd();
  }

  /** Let the newest line be seen or, if some are marked, the last of those. */
  #toEnd() {
    const item = this.marked === null ? null : this.list.children[this.marked - this.first];
    this.root.scrollTop = item ? item.offsetTop - this.root.offsetTop - this.root.clientHeight / 2 : this.root.scrollHeight;
  }
}
