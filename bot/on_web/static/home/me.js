// Who plays in this browser: the dialog behind the initial, and lessons, which need somebody.

import { Failure, post } from "../api.js";
import { byId } from "../dom.js";
import { notifying, renew } from "../notify.js";
import { say } from "../words.js";
import { chosen, paint } from "./colours.js";

/** Let people change their name and the colours. */
export function myself() {
  const dialog = byId("me");
  byId("who").addEventListener("click", () => {
    byId("me-colours").value = chosen();
    byId("me-problem").textContent = "";
    dialog.showModal();
  });
  byId("me-notify").append(notifying(async () => void (await called({}))));
  renew();
  byId("me-close").addEventListener("click", () => dialog.close());
  byId("me-colours").addEventListener("change", ({ target }) => paint(target.value));
  byId("me-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    await trying(async () => {
      const { name } = await called({ name: byId("me-name").value });
      const who = byId("who");
      who.textContent = [...name][0].toUpperCase();
      who.dataset.named = name;
      who.setAttribute("aria-label", say("you", { name }));
      dialog.close();
    });
  });
}

/** Lead to lessons as somebody: the chat, which has them, would ask for a name first. */
export function lessons() {
  for (const link of document.querySelectorAll("[data-lesson]")) {
    link.addEventListener("click", async (event) => {
      if (link.pathname.includes("/as/") || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const to = await called({}).catch(() => null);
      location.assign(to ? `${link.pathname}/as/${to.id}${link.hash}` : link.href);
    });
  }
}

const called = (body) => post("/api/me", body, say("unreachable"));

async function trying(change) {
  try {
    await change();
  } catch (failure) {
    byId("me-problem").textContent = failure instanceof Failure ? failure.message : say("failed");
  }
}
