// The time that the player to move has left, counted down beside the name of the game.

import { element } from "../dom.js";
import { say } from "../words.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Longer times are told in words, with the date. */
const LONGEST = 24 * HOUR;
/** From when on it is pressing, in seconds. */
const SOON = 30;

const two = (number) => String(number).padStart(2, "0");

/** Return seconds as on a clock: 0:09, 9:41, 3:07:00. */
function shown(seconds) {
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  const rest = two(Math.floor(seconds % MINUTE));
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Counts down in an element, which is hidden while nobody's time runs. */
export class Countdown {
  #end = 0;
  #ticking = null;

  constructor(root) {
    this.root = root;
    this.digits = element("b", { "aria-hidden": "true" });
    this.words = element("span", { class: "unseen" });
    root.append(this.digits, this.words);
  }

  /** Count down from so many seconds; null stops it. */
  start(left) {
    clearInterval(this.#ticking);
    this.root.hidden = left === null || left >= LONGEST;
    if (this.root.hidden) return;
    this.#end = performance.now() + 1000 * left;
    this.#tick();
    this.#ticking = setInterval(() => this.#tick(), 1000);
  }

  #tick() {
    const left = Math.max(0, (this.#end - performance.now()) / 1000);
    this.digits.textContent = shown(left);
    this.words.textContent = say("time-left", { time: shown(left) });
    this.root.classList.toggle("soon", left <= SOON);
    if (!left) clearInterval(this.#ticking);
  }
}
