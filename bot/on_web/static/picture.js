// The picture of a board, in light or dark mode, with its clickable spots and animations.

import { element } from "./dom.js";
import { play } from "./motion.js";
import { Spots } from "./spots.js";

const TRIES = 5; // how often a picture is requested while the server can't be reached
const PAUSE = 2000; // between attempts, in milliseconds
const DARK = matchMedia("(prefers-color-scheme: dark)");

/** A picture that changes. `press(move)` and `ask(moves)` are passed to its spots. */
export class Picture {
  constructor(press, ask) {
    this.spots = new Spots(press, ask);
    this.source = element("source", { media: DARK.media });
    this.image = element("img", { decoding: "async" });
    this.stage = element("div", { class: "stage", "aria-hidden": "true" });
    const drawn = element("picture", {}, this.source, this.image);
    this.root = element("div", { class: "picture", hidden: true }, drawn, this.stage, this.spots.root);
  }

  /**
   * Show a board's picture once it is loaded, to avoid flicker. Offer moves on it, and animate what
   * has happened, if anything: {from, last, cast}, see `play`. Resolves to whether it is shown.
   */
  async show(body, moves, happened) {
    const { picture, alt, size } = body;
    this.wanted = picture;
    this.spots.offer([]);
    this.stage.replaceChildren();
    if (!picture) {
      this.root.hidden = true;
      return false;
    }
    const [width, height] = size;
    if (this.root.hidden) Object.assign(this.image, { width, height });
    this.root.hidden = false;
    const address = themed(body);
    for (let tries = TRIES; tries > 0 && this.wanted === picture; tries -= 1) {
      if (await loads(address)) break;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    if (this.wanted !== picture) return false;
    this.source.srcset = body.dark ?? picture;
    Object.assign(this.image, { src: picture, alt, width, height });
    this.spots.offer(moves);
    if (happened) play(this.stage, address, happened);
    return true;
  }
}

/** A picture that doesn't change. */
export function still({ picture, dark, alt, size }) {
  const [width, height] = size;
  const image = element("img", { src: picture, alt, width, height, decoding: "async" });
  return element("picture", {}, element("source", { media: DARK.media, srcset: dark ?? picture }), image);
}

/** The URL of a board's picture in the current light or dark mode; "" if it has none. */
export function themed({ picture, dark }) {
  return (DARK.matches && dark) || picture || "";
}

function loads(address) {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => true,
    () => false,
  );
}
