// Presses of buttons: requests that are safe to repeat, and what the server answers.

import { Failure, operation, post } from "../api.js";
import { say } from "../words.js";

/** How long the long polls and presses of one table may be repeated by the page itself, in ms. */
const AGAIN = 2500;

/** Presses buttons of one table as one person. */
export class Presser {
  /** @param {() => ({persona: string, channel: string} | null)} who presses, null if nobody can */
  constructor(who) {
    this.who = who;
  }

  /**
   * Press a button; resolves to `{lines, refused, choices}`. An unreachable server is asked again
   * once, with the same operation.
   * @param {string} code of the button
   * @param {string} [word] for the throws, of somebody who takes a seat
   */
  async press(code, word) {
    const who = this.who();
    if (!who?.persona) return { lines: [], refused: true, choices: [] };
    const body = { ...who, code, word, operation: operation() };
    try {
      return answered(await this.#send(body));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return answered({ ...error.answer, refused: true });
    }
  }

  async #send(body) {
    try {
      return await post("/api/press", body, say("unreachable"));
    } catch (error) {
      if (!(error instanceof Failure) || !error.temporary) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      return post("/api/press", body, say("unreachable"));
    }
  }
}

const answered = (answer) => ({ lines: [], refused: false, choices: [], sections: [], ...answer });
