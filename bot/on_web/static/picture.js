// The picture of a board, for light and dark pages, with what moves and can be pressed on it.

import { element } from "./dom.js";
import { play } from "./motion.js";
import { Spots } from "./spots.js";

const TRIES = 5; // how often a picture is asked for while the server is away
const PAUSE = 2000; // between two tries, in milliseconds
const DARK = matchMedia("(prefers-color-scheme: dark)");

/** One picture that changes; `press(move)` and `ask(moves)` as those of spots. */
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
   * Show a board's picture once it is there, so that the old one does not flicker away; offer moves
   * on it, and show what happened {from, last, cast}, if anything did: see `play`. Resolves to
   * whether it is seen now.
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

/** A picture that stays as it is. */
export function still({ picture, dark, alt, size }) {
  const [width, height] = size;
  const image = element("img", { src: picture, alt, width, height, decoding: "async" });
  return element("picture", {}, element("source", { media: DARK.media, srcset: dark ?? picture }), image);
}

/** The address of a board's picture for a page as it is now, light or dark; "" for none. */
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
