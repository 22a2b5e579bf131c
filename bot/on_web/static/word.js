// The field for your word for the throws, next to a board before the game starts. It is collapsed,
// and holds a random word unless you enter your own.

import { randomWord } from "./chance.js";
import { element } from "./dom.js";
import { say } from "./words.js";

/** The field next to one board. `give(code, word, silent)` sends the word of a seated player. */
export class WordField {
  constructor(me, give) {
    this.me = me;
    this.give = give;
    this.given = false; // whether the random word has been sent
    this.root = element("details", { class: "word", hidden: true });
  }

  /**
   * Show the field to seated players and those who can join them, until the game starts. `words` are
   * those of the seated players, by their ids; `accepts` says whether this player can accept or join.
   */
  show({ asks_word: asks, words, give_word: code }, accepts) {
    const seated = this.me in words;
    this.accepts = accepts;
    this.code = seated ? code : null;
    this.root.hidden = !asks || !(seated || accepts);
    if (this.root.hidden) {
      this.root.replaceChildren();
      this.input = null;
      this.given = false;
      return;
    }
    const own = words[this.me] ?? "";
    if (!this.input) this.#make(own);
    else if (own && this.input !== document.activeElement) this.input.value = own; // set in another tab
    if (!this.code || own || accepts || this.given) return;
    this.given = true;
    this.give(this.code, this.input.value, true);
  }

  /** The word to send when accepting or joining. That of others has been sent already. */
  get word() {
    return this.accepts ? this.input?.value : undefined;
  }

  #make(own) {
    this.input = element("input", { maxlength: "32", value: own || randomWord(), autocomplete: "off" });
    const label = element("label", {}, say("word"), " ", this.input);
    this.root.replaceChildren(
      element("summary", {}, say("word-add")),
      label,
      element("p", {}, say("word-why")),
    );
    this.root.open = false;
    this.input.addEventListener("change", () => {
      if (this.code && !this.accepts) this.give(this.code, this.input.value, false);
    });
  }
}
