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
  const games = new GameList(me.id);
  const composer = new Composer(hello.commands, speak);

  /** Press a button of the answer `from`; resolves to whether nothing was answered. */
  async function press(code, { from }) {
    const lines = await showAnswer(() => send("/api/press", { code }), from);
    return lines?.length === 0;
  }

  /** Send a line; resolves to whether it was accepted. `from` is as in `press`. */
  async function speak(text, { from = null } = {}) {
    log.toEnd();
    return (await showAnswer(() => send("/api/say", { text }), from)) !== null;
  }

  /** Send a request and show its answer; resolves to the answer's lines, or null if refused. */
  async function showAnswer(request, from) {
    try {
      const answer = await request();
      if (answer.lines.length || answer.card || answer.choices) log.showAnswer(answer, from);
      return answer.lines;
    } catch (failure) {
      log.showAnswer(failure instanceof Failure ? failure.answer : { lines: [say("failed")] });
      return null;
    }
  }

  /** Show the introduction to new players, and to all in a channel without games. */
  function greet() {
    const known = `greeted:${me.id}`;
    if (greeted || (log.hasCards && localStorage.getItem(known))) return;
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
      const lesson = location.hash.match(LESSON);
      if (!lesson) {
        greet();
        return;
      }
      speak(`/learn ${lesson[1]}`);
      history.replaceState(null, "", location.pathname); // so that a reconnect doesn't do it again
    },
    onState: state,
    onPeople(people) {
      composer.people = Object.entries(people).flatMap(([id, name]) => (id === me.id ? [] : [name]));
    },
  });

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

/** Show in the header which card waits for this player, if any, and for what. */
function turn(card) {
  byId("turn").hidden = !card;
  if (!card) return;
  byId("turn").textContent = say(card.waiting);
  byId("turn").href = card.address;
}
