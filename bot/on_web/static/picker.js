// The choice of several people to invite, in a private reply.

import { element } from "./dom.js";
import { say } from "./words.js";

/**
 * Return a form to choose from `people`, at most as many as `most`. `invite(ids)` resolves to
 * whether they are invited.
 */
export function picker({ people, most }, invite) {
  if (!people.length) return element("p", {}, say("invite-nobody"));
  const boxes = people.map(({ id }) => element("input", { type: "checkbox", value: id }));
  const submit = element("button", { class: "good" }, say("invite"));
  const names = element("fieldset", {}, element("legend", { class: "unseen" }, say("choices")));
  names.append(...people.map(({ name }, index) => element("label", {}, boxes[index], name)));
  const form = element("form", { class: "picker" }, names, submit);
  const chosen = () => people.filter((_, index) => boxes[index].checked);

  /** Enable what can be chosen or sent now. */
  function update() {
    const { length } = chosen();
    submit.disabled = length === 0;
    for (const box of boxes) box.disabled = !box.checked && length >= most;
  }

  form.addEventListener("change", update);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (names.disabled) return;
    const invited = chosen();
    names.disabled = submit.disabled = true;
    if (await invite(invited.map(({ id }) => id))) {
      const what = invited.map(({ name }) => name).join(", ");
      form.replaceWith(element("p", {}, say("chosen", { what })));
      return;
    }
    names.disabled = false;
    update();
  });
  update();
  return form;
}
