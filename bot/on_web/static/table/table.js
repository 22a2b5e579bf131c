// Entry point of the table page. It shows what the server says, one event after the other, and sends
// presses; it knows no rules.

import { element } from "../dom.js";
import { renew } from "../notify.js";
import { learn, say } from "../words.js";
import { Board } from "./board.js";
import { Company } from "./company.js";
import { Countdown } from "./countdown.js";
import { Desk } from "./desk.js";
import { button, find } from "./drawing.js";
import { begin, haptic, theme } from "./host.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { Menu } from "./menu.js";
import { calm, finish, hurry, lifted, moved, rain, rest, resume, thrown, walked } from "./motion.js";
import { keys, listen } from "./pointer.js";
import { isOn } from "./prefs.js";
import { Past } from "./past.js";
import { Presser } from "./press.js";
import { isShort } from "./reply.js";
import { Review, addressed } from "./review.js";
import { Roster } from "./roster.js";
import { SeatLink } from "./seat.js";
import { audible, play, toggleSound } from "./sound.js";

/** Pauses before what others do, in ms. */
const BEFORE = { throw: 480, open: 480, move: 420, pass: 900 };
/** With more moves than this waiting, motion is at double speed; with more than that, most is left out. */
const MANY = 3;
const TOO_MANY = 8;
/** How long messages stay, in ms. */
const TOAST = 3200;
const BANNER = 3200;
/** How long the connection may be lost before that is said, in ms. */
const GRACE = 1500;
/** After how long out of sight a page leaves the table, and asks anew how it is when it is seen, in ms. */
const AWAY = 30_000;
/** The box of picture-in-picture, in CSS pixels. */
const MINI = [520, 290];

/** A table: its state, and the parts of the page that show it. */
class Table {
  #queue = [];
  #running = false;
  #local = null;
  #asked = null;
  #pressedThrow = false;
  #fetching = 0;
  #sitting = false;
  #hands = "";

