// What is new, as it happens: server-sent events or, where those don't pass, long polling.

const PAUSE = 1500;
const FAILURES = 2;

/** Follows a table; gives each update to `onUpdate` and each change of the connection to `onState`. */
export class Live {
  #source = null;
  #abort = null;
  #generation = 0;
  #polls = false;

  /**
   * @param {(what: string, more?: object) => string} address of `events` and `update`
   * @param {{onUpdate: (update: object) => void, onState: (connected: boolean) => void}} handlers
   */
  constructor(address, { onUpdate, onState }) {
    this.address = address;
    this.onUpdate = onUpdate;
    this.onState = onState;
  }

  /** Follow from what has been seen, as the server calls it. */
  start(seen) {
    this.stop();
    this.seen = seen;
    if (this.#polls || !globalThis.EventSource) this.#poll();
    else this.#listen();
  }

  /** Don't follow any more. */
  stop() {
    this.#generation += 1;
    this.#source?.close();
    this.#source = null;
    this.#abort?.abort();
  }

  #take(update) {
    if (update.seen) this.seen = update.seen;
    this.onUpdate(update);
  }

  #listen() {
    let failures = 0;
    let heard = false;
    const open = () => {
      const source = new EventSource(this.address("events", { since: this.seen }));
      this.#source = source;
      source.addEventListener("open", () => this.onState(true));
      source.addEventListener("update", ({ data }) => {
        [failures, heard] = [0, true];
        this.#take(JSON.parse(data));
      });
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
        const address = this.address("update", { since: this.seen });
        const answer = await fetch(address, { signal: this.#abort.signal });
        if (!answer.ok) throw new Error(String(answer.status));
        const update = answer.status === 204 ? null : await answer.json();
        if (mine !== this.#generation) return;
        this.onState(true);
        if (update) this.#take(update);
      } catch {
        if (mine !== this.#generation) return;
        this.onState(false);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }
}
