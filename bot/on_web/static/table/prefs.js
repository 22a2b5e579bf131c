// What a person has chosen on this device. Without storage (a private window, a frame whose storage
// is blocked) choices last as long as the page.

const PREFIX = "table.";
const kept = new Map();

/**
 * Return what was chosen.
 * @param {string} name
 * @param {string} otherwise what holds if nothing was chosen
 */
export function pref(name, otherwise = "") {
  try {
    return localStorage.getItem(PREFIX + name) ?? kept.get(name) ?? otherwise;
  } catch {
    return kept.get(name) ?? otherwise;
  }
}

/**
 * Keep a choice.
 * @param {string} name
 * @param {string} value
 */
export function choose(name, value) {
  kept.set(name, String(value));
  try {
    localStorage.setItem(PREFIX + name, String(value));
  } catch {
    // it lasts as long as the page
  }
}

/** Whether something is switched on, which is kept as `on` or `off`. */
export const isOn = (name, otherwise = false) => pref(name, otherwise ? "on" : "off") === "on";

/** Switch something on or off. */
export const turn = (name, on) => choose(name, on ? "on" : "off");
