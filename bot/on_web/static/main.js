// Entry point of the chat page: determines channel and player, and connects all parts.

import { Failure, operation, post } from "./api.js";
import { Composer } from "./composer.js";
import { byId } from "./dom.js";
import { GameList } from "./games.js";
import { Log } from "./log.js";
import { menu, welcome } from "./people.js";
import { follow } from "./stream.js";
import { learn, say } from "./words.js";

const HOME = "maize";
/** The part of an address that asks for a lesson, with the key of its game. */
const LESSON = /^#learn-([a-z-]+)$/;
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
   * Press a button; resolves to whether the board will change. `silent` hides the answer, for
   * presses that the user didn't make, and `brief` only shows why a press was refused. `from` is the
   * answer that contains the button, and `people` are the ids of those chosen there.
   */
  async function press(code, { word, people, silent = false, brief = false, from = null }) {
    const request = () => send("/api/press", { code, word, people });
    const lines = await showAnswer(request, { silent, brief, from });
    return lines !== null && (brief || lines.length === 0);
  }

  /** Send a line; resolves to whether it was accepted. `from` is as in `press`. */
  async function speak(text, { from = null } = {}) {
    log.toEnd();
    return (await showAnswer(() => send("/api/say", { text }), { from })) !== null;
  }

  /** Send a request and show its answer; resolves to the answer's lines, or null if refused. */
  async function showAnswer(request, { silent = false, brief = false, from = null } = {}) {
    try {
      const answer = await request();
      const visible = answer.lines.length || answer.board || answer.choices || answer.invite;
      if (visible && !silent && !brief) log.showAnswer(answer, from);
      return answer.lines;
    } catch (failure) {
      if (!silent) log.showAnswer(failure instanceof Failure ? failure.answer : { lines: [say("failed")] });
      return null;
    }
  }

  /** Show the introduction to new players, and to all in a channel without games. */
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
      const lesson = location.hash.match(LESSON);
      if (lesson) speak(`/learn ${lesson[1]}`);
      else log.toBoard(location.hash.slice(1));
      history.replaceState(null, "", location.pathname); // so that a reconnect doesn't do it again
    },
    onState: state,
    onPeople(people) {
      composer.people = Object.entries(people).flatMap(([id, name]) => (id === me.id ? [] : [name]));
    },
  });

  byId("turn").addEventListener("click", () => log.toTurn());
  byId("message").focus();
}

/** Join the channel, with retries until the server can be reached. */
async function enter() {
  for (;;) {
    try {
      return await post("/api/enter", { channel, persona: wanted }, say("unreachable"));
    } catch (failure) {
      if (!failure.temporary) throw failure;
    }
  }
}

function state(current) {
  const connection = byId("connection");
  connection.hidden = false;
  connection.dataset.state = current;
  connection.textContent = say(current);
}

/** Show in the header what is waiting for this player: a turn, an answer, or nothing. */
function turn(waiting) {
  byId("turn").hidden = !waiting;
  byId("turn").textContent = waiting && say(waiting);
}
