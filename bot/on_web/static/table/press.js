// Presses of buttons: requests that are safe to repeat, and what the server answers.

import { Failure, operation, post } from "../api.js";
import { say } from "../words.js";

/** After how long an unreachable server is asked once more, in ms. */
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

  /**
   * Become somebody who can press buttons; resolves to an answer, which is refused if that failed.
   * @param {string} name
   */
  async enter(name) {
    const who = this.who();
    try {
      const body = { channel: who.channel, names: [name] };
      const { people } = await post("/api/people", body, say("unreachable"));
      who.persona = people[0].id;
      return answered({});
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
