// Words for the casts from this browser's own chance, which no server can foresee.

const OFFERS = /^\/puluc +(challenge|open|practice)\b/i;

export function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A command that posts a game goes with a word, the typist's own or a random one. */
export function withWord(line) {
  return OFFERS.test(line) && !/\sword=/i.test(line) ? `${line} word=${randomWord()}` : line;
}
