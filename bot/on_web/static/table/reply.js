// What the server answered to a press, as elements: lines, sections, pictures and files.

import { download, element } from "../dom.js";

/** A line and a picture of more characters than these don't fit into a message over the board. */
const SHORT = 160;
/** A line that is a link to hand on. */
const LINK = /^https?:\/\/\S+$/;

/** Whether an answer is only said for a moment, over the board. */
export function isShort(answer) {
  const { lines, choices, sections = [], figures = [], pictures = [], file } = answer;
  if (choices.length || sections.length || figures.length || pictures.length || file) return false;
  return !lines.some((line) => LINK.test(line)) && lines.join(" ").length <= SHORT;
}

/** Whether an answer has pictures, which are looked at beside the board. */
export const isPictured = ({ figures = [], pictures = [] }) => figures.length + pictures.length > 0;

/**
 * Return the elements of an answer, without its heading and its choices.
 * @param {object} answer
 * @param {(url: string) => HTMLElement} handOn what shows a link
 */
export function parts({ lines, headed = false, sections = [], figures = [], pictures = [], file }, handOn) {
  const said = lines.slice(headed ? 1 : 0).flatMap((line) => line.split("\n"));
  return [
    ...said.map((line) => (LINK.test(line) ? handOn(line) : element("p", {}, line))),
    ...sections.map(({ label, text }) => element("p", {}, element("strong", {}, label), ` ${text}`)),
    ...figures.map(({ picture, alt, size: [width, height], caption }) => {
      return figure({ src: picture, alt, width, height }, caption);
    }),
    ...pictures.map(({ src, alt, caption }) => figure({ src, alt, loading: "lazy" }, caption)),
    ...(file ? [download(file)] : []),
  ];
}

function figure(attributes, caption) {
  return element("figure", {}, element("img", attributes), element("figcaption", {}, caption));
}
