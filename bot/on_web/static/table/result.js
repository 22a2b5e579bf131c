// The result of a game on the desk: what can be done next, and what the review says of the game.

import { element } from "../dom.js";
import { say } from "../words.js";
import { chart, coloured } from "./chart.js";
import { button } from "./drawing.js";

/**
 * Return what the desk shows when a game is over.
 * @param {object} state of the table
 * @param {HTMLElement[]} buttons of the server, the first of which begins another game
 * @param {object} acts `review(step)` opens the review; `judged()` resolves to what is told of it
 */
export function result(state, buttons, acts) {
  const [again, ...others] = buttons;
  const review = button(say("review"), () => acts.review(null), { class: "act review" });
  const links = [
    element("a", { class: "button", href: "/" }, say("new-game")),
    element("a", { class: "button", href: state.fair }, say("fair")),
  ];
  const teaser = element("div", { class: "teaser", "aria-live": "polite" });
  tease(teaser, state, acts);
  return [
    element("div", { class: "two" }, ...(again ? [again] : []), review),
    teaser,
    element("div", { class: "acts" }, ...others, ...links),
  ];
}

/** Fill in what the review tells, when it is there. */
async function tease(teaser, state, acts) {
  teaser.append(element("p", { class: "quiet" }, say("reviewing")));
  const judged = await acts.judged();
  if (!judged || judged.why) {
    teaser.replaceChildren(...(judged?.why ? [element("p", { class: "quiet" }, judged.why)] : []));
    return;
  }
  const parts = [];
  if (judged.curve.length > 1) {
    const { step = null, text } = judged.turning ?? {};
    parts.push(chart(judged.curve, { dot: step, onpick: acts.review, label: say("chart"), colours: coloured(state.seats) }));
    if (text) parts.push(element("p", { class: "quiet" }, element("b", {}, say("turning")), ` ${text}`));
  }
  parts.push(...judged.sides.map(({ name, played }) => {
    return element("p", { class: "quiet" }, element("b", {}, name), ` ${played}`);
  }));
  teaser.replaceChildren(...parts);
}
