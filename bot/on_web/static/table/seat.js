// A seat that is taken by a link: the secret in the link's fragment goes to the server only when the
// person presses.

import { Failure, operation, post } from "../api.js";
import { say } from "../words.js";

const secret = () => new URLSearchParams(location.hash.slice(1)).get("seat");

/** The link by which somebody has come, if it gives a seat. */
export class SeatLink {
  #secret = secret();
  /** What the link of a guest's seat offers, and the name that goes with it. */
  #back = null;

  constructor() {
    addEventListener("hashchange", () => secret() && location.reload());
  }

  /**
   * Return what can be pressed at a table: besides the buttons, those that take a seat. The link of
   * a guest's seat gives no other one.
   * @param {{mine: number[], offers?: object[], buttons?: object[]}} state
   */
  buttons({ mine, offers = [], buttons = [] }) {
    if (mine.length) this.#forget();
    if (!this.#secret) return buttons;
    const given = this.#back ? [{ ...this.#back.offer, code: "", style: "good" }] : offers;
    return [...given.map((each) => ({ ...each, seat: true })), ...buttons];
  }

  /**
   * Ask what seat the link gives; resolves to what is to be said if that changes what can be pressed,
   * and to null if it doesn't. A server that can't be reached says nothing.
   * @param {{code: string, mine: number[]}} state
   */
  async checked({ code, mine }) {
    if (!this.#secret || mine.length) return null;
    try {
      const answer = await post(this.#path(code), { secret: this.#secret }, say("unreachable"));
      if (!answer.offer) return null;
      this.#back = answer;
      return "";
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.temporary) return null;
      this.#forget();
      return error.message;
    }
  }

  /** Whether the table's seats are taken by link, and this person has come without one. */
  isMissing({ offers = [] }) {
    return offers.length > 0 && !this.#secret;
  }

  /**
   * Take a seat; resolves to an answer, which is refused if that failed.
   * @param {{code: string, me: {persona: string} | null}} state of the table
   * @param {{code: string}} choice what was pressed
   * @param {string | undefined} word for the throws
   * @param {() => Promise<string>} named asks for a name; "" if the person doesn't want to
   */
  async take(state, choice, word, named) {
    try {
      const persona = state.me?.persona ?? (await this.#enter(this.#back?.name || (await named())));
      if (!persona) return null;
      const body = { persona, secret: this.#secret, code: choice.code, word, operation: operation() };
      const answer = await post(this.#path(state.code), body, say("unreachable"));
      this.#forget();
      return answer;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { ...error.answer, refused: true };
    }
  }

  #path(code) {
    return `/g/${encodeURIComponent(code)}/seat`;
  }

  async #enter(name) {
    if (!name) return null;
    const { id } = await post("/api/me", { name }, say("unreachable"));
    return id;
  }

  #forget() {
    if (this.#secret === null) return;
    this.#secret = null;
    history.replaceState(null, "", location.pathname + location.search);
  }
}
