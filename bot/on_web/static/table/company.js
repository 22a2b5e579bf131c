// The company at a table: how many watch it, and the faces that people make. Faces are the only thing
// that can be said here; a person can be muted on this device.

import { element } from "../dom.js";
import { say } from "../words.js";
import { button, drawing, find } from "./drawing.js";
import { calm } from "./motion.js";
import { choose, pref } from "./prefs.js";

const FACES = ["smile", "wow", "ouch", "think", "bow"];
/** The pause between two faces of one person, in ms: the server's, and the way there. */
const PAUSE = 2000;
/** How long a face is seen, in ms. */
const SEEN = 1900;
const FILE = "/static/table/faces.json";

/** Shows the company, and the buttons of faces. */
export class Company {
  #drawings = {};
  #people = new Map();
  #resting = false;

  /**
   * @param {HTMLElement} root the page
   * @param {Board} board above whose bases faces appear
   * @param {{state: () => object, make: (face: string) => Promise<boolean>}} acts `make` resolves to
   *   whether the server has taken the face
   */
  constructor(root, board, acts) {
    this.acts = acts;
    this.board = board;
    this.eyes = find(".eyes", root);
    this.heard = find(".heard", root);
    this.desk = find(".desk", root);
    this.tools = find(".tools", root);
    this.opener = find(".reactor", root);
    this.row = find(".reacts", root);
    this.row.append(...FACES.map((face) => this.#button(face)));
    this.opener.addEventListener("click", () => this.#open(!this.isOpen));
    document.addEventListener("pointerdown", ({ target }) => {
      if (!this.tools.contains(target)) this.#open(false);
    });
    this.tools.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isOpen) return;
      event.stopPropagation();
      this.#open(false);
      this.opener.focus();
    });
  }

  /** Ask for the drawings, which the page can be used without. */
  async load() {
    const answer = await fetch(FILE).catch(() => null);
    if (!answer?.ok) return;
    this.#drawings = await answer.json();
    for (const each of this.row.children) each.replaceChildren(drawing(this.#drawings[each.dataset.face]));
    this.opener.replaceChildren(drawing(this.#drawings.smile));
  }

  /** Show the buttons only to people who can press them. */
  dress() {
    this.tools.hidden = !this.acts.state().as;
  }

  /** Take what the server says of the company. */
  take({ watchers, faces }) {
    this.eyes.hidden = !watchers;
    find("b", this.eyes).textContent = String(watchers);
    find(".unseen", this.eyes).textContent = say("watchers", { count: String(watchers) });
    for (const each of faces) this.#show(each);
  }

  /** The people who can be muted, with their names: those whose faces came, and those who are muted. */
  get people() {
    const muted = Object.entries(this.#muted);
    return [...new Map([...muted, ...this.#people])].map(([who, name]) => {
      return { who, name, muted: who in this.#muted };
    });
  }

  /** Show a person's faces, or don't, from now on. */
  mute({ who, name }, on) {
    const muted = this.#muted;
    if (on) muted[who] = name;
    else delete muted[who];
    choose("muted", JSON.stringify(muted));
  }

  get #muted() {
    try {
      return JSON.parse(pref("muted", "{}"));
    } catch {
      return {};
    }
  }

  get isOpen() {
    return this.opener.getAttribute("aria-expanded") === "true";
  }

  #open(on) {
    this.opener.setAttribute("aria-expanded", String(on));
    if (on) find("button", this.row).focus();
  }

  #button(face) {
    const label = say(`face-${face}`);
    const act = () => this.#make(face);
    return button(label, act, { "aria-label": label, title: label, "data-face": face });
  }

  async #make(face) {
    if (this.#resting) return;
    this.#rest(true);
    if (this.isOpen) {
      this.#open(false);
      this.opener.focus();
    }
    setTimeout(() => this.#rest(false), PAUSE);
    if (!(await this.acts.make(face))) this.#rest(false);
  }

  #rest(on) {
    this.#resting = on;
    for (const each of this.row.children) each.setAttribute("aria-disabled", String(on));
  }

  #show({ who, seat, face }) {
    const { seats, mine } = this.acts.state();
    const name = seats[seat]?.name ?? say("a-watcher");
    if (!mine.includes(seat)) this.#people.set(who, name);
    if (who in this.#muted) return;
    this.heard.textContent = say("made-face", { name, face: say(`face-${face}`) });
    const drawn = this.#drawings[face] ? drawing(this.#drawings[face]) : say(`face-${face}`);
    const bubble = element("div", { class: "bubble", "data-who": who, "aria-hidden": "true" }, drawn);
    for (const old of document.querySelectorAll(".bubble")) if (old.dataset.who === who) old.remove();
    const yard = this.#yard(seats[seat], seat);
    bubble.classList.toggle("guest", !yard);
    if (yard) {
      const [x, y, w] = yard;
      bubble.style.setProperty("--x", x + w / 2);
      bubble.style.setProperty("--y", Math.max(y + 10, 44));
      this.board.layers.said.append(bubble);
    } else this.desk.append(bubble);
    if (!calm()) rise(bubble);
    setTimeout(() => bubble.remove(), SEEN);
  }

  /** Where somebody with a seat is on the board: a home of their own, or the base of their side. */
  #yard(holder, seat) {
    const yards = this.board.plan?.yards;
    if (!yards || !holder) return null;
    return this.board.casts ? yards[seat] : yards.find(([, , , , side]) => side === holder.side);
  }
}

function rise(bubble) {
  const frames = [
    { scale: 0, translate: "0 12px" },
    { scale: 1.15, translate: "0 0", offset: 0.09 },
    { scale: 1, offset: 0.14 },
    { scale: 1, opacity: 1, offset: 0.85 },
    { opacity: 0, scale: 0.9, translate: "0 -14px" },
  ];
  bubble.animate(frames, { duration: SEEN, easing: "ease-out" });
}
