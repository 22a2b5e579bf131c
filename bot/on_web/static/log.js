// The messages of the channel in order, and private replies at the place where they arrived.

import { answered } from "./answers.js";
import { Board } from "./board.js";
import { byId, element } from "./dom.js";
import { boardAddress } from "./games.js";
import { themed } from "./picture.js";
import { say } from "./words.js";

const NEAR_END = 150; // distance from the end that still counts as being at the end, in pixels
const PRESSED = 5000; // how long after a press a new board is taken to be its result, in milliseconds
const REFUSED = "refused"; // the kind of answers that only say why nothing was done

export class Log {
  constructor(me, { press, speak, onTurn }) {
    this.me = me;
    this.press = (...pressed) => {
      this.pressedAt = performance.now();
      return press(...pressed);
    };
    this.act = { press: this.press, speak, closed: () => byId("message").focus() };
    this.onTurn = onTurn;
    this.root = byId("log");
    this.newest = byId("newest");
    this.entries = new Map(); // message id -> { order, node, board }
    this.known = new Map(); // table -> { body, picture } of its board as last shown here
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

  /** Add, change or remove a message. */
  show({ id, order, body }) {
    const known = this.entries.get(id);
    const watched = known?.board && this.#shows(known.board);
    if (!body) {
      known?.node.remove();
      this.entries.delete(id);
    } else if (known?.board && body.kind === "board") {
      this.#showBoard(known.board, body);
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
    const board = this.entries.get(id)?.board;
    // Keep a board fully visible while it is the reader's turn, even with messages below it.
    if (board?.mine && (known ? watched : this.#justPressed())) {
      board.root.scrollIntoView({ block: "end" });
    }
    this.#updateTurn();
  }

  /** Remove all messages, before the server sends everything again. */
  clear() {
    this.entries.clear();
    this.known.clear();
    this.last = 0;
    this.newest.hidden = true;
    this.root.replaceChildren();
    this.#updateTurn();
  }

  /**
   * Show an answer for this tab alone, replacing the last one of the same kind: in place if the
   * request came from that answer (`from`), else at the end. A page replaces the one it came from.
   */
  showAnswer(answer, from = null) {
    const { refused = true, kind = REFUSED, page = false, choices = [] } = answer;
    const known = refused && !choices.length ? REFUSED : kind;
    const former = this.root.querySelector(`:scope > [data-kind="${known}"]`);
    const node = answered(answer, known, this.act);
    if (page) node.dataset.page = "";
    if (from?.isConnected && (former === from || (page && "page" in from.dataset))) {
      if (former !== from) former?.remove();
      node.dataset.order = from.dataset.order;
      from.replaceWith(node);
      (node.querySelector(".buttons button") ?? node).focus({ preventScroll: true });
      node.scrollIntoView({ block: "nearest" });
      return;
    }
    former?.remove();
    node.dataset.order = this.last;
    this.root.append(node);
    this.toEnd();
    if (node.offsetHeight > this.root.clientHeight) node.scrollIntoView(); // start reading at the top
  }

  /** Whether there are any boards. */
  get hasBoards() {
    return this.#boards().length > 0;
  }

  toEnd() {
    this.following = true;
    this.newest.hidden = true;
    this.#settle();
  }

  /** Scroll to the newest board that is waiting for this tab's player. */
  toTurn() {
    reveal(this.#mine().at(-1));
  }

  /** Scroll to the board of a table; return whether it is here. */
  toBoard(table) {
    const board = this.#boards().findLast(({ root }) => root.dataset.table === table);
    reveal(board);
    return board !== undefined;
  }

  #make(body) {
    if (body.kind === "board") {
      const board = new Board(this.me.id, this.press);
      this.#showBoard(board, body);
      return { node: board.root, board };
    }
    if (body.kind === "line") return { node: line(body, this.me.id) };
    const node = element("p", { class: "notice" }, body.text);
    if (body.kind === "moved") node.append(" ", this.#boardLink(body.table));
    return { node };
  }

  /** A link to the current board, for the place of an old one. */
  #boardLink(table) {
    const link = element("a", { href: boardAddress(table, this.me.id) }, say("to-board"));
    link.addEventListener("click", (event) => {
      if (this.toBoard(table)) event.preventDefault();
    });
    return link;
  }

  async #showBoard(board, body) {
    const known = this.known.get(body.table);
    const now = { body, picture: known?.picture ?? "" };
    this.known.set(body.table, now);
    if (await board.show(body, known)) now.picture = themed(body);
  }

  #insert(node, order) {
    const later = [...this.root.children].reverse().find((child) => Number(child.dataset.order) <= order);
    if (later) later.after(node);
    else this.root.prepend(node);
  }

  /** Whether the bottom of a board, with its buttons, is visible. */
  #shows({ root }) {
    const { top, bottom } = this.root.getBoundingClientRect();
    const end = root.getBoundingClientRect().bottom;
    return top < end && end < bottom + NEAR_END;
  }

  #justPressed() {
    return performance.now() - (this.pressedAt ?? -PRESSED) < PRESSED;
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

  #updateTurn() {
    this.onTurn(this.#mine().at(-1)?.waiting ?? "");
  }
}

function reveal(board) {
  board?.root.scrollIntoView({ block: "end" });
  board?.focus();
}

function line({ author, text, posted }, me) {
  const when = new Date(1000 * posted);
  const time = element("time", { datetime: when.toISOString() });
  time.textContent = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const name = element("span", { class: "name", dir: "auto" }, author.name);
  const head = element("p", { class: "head" }, name, " ", time);
  const content = element("p", { class: "said", dir: "auto" }, text);
  return element("article", { class: author.id === me ? "line own" : "line" }, head, content);
}
