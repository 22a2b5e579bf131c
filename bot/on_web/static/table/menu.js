// The menu: this device's settings, the board in words, and what the server offers.

import { element } from "../dom.js";
import { notifying } from "../notify.js";
import { say } from "../words.js";
import { button, find } from "./drawing.js";
import { invite, linkTo, shares } from "./host.js";
import { handOn } from "./link.js";
import { choose, isOn, pref, turn } from "./prefs.js";
import { isPictured, parts } from "./reply.js";

const COLOURS = ["auto", "maize", "dark", "contrast"];
const MARGIN = 8;
/** The acts of the server's menu that say nothing on the page of the table itself. */
const DONE_HERE = new Set(["board", "hide"]);
/** The most characters of a name. */
const LONGEST = 32;

/** Let a link of the switch lead to the page as it is seen now: as whom, and at which step. */
function keepAddress(link) {
  const query = new URLSearchParams(location.search);
  query.set("lang", link.lang);
  link.search = query;
}

/** The one dialog of the page. Escape or a press outside closes it. */
export class Menu {
  /**
   * @param {HTMLDialogElement} box in it, the switch of languages
   * @param {HTMLElement} opener the button beside which it opens
   * @param {object} acts `state()`, `press(choice)`, `settled(name)`, `toast(text)`, `people()` and
   *   `mute(person, on)`, as the company has them, and `ask(code)`, which resolves to an answer of
   *   the server
   */
  constructor(box, opener, acts) {
    this.box = box;
    this.opener = opener;
    this.acts = acts;
    this.languages = [...box.children];
    opener.addEventListener("click", () => this.open());
    box.addEventListener("click", (event) => event.target === box && box.close());
    addEventListener("resize", () => box.open && this.#place());
  }

  /** Open the menu. */
  open() {
    const { menu, code, title, as, links } = this.acts.state();
    for (const nav of this.languages) nav.querySelectorAll("a").forEach(keepAddress);
    const offered = element("div", { class: "offered", "aria-live": "polite" });
    const share = button(say(shares ? "invite" : "copy"), async () => {
      this.box.close();
      const done = await invite(linkTo(code), title);
      if (done && !shares) this.acts.toast(say("copied"));
    });
    this.#show(
      this.#check("throw", "throw-for-me", false),
      this.#check("confirm", "confirm-moves", false),
      this.#check("sound", "sound", true),
      this.#check("haptics", "haptics", true),
      ...(as?.persona ? [notifying()] : []),
      this.#colours(),
      ...this.languages,
      ...this.acts.people().map((person) => this.#mute(person)),
      element("hr"),
      button(say("describe"), () => this.tell({ lines: [this.acts.state().alt] }, say("describe"))),
      ...(links ? [] : [share]), // the links of seats are on the desk
      offered,
    );
    if (menu && as) this.#fetch(menu, offered);
  }

  /**
   * Show an answer of the server, and its choices below it.
   * @param {object} answer
   * @param {string} label the heading, if the answer has none
   * @param {HTMLElement[]} first what can be pressed before the choices
   */
  tell(answer, label = "", first = []) {
    const heading = answer.headed ? answer.lines[0] : label;
    const head = element("div", { class: "head" }, element("h2", { tabindex: "-1" }, heading), this.#close());
    const link = (url) => handOn(url, this.acts.state().title, this.acts.toast);
    this.#show(head, ...parts(answer, link), ...first, ...this.#choices(answer.choices ?? []));
    this.box.classList.toggle("pictured", isPictured(answer));
    this.box.classList.toggle("marked", first.length > 0);
    this.#place();
    find("h2", this.box).focus();
  }

  /** Ask for a name; resolves to it, or to "" if the person closes the dialog. */
  name() {
    const input = element("input", { maxlength: String(LONGEST), required: true, autocomplete: "nickname" });
    const enter = element("button", { class: "good" }, say("come-in"));
    const form = element("form", { method: "dialog" }, element("label", {}, say("name"), input), enter);
    this.#show(form);
    input.focus();
    return new Promise((resolve) => {
      let named = "";
      const done = () => resolve(named);
      form.addEventListener("submit", () => {
        named = input.value.trim();
      });
      this.box.addEventListener("close", done, { once: true });
    });
  }

  async #fetch(code, into) {
    const answer = await this.acts.ask(code);
    if (!into.isConnected) return;
    const texts = answer.refused ? answer.lines.map((line) => element("p", {}, line)) : [];
    const here = `/g/${this.acts.state().code}`;
    const useful = (answer.choices ?? []).filter(({ act, url }) => !DONE_HERE.has(act) && url !== here);
    const content = [...texts, ...this.#choices(useful)];
    into.replaceChildren(...(content.length ? [element("hr")] : []), ...content);
    this.#place();
  }

  #choices(choices) {
    let group = "";
    return choices.flatMap((each) => {
      const heading = each.group && each.group !== group ? [element("h3", {}, each.group)] : [];
      group = each.group ?? group;
      if (each.url) {
        return [...heading, element("a", { class: "button", href: each.url }, each.label)];
      }
      const act = () => {
        this.box.close();
        this.acts.press(each);
      };
      const attributes = { class: each.style ?? "plain", disabled: Boolean(each.disabled) };
      return [...heading, button(each.label, act, attributes)];
    });
  }

  #close() {
    return button("×", () => this.box.close(), { class: "icon close", "aria-label": say("close") });
  }

  #check(name, word, otherwise) {
    const input = element("input", { type: "checkbox", checked: isOn(name, otherwise) });
    input.addEventListener("change", () => {
      turn(name, input.checked);
      this.acts.settled(name);
    });
    return element("label", {}, say(word), input);
  }

  #mute(person) {
    const input = element("input", { type: "checkbox", checked: person.muted });
    input.addEventListener("change", () => this.acts.mute(person, input.checked));
    return element("label", {}, element("span", {}, say("mute", { name: person.name })), input);
  }

  #colours() {
    const chosen = pref("colours", "auto");
    const options = COLOURS.map((each) => {
      return element("option", { value: each, selected: each === chosen }, say(`colours-${each}`));
    });
    const select = element("select", {}, ...options);
    select.addEventListener("change", () => {
      choose("colours", select.value);
      this.acts.settled("colours");
    });
    return element("label", {}, say("colours"), select);
  }

  #show(...content) {
    this.box.classList.remove("pictured", "marked");
    this.box.replaceChildren(...content);
    if (!this.box.open) this.box.showModal();
    this.box.scrollTop = 0;
    this.#place();
  }

  /** Be beside the button, or below the board that is told of, and inside the window. */
  #place() {
    const { box } = this;
    const from = this.opener.getBoundingClientRect();
    const [width, height] = [innerWidth - box.offsetWidth - MARGIN, innerHeight - box.offsetHeight - MARGIN];
    const low = innerWidth < innerHeight && box.classList.contains("pictured");
    box.style.top = `${Math.max(MARGIN, low ? height : Math.min(from.bottom + 4, height))}px`;
    box.style.left = `${Math.max(MARGIN, Math.min(from.right - box.offsetWidth, width))}px`;
  }
}
