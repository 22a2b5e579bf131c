// A board: still drawings as images, and everything that lies on them as elements which carry
// drawings. The server says where everything is, in units; `--u` is the size of a unit in CSS pixels.

import { element } from "../dom.js";
import { drawing } from "./drawing.js";

/** How far from a box a press still counts, in CSS pixels. */
const NEAR = 24;
/** How wide a character of a name is, in units: in homes, and beside bases. */
const WIDE = 16.5;
const NARROW = 14.5;
/** How small long names become. */
const LEAST = 0.62;
const BELOW = ["floor", "tints", "over", "yards", "marks", "hints", "dice"];
const LAYERS = [...BELOW, "pieces", "counts", "names", "fx"];

/** A board that shows scenes, offers moves, and tells which of them a point means. */
export class Board {
  /** @param {HTMLElement} root an empty element, whose size the board will set */
  constructor(root) {
    this.root = root;
    this.layers = {};
    for (const name of LAYERS) {
      const image = name === "floor" || name === "over";
      this.layers[name] = element(image ? "img" : "div", image ? { class: name, alt: "" } : { class: name });
      root.append(this.layers[name]);
    }
    this.elements = new Map();
    this.sprites = {};
    this.moves = [];
    this.plan = null;
  }

  /**
   * Take a board of another game, shape or theme, without anything on it.
   * @param {object} plan `board` of a state
   * @param {number} rows
   */
  async load(plan, rows) {
    const kit = plan.files.kit ? await fetch(plan.files.kit).then((answer) => answer.json()) : {};
    this.plan = plan;
    this.rows = rows;
    this.sprites = { ...kit, ...plan.sprites };
    for (const name of ["floor", "over"]) {
      const image = this.layers[name];
      image.hidden = !plan.files[name];
      if (plan.files[name]) image.src = plan.files[name];
    }
    this.root.style.setProperty("--W", plan.size[0]);
    this.root.style.setProperty("--H", plan.size[1]);
    for (const piece of this.elements.values()) piece.remove();
    this.elements.clear();
    for (const name of ["tints", "yards", "marks", "hints", "dice", "counts", "names", "fx"]) {
      this.layers[name].replaceChildren();
    }
    this.moves = [];
    this.root.classList.remove("offering");
  }

  /** Return the keys of the faces of something thrown, such as `kernel0` and `kernel1`. */
  facesOf(thing) {
    const keys = Object.keys(this.sprites);
    return keys.filter((key) => key.startsWith(thing) && /^\d+$/.test(key.slice(thing.length)));
  }

  /** Take more drawings by their keys. */
  learn(sprites) {
    Object.assign(this.sprites, sprites);
  }

  /**
   * Be as large as a room allows.
   * @param {number} width in CSS pixels
   * @param {number} height in CSS pixels
   */
  fit(width, height) {
    const [w, h] = this.plan.size;
    this.u = Math.max(0.01, Math.min(width / w, height / h));
    this.root.style.setProperty("--u", `${this.u}px`);
  }

  /** Whether throws lie in the homes of those who threw, as in Parchís. */
  get casts() {
    return this.plan.casts.length > 0;
  }

  /**
   * Write the names.
   * @param {{label: string, side: number, on: boolean}[]} named in the order of the plan's areas;
   *   `on` if it is their turn
   */
  names(named) {
    const areas = this.plan.names;
    this.layers.names.replaceChildren(...areas.map(([x, y, w, h, side], index) => {
      const { label, on } = named[index] ?? { label: "", on: false };
      const sign = !this.casts && this.sprites[`sign${side}`];
      const text = element("span", {}, label);
      const content = sign ? [drawing(sign), text] : [text];
      const box = element("div", { class: on ? "name on" : "name", "data-side": side }, ...content);
      place(box, x + w / 2, y + h / 2, w, h);
      const room = (w - 12 - (sign ? h : 0)) / (this.casts ? WIDE : NARROW);
      box.style.setProperty("--fit", Math.max(LEAST, Math.min(1, room / label.length)));
      return box;
    }));
    for (const old of this.layers.yards.querySelectorAll(".frame")) old.remove();
    if (!this.casts) return;
    for (const [index, [x, y, w, h, side]] of this.plan.yards.entries()) {
      if (!named[index]?.on) continue;
      const frame = element("div", { class: "frame", "data-side": side });
      place(frame, x + w / 2, y + h / 2, w, h);
      this.layers.yards.append(frame);
    }
  }

