// The switch for notifications in this browser, which a service worker shows when no page is open.

import { Failure, post } from "./api.js";
import { element } from "./dom.js";
import { say } from "./words.js";

const WORKER = "/service-worker.js";

/** Why something can't be done, in a text's key. */
class Unable extends Error {}

/**
 * Return a checkbox for everybody who plays in this browser. It asks for permission when pressed.
 * @param {() => Promise<void>} enter lets somebody play in this browser, if nobody does
 */
export function notifying(enter = async () => {}) {
  const box = element("input", { type: "checkbox" });
  const problem = element("span", { class: "problem", role: "alert" });
  const settle = async () => {
    box.checked = Boolean(await subscription().catch(() => null));
  };
  box.addEventListener("change", async () => {
    problem.textContent = "";
    box.disabled = true;
    try {
      await (box.checked ? begin(enter) : end());
    } catch (error) {
      problem.textContent = worded(error);
    }
    await settle();
    box.disabled = false;
    box.focus(); // which it has lost
  });
  settle();
  return element("div", { class: "notifying" }, element("label", {}, say("notify"), box), problem);
}

/** Tell the server of a subscription that this browser already has, so that it lasts for another year. */
export async function renew() {
  const known = await subscription().catch(() => null);
  if (known) await tell(known).catch(() => {});
}

const isAble = () => globalThis.PushManager && globalThis.Notification && navigator.serviceWorker;

async function subscription() {
  if (!isAble()) return null;
  const worker = await navigator.serviceWorker.getRegistration("/");
  return worker?.pushManager.getSubscription();
}

async function begin(enter) {
  if (!isAble()) throw new Unable("notify-unable");
  if ((await Notification.requestPermission()) !== "granted") throw new Unable("notify-denied");
  await enter();
  const { key } = await (await fetch("/api/push")).json();
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const made = await pushManager.subscribe(wanted).catch(() => {
    throw new Unable("notify-failed");
  });
  try {
    await tell(made);
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
}

async function end() {
  const known = await subscription();
  if (!known) return;
  await known.unsubscribe();
  await post("/api/push/end", { endpoint: known.endpoint }, say("unreachable"));
}

function tell(made) {
  const { endpoint, keys } = made.toJSON();
  return post("/api/push", { endpoint, key: keys.p256dh, auth: keys.auth }, say("unreachable"));
}

function worded(error) {
  if (error instanceof Unable) return say(error.message);
  return error instanceof Failure ? error.message : say("notify-failed");
}
