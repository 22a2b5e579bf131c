// The desk: whose turn it is, what was thrown, and what the person can do, always in the same place.

import { element } from "../dom.js";
import { say } from "../words.js";
import { button, drawing, find } from "./drawing.js";
import { linkTo } from "./host.js";
import { handOn } from "./link.js";
import { CROWD, lying } from "./motion.js";
import { choose, isOn, pref, turn } from "./prefs.js";
import { result } from "./result.js";
import { Word } from "./word.js";

const SVG = "http://www.w3.org/2000/svg";
/** After how long a throw throws itself, in ms. */
const PATIENCE = 9000;
/** In how many games throws are pressed before the page asks whether it shall throw. */
const GAMES = 3;

/** The band, the moves, and the buttons of the server. */
export class Desk {
  #shown = "";

  /**
   * @param {HTMLElement} root
   * @param {{pick: (move: object) => void, point: (moves: object[]) => void,
   *   press: (choice: object) => void, give: (code: string, word: string) => void,
   *   toast: (text: string) => void}} acts
   */
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    this.bar = find(".band", root);
    this.tray = find(".tray", root);
    this.area = find(".moves", root);
    this.panel = find(".panel", root);
    this.word = new Word(acts.give);
    /** Ends the wait for a throw; null while none is awaited. */
    this.throwNow = null;
  }

  /**
   * Say whose turn it is.
   * @param {{text: string, small?: string, side: number | null, won?: boolean}} band
   * @param {Board} board that knows the signs
   */
  band({ text, small = "", side, won = false }, board) {
    const known = Boolean(board.sprites[`sign${side}`]);
    const key = JSON.stringify([text, small, side, won, known]);
    if (this.bar.dataset.key === key) return;
    this.bar.dataset.key = key;
    this.bar.dataset.side = side ?? "";
    this.bar.classList.toggle("won", won);
    const sign = board.sprites[`sign${side}`];
    find(".sign", this.bar).replaceChildren(...(sign ? [drawing(sign)] : []));
    find(".says", this.bar).replaceChildren(text, ...(small ? [element("small", {}, small)] : []));
  }

  /** Show what lies in the tray: the throws of a turn. */
  lay(throws, board) {
    const crowded = throws.some(({ faces }) => faces.length > CROWD);
    this.tray.classList.toggle("several", throws.length > 1 || crowded);
    const casts = throws.map((e) => element("span", { class: "cast" }, ...lying(board, e)));
    this.tray.replaceChildren(...casts);
  }

  /** Mark a number in the tray as played. */
  played(number) {
    const left = [...this.tray.querySelectorAll(".number:not(.played)")];
    left.find((each) => each.dataset.number === String(number))?.classList.add("played");
  }

  /** Let the person do nothing for now; `text` says what happens meanwhile. */
  quiet(text = "") {
    this.#shown = "";
    this.#panelled(false);
    this.#fill(text ? [element("p", {}, text)] : []);
  }

  /** Put something in the place of the moves; whoever was there with the keyboard stays there. */
  #fill(content) {
    const here = this.root.contains(document.activeElement);
    this.area.replaceChildren(...content);
    if (here && !this.root.contains(document.activeElement)) this.area.focus({ preventScroll: true });
  }

  /**
   * Show what can be done: moves and buttons, with what is to be known beside them.
   * @param {object} state of the table
   * @param {object[]} moves
   * @param {string} idle what is said if there is nothing
   */
  show(state, moves, idle = "") {
    const { status, notes = [], buttons = [], seats, missing, links } = state;
    const people = status === "playing" ? [] : [seats, state.word, missing, links];
    const shown = JSON.stringify([status, moves, notes, buttons, idle, state.next, people]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const playing = status === "playing";
    this.#panelled(!playing);
    if (playing) {
      const told = notes.length ? notes : moves.length || buttons.length ? [] : [idle];
      const lines = told.filter(Boolean).map((note) => element("p", {}, note));
      this.#fill([...moves.map((each, i) => this.#move(each, i)), ...this.#buttons(state), ...lines]);
      this.area.classList.toggle("idle", !moves.length);
    } else {
      const lines = notes.map((note) => element("p", { class: "note" }, note));
      const acts = element("div", { class: "acts" }, ...this.#buttons(state));
      if (status === "offered") this.#lobby(state, acts, lines);
      else this.panel.replaceChildren(...this.#asked(state), ...result(state, [...acts.children], this.acts), ...lines);
      this.panel.scrollTop = 0;
    }
  }

  /** What is done first comes first: taking a seat or beginning, or else inviting somebody. */
  #lobby(state, acts, lines) {
    const links = state.missing ? [element("p", { class: "note" }, say("seat-missing"))] : this.#links(state);
    const first = state.buttons.some(({ style }) => style === "good") ? [acts, ...links] : [...links, acts];
    const word = this.word.take(state.missing ? null : state.word) ? [this.word.root] : [];
    this.panel.replaceChildren(...first, this.#seats(state), ...lines, ...word);
  }

  /** Who is asked to play again, or is waited for. */
  #asked({ next }) {
    return next?.text ? [element("p", { class: "asked", role: "status" }, next.text)] : [];
  }

  /** Let the page fill the panel with something else than the game. */
  look() {
    this.#shown = "";
    this.#panelled(true);
    this.panel.scrollTop = 0;
  }

  /** Show moves that are no moves of the game, with a line about them and a way out. */
  choose(moves, line, out) {
    this.#shown = "";
    this.#panelled(false);
    this.area.classList.remove("idle");
    this.#fill([...moves.map((each, i) => this.#move(each, i)), out, element("p", {}, line)]);
  }

  #panelled(on) {
    this.area.hidden = on;
    this.panel.hidden = !on;
  }

  #move(each, i) {
    const number = i < 9 ? [element("kbd", { "aria-hidden": "true", "data-signs": i + 1 })] : [];
    const shortened = each.short && each.short !== each.label;
    const short = shortened ? { "aria-label": each.label, title: each.label } : {};
    const content = [...number, shown(each.short ?? each.label, each.label)];
    const made = button(content, () => this.acts.pick(each), {
      class: each.kind,
      "data-code": each.code,
      ...short,
    });
    const on = { pointerenter: [each], focus: [each], pointerleave: [], blur: [] };
    for (const [event, moves] of Object.entries(on)) {
      made.addEventListener(event, () => this.acts.point(moves));
    }
    return made;
  }

  /** Frame the buttons of moves. */
  point(moves) {
    for (const each of this.area.querySelectorAll("button")) {
      each.classList.toggle("pointed", moves.some(({ code }) => code === each.dataset.code));
    }
  }

  /** The buttons of the moves, in their order. */
  get moveButtons() {
    return [...this.area.querySelectorAll("button[data-code]:not(.act)")];
  }

  /** The buttons of the server, and the way to the game that follows, unless one leads there. */
  #buttons({ buttons = [], next }) {
    const made = buttons.map((each) => this.#button(each));
    if (!next || next.asks) return made;
    return [this.#button({ label: say("next-game"), url: next.path, style: "good" }), ...made];
  }

  #button(each) {
    const style = each.style ?? "plain";
    if (each.url) return element("a", { class: `button ${style}`, href: each.url }, each.label);
    const attributes = {
      class: `act ${style}`,
      "aria-label": each.name ?? null,
      "data-code": each.code,
      disabled: Boolean(each.disabled),
    };
    return button(each.label, () => this.acts.press(each), attributes);
  }

  #seats({ seats, sides = [] }) {
    const rows = seats.map(({ name, side, team, kind, you }) => {
      const more = [you ? say("you") : "", sides[team] ?? ""].filter(Boolean).join(" · ");
      const small = more ? [element("small", {}, more)] : [];
      const who = element("span", { class: "who" }, name || say("free"), ...small);
      const sign = element("span", { class: "s", "data-sign": side, "aria-hidden": "true" });
      return element("li", { class: kind === "free" ? "seat free" : "seat" }, sign, who);
    });
    return element("ul", { class: seats.length > 4 ? "seats many" : "seats" }, ...rows);
  }

  /** Draw the signs of the seats, which the board knows. */
  sign(board) {
    for (const each of this.panel.querySelectorAll("[data-sign]")) {
      const sprite = board.sprites[`sign${each.dataset.sign}`];
      if (sprite && !each.firstChild) each.append(drawing(sprite));
    }
  }

  /** The links to hand on: each gives a seat, or else one leads to the page. */
  #links({ code, title, links, offers = [] }) {
    if (offers.length) return [];
    if (!links) return [this.#link(linkTo(code), title)];
    const free = links.filter(({ about }) => !about);
    const taken = links.filter(({ about }) => about);
    const first = free.length ? [note(say(free.length > 1 ? "seat-links" : "seat-link"))] : [];
    return [
      ...first,
      ...free.map(({ url }) => this.#link(url, title)),
      ...taken.flatMap(({ url, about }) => [note(about), this.#link(url, title)]),
      ...links.slice(0, 1).map(({ qr }) => scannable(qr, this.panel.querySelector(".scan")?.open)),
    ];
  }

  #link(url, title) {
    return handOn(url, title, (text) => this.acts.toast(text));
  }

  /**
   * Wait until the person throws; resolves at once if the page shall throw.
   * @param {object} e the throw that will be shown
   * @param {Board} board that knows the drawings of what is thrown
   */
  awaited(e, board) {
    if (isOn("throw") || !e.faces.length) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.throwNow = null;
        this.quiet();
        resolve();
      };
      const timer = setTimeout(done, PATIENCE);
      this.throwNow = done;
      this.#shown = "";
      this.#panelled(false);
      this.area.classList.remove("idle");
      this.#fill([this.#throw(e, board, done), ...this.#question(done)]);
    });
  }

  #throw({ thing, faces }, board, done) {
    const keys = board.facesOf(thing);
    const hand = faces.slice(0, 5).map((_, i) => drawing(board.sprites[keys[i % keys.length]]));
    const held = element("span", { class: "hand", "aria-hidden": "true" }, ...hand);
    return button([held, say("throw")], done, { class: "throw gold" });
  }

  /** After some games, the question whether the page shall throw. */
  #question(done) {
    if (Number(pref("games", "0")) < GAMES || isOn("asked")) return [];
    const answer = (yes) => {
      turn("asked", true);
      turn("throw", yes);
      if (yes) done();
      else find(".question", this.area)?.remove();
    };
    const text = element("span", {}, say("throw-question"));
    const yes = button(say("yes"), () => answer(true));
    const no = button(say("no"), () => answer(false));
    return [element("div", { class: "question" }, text, yes, no)];
  }

  /** Count a game in which the person pressed the throws. */
  counted() {
    choose("games", Number(pref("games", "0")) + 1);
  }
}

const note = (text) => element("p", { class: "note" }, text);

/** A QR code of a link, with the empty space around it that scanners need; `open` if it was before. */
function scannable({ path, width }, open = false) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `-4 -4 ${width + 8} ${width + 8}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  const dark = document.createElementNS(SVG, "path");
  dark.setAttribute("d", path);
  svg.append(dark);
  const shown = element("div", { class: "qr", role: "img", "aria-label": say("qr-code") });
  shown.append(svg);
  const scan = element("details", { class: "scan", open }, element("summary", {}, say("qr-show")), shown);
  scan.addEventListener("toggle", () => shown.scrollIntoView({ block: "nearest" }));
  return scan;
}

/** The short label of a move. Signs that the whole label doesn't have, such as ×, are drawn, not said. */
function shown(short, label) {
  if (label.includes(short)) return element("span", {}, short);
  const differs = [...short].findIndex((each, i) => each !== label[i]);
  const signs = element("i", { "aria-hidden": "true", "data-signs": short.slice(differs) });
  return element("span", {}, short.slice(0, differs), signs);
}
