// The field for your word for the throws, next to a board before the game starts. It is collapsed,
// and holds a random word unless you enter your own.

import { randomWord } from "./chance.js";
import { element } from "./dom.js";
import { say } from "./words.js";

/** The field next to one board. `give(code, word, silent)` sends the host's word. */
export class WordField {
  constructor(me, give) {
    this.me = me;
    this.give = give;
    this.root = element("details", { class: "word", hidden: true });
  }

  /** Show the field to the host and to players who can accept, until the game starts. */
  show({ asks_word: asks, host, word, give_word: code }, mentions) {
    this.hosts = host === this.me;
    const accepts = !this.hosts && (mentions.length === 0 || mentions.includes(this.me));
    this.root.hidden = !asks || !(this.hosts || accepts);
    if (this.root.hidden) {
      this.root.replaceChildren();
      this.input = null;
      return;
    }
    const own = this.hosts || !code ? word : ""; // in a challenge, `word` is the host's
    if (!this.input) this.#make(own, code);
    else if (own && this.input !== document.activeElement) this.input.value = own; // set in another tab
  }

  /** The word to send when accepting. The host's has been sent already. */
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
