// Motion: what happened, shown on the board. Every function resolves when its part has been seen.
// Only transforms and opacities are animated. `finish` ends whatever is in motion.

import { element } from "../dom.js";
import { move, place } from "./board.js";
import { haptic } from "./host.js";
import { play } from "./sound.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** How long things take, in milliseconds. */
const TIME = {
  hop: 165,
  longest: 1150,
  tumble: 720,
  stagger: 55,
  shown: 420,
  tuck: 240,
  fly: 420,
  burst: 520,
};
const HOP = "cubic-bezier(.33,0,.4,1)";
const LANDS = "cubic-bezier(.2,.75,.25,1)";
/** With more objects than these, those in the tray are small. */
export const CROWD = 5;
/** A hop that is longer than so many units takes longer. */
const FAR = 260;

let speed = 1;
let skipping = false;
const running = new Set();
const waiting = new Set();

/** Whether nothing moves: the person or the system doesn't want it, or nobody looks. */
export const calm = () => skipping || STILL.matches || document.hidden;

/** Say how fast motion is: 1 is usual. */
export const hurry = (by) => {
  speed = by;
};

/** Let everything that is in motion be at its end, and what follows too, until `resume`. */
export function finish() {
  skipping = true;
  for (const end of waiting) end();
  for (const each of running) each.finish();
}

/** Let things move again. */
export const resume = () => {
  skipping = false;
};

const t = (ms) => ms / speed;

/** Wait so many milliseconds of usual motion, or until `finish`. */
export function rest(ms) {
  if (calm()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(end);
      resolve();
    };
    const timer = setTimeout(end, t(ms));
    waiting.add(end);
  });
}

/** Animate an element for so many milliseconds of usual motion; resolves at the end. */
function animate(made, frames, duration, { delay = 0, easing = "linear", stays = false } = {}) {
  const fill = stays ? "both" : "backwards";
  const motion = made.animate(frames, { duration: t(duration), delay: t(delay), easing, fill });
  running.add(motion);
  if (skipping) motion.finish();
  return motion.finished.catch(() => {}).then(() => running.delete(motion));
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  finish();
  resume();
});

/** Return what was thrown, as it lies in the tray. */
export function lying(board, { thing, faces, number, worth, played }) {
  const gone = played ? " played" : "";
  const things = faces.map((face) => {
    const drawn = board.make(`${thing}${face}`, 0, 0, "drawn");
    return element("i", { class: `thing${gone}`, "data-thing": thing }, drawn);
  });
  const plain = thing === "die" && faces.length === 1 && worth === undefined;
  if (plain) return things;
  const counts = element("b", { class: `number${gone}`, "data-number": number }, String(worth ?? number));
  return [...things, counts];
}

/**
 * Show a throw: objects tumble over the board, lie there for a moment, and go to the tray.
 * @param {Board} board
 * @param {object} e the event
 * @param {HTMLElement} tray what they are appended to
 */
export async function thrown(board, e, tray) {
  board.layers.dice.replaceChildren();
  const lies = lying(board, e);
  const cast = element("span", { class: "cast" }, ...lies);
  const lay = () => {
    tray.classList.toggle("several", tray.children.length > 0 || e.faces.length > CROWD);
    tray.append(cast);
  };
  if (calm() || !e.faces.length) {
    lay();
    return;
  }
  play("rattle");
  const tossed = await tumbled(board, e);
  await rest(TIME.shown);
  lay();
  await Promise.all(tossed.map((die, i) => tucked(die, lies[i], i)));
  for (const lie of lies) lie.classList.remove("coming");
  for (const die of tossed) die.remove();
  const number = lies[e.faces.length];
  if (!number) return;
  play("number");
  animate(number, [{ scale: 0.4 }, { scale: 1.25, offset: 0.6 }, { scale: 1 }], 320, { easing: "ease-out" });
}

