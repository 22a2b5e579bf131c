// The page of one's own accounts: signing in, codes, and what the bot answers, with its buttons.

import { Failure, operation, post } from "../api.js";
import { byId, download, element } from "../dom.js";
import { learn, say } from "../words.js";
import { settle } from "./colours.js";

learn(JSON.parse(byId("words").textContent));
settle();
const main = document.querySelector("main");

/** Take a code out of the address, where neither history nor bookmarks shall keep it. */
function carried() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (!code) return;
  history.replaceState(null, "", location.pathname + location.search);
  byId("code").value = code;
  byId("typed").querySelector("button").focus();
}

/** Who asks: somebody of this browser, or a new one, perhaps with a name. */
function who() {
  const name = byId("name")?.value.trim();
  return { ...(main.dataset.persona && { persona: main.dataset.persona }), ...(name && { name }) };
}

/** Ask for something, and say what is wrong. What is pressed meanwhile counts for nothing. */
async function asking(ask) {
  if (main.ariaBusy === "true") return;
  main.ariaBusy = "true";
  try {
    await ask();
  } catch (failure) {
    show(failure instanceof Failure ? failure.answer : { lines: [say("failed")] });
  } finally {
    main.ariaBusy = null;
  }
}

/** Say what the bot answers, with its buttons. */
function show({ lines, choices = [], file }) {
  const buttons = choices.map(({ label, code, style, url }) =>
    url
      ? element("a", { class: "button", href: url }, label)
      : element("button", { type: "button", class: style, "data-code": code }, label),
  );
  byId("reply").replaceChildren(
    ...lines.map((line) => element("p", {}, line)),
    ...(file ? [download(file)] : []),
    ...(buttons.length ? [element("p", { class: "links" }, ...buttons)] : []),
  );
}

/** Let answers appear below what is pressed; those about accounts, where accounts are linked. */
function answerBelow(pressed) {
  const section = pressed.closest("#data") ?? byId("typed").parentElement;
  if (!section.contains(byId("reply"))) section.append(byId("reply"));
}

/** Let the person act, and show the accounts as they are then. */
const act = (what) =>
  asking(async () => {
    const body = { ...who(), ...what, operation: operation() };
    const answer = await post("/api/you", body, say("unreachable"));
    if (answer.persona) became(answer.persona);
    if ("typed" in what) byId("code").value = "";
    show(answer);
    await refresh();
    (byId("reply").querySelector("button, a") ?? byId("reply")).focus();
  });

/** Be somebody whom the server has made. */
function became(persona) {
  main.dataset.persona = persona;
  byId("new")?.remove();
  byId("data").hidden = false;
}

/** Show who the person is, and with which accounts; a server that doesn't answer changes nothing. */
async function refresh() {
  const response = await fetch(`?as=${encodeURIComponent(main.dataset.persona)}`).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  byId("mine").replaceChildren(...fresh.getElementById("mine").childNodes);
}

main.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button) answerBelow(button);
  if (button?.dataset.code) act({ press: button.dataset.code });
  if (button?.dataset.signIn) {
    asking(async () => {
      const body = { ...who(), platform: button.dataset.signIn };
      const { url } = await post("/api/sign-in", body, say("unreachable"));
      location.assign(url);
    });
  }
});
byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  act({ typed: byId("code").value });
});
addEventListener("hashchange", carried);
carried();
