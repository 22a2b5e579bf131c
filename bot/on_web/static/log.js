// The messages of the channel, in their order, and private lines where they were told.

import { Board, buttons, still } from "./board.js";
import { byId, element } from "./dom.js";
import { say } from "./words.js";

const NEAR_END = 150; // how far from the end still counts as reading the newest, in pixels

export class Log {
  constructor(me, press, onTurn) {
    this.me = me;
    this.press = press;
    this.onTurn = onTurn;
    this.root = byId("log");
    this.newest = byId("newest");
    this.entries = new Map(); // message id -> { order, node, board }
    this.last = 0;
    this.following = true;
    this.root.addEventListener("scroll", () => {
      const { scrollHeight, scrollTop, clientHeight } = this.root;
      this.following = scrollHeight - scrollTop - clientHeight < NEAR_END;
      if (this.following) this.newest.hidden = true;
    });
    this.newest.addEventListener("click", () => this.toEnd());
    new ResizeObserver(() => this.#settle()).observe(this.root);
  }

  /** Add, change or take away a message. */
  show({ id, order, body }) {
    const known = this.entries.get(id);
    if (!body) {
      known?.node.remove();
      this.entries.delete(id);
    } else if (known?.board && body.kind === "board") {
      known.board.show(body);
    } else {
      const entry = { order, ...this.#make(body) };
      entry.node.dataset.order = order;
      if (known) known.node.replaceWith(entry.node);
      else this.#insert(entry.node, order);
      this.entries.set(id, entry);
      if (!known && order > this.last) {
        this.last = order;
        this.newest.hidden = this.following;
      }
    }
    this.#settle();
    this.#tellTurn();
  }

  /** Forget every message: what is there now comes once more. */
  clear() {
    this.entries.clear();
    this.last = 0;
    this.newest.hidden = true;
    this.root.replaceChildren();
    this.#tellTurn();
  }

  /** What this tab alone is told and shown; it is gone when the tab is loaded again. */
  tell({ lines, pictures = [], headed = false, sections = [], choices = [], board = null, lesson = null }) {
    const tag = (index) => (headed && index === 0 ? "h3" : "p");
    const paragraphs = lines.map((line, index) => element(tag(index), {}, line));
    const label = element("p", { class: "label" }, say("private"));
    const node = element("div", { class: "private", "data-order": this.last }, label, ...paragraphs);
    node.append(...sections.map(section));
    node.append(...pictures.map(figure));
    if (board) node.append(still(board));
    if (choices.length) node.append(buttons(choices, this.press));
    if (lesson) {
      this.#teach(node, lesson);
      return;
    }
    this.root.append(node);
    this.toEnd();
    if (node.offsetHeight > this.root.clientHeight) node.scrollIntoView(); // read from its beginning
  }

  /** A step of the guided game, in the place of the one before. */
  #teach(node, lesson) {
    const former = this.lesson?.isConnected ? this.lesson : null;
    const pressed = former?.contains(document.activeElement);
    node.append(still({ ...lesson, lines: [] }), buttons(lesson.buttons, this.press));
    this.lesson = node;
    if (former) former.replaceWith(node);
    else this.root.append(node);
    if (pressed) node.querySelector("button").focus({ preventScroll: true });
    node.scrollIntoView({ block: "nearest" });
  }

  /** What a newcomer may try, until there is a board. */
  suggest(node) {
    this.suggestion?.remove();
    this.suggestion = node;
    this.#tellTurn();
  }

  toEnd() {
    this.following = true;
    this.newest.hidden = true;
    this.#settle();
  }

  /** Bring the newest board that waits for this tab's person into sight. */
  toTurn() {
    const board = this.#mine().at(-1);
    board?.root.scrollIntoView({ block: "end" });
    board?.focus();
  }

  #make(body) {
    if (body.kind === "board") {
      const board = new Board(this.me.id, this.press);
      board.show(body);
      return { node: board.root, board };
    }
    if (body.kind === "line") return { node: line(body, this.me.id) };
    return { node: element("p", { class: "notice" }, body.text) };
  }

  #insert(node, order) {
    const later = [...this.root.children].reverse().find((child) => Number(child.dataset.order) <= order);
    if (later) later.after(node);
    else this.root.prepend(node);
  }

  #settle() {
    if (this.following) this.root.scrollTop = this.root.scrollHeight;
  }

  #boards() {
    return [...this.entries.values()].sort((a, b) => a.order - b.order).flatMap((e) => e.board ?? []);
  }

  #mine() {
    return this.#boards().filter((board) => board.mine);
  }

  #tellTurn() {
    this.onTurn(this.#mine().at(-1)?.waiting ?? "");
    const empty = this.#boards().length === 0;
    if (empty && this.suggestion) this.root.append(this.suggestion);
    else this.suggestion?.remove();
  }
}

function section({ label, text }) {
  return element("p", {}, element("strong", {}, label), ` ${text}`);
}

function figure({ src, alt, caption }) {
  const words = element("figcaption", {}, caption);
  return element("figure", {}, element("img", { src, alt, loading: "lazy" }), words);
}

function line({ author, text, posted }, me) {
  const when = new Date(1000 * posted);
  const time = element("time", { datetime: when.toISOString() });
  time.textContent = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const name = element("span", { class: "name", dir: "auto" }, author.name);
  const head = element("p", { class: "head" }, name, " ", time);
  const said = element("p", { class: "said", dir: "auto" }, text);
  return element("article", { class: author.id === me ? "line own" : "line" }, head, said);
}
