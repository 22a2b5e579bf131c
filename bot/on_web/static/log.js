// The messages of the channel, in their order, and private lines where they were told.

import { answered } from "./answers.js";
import { Board } from "./board.js";
import { byId, element } from "./dom.js";
import { boardAddress } from "./games.js";
import { themed } from "./picture.js";
import { say } from "./words.js";

const NEAR_END = 150; // how far from the end still counts as reading the newest, in pixels
const PRESSED = 5000; // for how long something new is taken for what a press brought, in milliseconds
const REFUSED = "refused"; // the kind of answers that tell why nothing was done, and offer nothing

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
    this.known = new Map(); // table -> { body, picture } of its board as it was last seen here
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
    // What a reader waits for stays in sight whole, whatever stands below it.
    if (board?.mine && (known ? watched : this.#justPressed())) {
      board.root.scrollIntoView({ block: "end" });
    }
    this.#tellTurn();
  }

  /** Forget every message: what is there now comes once more. */
  clear() {
    this.entries.clear();
    this.known.clear();
    this.last = 0;
    this.newest.hidden = true;
    this.root.replaceChildren();
    this.#tellTurn();
  }

  /**
   * Tell this tab alone, instead of the last answer of the kind: in its place where the reader has
   * asked there, in the answer `from`, else at the end.
   */
  tell(answer, from = null) {
    const { refused = true, kind = REFUSED, choices = [] } = answer;
    const known = refused && !choices.length ? REFUSED : kind;
    const former = this.root.querySelector(`:scope > [data-kind="${known}"]`);
    const node = answered(answer, known, this.act);
    if (former && former === from) {
      node.dataset.order = former.dataset.order;
      former.replaceWith(node);
      (node.querySelector(".buttons button") ?? node).focus({ preventScroll: true });
      node.scrollIntoView({ block: "nearest" });
      return;
    }
    former?.remove();
    node.dataset.order = this.last;
    this.root.append(node);
    this.toEnd();
    if (node.offsetHeight > this.root.clientHeight) node.scrollIntoView(); // read from its beginning
  }

  /** Whether any board stands here. */
  get hasBoards() {
    return this.#boards().length > 0;
  }

  toEnd() {
    this.following = true;
    this.newest.hidden = true;
    this.#settle();
  }

  /** Bring the newest board that waits for this tab's person into sight. */
  toTurn() {
    reveal(this.#mine().at(-1));
  }

  /** Bring the board of a table into sight; tell whether it stands here. */
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
    if (body.kind === "moved") node.append(" ", this.#whereTo(body.table));
    return { node };
  }

  /** Where a board was it says where it is by now. */
  #whereTo(table) {
    const link = element("a", { href: boardAddress(table, this.me.id) }, say("to-board"));
    link.addEventListener("click", (event) => {
      if (this.toBoard(table)) event.preventDefault();
    });
    return link;
  }

  async #showBoard(board, told) {
    const body = { ...unsaid(told), ...told };
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

  /** Whether the end of a board, with its buttons, is in sight. */
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

  #tellTurn() {
    this.onTurn(this.#mine().at(-1)?.waiting ?? "");
  }
}

/** What boards do not say that an earlier release wrote. */
function unsaid({ lines }) {
  return { title: lines[0], dark: null, last: [], cast: null, fair: null };
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
  const said = element("p", { class: "said", dir: "auto" }, text);
  return element("article", { class: author.id === me ? "line own" : "line" }, head, said);
}
