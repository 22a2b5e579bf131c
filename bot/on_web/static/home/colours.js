// The colours of the page and of its pictures: a person's choice, or what the system asks for.

import { begin, theme } from "../table/host.js";
import { choose, pref } from "../table/prefs.js";

const NAME = "colours";

/** Colour the page, now and whenever the system changes its colours. */
export function settle() {
  const colour = () => (document.documentElement.dataset.theme = theme());
  begin(() => {
    colour();
    dress(document);
  });
  colour();
  document.documentElement.dataset.settled = "yes";
  dress(document);
}

export const chosen = () => pref(NAME, "auto");

/** Keep a choice, and colour everything by it. */
export function paint(colours) {
  choose(NAME, colours);
  document.documentElement.dataset.theme = theme();
  dress(document);
}

/** Colour the pictures in a part of the page. */
export function dress(root) {
  const colours = theme();
  for (const image of root.querySelectorAll("img[data-art]")) {
    // Until scripts run, the system's colours decide by these.
    for (const source of image.parentNode.querySelectorAll("source")) source.remove();
    const wanted = image.dataset.art + colours;
    if (image.getAttribute("src") !== wanted) image.src = wanted;
  }
}
