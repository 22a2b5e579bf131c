// Random numbers of the browser, which the server can't predict.

/** Return random bytes in hex. `crypto.randomUUID` would need a page with HTTPS, or this machine's. */
export function randomHex(size) {
  const bytes = crypto.getRandomValues(new Uint8Array(size));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return a word for the throws. */
export function randomWord() {
  return randomHex(8);
}
