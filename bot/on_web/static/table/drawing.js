// Elements and drawings. Text is never parsed as HTML; markup of drawings only comes from our server.

import { element } from "../dom.js";

const parser = new DOMParser();

/** Return the first element that matches a CSS selector, inside `root`. */
export const find = (selector, root = document) => root.querySelector(selector);

/**
 * Return a drawing as an svg element.
 * @param {[number, number, string]} sprite its width and height in units, and its markup
 */
export function drawing([width, height, markup]) {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" aria-hidden="true">`;
  const text = `${open}${markup}</svg>`;
  return document.importNode(parser.parseFromString(text, "image/svg+xml").documentElement, true);
}

/**
 * Return a button that calls `act` when it is pressed.
 * @param {string | Node | (string | Node)[]} content
 * @param {() => void} act
 * @param {object} attributes
 */
export function button(content, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, ...[content].flat());
  made.addEventListener("click", act);
  return made;
}
