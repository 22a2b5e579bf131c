// The texts of a game's own pages, which the server puts into the data of the main element.

export const main = document.querySelector("main");

/** Return the text of a key, with its {arguments} filled in. */
export function phrase(key, args = {}) {
  return main.dataset[key].replace(/\{(\w+)\}/g, (slot, name) => args[name] ?? slot);
}
