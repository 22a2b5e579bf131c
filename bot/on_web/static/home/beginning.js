// Beginning a game: one press, and a name in place if a second person needs it.

import { Failure, operation, post } from "../api.js";
import { byId, element } from "../dom.js";
import { say } from "../words.js";

/** What each way to begin asks for before it does: the keys of labels, by the way. */
const ASKS = { computer: [], link: ["your-name"], both: ["first-name", "second-name"] };
const LONGEST = 32;

let busy = false;

/** Let every button begin what it says; those of the chooser begin the chosen game. */
export function beginners(chooser) {
  for (const button of document.querySelectorAll("[data-begin]")) {
    button.addEventListener("click", () => {
      const wish = { way: button.dataset.begin, ...("chosen" in button.dataset ? chooser.wish : {}) };
      pressed(button, wish);
    });
  }
  byId("naming").addEventListener("submit", named);
  byId("forget-naming").addEventListener("click", () => {
    byId("naming").hidden = true;
    asked?.button.focus();
  });
}

let asked = null;

function pressed(button, wish) {
  complain(button, "");
  const name = byId("who").dataset.named;
  if (wish.way === "both" || (wish.way === "link" && !name)) ask(button, wish, name);
  else begin(button, wish);
}

/** The element below which a button says or asks something. */
const below = (button) => button.closest(".quick, .pair") ?? button;

/** Ask for names below a button. */
function ask(button, wish, name) {
  asked = { button, wish };
  const form = byId("naming");
  const fields = ASKS[wish.way].map((key, index) =>
    element("label", {}, say(key),
      element("input", { name: "name", maxlength: LONGEST, required: true, autocomplete: index ? "off" : "nickname" })));
  form.querySelector(".fields").replaceChildren(...fields);
  const inputs = [...form.elements].filter(({ name: called }) => called === "name");
  inputs[0].value = name;
  below(button).after(form);
  form.hidden = false;
  inputs.find(({ value }) => !value)?.focus();
}

function named(event) {
  event.preventDefault();
  const names = [...new FormData(event.target).getAll("name")];
  begin(asked.button, { ...asked.wish, names });
}

/** Begin, and go to the table; if that is refused, say why beside the button. */
async function begin(button, wish) {
  if (busy) return;
  busy = true;
  button.setAttribute("aria-busy", "true");
  try {
    const { path } = await post("/api/begin", { operation: operation(), ...wish }, say("unreachable"));
    location.assign(path);
  } catch (failure) {
    complain(button, failure instanceof Failure ? failure.message : say("failed"));
  } finally {
    busy = false;
    button.removeAttribute("aria-busy");
  }
}

function complain(button, text) {
  const problem = byId("problem");
  const form = byId("naming");
  (form.hidden || asked?.button !== button ? below(button) : form).after(problem);
  problem.textContent = text;
  problem.hidden = !text;
}
