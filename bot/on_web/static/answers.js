// Private replies, visible in this tab only and gone after a reload.

import { Card } from "./card.js";
import { download, element } from "./dom.js";
import { say } from "./words.js";

/** Kinds of answers whose buttons can be pressed repeatedly: menus, not questions. */
const REUSABLE = ["play", "menu", "me"];

const DARK = "(prefers-color-scheme: dark)";

/**
 * Return an answer to the player `me` as an element. `act.press(code, {from})` handles its buttons,
 * `act.speak(line, {from})` sends a line, and `act.closed()` is called when the user closes it.
 */
export function answered(answer, kind, me, act) {
  const { lines, headed = false, sections = [], pictures = [], figures = [], cover, card, lesson, file } = answer;
  const tag = (index) => (headed && index === 0 ? "h3" : "p");
  const close = element("button", { type: "button", class: "close", "aria-label": say("close") }, "×");
  const node = element("div", {
    class: "private",
    role: "group",
    tabindex: "-1",
    "aria-label": say("private"),
    "data-kind": kind,
  });
  node.append(
    element("div", { class: "label" }, element("p", {}, say("private")), close),
    ...lines.map((line, index) => element(tag(index), {}, line)),
    ...sections.map(section),
    ...(cover ? [drawn(cover)] : []),
    ...pictures.map(figure),
    ...(figures.length ? [element("div", { class: "figures" }, ...figures.map(captioned))] : []),
    ...(card ? [frozen(card, me)] : []),
    ...(lesson ? [drawn(lesson)] : []),
    ...(file ? [download(file)] : []),
  );
  const buttons = actions(answer, act, node);
  if (buttons.length) node.append(buttonGroup(buttons, REUSABLE.includes(kind)));
  close.addEventListener("click", () => {
    node.remove();
    act.closed();
  });
  return node;
}

/** All buttons and links of an answer: {label, style, url} or {label, style, press}. */
function actions({ choices = [], opponents = [], lesson }, act, from) {
  const coded = [...choices, ...(lesson?.buttons ?? [])];
  return [
    ...opponents.map(({ label, line }) => ({ label, press: () => act.speak(line, { from }) })),
    ...coded.map((choice) => ({ ...choice, press: () => act.press(choice.code, { from }) })),
  ];
}

/** A card for this player alone, which is never updated. */
function frozen(content, me) {
  const card = new Card(me);
  card.show(content);
  return card.root;
}

/** A group of buttons, of which only one can be pressed, unless they are `reusable`. */
function buttonGroup(buttons, reusable) {
  const group = element("div", { class: "buttons", role: "group", "aria-label": say("choices") });
  const made = buttons.map(({ label, code, style, url, press }) => {
    if (url) return element("a", { href: url, class: "button", target: "_blank", rel: "noopener" }, label);
    const button = element("button", { type: "button", class: style, "data-code": code }, label);
    button.addEventListener("click", async ({ detail }) => {
      if (detail > 1 || group.dataset.pressed) return;
      group.dataset.pressed = label;
      for (const each of made) each.setAttribute("aria-disabled", "true");
      if ((await press()) && !reusable) {
        group.replaceWith(element("p", {}, say("chosen", { what: label })));
        return;
      }
      delete group.dataset.pressed;
      for (const each of made) each.removeAttribute("aria-disabled");
    });
    return button;
  });
  group.append(...made);
  return group;
}

function section({ label, text }) {
  return element("p", {}, element("strong", {}, label), ` ${text}`);
}

function figure({ src, alt, caption }) {
  const words = element("figcaption", {}, caption);
  return element("figure", {}, element("img", { src, alt, loading: "lazy" }), words);
}

/** A picture that is part of the answer itself. */
function captioned(shown) {
  return element("figure", {}, still(shown), element("figcaption", {}, shown.caption));
}

function drawn(board) {
  return element("figure", {}, still(board));
}

/** A picture, in light or dark mode. */
function still({ picture, dark, alt, size }) {
  const [width, height] = size;
  const image = element("img", { src: picture, alt, width, height, decoding: "async" });
  return element("picture", {}, element("source", { media: DARK, srcset: dark ?? picture }), image);
}
