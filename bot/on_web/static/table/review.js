// Looking back: the steps of a game on its board, one after the other, with what was played, what
// would have been better, and positions in which a better move can be tried.

import { element } from "../dom.js";
import { say } from "../words.js";
import { chart, coloured } from "./chart.js";
import { button, drawing, find } from "./drawing.js";
import { invite, linkTo, shares } from "./host.js";
import { calm, finish, hurry, lifted, moved, resume, thrown, walked } from "./motion.js";

/** How long a step is shown while the game plays by itself, and a move that was tried, in ms. */
const SHOWN = 1300;
const TRIED = 600;
/** How much faster than in the game things move. */
const SPEED = 1.5;
/** How long a step must be shown before it goes into the address, in ms: browsers limit changes. */
const ADDRESSED = 200;

const SIGNS = {
  first: "M6 5h2.6v14H6zM19 5v14l-9-7z",
  back: "M16 5v14L7 12z",
  play: "M8 4.5v15L19.5 12z",
  pause: "M7 5h3.4v14H7zM13.6 5H17v14h-3.4z",
  forward: "M8 5v14l9-7z",
  last: "M18 5h-2.6v14H18zM5 5v14l9-7z",
  leave: "M18.6 7 17 5.4l-5 5-5-5L5.4 7l5 5-5 5L7 18.6l5-5 5 5 1.6-1.6-5-5z",
  share: "M12 3 7 8.2h3.6V15h2.8V8.2H17zM5 13v8h14v-8h-2.6v5.4H7.6V13z",
};
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };
const SIGN = 24;

const sign = (name) => drawing([SIGN, SIGN, `<path d="${SIGNS[name]}"/>`]);
const named = (text) => element("span", {}, text);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Return the step that the address of the page names, null if it names none. */
export function addressed() {
  const asked = location.hash.slice(1) || new URLSearchParams(location.search).get("step") || "";
  return /^\d{1,9}$/.test(asked) ? Number(asked) : null;
}

/** The way through a game that has been played. */
export class Review {
  #going = 0;
  #motion = Promise.resolve();
  #asked = null;
  #playing = false;
  #judged = null;

  /**
   * @param {object} parts `board`, `desk`, `log` and `past` of the page
   * @param {object} acts `state()`; `hold()` resolves when the board shows nothing of the game any
   *   more; `leave()` shows the game again; `names(turn, names)`; `offer(moves)`; `toast(text)`
   */
  constructor(parts, acts) {
    Object.assign(this, parts);
    this.acts = acts;
    /** The step that is shown, null while the page shows the game itself. */
    this.at = null;
    /** The step that will be shown as soon as it is known. */
    this.wanted = null;
    addEventListener("hashchange", () => {
      const step = addressed();
      if (step !== null) this.open(step);
      else if (this.on) this.leave();
    });
  }

  /** Whether the page looks back. */
  get on() {
    return this.at !== null;
  }

  /** Look back at a step; without one, at the last. */
  async open(step = null) {
    if (!this.on) {
      this.at = -1;
      await this.acts.hold();
      find(".banner").hidden = true;
      find(".table").dataset.review = "";
      this.past.forget();
    }
    const { marks } = await this.past.index();
    this.last = marks.length - 1;
    if (this.last < 0 || !this.on) {
      await this.leave();
      return;
    }
    if (step !== null && step > this.last) this.acts.toast(say("no-step", { step }));
    this.#dress();
    await this.go(step ?? this.last);
  }

  /** Show the game again. */
  async leave() {
    this.#going += 1;
    this.#stop();
    this.at = null;
    clearTimeout(this.addressing);
    const query = new URLSearchParams(location.search);
    query.delete("step");
    history.replaceState(null, "", location.pathname + (query.size ? `?${query}` : ""));
    finish();
    await this.#motion;
    resume();
    hurry(1);
    delete find(".table").dataset.review;
    this.log.mark(-1, -1);
    await this.acts.leave();
  }

  /** The game has gone on, or was drawn anew. */
  async renew() {
    this.past.forget();
    const { marks } = await this.past.index();
    if (!this.on) return;
    this.last = marks.length - 1;
    await this.#show(Math.min(this.at, this.last), false);
  }

  /** Go to a step because the person wants it. */
  go(to) {
    this.#stop();
    return this.#show(to);
  }

  /** Take a key; returns whether it means anything here. */
  key(key) {
    if (!this.on || !KEYS[key]) return false;
    this.go(this.#target(KEYS[key]));
    return true;
  }

  #target(name) {
    return { first: 0, back: Math.max(this.wanted - 1, 0), forward: Math.min(this.wanted + 1, this.last), last: this.last }[name];
  }

