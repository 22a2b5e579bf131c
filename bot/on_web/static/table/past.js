// What the server tells of a game's past: its steps, which are kept, and its review.

/** How many steps the page keeps. */
const KEPT = 60;
/** After how long something is asked for again that could not be had, in ms. */
const AGAIN = 3000;
const GONE = 404;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks for steps, in the shape, theme and seat of the page, and keeps them. */
export class Past {
  #kept = new Map();
  #index = null;
  #judged = null;

  /**
   * @param {() => {code: string, query: URLSearchParams}} view the table, and how it is seen
   * @param {(connected: boolean) => void} connected told whether the server answers
   */
  constructor(view, connected) {
    this.view = view;
    this.connected = connected;
  }

  /** Forget what may have changed: the steps there are, and whether there is a review. */
  forget() {
    this.#index = null;
    this.#judged = null;
  }

  /** Resolve to the steps there are: `{marks, told}`. */
  index() {
    this.#index ??= this.#get("steps");
    return this.#index;
  }

  /** Resolve to a step, null if there is no such one. */
  async step(number) {
    const { marks } = await this.index();
    if (!marks[number]) return null;
    const part = `${marks[number]}/steps/${number}?${this.view().query}`;
    if (!this.#kept.has(part)) this.#kept.set(part, this.#get(part));
    for (const [old] of this.#kept) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(old);
    }
    return this.#kept.get(part);
  }

  /** Resolve to the number of the step that a line of the log belongs to. */
  async stepOf(line) {
    const { told } = await this.index();
    let lines = 0;
    const step = told.findIndex((count) => (lines += count) > line);
    return step < 0 ? told.length - 1 : step;
  }

  /** Resolve to the review or `{why}`, however long that takes. */
  judged() {
    const seat = this.view().query.get("seat");
    this.#judged ??= this.#get(seat === null ? "judged" : `judged?seat=${seat}`);
    return this.#judged;
  }

  /** Ask until there is an answer. */
  async #get(part) {
    for (;;) {
      try {
        const answer = await fetch(`/g/${encodeURIComponent(this.view().code)}/${part}`);
        this.connected(true);
        if (answer.ok) return await answer.json();
        if (answer.status === GONE) return null;
        await sleep(1000 * Number(answer.headers.get("Retry-After")) || AGAIN);
      } catch {
        this.connected(false);
        await sleep(AGAIN);
      }
    }
  }
}
