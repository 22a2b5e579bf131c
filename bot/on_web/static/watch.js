// Keeps a table's own page up to date, without loading it anew.

const PAUSE = 2000;

async function look() {
  const shown = document.querySelector("main");
  if (shown.dataset.live !== "true") return;
  if (!document.hidden) {
    try {
      const response = await fetch(location.pathname, { cache: "no-cache" });
      if (response.ok) replace(shown, await response.text());
    } catch {
      // The server is away: the page stays as it is, and asks again.
    }
  }
  setTimeout(look, PAUSE);
}

function replace(shown, text) {
  const next = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  if (next.dataset.revision === shown.dataset.revision) return;
  for (const part of [".state", "img"]) {
    const [old, young] = [shown.querySelector(part), next.querySelector(part)];
    if (old && young) old.replaceWith(young);
    else if (young) shown.querySelector(".state").after(young);
  }
  shown.querySelector("[role=log]").replaceChildren(...next.querySelector("[role=log]").children);
  Object.assign(shown.dataset, next.dataset);
}

setTimeout(look, PAUSE);
