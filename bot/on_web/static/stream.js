// The channel's changes as they come. A lost stream is taken up where it broke; where the server
// knows nothing of that place any more, everything comes again.

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;

/**
 * Call back with every message, the people, the games of `persona`, the state of the connection, and
 * to start over.
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
      // A browser gives up on an answer that is no stream, so it is never left to itself.
      source.close();
      onState("connecting");
      setTimeout(open, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    });
  }

  onState("connecting");
  open();
}
