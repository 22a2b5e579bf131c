// A link to hand on: the field to copy it from, and the button that copies or shares it.

import { element } from "../dom.js";
import { say } from "../words.js";
import { button } from "./drawing.js";
import { invite, shares } from "./host.js";

/**
 * @param {string} url
 * @param {string} title what is said beside it where it is shared
 * @param {(text: string) => void} toast
 */
export function handOn(url, title, toast) {
  const field = element("input", { value: url, readonly: true, "aria-label": say("link") });
  field.addEventListener("focus", () => field.select());
  const act = async () => {
    const done = await invite(url, title);
    if (!done || !shares) toast(done ? say("copied") : url);
  };
  const hand = button(say(shares ? "invite" : "copy"), act, { class: "gold" });
  return element("div", { class: "link" }, field, hand);
}