/** Let things tumble over the board; resolves to their elements. */
async function tumbled(board, e) {
  const [W, H] = board.plan.size;
  const kernels = e.thing === "kernel";
  const size = kernels ? 86 : 104;
  const from = yard(board, e);
  const [x0, y0] = board.casts ? board.plan.casts[e.seat] ?? [W / 2, H / 2] : [W * 0.54, H / 2];
  const gap = Math.min(size * 0.98, (W * 0.7) / e.faces.length);
  const flights = e.faces.map(async (face, i) => {
    const front = board.make(`${e.thing}${face}`, 0, 0, "drawn");
    const die = element("div", { class: "toss", "data-thing": e.thing }, front);
    if (kernels) die.append(board.make(`${e.thing}${1 - face}`, 0, 0, "drawn back"));
    const x = x0 + (i - (e.faces.length - 1) / 2) * gap;
    const y = y0 + (board.casts ? 0 : i % 2 ? 12 : -12);
    place(die, x, y, size, size);
    board.layers.fx.append(die);
    await tossed(board, die, [from[0] - x, from[1] - y], i, () => rolled(board, front, e));
    return die;
  });
  return Promise.all(flights);
}

/** One object flies from `dx, dy` (in units) to its place, and turns. */
async function tossed(board, die, [dx, dy], i, roll) {
  const { u } = board;
  const lift = Math.min(190, board.plan.size[1] * 0.28);
  const turns = i % 2 ? -720 : 720;
  const lean = ((i * 37) % 30) - 15;
  const delay = i * TIME.stagger;
  const kernels = die.dataset.thing === "kernel";
  const spin = kernels
    ? [
        { transform: `rotate3d(1,.35,.2,${turns}deg) rotate(${lean * 4}deg)` },
        { transform: `rotate3d(1,.35,.2,0deg) rotate(${lean}deg)`, offset: 0.8 },
        { transform: `rotate(${lean}deg)` },
      ]
    : [{ transform: `rotate(${turns}deg)` }, { transform: `rotate(${lean}deg)` }];
  animate(die, spin, TIME.tumble, { delay, easing: LANDS, stays: true });
  if (!kernels) roll();
  rest(TIME.tumble * 0.74 + delay).then(() => {
    play("land", i);
    haptic("land");
  });
  await animate(die, [
    { translate: `${dx * u}px ${dy * u}px`, scale: 0.5, opacity: 0 },
    { opacity: 1, offset: 0.12 },
    {
      translate: `${dx * 0.45 * u}px ${(dy * 0.45 - lift) * u}px`,
      scale: 1.35,
      offset: 0.42,
      easing: "cubic-bezier(.5,0,.9,.6)",
    },
    { translate: "0 0", scale: 1, offset: 0.74, easing: "ease-out" },
    { translate: `0 ${-16 * u}px`, scale: 1.04, offset: 0.86, easing: "ease-in" },
    { translate: "0 0", scale: 1 },
  ], TIME.tumble, { delay, easing: "ease-out", stays: true });
}

/** Change the face of a rolling die until it comes to rest. */
async function rolled(board, drawn, e) {
  const face = drawn.dataset.key;
  const faces = board.facesOf(e.thing);
  const ends = performance.now() + t(TIME.tumble * 0.74);
  while (performance.now() < ends && !calm()) {
    board.redraw(drawn, faces[Math.floor(Math.random() * faces.length)]);
    await rest(75);
  }
  board.redraw(drawn, face);
}

/** An object flies from the board to where it lies in the tray. */
function tucked(die, lie, i) {
  lie.classList.add("coming");
  const [from, to] = [die.getBoundingClientRect(), lie.getBoundingClientRect()];
  const scale = to.width ? to.height / from.height : 0.4;
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  const end = { translate: `${dx}px ${dy}px`, scale, opacity: to.width ? 1 : 0 };
  const timing = { delay: i * 24, easing: "cubic-bezier(.5,0,.2,1)", stays: true };
  return animate(die, [{}, end], TIME.tuck, timing);
}

/** The middle of the base or home from which a seat throws. */
function yard(board, e) {
  const { yards } = board.plan;
  const [x, y, w, h] = yards.find((each) => each[4] === e.side) ?? yards[0];
  return [x + w / 2, y + h / 2];
}

/**
 * Show a move: the piece walks, captures where it stops, or comes off the road.
 * @param {Board} board which shows the scene before it
 * @param {object} e the event
 * @param {object} after the scene after it
 * @param {HTMLElement | null} walker the piece, if it has walked already
 */
export async function moved(board, e, after, walker = null) {
  if (!walker) {
    board.forget();
    walker = lifted(board, e.piece, e.walk[0]);
    await walked(board, walker, e.walk, !e.got);
  }
  const [x, y] = e.walk.at(-1);
  if (e.takes?.length) await captured(board, e, walker, after);
  if (e.flies?.length) await flown(board, e, after, [x, y], walker);
  walker.remove();
}

