// The corn-1 algorithm (docs/fair-dice.md), for verifying throws in the browser.

const KERNELS = { objects: 4, faces: "01" };

/** The throw tables, by their names in headers: the number of objects, and their faces. */
export const THROWS = {
  kernels: KERNELS,
  sapper: KERNELS,
  "plus-one": KERNELS,
  die: { objects: 1, faces: "12345" },
  d6: { objects: 1, faces: "123456" },
  footprints: { objects: 2, faces: "001122" },
};

const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (digits) => parseInt(digits, 16));

/** Whether this page can compute hashes: browsers allow it in secure contexts only. */
export const computes = () => globalThis.crypto?.subtle !== undefined;

/** Return the SHA-256 of a seed, both in lower-case hex. */
export async function commitment(seed) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", unhex(seed))));
}

/** Return everything besides the seed that determines a game's throws. */
export function statement(commitment, table, header, words) {
  return ["puluc-corn-1", commitment, table, header, ...words].join("\n");
}

/** The throw tables of rulesets that don't have a choice. */
const FIXED = { parchis: "d6", "parchis-spain": "d6" };

/** Return the throw table of a header; undefined if it isn't known here. */
export function throwsOf(header) {
  const [ruleset, ...options] = header.split(" ");
  const table = options.find((word) => word.startsWith("table="));
  return THROWS[table ? table.slice("table=".length) : FIXED[ruleset]];
}

/**
 * Return a record's throws with their numbers, in its order: [{ n, recorded }, ...].
 *
 * An undo takes back the last move that stands, and with it the throws that followed: they have the
 * same numbers when they are thrown again. Throws an error if there is no move to take back.
 */
export function numbered(entries) {
  const throws = [];
  const before = []; // how many throws stood before each move that stands
  let n = 0;
  for (const entry of entries) {
    if (/^[0-9]+$/.test(entry)) throws.push({ n: n++, recorded: entry });
    else if (entry === "undo") {
      if (!before.length) throw new Error("there is no move to take back");
      n = before.pop();
    } else if (entry !== "-") before.push(n);
  }
  return throws;
}

/** Return a function that computes throw number n, in the record's notation. */
export async function thrower(seed, statement, { objects, faces }) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", unhex(seed), algorithm, false, ["sign"]);

  async function* bytes(n) {
    for (let k = 0; ; k++) {
      yield* new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(`${statement}\n${n}\n${k}`)));
    }
  }

  if (faces === KERNELS.faces) {
    return async (n) => {
      const { value } = await bytes(n).next();
      return Array.from({ length: objects }, (_, kernel) => faces[(value >> kernel) & 1]).join("");
    };
  }
  const fair = 256 - (256 % faces.length); // bytes from here on would favour some faces
  return async (n) => {
    let thrown = "";
    for await (const byte of bytes(n)) {
      if (byte < fair) thrown += faces[byte % faces.length];
      if (thrown.length === objects) return thrown;
    }
  };
}
