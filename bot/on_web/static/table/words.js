// The texts of these scripts. Whatever prefix the server's keys have, they are asked for without it.

import { learn as keep, say } from "../words.js";

export { say };

/** Take the texts by their keys. */
export function learn(words) {
  keep(Object.fromEntries(Object.entries(words).map(([key, text]) => [key.replace(/^[^.]*\./, ""), text])));
}
