// The channel's changes as they come. A lost stream is taken up where it broke.

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;

/** Call back with every message, the people, and the state of the connection. */
export function follow(channel, { onMessage, onPeople, onReady, onState }) {
  let version = 0;
  let pause = FIRST_PAUSE;

  function open() {
    const query = new URLSearchParams({ channel, since: String(version) });
    const source = new EventSource(`/api/events?${query}`);
    source.addEventListener("message", (event) => {
      version = Number(event.lastEventId);
      onMessage(JSON.parse(event.data));
    });
    source.addEventListener("people", (event) => onPeople(JSON.parse(event.data)));
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
