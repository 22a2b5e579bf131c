// A board as a message: picture, lines and buttons. Updated in place.

import { element } from "./dom.js";
import { Picture } from "./picture.js";
import { WordField } from "./word.js";
import { say } from "./words.js";

const ACCEPT = "1accept."; // how the code of a button begins that accepts a challenge
const AGREED = /(\.\d+)?\.[a-z2-7]{24}$/; // how a code ends: the revision, and what is agreed to
const ANSWER_WAIT = 2000; // how long to wait for the board to change after a press, in milliseconds

/** One board; `press(code, {word, silent, brief})` resolves to whether the board will change. */
export class Board {
  constructor(me, press) {
    this.me = me;
    this.press = press;
    this.word = new WordField(me, (code, word, silent) => press(code, { word, silent }));
    this.badge = element("p", { class: "badge", hidden: true });
    this.picture = new Picture(
      (move) => this.#pressed(move.button),
      (moves) => this.#ask(moves),
    );
    this.lines = element("div", { class: "lines" });
    this.buttons = element("div", {
      class: "buttons",
      role: "group",
      "aria-label": say("moves"),
      "aria-live": "off",
    });
    this.links = element("p", { class: "links" });
    this.title = element("h3", { class: "unseen" });
    this.root = element("article", { class: "board", tabindex: "-1" });
    this.root.append(
      this.title,
      this.badge,
      this.picture.root,
      this.lines,
      this.word.root,
      this.buttons,
      this.links,
    );
  }

  /** Whether the board is waiting for this tab's player. */
  get mine() {
    const moves = this.asks && this.mover === this.me; // while another player is asked
    return this.live && (this.mentions.includes(this.me) || moves);
  }

  /** Whether this tab's player is to move. */
  get moving() {
    return this.live && this.mover === this.me;
  }

  /** The key of the badge of a board that is waiting: for a move, or for an answer. */
  get waiting() {
    return this.asks && this.mentions.includes(this.me) ? "your-answer" : "your-turn";
  }

  /**
   * Update the board. `known` is what this tab last showed of its table, if anything: the body, and
   * the URL of the picture. Resolves to whether the new picture is shown.
   */
  show(body, known) {
    const focused = this.root === document.activeElement || this.#holds(document.activeElement);
    const label = focused && document.activeElement.textContent;
    this.live = body.live;
    this.mentions = body.mentions;
    this.mover = body.mover;
    this.asks = body.asks;
    this.root.dataset.table = body.table;
    this.root.dataset.revision = body.revision;
    this.root.dataset.live = body.live;
    this.title.textContent = body.title;
    this.root.setAttribute("aria-label", body.title);
    this.root.classList.toggle("mine", this.mine);
    this.badge.hidden = !this.mine;
    this.badge.textContent = say(this.waiting);
    this.lines.replaceChildren(...body.lines.map((line) => element("p", {}, line)));
    this.links.replaceChildren(
      ...(body.live ? [link(body.watch, say("watch"))] : []),
      ...(body.fair ? [link(body.fair, say("fair"))] : []),
    );
    this.word.show(body, this.#accepts(body));
    const moves = this.#offer(body.buttons);
    const seen = this.picture.show(body, this.moving ? moves : [], happened(body, known));
    if (focused) this.focus(this.asks ? label : null);
    return seen;
  }

  /**
   * Focus the button with this label, if any, or else the first button if the board is waiting for
   * this player, or else the board.
   */
  focus(label = null) {
    const same = [...this.buttons.children].find((button) => label && button.textContent === label);
    const first = this.mine ? this.buttons.firstChild : null;
    (same ?? first ?? this.root).focus({ preventScroll: true });
  }

  /** Whether this player can take a seat, start a practice game, or be ready. */
  #accepts({ buttons, words }) {
    const seated = this.me in words;
    if (buttons.some(({ joins }) => joins)) return !seated;
    const open = this.mentions.length === 0 && !seated;
    const accepts = buttons.some(({ code }) => code?.startsWith(ACCEPT));
    return accepts && (open || this.mentions.includes(this.me));
  }

