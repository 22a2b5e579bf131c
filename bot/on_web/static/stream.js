// The channel's event stream. A broken stream is resumed where it ended; if the server no longer has
// that point, it sends everything again.

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;

/**
 * Follow a channel, with callbacks for messages, people, the games of `persona`, the connection's
 * state, and for starting over.
 */
export function follow(channel, persona, { onMessage, onPeople, onGames, onReady, onState, onOver }) {
  let seen = "";
  let pause = FIRST_PAUSE;

  function open() {
    const query = new URLSearchParams({ channel, persona, since: seen });
    const source = new EventSource(`/api/events?${query}`);
    source.addEventListener("message", (event) => {
      seen = event.lastEventId;
      onMessage(JSON.parse(event.data));
    });
    source.addEventListener("over", () => {
      seen = "";
      onOver();
    });
    source.addEventListener("people", (event) => onPeople(JSON.parse(event.data)));
    source.addEventListener("games", (event) => onGames(JSON.parse(event.data)));
    source.addEventListener("ready", () => {
      pause = FIRST_PAUSE;
      onState("connected");
      onReady();
    });
    source.addEventListener("error", () => {
      // Reconnect here: browsers give up if the response isn't an event stream.
      source.close();
      onState("connecting");
      setTimeout(open, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    });
  }

  onState("connecting");
  open();
}