/**
 * Take a piece up from the board; returns what walks in its place.
 * @param {Board} board
 * @param {string} id of the piece
 * @param {[number, number, string?]} start where it walks from, and its drawing there
 */
export function lifted(board, id, [x, y, key]) {
  const piece = board.elements.get(id);
  const from = piece?.at ?? { x, y };
  const walker = board.make(key ?? piece?.dataset.key, from.x, from.y, "piece walker");
  piece?.classList.add("lifted");
  board.layers.pieces.append(walker);
  return walker;
}

/**
 * Let a piece walk through places. Its drawing changes where `walk` has keys, which may come late.
 * @param {Board} board
 * @param {HTMLElement} walker
 * @param {[number, number, string?][]} walk with both ends
 * @param {boolean} soft whether its last step sounds like the others
 */
export async function walked(board, walker, walk, soft = true) {
  const count = walk.length - 1;
  const each = Math.min(TIME.hop, TIME.longest / count);
  for (let i = 1; i <= count; i += 1) {
    const [x, y, key] = walk[i];
    if (key) board.redraw(walker, key);
    const last = i === count;
    await hopped(board, walker, x, y, each, last);
    if (!last || soft) play("step", i - 1);
  }
}

/** A piece hops to x, y, in units, in about so many milliseconds. */
async function hopped(board, walker, x, y, lasts, last) {
  const { u } = board;
  const { x: x0, y: y0 } = walker.at;
  const far = Math.hypot(x - x0, y - y0);
  move(walker, x, y);
  if (calm()) return;
  const time = lasts * (last ? 1.12 : 1) * (far > FAR ? 1.7 : 1);
  const high = -Math.min(26, 10 + far * 0.12) * u;
  animate(walker.firstChild, [
    { translate: "0 0", scale: 1 },
    { translate: `0 ${high}px`, scale: 1.05, offset: 0.45, easing: "ease-in" },
    { translate: "0 0", scale: last ? "1.06 .94" : 1, offset: 0.93 },
    { translate: "0 0", scale: 1 },
  ], time, { easing: "ease-out" });
  const begins = { translate: `${(x0 - x) * u}px ${(y0 - y) * u}px` };
  await animate(walker, [begins, { translate: "0 0" }], time, { easing: HOP });
}

/** A capture: a thump, a flash, and shards in the colour of the captured. */
async function captured(board, e, walker) {
  play("capture");
  haptic("capture");
  if (calm()) return;
  const { fx } = board.layers;
  const { x, y } = walker.at;
  const family = board.casts ? "parchis" : "road";
  const shake = ["0 0", "-4px 3px", "3px -2px", "-1px 1px", "0 0"];
  animate(board.root, shake.map((translate) => ({ translate })), 190);
  const flash = element("div", { class: "flash" });
  place(flash, x, y, board.casts ? 70 : 150, board.casts ? 70 : 150);
  fx.append(flash);
  const bursts = [{ scale: 0.3, opacity: 0.95 }, { scale: 1.5, opacity: 0 }];
  animate(flash, bursts, TIME.burst, { easing: LANDS, stays: true }).then(() => flash.remove());
  const side = board.casts ? ownerOf(board, e.takes[0]) : 1 - e.side;
  for (let i = 0; i < 12; i += 1) shattered(board, fx, { x, y, i, side, family });
  for (const id of e.takes) {
    const victim = board.elements.get(id);
    const squashed = [{ scale: 1 }, { scale: "1.16 .7", offset: 0.3 }, { scale: "1 .92" }];
    if (victim) animate(victim, squashed, 260, { easing: "ease-out", stays: true });
  }
  const lands = [{ scale: "1.12 .86" }, { scale: 1 }];
  animate(walker.firstChild, lands, 240, { easing: "cubic-bezier(.3,1.8,.5,1)" });
  if (e.got && !board.casts) gained(board, e.got, x, y);
  await rest(300);
}

/** The side of a piece of Parchís, whose id has its seat. */
function ownerOf(board, id) {
  const seat = Number.parseInt(id.slice(1), 10);
  return board.plan.yards[seat]?.[4] ?? 0;
}

