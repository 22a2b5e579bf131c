// The page about a table's throws: takes the record, and recomputes everything that it says.

import { commitment, computes, statement, thrower, throwsOf } from "./corn.js";

const main = document.querySelector("main");
const find = (selector) => main.querySelector(selector);
const over = main.dataset.over === "true";
const said = (key, args = {}) => main.dataset[key].replace(/\{(\w+)\}/g, (slot, name) => args[name] ?? slot);

/** The hash in the reader's link: what they were shown before the game. */
const given = () => (/^#([0-9a-f]{64})$/.exec(location.hash.toLowerCase()) ?? [])[1];

/** Say something in its place; `good` tells whether all is as it should be. */
function tell(place, text, good) {
  const line = find(place);
  line.textContent = text;
  line.className = good === undefined ? "" : good ? "agrees" : "differs";
}

/** Compare a hash with the one in the reader's link. */
function compareLink(hash) {
  if (given() === undefined) return tell("#link", said("linkBad"));
  find("#shown").textContent = given();
  if (given() === hash) tell("#link", said("linkSame"), true);
  else tell("#link", said("linkDiffers", { hash: given() }), false);
}

/** The record as the server has it now; nothing of it is believed that can be computed. */
async function load() {
  const response = await fetch(`/g/${main.dataset.code}/record.json`, { cache: "no-cache" });
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/** Compare the hash of the seed with the one published and the one in the link. */
async function checkSeed({ seed }) {
  const hash = await commitment(seed);
  const published = find("#commitment").textContent;
  find("#seed").textContent = seed;
  if (hash === published) tell("#bound", said("seedSame"), true);
  else tell("#bound", said("seedDiffers", { hash }), false);
  compareLink(hash);
  return hash === published && (given() ?? hash) === hash;
}

/** Recompute every throw, and show it beside the one of the record; return those that differ. */
async function checkThrows(record, thrown) {
  const hash = await commitment(record.seed);
  const text = statement(hash, record.table, record.game, record.words);
  find("#statement").textContent = text;
  record.words.forEach((word, seat) => showWord(seat, word));
  const draw = await thrower(record.seed, text, throwsOf(record.game));
  const drawn = await Promise.all(thrown.map((_, n) => draw(n)));
  const rows = find("#throws tbody").rows;
  const wrong = [];
  thrown.forEach((recorded, n) => {
    if (recorded !== drawn[n]) wrong.push(n);
    const row = rows[n] ?? addRow(n);
    row.cells[2].firstElementChild.textContent = recorded;
    const code = Object.assign(document.createElement("code"), { textContent: drawn[n] });
    const verdict = said(recorded === drawn[n] ? "right" : "wrong");
    row.cells[3].replaceChildren(code, ` ${verdict}`);
    row.cells[3].className = recorded === drawn[n] ? "agrees" : "differs";
  });
  return wrong;
}

/** Show the word that went into the throws, whatever the page said before. */
function showWord(seat, word) {
  const code = find("#words tbody").rows[seat]?.cells[1].querySelector("code");
  if (code) code.textContent = word;
}

/** A row for a throw that the page did not show. */
function addRow(n) {
  const row = find("#throws tbody").insertRow();
  row.innerHTML = "<th scope=row></th><td></td><td><code></code></td><td></td>";
  row.cells[0].textContent = n;
  return row;
}

/** Check the seed and every throw, and say what came of it. */
async function check() {
  try {
    const record = await load();
    const bound = await checkSeed(record);
    const thrown = record.entries.filter((entry) => /^[0-9]+$/.test(entry));
    if (thrown.length && !throwsOf(record.game)) return tell("#verdict", said("unknown"));
    const wrong = thrown.length ? await checkThrows(record, thrown) : [];
    if (wrong.length) tell("#verdict", said("differ", { throws: wrong.join(", ") }), false);
    else if (!bound) tell("#verdict", said("unbound"), false);
    else if (!thrown.length) tell("#verdict", said("none"), true);
    else if (thrown.length === 1) tell("#verdict", said("agreeOne"), true);
    else tell("#verdict", said("agree", { number: thrown.length }), true);
  } catch {
    tell("#verdict", said("away"));
  }
}

/** Compare the hashes, as far as that can be done, without being asked. */
async function begin() {
  if (!over || !computes()) compareLink(find("#commitment").textContent);
  if (!over) return;
  if (!computes()) return tell("#verdict", said("insecure"));
  find("#check").hidden = false;
  try {
    await checkSeed(await load());
  } catch {
    tell("#verdict", said("away"));
  }
}

find("#check").addEventListener("click", check);
addEventListener("hashchange", begin);
begin();
