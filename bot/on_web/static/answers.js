// What this tab alone is told and shown; it is gone when the tab is loaded again.

import { element } from "./dom.js";
import { still } from "./picture.js";
import { say } from "./words.js";

/** Kinds of answers whose buttons are pressed more than once: they offer ways on, and ask nothing. */
const STANDING = ["play", "showmenu"];

/**
 * An answer of a kind as an element. `act.press(code, {from})` does what a button in it means,
 * `act.speak(line, {from})` sends a line; `act.closed()` is called when the reader closes it.
 */
export function answered(answer, kind, act) {
  const { lines, headed = false, sections = [], pictures = [], cover, board, lesson, file } = answer;
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
    ...(board ? [frozen(board)] : []),
    ...(lesson ? [drawn(lesson)] : []),
    ...(file ? [download(file)] : []),
  );
  const buttons = ways(answer, act, node);
  if (buttons.length) node.append(offered(buttons, STANDING.includes(kind)));
  close.addEventListener("click", () => {
    node.remove();
    act.closed();
  });
  return node;
}

/** Everything to press in an answer: {label, style, url} or {label, style, press}. */
function ways({ choices = [], opponents = [], lesson }, act, from) {
  const coded = [...choices, ...(lesson?.buttons ?? [])];
  return [
    ...coded.map((choice) => ({ ...choice, press: () => act.press(choice.code, { from }) })),
    ...opponents.map(({ label, line }) => ({ label, press: () => act.speak(line, { from }) })),
  ];
}

/** A board that only this tab sees: nothing can be pressed, and it stays as it is. */
function frozen(board) {
  const node = element("figure", { class: "still" });
  if (board.picture) node.append(still(board));
  node.append(element("figcaption", {}, ...board.lines.map((line) => element("p", {}, line))));
  return node;
}

/** Buttons; where one was pressed none of the others can be, unless they are `standing` there. */
function offered(buttons, standing) {
  const group = element("div", { class: "buttons", role: "group", "aria-label": say("choices") });
  const made = buttons.map(({ label, code, style, url, press }) => {
    if (url) return element("a", { href: url, class: "button", target: "_blank", rel: "noopener" }, label);
    const button = element("button", { type: "button", class: style, "data-code": code }, label);
    button.addEventListener("click", async ({ detail }) => {
      if (detail > 1 || group.dataset.pressed) return;
      group.dataset.pressed = label;
      for (const each of made) each.setAttribute("aria-disabled", "true");
      if ((await press()) && !standing) {
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

function section({ label, text }) {
  return element("p", {}, element("strong", {}, label), ` ${text}`);
}

function figure({ src, alt, caption }) {
  const words = element("figcaption", {}, caption);
  return element("figure", {}, element("img", { src, alt, loading: "lazy" }), words);
}

function drawn(board) {
  return element("figure", {}, still(board));
}

/** A text to be kept as a file. */
function download({ name, text }) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  return element("p", {}, element("a", { href, download: name }, name));
}