  /** Return an element that carries the drawing with a key, with its middle at x, y. */
  make(key, x, y, kind = "piece") {
    const made = element("div", { class: kind });
    this.redraw(made, key);
    move(made, x, y);
    return made;
  }

  /** Change the drawing of an element. */
  redraw(made, key) {
    const sprite = this.sprites[key];
    if (made.dataset.key === key || !sprite) return;
    made.dataset.key = key;
    made.style.setProperty("--w", sprite[0]);
    made.style.setProperty("--h", sprite[1]);
    made.replaceChildren(drawing(sprite));
  }

  /** Show a scene. Elements keep their identity by the ids of the pieces. */
  show(scene) {
    if (!scene) return;
    this.scene = scene;
    const { pieces, marks, tints, yards, counts } = this.layers;
    const seen = new Set();
    for (const [id, key, x, y] of scene.pieces) {
      seen.add(id);
      let piece = this.elements.get(id);
      if (!piece?.isConnected) {
        piece = this.make(key, x, y);
        piece.dataset.id = id;
        this.elements.set(id, piece);
        pieces.append(piece);
      }
      for (const motion of piece.getAnimations()) motion.cancel();
      this.redraw(piece, key);
      move(piece, x, y);
      piece.classList.remove("lifted", "gone");
      piece.style.zIndex = Math.round(y);
    }
    for (const [id, piece] of this.elements) {
      if (seen.has(id)) continue;
      piece.remove();
      this.elements.delete(id);
    }
    const placed = (list, kind) => list.map(([key, x, y]) => this.make(key, x, y, kind));
    marks.replaceChildren(...placed(scene.marks, "mark"));
    counts.replaceChildren(...placed(scene.counts, "mark"));
    tints.replaceChildren(...scene.tints.map((tint) => this.#tint(...tint)));
    for (const old of yards.querySelectorAll(".piece")) old.remove();
    yards.prepend(...placed(scene.yards, "piece"));
  }

  /** Take away what tells of the last move. */
  forget() {
    for (const name of ["marks", "counts", "tints"]) this.layers[name].replaceChildren();
  }

  /** A part of the floor in the tint of a side. */
  #tint(x, y, w, h, side) {
    const [W, H] = this.plan.size;
    const image = element("img", { src: this.plan.files[`tint${side}`], alt: "" });
    const made = element("div", { class: "tint" }, image);
    const lengths = Object.entries({ x, y, w, h, W, H });
    for (const [name, value] of lengths) made.style.setProperty(`--${name}`, value);
    return made;
  }

  /**
   * Lay dice where those who threw them have their homes.
   * @param {object[]} throws events of the turn
   */
  lay(throws) {
    if (!this.casts) return;
    const last = throws.filter(({ faces }) => faces.length).slice(-1);
    this.layers.dice.replaceChildren(...last.flatMap(({ seat, thing, faces, played }) => {
      const [x, y] = this.plan.casts[seat] ?? this.plan.casts[0];
      const gap = 92;
      return faces.map((face, i) => {
        const middle = x + (i - (faces.length - 1) / 2) * gap;
        return this.make(`${thing}${face}`, middle, y, played ? "die played" : "die");
      });
    }));
  }

  /** Offer moves: mark where they land, and let what can move glow. */
  offer(moves) {
    const { hints } = this.layers;
    for (const piece of this.elements.values()) piece.classList.remove("can");
    if (this.moves.some(({ lettered }) => lettered)) this.#unletter();
    this.moves = moves.filter(({ piece }) => piece);
    this.point([]);
    hints.replaceChildren();
    for (const each of new Map(this.moves.map((one) => [String(one.mark), one])).values()) {
      const mark = this.make(...each.mark, "land");
      if (each.kind === "capture") mark.classList.add("capture");
      hints.append(mark);
      if (each.frame) hints.append(this.make(...each.frame, "mark"));
    }
    for (const each of this.moves) {
      const piece = this.elements.get(each.piece);
      if (!piece) continue;
      if (each.lettered) this.redraw(piece, each.lettered);
      piece.classList.add("can");
    }
    this.root.classList.toggle("offering", this.moves.length > 0);
  }

  /** Draw pieces without the letters of moves. */
  #unletter() {
    for (const [id, key] of this.scene?.pieces ?? []) this.redraw(this.elements.get(id), key);
  }

