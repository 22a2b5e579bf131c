// The recipes of throws (docs/fair-dice.md), for verifying throws in the browser.

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
export function statement(recipe, commitment, table, header, words) {
  return [recipe, commitment, table, header, ...words].join("\n");
}

/** How recipes number a seat's next throw; `counts` are how many throws of each seat stand. */
const NUMBERS = {
  "puluc-corn-1": (_, counts) => `${counts.reduce((sum, count) => sum + count)}`,
  "puluc-corn-2": (seat, counts) => `${"abcdefghijklmnop"[seat]}${counts[seat]}`,
};

/** Whether the throws of a record can be computed here. */
export const knows = ({ recipe, game }) =>
  Object.hasOwn(NUMBERS, recipe) && throwsOf(game) !== undefined;

/** The throw tables of rulesets that don't have a choice. */
const FIXED = { parchis: "d6", "parchis-spain": "d6" };

/** Return the throw table of a header; undefined if it isn't known here. */
export function throwsOf(header) {
  const [ruleset, ...options] = header.split(" ");
  const table = options.find((word) => word.startsWith("table="));
  return THROWS[table ? table.slice("table=".length) : FIXED[ruleset]];
}

/**
 * Return a record's throws with their seats and numbers, in its order:
 * [{ number, seat, recorded }, ...].
 *
 * Who throws follows from the rules, which this page doesn't know: the record says it. An undo takes
 * back the last move that stands, and with it the throws that followed: they have the same numbers
 * when they are thrown again. Throws an error if there is no move to take back, or a throw of nobody.
 */
export function numbered({ recipe, words, throwers = [], entries }) {
  const throws = [];
  const before = []; // how many throws of each seat stood before each move that stands
  let counts = words.map(() => 0);
  for (const entry of entries) {
    if (/^[0-9]+$/.test(entry)) {
      const seat = throwers[throws.length];
      if (!(seat in counts)) throw new Error("the record doesn't say who threw");
      throws.push({ number: NUMBERS[recipe](seat, counts), seat, recorded: entry });
      counts[seat]++;
    } else if (entry === "undo") {
      if (!before.length) throw new Error("there is no move to take back");
      counts = before.pop();
    } else if (entry !== "-") before.push([...counts]);
  }
  return throws;
}

/** Return a function that computes the throw of a number, in the record's notation. */
export async function thrower(seed, statement, { objects, faces }) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", unhex(seed), algorithm, false, ["sign"]);

  async function* bytes(number) {
    for (let k = 0; ; k++) {
      const message = utf8(`${statement}\n${number}\n${k}`);
      yield* new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
    }
  }

  if (faces === KERNELS.faces) {
    return async (number) => {
      const { value } = await bytes(number).next();
      return Array.from({ length: objects }, (_, kernel) => faces[(value >> kernel) & 1]).join("");
    };
  }
  const fair = 256 - (256 % faces.length); // bytes from here on would favour some faces
  return async (number) => {
    let thrown = "";
    for await (const byte of bytes(number)) {
      if (byte < fair) thrown += faces[byte % faces.length];
      if (thrown.length === objects) return thrown;
    }
  };
}
