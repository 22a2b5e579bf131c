// Random words for the throws, generated in the browser so that the server can't predict them.

export function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
