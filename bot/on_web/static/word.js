// Words for the throws, beside a table that nobody plays at yet. The page gives a random one by
// itself; whoever has one of their own unfolds the field.

import { randomWord } from "./chance.js";
import { element } from "./dom.js";
import { say } from "./words.js";

/** The field beside one board; `give(code, word, silent)` sends a word that the host gives. */
export class WordField {
  constructor(me, give) {
    this.me = me;
    this.give = give;
    this.root = element("details", { class: "word", hidden: true });
  }

  /** Who accepts may give a word, and so may the host; nobody else, and nobody once play begins. */
  show({ asks_word: asks, host, mention, word, give_word: code }) {
    this.hosts = host === this.me;
    const accepts = !this.hosts && (mention ?? this.me) === this.me;
    this.root.hidden = !asks || !(this.hosts || accepts);
    if (this.root.hidden) {
      this.root.replaceChildren();
      this.input = null;
      return;
    }
    const own = this.hosts || !code ? word : ""; // in a challenge, the word is the host's
    if (!this.input) this.#make(own, code);
    else if (own && this.input !== document.activeElement) this.input.value = own; // given elsewhere
  }

  /** The word that goes with accepting; the host has given theirs already. */
  get word() {
    return this.hosts ? undefined : this.input?.value;
  }

  #make(own, code) {
    this.input = element("input", { maxlength: "32", value: own || randomWord(), autocomplete: "off" });
    const label = element("label", {}, say("word"), " ", this.input);
    this.root.replaceChildren(
      element("summary", {}, say("word-add")),
      label,
      element("p", {}, say("word-why")),
    );
    this.root.open = false;
    if (!this.hosts) return;
    this.input.addEventListener("change", () => this.give(code, this.input.value, false));
    if (!own) this.give(code, this.input.value, true);
  }
}
