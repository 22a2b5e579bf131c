// The chart of the chances: a band for each side, one above the other, with a cursor.

import { element } from "../dom.js";
import { drawing } from "./drawing.js";

/** The size of the drawing, which is stretched to its box. */
const SIZE = 100;

/**
 * Return a chart, which can be pressed where a step is.
 * @param {number[][]} curve the step and the chances of all sides, for each step
 * @param {object} shown `dot`: the step of the turning point, or null; `onpick(step)`; `label`;
 *   `colours`: the numbers of the sides' colours
 */
export function chart(curve, { dot = null, onpick, label, colours }) {
  const last = Math.max(curve.length - 1, 1);
  const x = (step) => (SIZE * step) / last;
  const sides = curve[0].length - 1;
  const under = (at, count) => curve[at].slice(1, 1 + count).reduce((sum, chance) => sum + chance, 0);
  const bands = Array.from({ length: sides }, (_, side) => {
    const upper = curve.map(([step], at) => `${x(step).toFixed(1)} ${(SIZE * under(at, side)).toFixed(1)}`);
    const lower = curve.map(([step], at) => `${x(step).toFixed(1)} ${(SIZE * under(at, side + 1)).toFixed(1)}`);
    return `<path class="side${colours[side]}" d="M${upper.join("L")}L${lower.reverse().join("L")}z"/>`;
  });
  const svg = drawing([SIZE, SIZE, `${bands.join("")}<path class="half" d="M0 50H${SIZE}"/>`]);
  svg.setAttribute("preserveAspectRatio", "none");
  const root = element("button", { type: "button", class: "chart", "aria-label": label }, svg);
  if (dot !== null) {
    const mark = element("em");
    mark.style.left = `${x(dot)}%`;
    mark.style.top = `${SIZE * under(dot, 1)}%`;
    root.append(mark);
  }
  const cursor = element("i", { hidden: true });
  root.append(cursor);
  root.addEventListener("click", (event) => {
    const { left, width } = root.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - left) / width, 0), 1);
    onpick(event.detail ? Math.round(share * last) : dot ?? last);
  });
  /** Put the cursor at a step. */
  root.mark = (step) => {
    cursor.hidden = false;
    cursor.style.left = `${x(step)}%`;
  };
  return root;
}

/**
 * Return the numbers of the teams' colours, which are those of their first seats.
 * @param {{side: number, team: number}[]} seats of the table
 */
export function coloured(seats) {
  const colours = [];
  for (const { side, team } of seats) colours[team] ??= side;
  return colours;
}