  #holds(focused) {
    return this.buttons.contains(focused) || this.picture.root.contains(focused);
  }

  /** Set the buttons; return the moves that have a place on the picture. */
  #offer(buttons) {
    this.pressed = null;
    this.buttons.hidden = buttons.length === 0;
    const made = buttons.map((button) => this.#button(button));
    const former = [...this.buttons.children];
    if (made.length === former.length && made.every((move, i) => isSame(move, former[i]))) {
      for (const [i, { button }] of made.entries()) {
        former[i].dataset.code = button.dataset.code;
        former[i].removeAttribute("aria-disabled");
      }
      return [];
    }
    this.buttons.replaceChildren(...made.map(({ button }) => button));
    return made.filter(({ way }) => way);
  }

  /** Return a move with its button, or a link. */
  #button({ label, name = null, code, style, joins = false, disabled = false, way, url }) {
    if (url) return { button: link(url, label, "button") };
    const kind = joins ? `${style} joins` : style;
    const attributes = { type: "button", class: kind, disabled, "data-code": code };
    const button = element("button", { ...attributes, "aria-label": name }, label);
    const move = { label, way, button };
    // What a press agrees to is what the button said when the press began, even if a kept button
    // has been given another code before it ended.
    let begun = null;
    button.addEventListener("pointerdown", () => (begun = button.dataset.code));
    // Ignore the second click of a double click: it may hit the next board.
    button.addEventListener("click", ({ detail }) => {
      if (detail <= 1) this.#pressed(button, (detail && begun) || button.dataset.code);
      begun = null;
    });
    for (const event of ["pointerenter", "focus"]) {
      button.addEventListener(event, () => this.picture.spots.point([move]));
    }
    for (const event of ["pointerleave", "blur"]) {
      button.addEventListener(event, () => this.picture.spots.point([]));
    }
    return move;
  }

  /** Highlight the buttons of moves with the same start and end, to pick one. */
  #ask(moves) {
    for (const button of this.buttons.children) {
      button.classList.toggle("asked", moves.some((move) => move.button === button));
    }
    moves[0].button.focus();
  }

  /** Press a button; ignore further presses until the answer. Buttons remain focusable. */
  async #pressed(button, code = button.dataset.code) {
    if (this.pressed) return;
    const buttons = [...this.buttons.children];
    const press = {};
    const free = () => {
      if (this.pressed !== press) return; // the board has changed
      for (const each of buttons) each.removeAttribute("aria-disabled");
      this.pressed = null;
    };
    this.pressed = press;
    for (const each of buttons) each.setAttribute("aria-disabled", "true");
    const word = takesSeat(button) ? this.word.word : undefined;
    const changes = await this.press(code, { word, brief: word !== undefined });
    if (changes) setTimeout(free, ANSWER_WAIT);
    else free();
  }
}

/** Return what has happened on a board since `known`; null if nothing has. */
function happened(body, known) {
  const { revision, last, cast } = body;
  if (!known || known.body.revision >= revision) return null;
  const before = known.body;
  const seen = before.last.length && String(last).startsWith(String(before.last)) ? before.last.length : 0;
  const waits = body.asks || String(before.mentions) === String(body.mentions); // nothing was thrown
  const goesOn = waits && before.revision + 1 === revision && known.picture;
  return { from: known.picture, last: last.slice(seen), cast: goesOn ? null : cast };
}

/**
 * Whether a button does what a former one does, which is then kept, because a click on it may have
 * begun. Those of moves on the picture are always new.
 */
function isSame({ button, way }, former) {
  return !way && meaning(button) === meaning(former);
}

/** What pressing a button does, and how it looks. What it agrees to makes no difference. */
function meaning(button) {
  const { className, textContent, ariaLabel, href, disabled, dataset } = button;
  const act = dataset.code?.replace(AGREED, "");
  return JSON.stringify([className, textContent, ariaLabel, href, disabled, act]);
}

/** Whether a button takes a seat. */
function takesSeat({ classList, dataset: { code } }) {
  return code?.startsWith(ACCEPT) || classList.contains("joins");
}

/** A link that opens in a new tab. */
function link(href, text, kind = null) {
  return element("a", { href, class: kind, target: "_blank", rel: "noopener" }, text);
}
