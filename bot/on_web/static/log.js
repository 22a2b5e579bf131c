// The messages of the channel in order, and private replies at the place where they arrived.

import { answered } from "./answers.js";
import { Card, tableAddress } from "./card.js";
import { byId, element } from "./dom.js";
import { clock } from "./language.js";
import { say } from "./words.js";

const NEAR_END = 150; // distance from the end that still counts as being at the end, in pixels
const REFUSED = "refused"; // the kind of answers that only say why nothing was done

export class Log {
  constructor(me, { press, speak, onTurn }) {
    this.me = me;
    this.act = { press, speak, closed: () => byId("message").focus() };
    this.onTurn = onTurn;
    this.root = byId("log");
    this.newest = byId("newest");
    this.entries = new Map(); // message id -> { order, node, card }
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
    if (!body) {
      known?.node.remove();
      this.entries.delete(id);
    } else if (known?.card && body.kind === "card") {
      known.card.show(body);
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
    this.#updateTurn();
  }

  /** Remove all messages, before the server sends everything again. */
  clear() {
    this.entries.clear();
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
    const node = answered(answer, known, this.me.id, this.act);
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

  /** Whether there are any games. */
  get hasCards() {
    return this.#cards().length > 0;
  }

  toEnd() {
    this.following = true;
    this.newest.hidden = true;
    this.#settle();
  }

  #make(body) {
    if (body.kind === "card") {
      const card = new Card(this.me.id);
      card.show(body);
      return { node: card.root, card };
    }
    if (body.kind === "line") return { node: line(body, this.me.id) };
    const node = element("p", { class: "notice" }, body.text);
    // A game that is now shown elsewhere; notes of earlier versions don't say where its table is.
    if (body.path) {
      node.append(" ", element("a", { href: tableAddress(body.path, this.me.id) }, say("open-table")));
    }
    return { node };
  }

  #insert(node, order) {
    const later = [...this.root.children].reverse().find((child) => Number(child.dataset.order) <= order);
    if (later) later.after(node);
    else this.root.prepend(node);
  }

  #settle() {
    if (this.following) this.root.scrollTop = this.root.scrollHeight;
  }

  #cards() {
    return [...this.entries.values()].sort((a, b) => a.order - b.order).flatMap((e) => e.card ?? []);
  }

  #updateTurn() {
    this.onTurn(this.#cards().findLast(({ waiting }) => waiting) ?? null);
  }
}

function line({ author, text, posted }, me) {
  const when = new Date(1000 * posted);
  const time = element("time", { datetime: when.toISOString() });
  time.textContent = clock(when);
  const name = element("span", { class: "name", dir: "auto" }, author.name);
  const head = element("p", { class: "head" }, name, " ", time);
  const content = element("p", { class: "said", dir: "auto" }, text);
  return element("article", { class: author.id === me ? "line own" : "line" }, head, content);
}
