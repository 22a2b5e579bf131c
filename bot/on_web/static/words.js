// The page's texts, as sent by the server. Keys don't have their "page." prefix.

let words = {};

export function learn(sentences) {
  words = sentences;
}

/** Return the text of a key, with its {arguments} filled in. */
export function say(key, args = {}) {
  return words[key].replace(/\{(\w+)\}/g, (slot, name) => args[name] ?? slot);
}
