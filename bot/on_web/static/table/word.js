// A player's word for the throws, which is given before play begins. Unless the person enters one, it
// is random, and made here, so that the server can't foresee it.

import { randomWord } from "../chance.js";
import { element } from "../dom.js";
import { say } from "../words.js";

const LONGEST = 32;

/** The field for the word, collapsed; it stays the same while the desk around it changes. */
export class Word {
  #given = false;

  /** @param {(code: string, word: string) => void} give sends the word of somebody with a seat */
  constructor(give) {
    this.give = give;
    this.code = null;
    this.input = element("input", { maxlength: String(LONGEST), autocomplete: "off" });
    this.input.value = randomWord();
    this.input.addEventListener("change", () => this.code && this.give(this.code, this.input.value));
    const label = element("label", {}, say("word"), this.input);
    const content = [element("summary", {}, say("word-add")), label, element("p", {}, say("word-why"))];
    this.root = element("details", { class: "word" }, ...content);
  }

  /**
   * Take what the server says of words; returns whether the field is of use.
   * @param {{code: string, given: string | null} | null} word
   */
  take(word) {
    this.code = word && word.given !== null ? word.code : null;
    if (!word) return false;
    if (word.given && this.input !== document.activeElement) this.input.value = word.given;
    if (this.code && !word.given && !this.#given) {
      this.#given = true;
      this.give(this.code, this.input.value);
    }
    return true;
  }

  /** What a press that takes a seat brings with it. */
  get along() {
    return this.code ? undefined : this.input.value;
  }
}
