// Animation of moves and throws on a new picture, by moving crops of it over it. It is purely
// decorative: it takes no clicks, and no other code waits for it.

import { element } from "./dom.js";

const LASTS = 440; // total duration in milliseconds
const MARGIN = 0.12; // extra margin around a moved area, as a fraction of it
const ROLL = [
  { transform: "perspective(300px) rotateX(-500deg)", opacity: 0 },
  { transform: "perspective(300px) rotateX(-300deg) translateY(-20%)", opacity: 1, offset: 0.3 },
  { transform: "none" },
];
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Animate what has happened since the picture `from` ("" if none) on `stage`, an overlay of the
 * new picture: the moves `last`, one after the other, and the throw at `cast` (null if none).
 */
export function play(stage, picture, { from, last, cast }) {
  stage.replaceChildren();
  if (STILL.matches) return;
  const paths = from ? joined(last) : [];
  const each = LASTS / Math.max(paths.length, 1);
  paths.forEach((path, index) => glide(stage, from, picture, path, each * index, each));
  if (cast) tumble(stage, picture, cast);
}

/** Join moves that start where the previous one ended into one path. */
function joined(moves) {
  const paths = [];
  for (const [start, end] of moves) {
    const path = paths.at(-1);
    if (path && meet(path.at(-1), start)) path.push(end);
    else paths.push([start, end]);
  }
  return paths;
}

/** Whether two areas are the same place, such as a warrior and its space: the centres nearly match. */
function meet(one, other) {
  const [[x0, y0], [x1, y1]] = [middle(one), middle(other)];
  return Math.abs(x1 - x0) < one[2] / 2 && Math.abs(y1 - y0) < one[3] / 2;
}

/** Move a crop along its path; until it arrives, its destination looks as before. */
function glide(stage, before, after, path, delay, duration) {
  const end = grown(path.at(-1));
  const rest = crop(before, end);
  const moved = crop(after, end, "soft");
  const along = path.map((area) => ({ transform: `translate(${shift(stage, end, area)})` }));
  stage.append(rest, moved);
  const way = moved.animate(along, { delay, duration, easing: "ease-in-out", fill: "backwards" });
  way.finished.then(() => [rest, moved].forEach((piece) => piece.remove()), () => {});
}

/** Roll the thrown objects, one after the other, above a blurred copy. */
function tumble(stage, picture, area) {
  const blur = crop(picture, area, "blur");
  stage.append(blur);
  const pieces = squares(stage, area).map((square) => crop(picture, square));
  const pause = LASTS / 3 / pieces.length;
  const rolls = pieces.map((piece, index) => {
    stage.append(piece);
    const delay = pause * index;
    const duration = LASTS - pause * (pieces.length - 1);
    return piece.animate(ROLL, { delay, duration, easing: "ease-out", fill: "backwards" }).finished;
  });
  Promise.all(rolls).then(() => [blur, ...pieces].forEach((piece) => piece.remove()), () => {});
}

/** Split an area into roughly square parts. */
function squares(stage, [left, top, width, height]) {
  const { width: wide, height: high } = stage.getBoundingClientRect();
  const count = Math.max(1, Math.round((width * wide) / (height * high)) || 1);
  return Array.from({ length: count }, (_, index) => [
    left + (width * index) / count,
    top,
    width / count,
    height,
  ]);
}

/** A crop of a picture, at its place in it. */
function crop(picture, [left, top, width, height], kind = "") {
  const piece = element("div", { class: `crop ${kind}` });
  const share = (offset, size) => (size < 1 ? (100 * offset) / (1 - size) : 0);
  Object.assign(piece.style, {
    left: `${100 * left}%`,
    top: `${100 * top}%`,
    width: `${100 * width}%`,
    height: `${100 * height}%`,
    backgroundImage: `url("${picture}")`,
    backgroundSize: `${100 / width}% ${100 / height}%`,
    backgroundPosition: `${share(left, width)}% ${share(top, height)}%`,
  });
  return piece;
}

/** The offset from the centre of `from` to that of `to`, in CSS syntax. */
function shift(stage, from, to) {
  const { width, height } = stage.getBoundingClientRect();
  const [[x0, y0], [x1, y1]] = [middle(from), middle(to)];
  return `${(x1 - x0) * width}px, ${(y1 - y0) * height}px`;
}

/** An area with its margin. */
function grown([left, top, width, height]) {
  return [left - width * MARGIN, top - height * MARGIN, width * (1 + 2 * MARGIN), height * (1 + 2 * MARGIN)];
}

function middle([left, top, width, height]) {
  return [left + width / 2, top + height / 2];
}
