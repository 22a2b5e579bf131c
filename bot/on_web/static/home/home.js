// Entry point of the home page: connects its parts, and keeps the lists of games up to date.

import { byId } from "../dom.js";
import { learn } from "../words.js";
import { beginners } from "./beginning.js";
import { Chooser } from "./chooser.js";
import { dress, settle } from "./colours.js";
import { lessons, myself } from "./me.js";

/** How often the lists of games are asked for, while somebody looks at them. */
const FRESH = 15000;
/** The lists that this page has; there is no game of others to watch where nobody can find one. */
const PARTS = ["yours", "watched"].filter(byId);

learn(JSON.parse(byId("words").textContent));
settle();
const chooser = new Chooser(JSON.parse(byId("choices").textContent));
beginners(chooser);
myself();
lessons();

/** Show the lists of games as they are now; a server that doesn't answer is asked again later. */
async function refresh() {
  if (document.hidden) return;
  let text;
  try {
    const response = await fetch("/");
    if (!response.ok) return;
    text = await response.text();
  } catch {
    return;
  }
  const fresh = new DOMParser().parseFromString(text, "text/html");
  for (const id of PARTS) {
    const [now, then] = [fresh.getElementById(id), byId(id)];
    if (now.innerHTML === then.dataset.shown || then.contains(document.activeElement)) continue;
    then.dataset.shown = now.innerHTML;
    then.replaceChildren(...now.childNodes);
    dress(then);
  }
}

for (const id of PARTS) byId(id).dataset.shown = byId(id).innerHTML;
document.addEventListener("visibilitychange", refresh);
addEventListener("pageshow", ({ persisted }) => persisted && refresh());
setInterval(refresh, FRESH);