  constructor(state) {
    this.state = state;
    this.app = find(".table");
    this.stage = find(".stage");
    this.board = new Board(find(".board"));
    this.past = new Past(() => this.#sight(), (on) => this.connected(on));
    this.log = new Log(find(".log"), this.board, async (line) => this.review.open(await this.past.stepOf(line)));
    this.presser = new Presser(() => this.state.as);
    const press = (choice) => this.press(choice);
    const toast = (text) => this.toast(text);
    const point = (moves) => this.point(moves);
    const pick = (move) => this.pick(move);
    const give = (code, word) => this.presser.press(code, word);
    const review = (step) => this.review.open(step);
    const judged = () => this.past.judged();
    this.countdown = new Countdown(find(".time"));
    this.desk = new Desk(find(".desk"), { pick, point, press, give, toast, review, judged });
    this.menu = new Menu(find(".menu"), find("#more"), {
      state: () => this.state,
      ask: (code) => this.presser.press(code),
      settled: (name) => this.settled(name),
      press,
      toast,
      people: () => this.company.people,
      mute: (person, on) => this.company.mute(person, on),
    });
    this.company = new Company(this.app, this.board, {
      state: () => this.state,
      make: (face) => this.react(face),
    });
    this.roster = new Roster(find(".roster"), this.board);
    this.seat = new SeatLink();
    const { board, desk, log, past } = this;
    this.review = new Review({ board, desk, log, past }, {
      state: () => this.state,
      hold: () => this.#hold(),
      leave: () => this.reload(),
      names: (turn, names) => this.#names(turn, names),
      offer: (moves) => this.#lay(moves),
      toast,
    });
    this.live = new Live((what, more) => this.address(what, more), {
      onUpdate: (update) => this.take(update),
      onState: (connected) => this.connected(connected),
      onCompany: (company) => this.company.take(company),
    });
  }

  /** Show the state that came with the page, and follow the table. */
  async open() {
    this.theme = theme();
    this.#hands = String(this.state.mine);
    document.documentElement.dataset.theme = this.theme;
    this.app.dataset.family = this.state.family;
    this.app.dataset.status = this.state.status;
    const { rows } = this.best();
    if ((rows ?? null) === (this.state.rows ?? null) && this.theme === (this.state.theme ?? "maize")) {
      await this.whole(this.state);
      this.live.start(this.state.seen);
    } else await this.reload();
    new ResizeObserver(() => this.resized()).observe(this.stage);
    this.listen();
    renew();
    this.seat.checked(this.state).then((line) => line !== null && this.#checked(line));
    if (addressed() !== null && this.state.status !== "offered") await this.review.open(addressed());
  }

  /** Return the address of something of this table, in the shape and theme of the page. */
  address(what, more = {}) {
    const rows = this.rows === null ? {} : { rows: this.rows };
    const query = new URLSearchParams({ ...rows, theme: this.theme, ...more });
    const as = new URLSearchParams(location.search).get("as");
    if (as) query.set("as", as);
    return `/g/${encodeURIComponent(this.state.code)}/${what}?${query}`;
  }

  /** The shape in which a unit is largest in the room there is, and that room in CSS pixels. */
  best() {
    const style = getComputedStyle(this.stage);
    const w = this.stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const h = this.stage.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    const shapes = Object.entries(this.state.shapes ?? {});
    const scored = shapes.map(([rows, [W, H]]) => [Math.min(w / W, h / H), Number(rows)]);
    scored.sort((one, other) => other[0] - one[0]);
    this.rows = scored[0]?.[1] ?? null;
    return { rows: this.rows, w, h };
  }

  resized() {
    const { rows, w, h } = this.best();
    if (!this.board.plan) return;
    this.board.fit(w, h);
    if (rows !== this.board.rows) this.reload();
  }

  /** Ask for the state in another shape or theme. */
  async reload() {
    this.#fetching += 1;
    const mine = this.#fetching;
    this.live.stop();
    try {
      const answer = await fetch(this.address("state"));
      if (!answer.ok) throw new Error(String(answer.status));
      const state = await answer.json();
      if (mine !== this.#fetching) return;
      this.connected(true);
      const shown = this.take({ ...state, jump: true });
      this.live.start(state.seen);
      await shown;
    } catch {
      if (mine !== this.#fetching) return;
      this.connected(false);
      setTimeout(() => mine === this.#fetching && this.reload(), GRACE);
    }
  }

  // What the server says

  /** Take an update, and show it after those that wait. */
  take(update) {
    if (this.review.on) return this.#aside(update);
    if (update.jump) {
      this.#queue = [];
      finish();
      this.desk.throwNow?.();
    }
    const hands = String(update.mine);
    if (!update.jump && hands !== this.#hands) {
      this.reload(); // the board is seen from another side
      return null;
    }
    this.#hands = hands;
    if (update.frames?.length || update.status === "over") this.desk.throwNow?.(); // on another page
    this.#guide(update.frames?.[0]?.e);
    this.#queue.push(update);
    return this.#run();
  }

  /** Give a piece that is already walking the drawings of its way. */
  #guide(e) {
    const walk = this.#local?.walk;
    if (e?.k !== "move" || e.piece !== this.#local?.move.piece || e.walk.length !== walk?.length) return;
    for (const [i, [, , key]] of e.walk.entries()) walk[i][2] = key;
  }

  #run() {
    this.#ran = this.#running ? this.#ran : this.#shows();
    return this.#ran;
  }

  async #shows() {
    this.#running = true;
    try {
      while (this.#queue.length) await this.#show(this.#queue.shift());
    } finally {
      this.#running = false;
      hurry(1);
      resume();
    }
  }

  async #show(update) {
    const { frames = [], jump = false, board, ...rest_ } = update;
    if (jump) {
      await this.whole(update);
      return;
    }
    const before = this.state;
    const known = this.state.board;
    this.state = { ...this.state, ...rest_, board: board && known ? { ...known, ...board } : known };
    this.#head(); // before frames, which may wait for the person to throw
    if (board?.sprites) this.board.learn(board.sprites);
    if (frames.length) this.#wait();
    for (const [i, frame] of frames.entries()) await this.#frame(frame, this.#waiting(frames.slice(i)));
    if (board?.scene && this.board.plan && !this.#local) this.board.show(board.scene);
    this.app.dataset.status = this.state.status;
    this.dress();
    if (before.status !== "over" && this.state.status === "over") this.#ends();
    const { next, mine } = this.state;
    if (next?.begun && !before.next?.begun && mine.length) location.assign(next.path);
  }

  /** Show a whole state at once. */
  async whole({ jump: _jump, frames: _frames, ...state }) {
    this.#drop();
    this.state = state;
    this.app.dataset.status = state.status;
    const { board } = state;
    if (board?.art) {
      const same = this.board.plan?.art === board.art;
      if (same) this.board.learn(board.sprites);
      else await this.board.load(board, state.rows);
      const { w, h } = this.best();
      this.board.fit(w, h);
      this.board.show(board.scene);
    }
    this.log.whole(state.log ?? []);
    this.dress();
  }

  /** How many moves wait to be shown, with those of some frames. */
  #waiting(frames) {
    const every = [...frames, ...this.#queue.flatMap((update) => update.frames ?? [])];
    return every.filter(({ e }) => e?.k === "move" || e?.k === "pass").length;
  }

  /** Show an event; a frame without one stands for several that are told at once. */
  async #frame({ e, s, log = [] }, waiting) {
    if (e) await this.#event(e, s, waiting);
    if (s && this.board.plan) this.board.show(s);
    this.log.add(e?.text ? [e, ...log] : log);
  }

  async #event(e, s, waiting) {
    hurry(waiting > MANY || e.k === "open" ? 2 : 1);
    const hasty = waiting > TOO_MANY && !e.got && !e.flies;
    const mine = this.state.mine.includes(e.seat);
    const local = this.#local?.move.piece === e.piece && e.k === "move" ? this.#local : null;
    this.#says(e, mine);
    if (e.k === "throw" || e.k === "open") {
      if (this.#last?.k !== e.k || this.#last.seat !== e.seat) this.desk.lay([], this.board);
      await this.#before(e, mine, hasty);
      if (!this.board.plan) return;
      await thrown(this.board, e, this.desk.tray);
      this.board.lay([e]);
    } else {
      if (!local && !hasty) await rest(BEFORE[e.k]);
      if (e.k === "move" && this.board.plan) await this.#moves(e, s ?? this.board.scene, local, hasty);
      for (const number of e.numbers ?? [e.number]) this.desk.played(number);
    }
    this.#last = e;
  }

  #last = null;
  #ran = Promise.resolve();

  async #moves(e, after, local, hasty) {
    if (local) {
      await local.done;
      this.#local = null;
    } else this.#drop();
    if (hasty || (calm() && !local)) play(e.got ? "capture" : "step");
    else await moved(this.board, e, after, local?.walker ?? null);
    local?.walker?.remove();
  }

  /** Wait before a throw: until I throw, or as long as others take. */
  async #before(e, mine, hasty) {
    if (this.review.on) return;
    if (!mine) {
      if (!hasty) await rest(BEFORE[e.k]);
      return;
    }
    if (this.#last?.seat !== e.seat || this.#last.k !== "throw") {
      play("turn");
      haptic("turn");
    }
    if (e.k === "open" || this.state.auto || document.hidden || this.#mini()) return;
    if (isOn("throw")) return;
    resume();
    await this.desk.awaited(e, this.board);
    this.#pressedThrow = true;
    haptic("press");
  }

  /** Say in the band who does what is being shown. */
  #says({ seat, side }, mine) {
    const name = this.state.seats[seat]?.short ?? "";
    const text = mine && this.state.mine.length === 1 ? say("your-turn") : say("turn", { name });
    this.desk.band({ text, side }, this.board);
    this.#names(seat);
    if (!this.desk.throwNow) this.desk.quiet();
  }

  /** Show what isn't on the board: whose turn it is, the tray, the desk, the names. */
  dress() {
    const { state, board } = this;
    this.#names(state.turn);
    if (board.plan) {
      this.desk.lay(state.throws ?? [], board);
      board.lay(state.throws ?? []);
    }
    this.desk.band(state.band, board);
    this.countdown.start(state.left);
    const moves = this.#local ? [] : state.moves ?? [];
    this.offer(moves);
    this.desk.sign(board);
    this.company.dress();
    find("#alt").textContent = state.alt;
    find(".bare").hidden = Boolean(board.plan);
    find(".bare").textContent = board.plan ? "" : state.alt;
    this.#head();
  }

  /** Say what is played with whom, in the window's title also whether it is the person's turn. */
  #head() {
    const { title, subtitle, turn, mine } = this.state;
    const small = subtitle ? [element("small", {}, subtitle)] : [];
    find(".top h1").replaceChildren(element("span", {}, title), ...small);
    const called = mine.includes(turn) ? [say("your-turn")] : [];
    document.title = [...called, title, subtitle].filter(Boolean).join(" · ");
  }

