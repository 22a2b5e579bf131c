// The players in this browser: the welcome form, and the menu for switching.

import { Failure, post } from "./api.js";
import { byId, element } from "./dom.js";
import { dropdown } from "./menu.js";
import { say } from "./words.js";

const PAIR = ["Ana", "Ben"];

/** The URL of a tab for a player. */
export function address(channel, id, home) {
  return channel === home ? `/as/${id}` : `/c/${channel}/as/${id}`;
}

/** The URL of this tab for a player: it keeps what the tab was to begin with, such as a lesson. */
const onward = (channel, id, home) => address(channel, id, home) + location.hash;

/** Show the welcome form, which asks for a name. */
export function welcome(personas, channel, home) {
  byId("welcome").hidden = false;
  byId("known").replaceChildren(...personas.map((persona) => link(persona, channel, home)));
  const of = ({ id }) => onward(channel, id, home);
  onNames("enter", channel, (form) => [form.elements.name.value], ([only]) => location.assign(of(only)));
  // Browsers allow opening a tab during a click, but not later, after the server's response.
  let beside = null;
  byId("both").addEventListener("submit", () => (beside = window.open("about:blank", "_blank")));
  onNames("both", channel, () => PAIR, ([first, second]) => {
    beside?.location.replace(of(second));
    location.assign(of(first));
  }, () => beside?.close());
  byId("both").hidden = personas.length > 1;
  byId("enter-name").focus();
}

/** Show the menu with your name, and the other players you can open in new tabs. */
export function menu(me, personas, channel, home) {
  byId("personas").hidden = false;
  byId("me").textContent = me.name;
  byId("me").setAttribute("aria-label", say("you-are", { name: me.name }));
  const others = personas.filter(({ id }) => id !== me.id);
  byId("others").replaceChildren(...others.map((each) => link(each, channel, home, true)));
  const another = byId("another");
  onNames("another", channel, (form) => [form.elements.name.value], ([added]) => {
    another.reset();
    byId("others").append(link(added, channel, home, true));
    byId("others").lastChild.firstChild.focus();
  });
  dropdown(byId("personas"));
}

function link({ id, name }, channel, home, elsewhere = false) {
  const href = elsewhere ? address(channel, id, home) : onward(channel, id, home);
  const attributes = { href, "data-persona": id };
  if (elsewhere) Object.assign(attributes, { target: "_blank", rel: "noopener" });
  const text = elsewhere ? say("open-person", { name }) : name;
  return element("li", {}, element("a", attributes, text));
}

function onNames(form, channel, names, then, failed = () => {}) {
  const root = byId(form);
  root.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = root.querySelector(".problem");
    problem.textContent = "";
    try {
      then((await post("/api/people", { channel, names: names(root) }, say("unreachable"))).people);
    } catch (failure) {
      failed();
      if (!(failure instanceof Failure)) throw failure;
      problem.textContent = failure.message;
    }
  });
}
