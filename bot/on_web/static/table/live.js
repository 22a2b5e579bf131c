// What is new, as it happens: server-sent events or, where those don't pass, long polling.

import { randomHex } from "../chance.js";

const PAUSE = 1500;
const FAILURES = 2;
/** For how long nothing may be heard, in ms. The server speaks every 25 seconds, but a stream may have
 * ended without a word, as when the computer sleeps. */
const SILENCE = 60_000;
const LOOK = 5000;

/** Follows a table; gives each update to `onUpdate` each change of the connection to `onState`, and the company to `onCompany`. */
export class Live {
  #source = null;
  #abort = null;
  #generation = 0;
  #polls = false;
  /** A name for this page, as long as it is open. */
  #page = randomHex(6);
  /** When something was heard last; Infinity while the table isn't followed. */
  #heard = Infinity;

  /**
   * @param {(what: string, more?: object) => string} address of `events` and `update`
   * @param {{onUpdate: (update: object) => void, onState: (connected: boolean) => void,
   *   onCompany: (company: object) => void}} handlers
   */
  constructor(address, { onUpdate, onState, onCompany }) {
    this.address = address;
    this.onUpdate = onUpdate;
    this.onState = onState;
    this.onCompany = onCompany;
    setInterval(() => Date.now() - this.#heard > SILENCE && this.start(this.seen), LOOK);
  }

  /** Follow from what has been seen, as the server calls it. */
  start(seen) {
    this.stop();
    this.seen = seen;
    this.#hear();
    if (this.#polls || !globalThis.EventSource) this.#poll();
    else this.#listen();
  }

  /** Don't follow any more. */
  stop() {
    this.#generation += 1;
    this.#source?.close();
    this.#source = null;
    this.#abort?.abort();
    this.#heard = Infinity;
  }

  #hear() {
    this.#heard = Date.now();
  }

  get #since() {
    return { since: this.seen, page: this.#page };
  }

  #take(update) {
    if (update.seen) this.seen = update.seen;
    this.onUpdate(update);
  }

  #listen() {
    let failures = 0;
    let heard = false;
    const open = () => {
      const source = new EventSource(this.address("events", this.#since));
      const hear = (event, act) => source.addEventListener(event, ({ data }) => {
        [failures, heard] = [0, true];
        this.#hear();
        act(data);
      });
      this.#source = source;
      source.addEventListener("open", () => this.onState(true));
      hear("update", (data) => this.#take(JSON.parse(data)));
      hear("company", (data) => this.onCompany(JSON.parse(data)));
      hear("quiet", () => {});
      source.addEventListener("error", () => {
        this.onState(false);
        failures += 1;
        if (failures >= FAILURES && !heard) {
          source.close();
          this.#polls = true;
          this.#poll();
        } else if (source.readyState === EventSource.CLOSED) {
          const mine = this.#generation;
          setTimeout(() => mine === this.#generation && open(), PAUSE);
        }
      });
    };
    open();
  }

  async #poll() {
    const mine = this.#generation;
    while (mine === this.#generation) {
      try {
        this.#abort = new AbortController();
        const address = this.address("update", this.#since);
        const answer = await fetch(address, { signal: this.#abort.signal });
        if (!answer.ok) throw new Error(String(answer.status));
        const { update, company } = answer.status === 204 ? {} : await answer.json();
        if (mine !== this.#generation) return;
        this.#hear();
        this.onState(true);
        if (company) this.onCompany(company);
        if (update) this.#take(update);
      } catch {
        if (mine !== this.#generation) return;
        this.onState(false);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }
}
