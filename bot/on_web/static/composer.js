// The message field, with command completion: arrow keys, Tab or the mouse select a candidate; Enter
// takes it if it is the only one. The field is disabled until this is loaded, so no input gets lost.

import { complete } from "./completion.js";
import { byId, element } from "./dom.js";

export class Composer {
  constructor(commands, send) {
    this.commands = commands;
    this.people = [];
    this.send = send;
    this.input = byId("message");
    this.list = byId("completions");
    this.candidates = [];
    this.active = -1;
    this.input.addEventListener("input", () => this.#offer());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("blur", () => this.#close());
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    for (const control of byId("composer").elements) control.disabled = false;
  }

  /** Set the line, ready to be completed or sent. */
  fill(line) {
    this.input.value = line;
    this.input.focus();
    this.#offer();
  }

  async #submit() {
    const line = this.input.value.trim();
    this.#close();
    if (!line) return;
    this.input.value = "";
    const sent = await this.send(line);
    if (!sent && !this.input.value) this.input.value = line;
  }

  #offer() {
    this.candidates = complete(this.input.value, this.commands, this.people);
    this.active = -1;
    this.list.replaceChildren(
      ...this.candidates.map(({ label, hint }, index) => {
        const option = element("li", { role: "option", id: `completion-${index}` });
        option.append(element("span", { class: "usage" }, label));
        if (hint) option.append(" ", element("span", { class: "hint" }, hint));
        option.addEventListener("pointerdown", (event) => {
          event.preventDefault(); // the message field keeps the focus
          this.#take(index);
        });
        return option;
      }),
    );
    this.#mark();
  }

  #mark() {
    const open = this.candidates.length > 0;
    this.list.hidden = !open;
    this.input.setAttribute("aria-expanded", String(open));
    [...this.list.children].forEach((option, index) => {
      option.setAttribute("aria-selected", String(index === this.active));
    });
    if (this.active < 0) {
      this.input.removeAttribute("aria-activedescendant");
      return;
    }
    this.input.setAttribute("aria-activedescendant", `completion-${this.active}`);
    this.list.children[this.active].scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    if (!this.candidates.length || event.isComposing) return;
    const count = this.candidates.length;
    const act = {
      ArrowDown: () => this.#move((this.active + 1) % count),
      ArrowUp: () => this.#move(this.active <= 0 ? count - 1 : this.active - 1),
      Tab: () => this.#take(Math.max(this.active, 0)),
      Enter: () => this.#take(Math.max(this.active, 0)),
      Escape: () => this.#close(),
    }[event.key];
    if (!act || event.shiftKey || (event.key === "Enter" && !this.#takes())) return;
    event.preventDefault();
    act();
  }

  /** Whether Enter takes a candidate: the selected one, or the only one if it changes the line. */
  #takes() {
    if (this.active >= 0) return true;
    const [only, ...others] = this.candidates;
    return !others.length && only.text.trim() !== this.input.value.trim();
  }

  #move(index) {
    this.active = index;
    this.#mark();
  }

  #take(index) {
    this.fill(this.candidates[index].text);
  }

  #close() {
    this.candidates = [];
    this.active = -1;
    this.#mark();
  }
}
