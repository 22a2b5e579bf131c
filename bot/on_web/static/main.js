// Brings the page to life: who am I, where, and what happens here.

import { Failure, operation, post } from "./api.js";
import { Composer } from "./composer.js";
import { byId } from "./dom.js";
import { GameList } from "./games.js";
import { Log } from "./log.js";
import { menu, welcome } from "./people.js";
import { follow } from "./stream.js";
import { learn, say } from "./words.js";

const HOME = "maize";
const [, channel = HOME, wanted] = location.pathname.match(/^(?:\/c\/([^/]+))?(?:\/as\/([^/]+))?/);

byId("channel").textContent = `#${channel}`;
const hello = await (await fetch("/api/hello")).json();
learn(hello.words);
if (hello.personas.some(({ id }) => id === wanted)) await chat();
else welcome(hello.personas, channel, HOME);

async function chat() {
  byId("chat").hidden = false;
  state("connecting");
  const me = await enter();
  menu(me, hello.personas, channel, HOME);

  const send = (path, more) =>
    post(path, { channel, persona: me.id, operation: operation(), ...more }, say("unreachable"));
  const log = new Log(me, { press, speak, onTurn: turn });
  const games = new GameList(me.id, (table) => log.toBoard(table));
  const composer = new Composer(hello.commands, speak);

  /**
   * Resolves to whether the board will change; `silent` where nobody has asked for anything, `from`
   * the answer that the button stands in.
   */
  async function press(code, { word, silent = false, from = null }) {
    const lines = await told(() => send("/api/press", { code, word }), { silent, from });
    return lines !== null && lines.length === 0;
  }

  /** Resolves to whether the line was taken; `from` as in a press. */
  async function speak(text, { from = null } = {}) {
    log.toEnd();
    return (await told(() => send("/api/say", { text }), { from })) !== null;
  }

  /** Tell what an answer says and shows; its lines, or null if it was refused. */
  async function told(ask, { silent = false, from = null } = {}) {
    try {
      const answer = await ask();
      const tells = answer.lines.length || answer.board || answer.choices;
      if (tells && !silent) log.tell(answer, from);
      return answer.lines;
    } catch (failure) {
      if (!silent) log.tell(failure instanceof Failure ? failure.answer : { lines: [say("failed")] });
      return null;
    }
  }

  /** Show a newcomer what this is, and where nothing is played yet, anyone. */
  function greet() {
    const known = `greeted:${me.id}`;
    if (greeted || (log.hasBoards && localStorage.getItem(known))) return;
    greeted = true;
    localStorage.setItem(known, "yes");
    speak("/play");
  }

  let greeted = false;
  follow(channel, me.id, {
    onGames: (list) => games.show(list),
    onMessage: (message) => log.show(message),
    onOver: () => log.clear(),
    onReady() {
      byId("log").setAttribute("aria-busy", "false");
      greet();
      if (!location.hash) return;
      log.toBoard(location.hash.slice(1));
      history.replaceState(null, "", location.pathname); // not again when a lost stream is taken up
    },
    onState: state,
    onPeople(people) {
      composer.people = Object.entries(people).flatMap(([id, name]) => (id === me.id ? [] : [name]));
    },
  });

  byId("turn").addEventListener("click", () => log.toTurn());
  byId("message").focus();
}

/** Come into the channel; a server that is away is waited for. */
async function enter() {
  for (;;) {
    try {
      return await post("/api/enter", { channel, persona: wanted }, say("unreachable"));
    } catch (failure) {
      if (!failure.passing) throw failure;
    }
  }
}

function state(now) {
  const connection = byId("connection");
  connection.hidden = false;
  connection.dataset.state = now;
  connection.textContent = say(now);
}

/** Tell in the header what waits here for this person: a game, an answer, or nothing. */
function turn(waiting) {
  byId("turn").hidden = !waiting;
  byId("turn").textContent = waiting && say(waiting);
}
