// What the page says. The sentences come from the server, keys without their "page.".

let words = {};

export function learn(sentences) {
  words = sentences;
}

/** The sentence of a key, with its {arguments} filled in. */
export function say(key, args = {}) {
  return words[key].replace(/\{(\w+)\}/g, (slot, name) => args[name] ?? slot);
}