  /** Point at moves: raise what they move and, of a single one, show its way. */
  point(moves) {
    for (const old of this.root.querySelectorAll(".pointed")) old.classList.remove("pointed");
    this.layers.hints.querySelector(".way:not(.compared)")?.remove();
    for (const { piece } of moves) this.elements.get(piece)?.classList.add("pointed");
    if (moves.length !== 1 || !moves[0].walk) return;
    this.layers.hints.prepend(this.#way(moves[0].walk, moves[0].kind));
  }

  /**
   * Draw the ways of moves that are compared.
   * @param {{walk: number[][], kind: "played" | "better"}[]} ways
   */
  ways(ways) {
    for (const old of this.layers.hints.querySelectorAll(".compared")) old.remove();
    const drawn = ways.map(({ walk, kind }) => this.#way(walk, kind));
    for (const way of drawn) way.classList.add("compared");
    this.layers.hints.append(...drawn);
  }

  #way(walk, kind) {
    const [W, H] = this.plan.size;
    const points = walk.map(([x, y]) => `${Number(x)},${Number(y)}`).join(" ");
    const way = drawing([W, H, `<polyline points="${points}"/><polyline points="${points}"/>`]);
    way.classList.add("way");
    way.dataset.kind = kind;
    return way;
  }

  /** Return where a pointer is, in units. */
  where({ clientX, clientY }) {
    const box = this.root.getBoundingClientRect();
    return [(clientX - box.left) / this.u, (clientY - box.top) / this.u];
  }

  /**
   * Return the moves that a press can mean: those that share the nearest box, none if none is near.
   * @param {{clientX: number, clientY: number}} event
   * @param {("from" | "to")[]} ends which of their boxes count
   * @param {object[]} moves which moves count
   */
  at(event, ends = ["to", "from"], moves = this.moves) {
    const [x, y] = this.where(event);
    const areas = moves.flatMap((each) =>
      ends.map((end) => ({ each, area: each[end], far: distance(each[end], x, y) })),
    );
    areas.sort((one, other) => one.far - other.far || size(one.area) - size(other.area));
    const [nearest] = areas;
    if (!nearest || nearest.far * this.u > NEAR) return [];
    const found = areas.filter(({ area }) => String(area) === String(nearest.area)).map(({ each }) => each);
    return [...new Set(found)];
  }
}

/** The distance of a point from a box, in units; 0 inside. */
function distance([left, top, width, height], x, y) {
  return Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
}

const size = ([, , width, height]) => width * height;

/** Put an element's middle at x, y, in units. */
export function move(made, x, y) {
  made.at = { x, y };
  made.style.setProperty("--x", x);
  made.style.setProperty("--y", y);
}

/** Put an element's middle at x, y, and make it w wide and h high, in units. */
export function place(made, x, y, w, h) {
  move(made, x, y);
  made.style.setProperty("--w", w);
  made.style.setProperty("--h", h);
}