  /** Show a step; the one after the present one as it happened. */
  async #show(to, animated = true) {
    this.#going += 1;
    const mine = this.#going;
    this.#asked = null;
    const number = Math.max(0, Math.min(to, this.last));
    this.wanted = number;
    finish();
    const [told] = await Promise.all([this.past.step(number), this.#motion]);
    resume();
    if (mine !== this.#going || !told) return;
    const forward = animated && number === this.at + 1 && this.at >= 0 && !calm();
    this.at = number;
    this.told = told;
    this.#tell();
    this.#motion = this.#happens(told, forward);
    await this.#motion;
    if (mine === this.#going) this.past.step(number + 1);
  }

  /** Let the board show a step, as it happened or at once. */
  async #happens({ frames, scene, sprites, throws }, forward) {
    const { board, desk } = this;
    if (!board.plan || !scene) return;
    board.learn(sprites);
    this.acts.offer([]);
    if (forward) {
      hurry(SPEED);
      desk.lay([], board);
      for (const frame of frames) await this.#event(frame);
      hurry(1);
    }
    board.show(scene);
    board.lay(throws);
    desk.lay(throws, board);
  }

  async #event({ e, s }) {
    if (e.k === "throw" || e.k === "open") await thrown(this.board, e, this.desk.tray);
    else if (e.k === "move" && !calm()) {
      await moved(this.board, e, s ?? this.board.scene);
      this.desk.lay([], this.board);
    }
    if (s) this.board.show(s);
  }

  /** Say in words, beside the board, what a step is. */
  #tell() {
    const { step, text, alt, seat, names } = this.told;
    this.#band();
    this.acts.names(seat, names);
    find("#alt").textContent = alt;
    this.line.replaceChildren(...text.map((each) => element("p", {}, each)));
    this.drawn?.mark(step);
    this.slider.max = this.last;
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", say("step", { step, last: this.last }));
    for (const name of Object.values(KEYS)) this.buttons[name].setAttribute("aria-disabled", this.#target(name) === step);
    this.#solve();
    this.#marks(step);
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => {
      const query = new URLSearchParams(location.search);
      query.delete("step");
      history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}#${step}`);
    }, ADDRESSED);
  }

  /** Mark the lines of the log that tell of a step. */
  async #marks(step) {
    const { told } = await this.past.index();
    const before = told.slice(0, step).reduce((sum, count) => sum + count, 0);
    if (this.at === step) this.log.mark(before, before + told[step]);
  }

  // The panel of the desk

  #dress() {
    const { panel } = this.desk;
    this.desk.look();
    this.line = element("div", { class: "told", role: "status" });
    this.slider = element("input", { type: "range", class: "slider", min: 0, max: this.last, "aria-label": say("step-slider") });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.buttons = Object.fromEntries(["first", "back", "play", "forward", "last"].map((name) => [name, this.#button(name)]));
    this.judging = element("div", { class: "judging" }, this.slider);
    this.solution = element("div", { class: "solution", role: "status" });
    this.worst = element("ol", { class: "worst" });
    const over = this.acts.state().status === "over";
    const ends = element(
      "div",
      { class: "two ends" },
      button([sign("leave"), named(say(over ? "to-result" : "to-game"))], () => this.leave(), { class: "good" }),
      button([sign("share"), named(say("share"))], () => this.#share()),
    );
    const stepper = element("div", { class: "stepper", role: "group", "aria-label": say("stepper") }, ...Object.values(this.buttons));
    const steering = element("div", { class: "steering" }, stepper, ends);
    panel.replaceChildren(this.judging, steering, this.line, this.solution, this.worst);
    this.drawn = null;
    this.#judge(over);
  }

  #button(name) {
    const act = name === "play" ? () => this.#toggle() : () => this.go(this.#target(name));
    return button([sign(name)], act, { class: name, "aria-label": say(name) });
  }

  /** Show the chart and the worst moves, when the server has judged the game. */
  async #judge(over) {
    if (!over) return;
    const { judging } = this;
    const wait = element("p", { class: "quiet" }, say("reviewing"));
    judging.append(wait);
    const judged = await this.past.judged();
    wait.remove();
    if (!judged || !judging.isConnected) return;
    if (judged.why) {
      judging.append(element("p", { class: "quiet" }, judged.why));
      return;
    }
    this.#judged = judged;
    const { seats } = this.acts.state();
    this.drawn = chart(judged.curve, {
      dot: judged.turning?.step ?? null,
      onpick: (step) => this.go(step),
      label: say("chart"),
      colours: coloured(seats),
    });
    this.slider.classList.add("unseen");
    this.judging.prepend(this.drawn);
    this.drawn.mark(Math.max(this.at, 0));
    if (this.told) this.#band();
    const named = judged.worst.length ? [element("li", { class: "head" }, say("worst"))] : [];
    this.worst.replaceChildren(...named, ...judged.worst.map((made) => this.#mistake(made)));
    this.#solve();
  }

  /** Name the step in the band, with the chances there. */
  #band() {
    const { step, side } = this.told;
    const small = this.#judged?.chances[step] ?? "";
    this.desk.band({ text: say("step", { step, last: this.last }), small, side }, this.board);
  }

  #mistake(made) {
    const { step, played, better, lost } = made;
    const { seats, mine } = this.acts.state();
    const seat = seats[made.seat];
    const name = seat?.you && mine.length === 1 ? say("you") : seat?.short ?? "";
    const text = say("mistake", { step, name, played: played.label, better: better.label, lost });
    return element("li", {}, button(text, async () => {
      this.#stop();
      this.desk.panel.scrollTop = 0;
      await this.#show(step, false);
      if (this.at === step) this.#solve(made);
    }));
  }

  // What would have been better

  /** Show the solution of a step, or that there is one; nothing where there is none. */
  #solve(shown = null) {
    const { board, told } = this;
    if (board.plan) board.ways([]);
    const made = shown ?? this.#judged?.worst.find(({ step }) => step === this.at);
    if (!made || !told || made.step !== told.step) {
      this.solution.replaceChildren();
      return;
    }
    const retry = button(say("retry"), () => this.#retry(made), { class: "gold" });
    if (!shown) {
      this.solution.replaceChildren(retry);
      return;
    }
    this.#draw(made);
    this.solution.replaceChildren(
      element("p", { class: "was" }, say("was-played", { move: made.played.label, lost: made.lost })),
      element("p", { class: "better" }, say("was-better", { move: made.better.label })),
      retry,
    );
  }

  /** Draw the ways of the move that was played and of the better one. */
  #draw({ played, better }) {
    const way = ({ move }) => this.told.moves.find((each) => each.move === move)?.walk;
    const ways = [{ walk: way(played), kind: "played" }, { walk: way(better), kind: "better" }];
    if (this.board.plan) this.board.ways(ways.filter(({ walk }) => walk));
  }

  /** Let the person play a move where a worse one was played. */
  #retry(made) {
    this.#stop();
    if (this.board.plan) this.board.ways([]);
    const moves = this.told.moves.map((each) => ({ ...each, code: each.move }));
    this.#asked = made;
    this.acts.offer(moves);
    this.desk.choose(moves, say("retry-hint"), button(say("give-up"), () => this.#answer(null), { class: "act" }));
  }

  /** The person has played a move against the solution. */
  async tried(move) {
    if (!this.#asked) return;
    const mine = this.#going;
    this.acts.offer([]);
    if (move.walk && !calm() && this.board.elements.has(move.piece)) {
      const walk = move.walk.map((point) => [...point]);
      const walker = lifted(this.board, move.piece, walk[0]);
      this.#motion = walked(this.board, walker, walk).then(() => sleep(TRIED)).then(() => walker.remove());
      await this.#motion;
      this.board.show(this.board.scene);
    }
    if (mine === this.#going) this.#answer(move);
  }

  #answer(move) {
    const made = this.#asked;
    this.#asked = null;
    if (!made) return;
    this.acts.offer([]);
    this.desk.look();
    this.#solve(made);
    if (!move) return;
    const found = made.good.includes(move.move);
    const same = move.move === made.played.move;
    const text = say(found ? "found" : same ? "same-again" : "not-best", { move: move.label });
    this.solution.prepend(element("p", { class: found ? "found" : "missed" }, text));
  }

  // Playing by itself

  #toggle() {
    if (this.#playing) this.#stop();
    else this.#play();
  }

  async #play() {
    this.#playing = true;
    this.#label();
    if (this.at === this.last) await this.#show(0);
    const mine = this.#going;
    for (let expected = mine; this.#playing && expected === this.#going && this.at < this.last; expected += 1) {
      await sleep(SHOWN);
      if (!this.#playing || expected !== this.#going) break;
      await this.#show(this.at + 1);
    }
    if (this.at === this.last) this.#stop();
  }

  #stop() {
    if (!this.#playing) return;
    this.#playing = false;
    this.#label();
  }

  /** Label the button with what it does now. */
  #label() {
    const name = this.#playing ? "pause" : "play";
    this.buttons.play.setAttribute("aria-label", say(name));
    this.buttons.play.replaceChildren(sign(name));
  }

  async #share() {
    const { code, title } = this.acts.state();
    const done = await invite(`${linkTo(code)}#${this.at}`, title);
    if (done && !shares) this.acts.toast(say("copied"));
  }
}