  /** Offer nothing while something is being shown. */
  #wait() {
    this.offered = [];
    if (this.board.plan) this.board.offer([]);
    this.desk.quiet();
  }

  /** Offer moves on the board and on the desk, with the buttons of the server. */
  offer(moves) {
    this.#asked = null;
    this.offered = moves;
    if (this.board.plan) this.board.offer(moves);
    const { turn, seats, mine } = this.state;
    const other = turn !== null && turn !== undefined && !mine.includes(turn);
    const missing = this.seat.isMissing(this.state);
    const shown = { ...this.state, buttons: this.seat.buttons(this.state), missing };
    this.desk.show(shown, moves, other ? say("thinking", { name: seats[turn]?.short ?? "" }) : "");
  }

  /** Show names on the board, by default those of now, and whose turn it is. */
  #names(turn, names = this.state.seats.map(({ name }) => name)) {
    this.roster.show(this.state, turn);
    if (!this.board.plan) return;
    const { seats, sides = [], mine } = this.state;
    const label = (seat) => {
      const { short, kind } = seats[seat];
      const name = names[seat];
      if (name !== seats[seat].name) return name;
      if (mine.length === 1 && mine[0] === seat) return say("you");
      return short || name || (kind === "free" ? say("free") : "");
    };
    const named = this.board.plan.names.map(([, , , , side], index) => {
      if (this.board.casts) return { label: seats[index] ? label(index) : "", on: turn === index };
      const own = seats.flatMap((each, seat) => (each.side === side ? [seat] : []));
      return { label: sides[side] ?? (own.length ? label(own[0]) : ""), on: own.includes(turn) };
    });
    this.board.names(named);
  }

  /** The game ends before the eyes of the person. */
  #ends() {
    if (this.#pressedThrow) this.desk.counted();
    this.#pressedThrow = false;
    const { band, mine } = this.state;
    const lost = mine.length > 0 && !band.won;
    play(lost ? "lose" : "win");
    if (!lost) haptic("win");
    const banner = find(".banner");
    banner.dataset.won = String(!lost);
    const why = band.small ? [element("p", {}, band.small)] : [];
    banner.replaceChildren(element("h2", {}, band.text), ...why);
    banner.hidden = false;
    const entry = [{ clipPath: "inset(50% 0)", scale: 0.96 }, { clipPath: "inset(0 0)", scale: 1 }];
    if (!calm()) banner.animate(entry, { duration: 420, easing: "cubic-bezier(.2,1.1,.4,1)" });
    const grains = this.board.casts ? [`sign${band.side}`] : ["kernel1", "kernel0"];
    if (!lost && this.board.plan) rain(this.board, grains);
    setTimeout(async () => {
      if (!calm()) await banner.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 300 }).finished;
      banner.hidden = true;
    }, BANNER);
  }

  // Looking back

  /** What steps are asked for: those of this table, as the page shows it. */
  #sight() {
    const [seat] = this.state.mine;
    const query = new URLSearchParams({ theme: this.theme });
    if (this.rows !== null) query.set("rows", this.rows);
    if (seat !== undefined) query.set("seat", seat);
    return { code: this.state.code, query };
  }

  /** Show nothing more of the game; resolves when nothing is in motion. */
  async #hold() {
    this.#queue = [];
    finish();
    this.desk.throwNow?.();
    await this.#ran;
    this.#drop();
  }

  /** Take an update without showing it; only a board of another shape or theme is. */
  async #aside({ jump = false, frames: _frames, board, ...state }) {
    this.state = { ...this.state, ...state, board: jump ? board : { ...this.state.board, ...board } };
    if (jump && board?.art && this.board.plan?.art !== board.art) {
      await this.board.load(board, state.rows);
      const { w, h } = this.best();
      this.board.fit(w, h);
    }
    await this.review.renew();
  }

  /** Offer moves on the board alone. */
  #lay(moves) {
    this.#asked = null;
    this.offered = moves;
    if (this.board.plan) this.board.offer(moves);
  }

  // What the person does

  /** Point at moves, on the board and on the desk. */
  point(moves) {
    if (!this.board.plan || this.#local) return;
    this.board.point(moves);
    this.desk.point(moves);
  }

  /** Play a move, at once; `sure` if it needs no second press. */
  async pick(move, sure = false) {
    if (this.#local || this.#running || !this.offered.includes(move)) return;
    if (this.review.on) {
      this.review.tried(move);
      return;
    }
    if (isOn("confirm") && !sure && this.#asked !== move) {
      this.#asked = move;
      this.point([move]);
      this.toast(say("confirm-hint"));
      return;
    }
    play("press");
    haptic("press");
    this.point([]);
    this.#wait();
    const local = this.#begin(move);
    const answer = await this.presser.press(move.code);
    if (answer.refused && this.#local === local) {
      await local.done;
      this.#drop();
      if (this.#queue.length === 0 && !this.#running) this.dress();
    }
    this.#tell(answer);
  }

  /** Let the piece of a move walk before the server has answered. */
  #begin(move) {
    const local = { move, walker: null, walk: null, done: Promise.resolve() };
    this.#local = local;
    if (!move.walk || calm() || !this.board.elements.has(move.piece)) return local;
    local.walk = move.walk.map((point) => [...point]);
    local.walker = lifted(this.board, move.piece, local.walk[0]);
    local.done = walked(this.board, local.walker, local.walk, move.kind !== "capture");
    return local;
  }

  /** Put back a piece that walked before the server had answered. */
  #drop() {
    if (!this.#local) return;
    this.#local.walker?.remove();
    this.#local = null;
    if (this.board.plan) this.board.show(this.board.scene);
  }

  /** Press a button of the server. */
  async press(choice) {
    play("press");
    haptic("press");
    const word = this.state.word ? this.desk.word.along : undefined;
    if (choice.seat) {
      await this.#sit(choice, word);
      return;
    }
    if (!(await this.#somebody())) return;
    this.#tell(await this.presser.press(choice.code, word), choice.label);
  }

  /** Take a seat, and look at the table from there: what has been heard was for somebody without one. */
  async #sit(choice, word) {
    if (this.#sitting) return;
    this.#sitting = true;
    const answer = await this.seat.take(this.state, choice, word, () => this.menu.name());
    this.#sitting = false;
    if (answer === null) return;
    this.#tell({ lines: [], choices: [], ...answer }, choice.label);
    if (!answer.refused) await this.reload();
  }

  /** Show what the link by which the person has come gives, or say why it gives no seat. */
  #checked(line) {
    if (line) this.toast(line);
    if (!this.#running) this.dress();
  }

  /** Whether the person can press buttons; somebody without a name is asked for one first. */
  async #somebody() {
    const { as } = this.state;
    if (!as || as.persona) return Boolean(as);
    const name = await this.menu.name();
    if (!name) return false;
    const answer = await this.presser.enter(name);
    this.#tell(answer);
    if (answer.refused) return false;
    this.live.start(this.state.seen); // as that person
    return true;
  }

  /** Tell what the server answered to a press. */
  #tell(answer, label = "") {
    const shown = this.offered?.find(({ move }) => answer.move && move === answer.move);
    if (!isShort(answer)) this.menu.tell(answer, label, shown ? [this.#playIt(shown)] : []);
    else if (answer.lines.length) this.toast(answer.lines.join(" "));
    if (shown) this.#mark(shown);
  }

  /** A button that plays the move of a hint. */
  #playIt(move) {
    const play = () => {
      this.menu.box.close();
      this.pick(move, true);
    };
    return button(say("play-it"), play, { class: "gold" });
  }

  /** Point at the move of a hint as long as the hint is read. */
  #mark(move) {
    this.point([move]);
    this.menu.box.addEventListener("close", () => this.point([]), { once: true });
  }

  /** Make a face; resolves to whether others see it. */
  async react(face) {
    if (!(await this.#somebody())) return false;
    const answer = await this.presser.face(`/g/${encodeURIComponent(this.state.code)}/face`, face);
    this.#tell(answer);
    return !answer.refused;
  }

  /** Say something for a moment, over the board. */
  toast(text) {
    const shown = find(".toast");
    shown.textContent = text;
    shown.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => {
      shown.hidden = true;
    }, TOAST);
  }

  /** A setting was changed. */
  settled(name) {
    if (name === "sound") this.#sounds();
    if (name === "throw" && isOn("throw")) this.desk.throwNow?.();
    if (name === "colours") this.recolour();
  }

  /** Take other colours if they have changed. */
  recolour() {
    if (theme() === this.theme) return;
    this.theme = theme();
    document.documentElement.dataset.theme = this.theme;
    this.reload();
  }

  /** Say that the connection is lost if it stays so, or that it is back. */
  connected(on) {
    if (on) {
      clearTimeout(this.losing);
      this.losing = null;
      find(".away").hidden = true;
    } else this.losing ??= setTimeout(() => {
      find(".away").hidden = false;
    }, GRACE);
  }

  /**
   * Show the newest scene when the page has been out of sight, or comes back from the history. A page
   * that nobody sees follows the table for a while only: browsers open few connections to a server.
   */
  #watchSight() {
    let since = Infinity;
    let leaving = null;
    const look = () => {
      clearTimeout(leaving);
      if (!document.hidden && Date.now() - since >= AWAY) this.reload();
      since = document.hidden ? Date.now() : Infinity;
      if (document.hidden) leaving = setTimeout(() => document.hidden && this.live.stop(), AWAY);
    };
    look();
    document.addEventListener("visibilitychange", look);
    addEventListener("pagehide", () => this.live.stop());
    addEventListener("pageshow", ({ persisted }) => persisted && this.reload());
  }

  #sounds() {
    find("#sound").setAttribute("aria-pressed", audible());
  }

  #mini() {
    const { clientWidth, clientHeight } = this.app;
    return clientWidth <= MINI[0] && clientHeight <= MINI[1];
  }

  /** End what is in motion, or throw; returns whether there was something. */
  hasten() {
    if (this.desk.throwNow) this.desk.throwNow();
    else if (this.#running) finish();
    else return false;
    return true;
  }

  listen() {
    const sound = () => {
      toggleSound();
      this.#sounds();
    };
    this.#sounds();
    find("#sound").addEventListener("click", sound);
    listen(this.board, {
      active: () => !this.#mini(),
      hasten: () => this.hasten(),
      pick: (move, sure) => this.pick(move, sure),
      point: (moves) => this.point(moves),
      several: () => this.toast(say("several")),
    });
    keys({
      step: (key) => this.review.key(key),
      busy: () => this.menu.box.open,
      hasten: () => this.hasten(),
      moves: () => this.offered ?? [],
      buttons: () => (this.offered?.length ? this.desk.moveButtons : []),
      pick: (move) => this.pick(move),
      escape: () => {
        this.#asked = null;
        this.point([]);
        document.activeElement?.blur();
      },
      sound,
    });
    document.addEventListener("pointerdown", () => play("press"), { once: true });
    this.#watchSight();
  }
}

learn(JSON.parse(find("#words").textContent));
const table = new Table(JSON.parse(find("#state").textContent));
begin(() => table.recolour());
table.company.load();
await table.open();
document.documentElement.dataset.ready = "";
