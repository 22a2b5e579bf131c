// What this tab alone is told and shown; it is gone when the tab is loaded again.

import { element } from "./dom.js";
import { still } from "./picture.js";
import { say } from "./words.js";

/**
 * An answer as an element. `press(code, {from})` does what a choice in it means; `closed` is called
 * when the reader closes it.
 */
export function answered({ lines, pictures = [], headed = false, choices = [], board = null }, press, closed) {
  const tag = (index) => (headed && index === 0 ? "h3" : "p");
  const close = element("button", { type: "button", class: "close", "aria-label": say("close") }, "×");
  const node = element("div", { class: "private", role: "group", tabindex: "-1", "aria-label": say("private") });
  node.append(
    element("div", { class: "label" }, element("p", {}, say("private")), close),
    ...lines.map((line, index) => element(tag(index), {}, line)),
    ...pictures.map(figure),
    ...(board ? [frozen(board)] : []),
  );
  if (choices.length) node.append(offered(choices, (code) => press(code, { from: node })));
  close.addEventListener("click", () => {
    node.remove();
    closed();
  });
  return node;
}

/** A board that only this tab sees: nothing can be pressed, and it stays as it is. */
function frozen(board) {
  const node = element("figure", { class: "still" });
  if (board.picture) node.append(still(board));
  node.append(element("figcaption", {}, ...board.lines.map((line) => element("p", {}, line))));
  return node;
}

/** Things that may have been meant, as buttons; `press(code)` sends the one that is pressed. */
function offered(choices, press) {
  const group = element("div", { class: "buttons", role: "group", "aria-label": say("choices") });
  const made = choices.map(({ label, code }) => {
    const button = element("button", { type: "button", "data-code": code }, label);
    button.addEventListener("click", async ({ detail }) => {
      if (detail > 1 || group.dataset.pressed) return;
      group.dataset.pressed = code;
      for (const each of made) each.setAttribute("aria-disabled", "true");
      if (await press(code)) {
        group.replaceWith(element("p", {}, say("chosen", { what: label }))); // another would be another act
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

function figure({ src, alt, caption }) {
  const words = element("figcaption", {}, caption);
  return element("figure", {}, element("img", { src, alt, loading: "lazy" }), words);
}
