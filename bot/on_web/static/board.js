// A table as a message: picture, what happened, buttons. Edited in place when it changes.

import { element } from "./dom.js";
import { randomWord } from "./chance.js";
import { say } from "./words.js";

const ACCEPT = "1a."; // how the payload of a button that takes a seat begins
const ANSWER_WAIT = 2000; // until a press that was taken shows on the board, in milliseconds
const PICTURE_TRIES = 5; // how often a picture is asked for while the server is away

/**
 * One board; `press(code, word, silent)` sends a press and resolves to whether the board will
 * change.
 */
export class Board {
  constructor(me, press) {
    this.me = me;
    this.press = press;
    this.badge = element("p", { class: "badge", hidden: true });
    this.image = element("img", { hidden: true, decoding: "async" });
    this.lines = element("div", { class: "lines" });
    this.buttons = element("div", {
      class: "buttons",
      role: "group",
      "aria-label": say("moves"),
      "aria-live": "off",
    });
    this.watch = element("a", { class: "watch-link", target: "_blank", rel: "noopener" });
    this.root = element("article", { class: "board", tabindex: "-1" });
    const heading = element("h3", { class: "unseen" }, say("board"));
    this.root.append(heading, this.badge, this.image, this.lines, this.buttons, this.watch);
  }

  /** Whether it waits for the person of this tab. */
  get mine() {
    return this.live && this.mention === this.me;
  }

  /** What a board that waits for somebody says: it is their turn, or they are to answer. */
  get waiting() {
    return this.picture ? "your-turn" : "your-answer";
  }

  show(body) {
    const focused = this.root === document.activeElement || this.buttons.contains(document.activeElement);
    this.live = body.live;
    this.mention = body.mention;
    this.root.dataset.table = body.table;
    this.root.dataset.revision = body.revision;
    this.root.setAttribute("aria-label", body.lines.at(-1) ?? body.table);
    this.root.classList.toggle("mine", this.mine);
    this.badge.hidden = !this.mine;
    this.picture = body.picture;
    this.badge.textContent = say(this.waiting);
    this.lines.replaceChildren(...body.lines.map((line) => element("p", {}, line)));
    this.watch.href = body.watch;
    this.watch.textContent = body.live ? say("watch") : say("replay");
    this.watch.hidden = !body.live && !body.picture; // nothing was played, nothing goes on
    this.#draw(body);
    this.#offer(body.buttons);
    this.#askForWord(body);
    if (focused) this.focus();
  }

  /** Go to the first button if it is one's turn, else stay with the board. */
  focus() {
    const first = this.mine ? this.buttons.firstChild : null;
    (first ?? this.root).focus({ preventScroll: true });
  }

  /** Show the new picture when it is there, so that the old one does not flicker away. */
  async #draw({ picture, alt, size }) {
    if (!picture) {
      this.image.hidden = true;
      return;
    }
    const [width, height] = size;
    if (this.image.hidden) Object.assign(this.image, { width, height, hidden: false });
    for (let tries = PICTURE_TRIES; tries > 0; tries -= 1) {
      if (await loads(picture)) break;
      await new Promise((resolve) => setTimeout(resolve, ANSWER_WAIT));
    }
    if (this.picture === picture) Object.assign(this.image, { src: picture, alt, width, height });
  }

  #offer(buttons) {
    this.pressed = false;
    this.buttons.hidden = buttons.length === 0;
    this.buttons.replaceChildren(
      ...buttons.map(({ label, code, style, url }) => {
        if (url) return element("a", { href: url, class: "button" }, label);
        const button = element("button", { type: "button", class: style, "data-code": code }, label);
        // The second half of a double click may meet the next board: it is no press.
        button.addEventListener("click", ({ detail }) => detail > 1 || this.#pressed(button));
        return button;
      }),
    );
  }

  /**
   * Whoever accepts may give a word for the casts, and so may the host, beside the challenge; it
   * begins as one that nobody could foresee.
   */
  #askForWord({ asks_word: asks, host, mention, word, give_word: give }) {
    const hosts = host === this.me;
    this.hosts = hosts;
    const accepts = !hosts && (mention ?? this.me) === this.me;
    if (!asks || !(hosts || accepts)) {
      this.word?.remove();
      this.word = null;
      return;
    }
    const own = hosts || !give ? word : ""; // in a challenge, the word is the host's
    if (this.word) {
      const input = this.word.querySelector("input");
      if (own && input !== document.activeElement) input.value = own; // given elsewhere
      return;
    }
    const input = element("input", { maxlength: "32", value: own || randomWord(), autocomplete: "off" });
    this.word = element("label", { class: "word", title: say("word-why") }, `${say("word")} `, input);
    this.buttons.before(this.word);
    if (!hosts) return;
    input.addEventListener("change", () => this.press(give, input.value));
    if (!own) this.press(give, input.value, true);
  }

  /** Take no second press until the first is answered. Buttons stay focusable meanwhile. */
  async #pressed(button) {
    if (this.pressed) return;
    const buttons = [...this.buttons.children];
    const free = () => {
      for (const each of buttons) each.removeAttribute("aria-disabled");
      if (buttons[0] === this.buttons.firstChild) this.pressed = false;
    };
    this.pressed = true;
    for (const each of buttons) each.setAttribute("aria-disabled", "true");
    const { code } = button.dataset;
    const takes = code.startsWith(ACCEPT) && !this.hosts;
    const word = takes ? this.word?.querySelector("input").value : undefined;
    const changes = await this.press(code, word);
    if (changes) setTimeout(free, ANSWER_WAIT);
    else free();
  }
}

/** A board that only this tab sees: nothing can be pressed, and it stays as it is. */
export function still({ lines, picture, alt, size }) {
  const node = element("figure", { class: "still" });
  if (picture) {
    const [width, height] = size;
    node.append(element("img", { src: picture, alt, width, height, decoding: "async" }));
  }
  node.append(element("figcaption", {}, ...lines.map((line) => element("p", {}, line))));
  return node;
}

/** Things that may have been meant, as buttons; `press(code)` sends the one that is pressed. */
export function buttons(choices, press) {
  const group = element("div", { class: "buttons", role: "group", "aria-label": say("choices") });
  const made = choices.map(({ label, code }) => {
    const button = element("button", { type: "button", "data-code": code }, label);
    button.addEventListener("click", async ({ detail }) => {
      if (detail > 1 || group.dataset.pressed) return;
      group.dataset.pressed = code;
      for (const each of made) each.setAttribute("aria-disabled", "true");
      if (await press(code)) {
        group.replaceWith(element("p", {}, say("chosen", { what: label }))); // another would be another act
        return;
      }
      delete group.dataset.pressed;
      for (const each of made) each.removeAttribute("aria-disabled");
    });
    return button;
  });
  group.append(...made);
  return group;
}

function loads(picture) {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener("load", () => resolve(true));
    image.addEventListener("error", () => resolve(false));
    image.src = picture;
  });
}
