// Where the page runs: on the web, in Telegram or in Discord. This is the only module that knows.

import { isOn, pref } from "./prefs.js";

const telegram = globalThis.Telegram?.WebApp?.initData ? globalThis.Telegram.WebApp : null;
const discord = new URLSearchParams(location.search).has("frame_id");
const DARK = matchMedia("(prefers-color-scheme: dark)");
const CONTRAST = matchMedia("(prefers-contrast: more)");
const FORCED = matchMedia("(forced-colors: active)");
const THEMES = ["maize", "dark", "contrast"];
const SIDES = ["top", "right", "bottom", "left"];

/** The name of the place: `telegram`, `discord` or `web`. */
export const host = telegram ? "telegram" : discord ? "discord" : "web";

/** Return the theme: the person's choice, or else what the place and the system ask for. */
export function theme() {
  const chosen = pref("colours", "auto");
  if (THEMES.includes(chosen)) return chosen;
  if (CONTRAST.matches || FORCED.matches) return "contrast";
  if (telegram) return telegram.colorScheme === "dark" ? "dark" : "maize";
  if (discord) return "dark";
  return DARK.matches ? "dark" : "maize";
}

/**
 * Fit the page into its place.
 * @param {() => void} onTheme called when the place or the system changes its colours
 */
export function begin(onTheme) {
  document.documentElement.dataset.host = host;
  for (const media of [DARK, CONTRAST, FORCED]) media.addEventListener("change", onTheme);
  if (!telegram) return;
  telegram.ready();
  telegram.expand();
  telegram.disableVerticalSwipes?.();
  telegram.onEvent("themeChanged", onTheme);
  telegram.BackButton?.show();
  telegram.BackButton?.onClick(() => location.assign("/"));
  for (const event of ["safeAreaChanged", "contentSafeAreaChanged", "viewportChanged"]) {
    telegram.onEvent(event, inset);
  }
  inset();
}

/** Keep free what the place draws over the edges of the page. */
function inset() {
  for (const side of SIDES) {
    const width = (telegram.safeAreaInset?.[side] ?? 0) + (telegram.contentSafeAreaInset?.[side] ?? 0);
    document.documentElement.style.setProperty(`--safe-${side}`, `${width}px`);
  }
}

/** Vibrations on the web, in milliseconds: on, off, on... */
const BUZZ = {
  press: 5,
  land: 8,
  turn: 14,
  carry: [10, 40, 10],
  capture: [18, 30, 26],
  win: [20, 60, 20, 60, 60],
};
/** Impacts in Telegram. */
const FELT = { press: "light", land: "light", carry: "medium", capture: "heavy" };

/**
 * Let the hand feel something.
 * @param {"press" | "land" | "turn" | "carry" | "capture" | "win"} kind
 */
export function haptic(kind) {
  if (!isOn("haptics", true) || document.hidden) return;
  const feedback = telegram?.HapticFeedback;
  if (feedback && FELT[kind]) feedback.impactOccurred(FELT[kind]);
  else if (feedback) feedback.notificationOccurred("success");
  else if (host === "web" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ[kind]);
}

/** Whether links are handed on with a dialog of the place or the system, rather than copied. */
const hasDialog = Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;
export const shares = Boolean(telegram) || hasDialog;

/**
 * Return a game's address for others. On the machine that serves the page, they can't use its own.
 * @param {string} code
 */
export function linkTo(code) {
  const site = document.getElementById("app")?.dataset.site ?? location.origin;
  return `${site}/g/${encodeURIComponent(code)}`;
}

/**
 * Hand on a link in the way that the place does it; resolves to whether that worked.
 * @param {string} url
 * @param {string} text what is said beside the link
 */
export async function invite(url, text) {
  if (telegram) {
    const query = new URLSearchParams({ url, text });
    telegram.openTelegramLink(`https://t.me/share/url?${query}`);
    return true;
  }
  try {
    if (!shares) return await copy(url);
    await navigator.share({ url, text });
    return true;
  } catch {
    return false;
  }
}

/**
 * Copy a text; resolves to whether that worked. Browsers have no `navigator.clipboard` on pages
 * without HTTPS, except on the machine that serves them.
 * @param {string} text
 */
async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
