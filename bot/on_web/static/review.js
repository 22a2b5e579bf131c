// The review of a finished game: loaded when its section comes into view, because it may have to be
// worked out first. The cursor in its chart is at the step that the page shows.

import { element } from "./dom.js";
import { main, phrase } from "./phrases.js";

const find = (selector) => main.querySelector(selector);
const arrival = new IntersectionObserver((changes) => {
  if (changes.some(({ isIntersecting }) => isIntersecting)) load();
});

let cursor = null; // the line in the chart; null without a chart
let plot = null; // the part of the chart with the steps
let chances = []; // the chances at each step of the chart, in words
let step = 0; // the step that the page shows

/** Load the review as soon as its section comes into view, now or when the game is over. */
export function awaitReview() {
  arrival.observe(find("#review"));
}

/** Move the cursor to a step, and tell the chances there. */
export function markStep(number) {
  step = number;
  if (!cursor) return;
  cursor.style.left = `${(100 * step) / Math.max(last(), 1)}%`;
  find("#chances").textContent = chances[step];
}

/** Return the step nearest to a click on the chart; null for other clicks. */
export function stepNear({ target, clientX }) {
  if (!plot || !target.closest("#chart")) return null;
  const { left, width } = plot.getBoundingClientRect();
  return Math.round(last() * Math.min(Math.max((clientX - left) / width, 0), 1));
}

/** The last step of the chart. */
function last() {
  return chances.length - 1;
}

async function load() {
  arrival.disconnect();
  show(phrase("reviewing"));
  let answer = null;
  try {
    const response = await fetch(`/g/${main.dataset.code}/review`, { cache: "no-cache" });
    answer = response.ok && (await response.text());
  } catch {
    // there is no answer
  }
  if (answer) present(new DOMParser().parseFromString(answer, "text/html"));
  else fail(phrase(answer === null ? "unreachable" : "unreviewed"));
}

/** Show the review in the page that the server has made of it. */
function present(page) {
  show("", ...page.querySelector("#reviewed").childNodes);
  find("#worst").replaceWith(page.querySelector("#worst"));
  const { frame, chances: told } = find("#chart").dataset;
  const [left, top, right, bottom] = frame.split(" ").map((share) => 100 * share);
  chances = JSON.parse(told);
  cursor = element("div", { class: "cursor" });
  plot = element("div", { class: "plot" }, cursor);
  Object.assign(plot.style, {
    left: `${left}%`,
    top: `${top}%`,
    width: `${right - left}%`,
    height: `${bottom - top}%`,
  });
  find("#chart").append(plot);
  markStep(step);
}

function fail(why) {
  const again = element("button", { type: "button" }, phrase("again"));
  again.addEventListener("click", () => {
    find("#review").focus({ preventScroll: true }); // the button goes away
    load();
  });
  show(why, again);
}

/** Show a line about the progress, and what there is of the review. */
function show(progress, ...parts) {
  find("#reviewing").textContent = progress;
  find("#reviewed").replaceChildren(...parts);
}
