// The fairness page of a table: fetches the record, and recomputes its throws.

import { commitment, computes, knows, numbered, statement, thrower, throwsOf } from "./corn.js";
import { listed } from "./language.js";
import { main, phrase } from "./phrases.js";

const find = (selector) => main.querySelector(selector);
const over = main.dataset.over === "true";

/** The hash in the page's URL: the one that the reader was shown before the game. */
const linkedHash = () => (/^#([0-9a-f]{64})$/.exec(location.hash.toLowerCase()) ?? [])[1];

/** Show a text; `good` is whether the check succeeded, or undefined. */
function report(place, text, good) {
  const line = find(place);
  line.textContent = text;
  line.className = good === undefined ? "" : good ? "agrees" : "differs";
}

/** Compare a hash with the one in the URL. */
function compareLink(hash) {
  if (linkedHash() === undefined) return report("#link", phrase("linkBad"));
  find("#shown").textContent = linkedHash();
  if (linkedHash() === hash) report("#link", phrase("linkSame"), true);
  else report("#link", phrase("linkDiffers", { hash: linkedHash() }), false);
}

/** Fetch the current record. Whatever can be computed from it is recomputed, not trusted. */
async function load() {
  const response = await fetch(`/g/${main.dataset.code}/record.json`, { cache: "no-cache" });
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/** Compare the hash of the seed with the published one and with the one in the URL. */
async function checkSeed({ seed }) {
  const hash = await commitment(seed);
  const published = find("#commitment").textContent;
  find("#seed").textContent = seed;
  if (hash === published) report("#bound", phrase("seedSame"), true);
  else report("#bound", phrase("seedDiffers", { hash }), false);
  compareLink(hash);
  return hash === published && (linkedHash() ?? hash) === hash;
}

/** Recompute every throw, and show it next to the recorded one; return the numbers that differ. */
async function checkThrows(record, thrown) {
  const hash = await commitment(record.seed);
  const text = statement(record.recipe, hash, record.table, record.game, record.words);
  find("#statement").textContent = text;
  record.words.forEach((word, seat) => showWord(seat, word));
  const draw = await thrower(record.seed, text, throwsOf(record.game));
  const drawn = await Promise.all(thrown.map(({ number }) => draw(number)));
  const rows = find("#throws tbody").rows;
  const wrong = new Set();
  thrown.forEach(({ number, seat, recorded }, at) => {
    if (recorded !== drawn[at]) wrong.add(number);
    const row = rows[at] ?? addRow();
    row.cells[0].textContent = number;
    row.cells[1].textContent = record.players[seat];
    row.cells[2].firstElementChild.textContent = recorded;
    const code = Object.assign(document.createElement("code"), { textContent: drawn[at] });
    const verdict = phrase(recorded === drawn[at] ? "right" : "wrong");
    row.cells[3].replaceChildren(code, ` ${verdict}`);
    row.cells[3].className = recorded === drawn[at] ? "agrees" : "differs";
  });
  return [...wrong];
}

/** Show the word that the throws were computed with, in place of the one that the server rendered. */
function showWord(seat, word) {
  const code = find("#words tbody").rows[seat]?.cells[1].querySelector("code");
  if (code) code.textContent = word;
}

/** Add a row for a throw that isn't on the page yet. */
function addRow() {
  const row = find("#throws tbody").insertRow();
  row.innerHTML = "<th scope=row></th><td></td><td><code></code></td><td></td>";
  return row;
}

/** Check the seed and every throw, and show the result. */
async function check() {
  try {
    const record = await load();
    const bound = await checkSeed(record);
    const isPlayed = record.entries.length > 0;
    if (isPlayed && !knows(record)) return report("#verdict", phrase("unknown"));
    const thrown = isPlayed ? numbered(record) : [];
    const wrong = thrown.length ? await checkThrows(record, thrown) : [];
    if (wrong.length) report("#verdict", phrase("differ", { throws: listed(wrong) }), false);
    else if (!bound) report("#verdict", phrase("unbound"), false);
    else if (!thrown.length) report("#verdict", phrase("none"), true);
    else report("#verdict", phrase("agree"), true);
  } catch {
    report("#verdict", phrase("away"));
  }
}

/** Compare the hashes as soon as the page is loaded, as far as possible. */
async function begin() {
  if (!over || !computes()) compareLink(find("#commitment").textContent);
  if (!over) return;
  if (!computes()) return report("#verdict", phrase("insecure"));
  find("#check").hidden = false;
  try {
    await checkSeed(await load());
  } catch {
    report("#verdict", phrase("away"));
  }
}

find("#check").addEventListener("click", check);
addEventListener("hashchange", begin);
begin();