/** One of the shards of a capture. */
function shattered(board, fx, { x, y, i, side, family }) {
  const shard = element("i", { class: "shard", "data-side": side, "data-family": family });
  move(shard, x, y);
  fx.append(shard);
  const angle = (i / 12) * Math.PI * 2 + 0.2;
  const far = (board.casts ? 52 : 96) * (0.75 + ((i * 7) % 5) / 9) * board.u;
  const [dx, dy] = [Math.cos(angle) * far, Math.sin(angle) * far * 0.8];
  animate(shard, [
    { translate: "0 0", scale: 1.2, opacity: 1 },
    { translate: `${dx}px ${dy}px`, opacity: 1, offset: 0.6 },
    { translate: `${dx * 1.1}px ${dy + 26 * board.u}px`, scale: 0.4, opacity: 0 },
  ], TIME.burst + (i % 3) * 60, { easing: LANDS, stays: true }).then(() => shard.remove());
}

/** How many were captured rises from where it happened. */
function gained(board, got, x, y) {
  const plus = element("b", { class: "got" }, `+${got}`);
  place(plus, x, y - 70, 90, 60);
  board.layers.fx.append(plus);
  animate(plus, [
    { translate: "0 20px", scale: 0.4, opacity: 0 },
    { translate: "0 0", scale: 1.2, opacity: 1, offset: 0.25 },
    { translate: "0 -4px", scale: 1.2, opacity: 1, offset: 0.7 },
    { translate: "0 -26px", scale: 1, opacity: 0 },
  ], 1000, { easing: "ease-out", stays: true }).then(() => plus.remove());
}

/** What comes off the road, or is sent home, flies to its places, one after the other. */
async function flown(board, e, after, [x, y], walker) {
  const { u } = board;
  const { fx } = board.layers;
  const leaves = e.end !== "space" && e.end !== "goal";
  if (leaves) {
    play("carry");
    haptic("carry");
    const fades = [{ opacity: 1, scale: 1 }, { opacity: 0, scale: 0.5 }];
    if (!calm()) animate(walker, fades, 260, { stays: true, easing: "ease-in" });
  }
  if (calm()) return;
  for (const id of e.takes ?? []) board.elements.get(id)?.classList.add("gone");
  const landing = new Map(after.pieces.map(([id, ...rest_]) => [id, rest_]));
  await Promise.all(e.flies.filter((id) => landing.has(id)).map(async (id, i) => {
    await rest(i * 90);
    const [key, tx, ty] = landing.get(id);
    const flier = board.make(key, tx, ty, "flier");
    fx.append(flier);
    const [dx, dy] = [(x - tx) * u, (y - ty) * u];
    const up = (60 + Math.abs(x - tx) * 0.18) * u;
    await animate(flier, [
      { translate: `${dx}px ${dy}px`, scale: 1.7 },
      { translate: `${dx * 0.5}px ${dy * 0.5 - up}px`, scale: 1.9, offset: 0.5, easing: "ease-in" },
      { translate: "0 0", scale: 1 },
    ], TIME.fly, { easing: "ease-out", stays: true });
    play("freed", i);
  }));
  await rest(120);
  for (const flier of fx.querySelectorAll(".flier")) flier.remove();
}

/**
 * The win: kernels rain over the board, or pieces of the winner.
 * @param {Board} board
 * @param {string[]} keys drawings that fall
 */
export function rain(board, keys, count = 46) {
  const known = keys.filter((key) => board.sprites[key]);
  if (calm() || !known.length) return;
  const [W, H] = board.plan.size;
  for (let i = 0; i < count; i += 1) {
    const grain = board.make(known[i % known.length], ((i * 0.618) % 1) * W, -60, "grain");
    board.layers.fx.append(grain);
    const drift = ((i * 53) % 80) - 40;
    const falls = [
      { translate: "0 0", rotate: `${i * 40}deg` },
      { translate: `${drift}px ${(H + 140) * board.u}px`, rotate: `${i * 40 + 500}deg` },
    ];
    const timing = { delay: (i * 37) % 900, easing: "cubic-bezier(.4,.1,.8,.6)", stays: true };
    animate(grain, falls, 1500 + ((i * 131) % 1100), timing).then(() => grain.remove());
  }
}

/** Put a dragged or refused piece back where it was, visibly. */
export function returned(board, piece, dx, dy) {
  const back = [{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }];
  if (!calm()) animate(piece, back, 180, { easing: "ease-out" });
}
