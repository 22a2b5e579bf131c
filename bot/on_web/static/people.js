// Who this browser may be: the welcome, and the menu of people.

import { Failure, post } from "./api.js";
import { byId, element } from "./dom.js";
import { dropdown } from "./menu.js";
import { say } from "./words.js";

const PAIR = ["Ana", "Ben"];

/** The address of a tab in which one is this person. */
export function address(channel, id, home) {
  return channel === home ? `/as/${id}` : `/c/${channel}/as/${id}`;
}

/** Ask who one wants to be. */
export function welcome(personas, channel, home) {
  byId("welcome").hidden = false;
  byId("known").replaceChildren(...personas.map((persona) => link(persona, channel, home)));
  const of = ({ id }) => address(channel, id, home);
  onNames("enter", channel, (form) => [form.elements.name.value], ([only]) => location.assign(of(only)));
  // Browsers let a press open a tab, but not what happens once the server has answered.
  let beside = null;
  byId("both").addEventListener("submit", () => (beside = window.open("about:blank", "_blank")));
  onNames("both", channel, () => PAIR, ([first, second]) => {
    beside?.location.replace(of(second));
    location.assign(of(first));
  }, () => beside?.close());
  byId("both").hidden = personas.length > 1;
  byId("enter-name").focus();
}

/** Show who one is, and whom else one can be in another tab. */
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
  const attributes = { href: address(channel, id, home), "data-persona": id };
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
