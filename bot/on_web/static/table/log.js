// The log: what happened, in the server's words.

import { element } from "../dom.js";

/** How many entries the page keeps. */
const KEPT = 200;

/** The list of what happened, with the newest at its end in view. */
export class Log {
  /** @param {HTMLElement} root the element that scrolls, with a list in it */
  constructor(root) {
    this.root = root;
    this.list = root.querySelector("ol");
    this.entries = new Map();
    new ResizeObserver(() => this.#toEnd()).observe(root);
  }

  /**
   * Take entries; one with a known number replaces it.
   * @param {{n: number, lines: string[]}[]} entries
   * @param {boolean} whole whether these are all there are
   */
  take(entries, whole = false) {
    if (whole) {
      this.entries.clear();
      this.list.replaceChildren();
    }
    for (const { n, lines } of entries) {
      const item = element("li", {}, ...lines.map((line) => element("p", {}, line)));
      if (this.entries.has(n)) this.entries.get(n).replaceWith(item);
      else this.list.append(item);
      this.entries.set(n, item);
    }
    for (const [n, item] of this.entries) {
      if (this.entries.size <= KEPT) break;
      item.remove();
      this.entries.delete(n);
    }
    this.#toEnd();
  }

  #toEnd() {
    this.root.scrollTop = this.root.scrollHeight;
  }
}
