// The watch page: steps through the game, and follows it while it is being played.

import { main, phrase } from "./phrases.js";
import { awaitReview, markStep, stepNear } from "./review.js";

// All in milliseconds:
const PAUSE = 2000; // between polls, and before a picture is requested again
const URL_DELAY = 200; // before a step goes into the URL: browsers limit how often it may change
const STEP_PAUSE = 900; // between new steps that arrived together; less if there are many
const MIN_PAUSE = 120; // but at least this
const REPLAY_PAUSE = 1500; // between steps of a replay at normal speed

const find = (selector) => main.querySelector(selector);

const notes = { away: "", missing: "", more: "" };
let step = -1; // the step being shown; -1 before the game begins
let ahead = 1; // the direction of stepping, for preloading the next picture
let painting = null; // the promise of the picture's update, while it is running
let autoplay = null; // automatic stepping, if any: a replay, or new steps
let addressing;

const last = () => find("#moves").children.length - 1;
const live = () => main.dataset.live === "true";
const awaited = () => main.dataset.awaited === "true"; // the next game of a match
const mark = (number) => find("#moves").children[number].dataset.mark;
const at = (number, kind) => `/g/${main.dataset.code}/${mark(number)}/${number}.${kind}`;

const TO = {
  first: () => 0,
  back: () => Math.max(step - 1, 0),
  forward: () => Math.min(step + 1, last()),
  last,
};
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Start at the step in the URL, or else at the one that the server has rendered. */
function begin() {
  if (!main.dataset.step) return;
  main.classList.add("stepping");
  find("#stepper").hidden = false;
  find("#speed").value = "1"; // browsers restore earlier input
  awaitReview();
  step = Number(main.dataset.step);
  goToAddress(step);
}

/** Show the step in the URL, or `otherwise`. */
function goToAddress(otherwise) {
  const asked = location.hash.slice(1);
  const known = /^\d{1,9}$/.test(asked) && Number(asked) <= last();
  show(known ? Number(asked) : asked ? last() : otherwise);
  if (asked && !known) note("missing", phrase("missing", { step: asked.slice(0, 20) }));
}

/** Show a step: its text at once, its picture when loaded. */
function show(number) {
  const entry = find("#moves").children[number];
  if (number !== step) {
    ahead = number < step ? -1 : 1;
    find("#lines").replaceChildren(...[...entry.children].map(paragraph));
  }
  step = number;
  find("[aria-current]")?.removeAttribute("aria-current");
  entry.firstElementChild.setAttribute("aria-current", "step");
  reveal(entry);
  note("missing", "");
  if (step === last()) note("more", "");
  updateStepper();
  paint();
  clearTimeout(addressing);
  addressing = setTimeout(address, URL_DELAY);
}

/** Put the step into the URL, except for the last step of a running game, which will change. */
function address() {
  const { pathname } = location;
  history.replaceState(null, "", live() && step === last() ? pathname : `${pathname}#${step}`);
}

function paragraph({ textContent }) {
  const made = document.createElement("p");
  made.textContent = textContent;
  return made;
}

/** Scroll the list, not the page, to one of its entries. */
function reveal({ offsetTop, offsetHeight }) {
  const list = find("#moves");
  const { scrollTop, clientHeight } = list;
  if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
    list.scrollTop = offsetTop - clientHeight / 2;
  }
}

/** The step that a link leads to. */
function stepOf({ href }) {
  return Number(new URL(href).searchParams.get("step"));
}

/** Update the step counter, the slider and the buttons. */
function updateStepper() {
  const where = phrase("where", { step, last: last() });
  const slider = find("#slider");
  slider.max = last();
  slider.value = step;
  slider.setAttribute("aria-valuetext", where);
  find("#where").textContent = where;
  for (const button of main.querySelectorAll("[data-to]")) {
    button.setAttribute("aria-disabled", TO[button.dataset.to]() === step);
  }
  find("[data-to=last]").classList.toggle("good", notes.more !== "");
  markStep(step);
}

/** Go to a step on the user's request. */
function go(number) {
  stop();
  show(number);
}

/** Step to the end automatically, showing each step for `pause()` milliseconds. */
async function stepToEnd(by, pause, first = step + 1) {
  const mine = { by };
  autoplay = mine;
  label();
  for (let next = first; autoplay === mine && next <= last(); next = step + 1) {
    show(next);
    await painting;
    await sleep(pause());
  }
  if (autoplay === mine) stop();
}

/** Replay the game from here; at the end, from the beginning. */
function play() {
  const pause = () => REPLAY_PAUSE / Number(find("#speed").value);
  stepToEnd("play", pause, step === last() ? 0 : step + 1);
}

function stop() {
  autoplay = null;
  label();
}

/** Label the button with what it does now. */
function label() {
  find("#play").textContent = phrase(autoplay?.by === "play" ? "pause" : "play");
}

/** Update the picture to the current step, skipping steps that were passed quickly. */
function paint() {
  painting ??= updatePicture().finally(() => {
    painting = null;
  });
}

async function updatePicture() {
  const image = find("img");
  while (image.getAttribute("src") !== at(step, "png")) {
    const src = at(step, "png");
    try {
      const [, alt] = await Promise.all([loaded(step), described(step)]);
      Object.assign(image, { src, alt });
      find("#picture source").srcset = `${src}?theme=dark`;
      note("away", "");
    } catch {
      note("away", phrase("away"));
      await sleep(PAUSE);
    }
  }
  const next = step + ahead;
  if (next >= 0 && next <= last()) Promise.allSettled([loaded(next), described(next)]);
}

async function loaded(number) {
  const image = new Image();
  image.src = at(number, "png") + (dark.matches ? "?theme=dark" : "");
  await image.decode();
}

async function described(number) {
  const response = await fetch(at(number, "txt"));
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
}

/** Set or clear one of the notes; show the most important one. */
function note(kind, text) {
  notes[kind] = text;
  const shown = notes.away || notes.missing || notes.more;
  if (find("#note").textContent !== shown) find("#note").textContent = shown;
}

/** Poll for new steps until the game is over and, in a match, the next one has been posted. */
async function poll() {
  if (!live() && !awaited()) return;
  if (!document.hidden) {
    const text = await fetchPage();
    note("away", text === null ? phrase("away") : "");
    if (text !== null) update(new DOMParser().parseFromString(text, "text/html"));
  }
  setTimeout(poll, PAUSE);
}

/** Fetch the current page; null if the server can't be reached. */
async function fetchPage() {
  try {
    const response = await fetch(location.pathname, { cache: "no-cache" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/**
 * Apply the changes in a page. At the last step, follow the game; elsewhere, show a note.
 *
 * Steps that were taken back disappear. If one of them is being shown, go to the last that stands.
 */
function update(page) {
  const next = page.querySelector("main");
  const { revision, next: following } = main.dataset;
  if (next.dataset.revision === revision && next.dataset.next === following) return;
  Object.assign(main.dataset, next.dataset);
  document.title = page.title;
  document.querySelector("#heading").replaceWith(page.querySelector("#heading"));
  if (step < 0) {
    main.replaceChildren(...next.childNodes);
    begin();
    return;
  }
  const followed = step === last();
  next.querySelector("[aria-current]").removeAttribute("aria-current");
  const stands = replaceSteps([...next.querySelector("#moves").children]);
  if (step >= stands) show(stands - 1);
  for (const part of ["#state", "#match", "#players", "#take", "#fair"]) find(part).replaceWith(next.querySelector(part));
  find("[data-to=last]").textContent = next.querySelector("[data-to=last]").textContent;
  find("#review").hidden = next.querySelector("#review").hidden;
  updateStepper();
  if (autoplay) return; // automatic stepping gets to the new steps by itself
  if (followed) stepToEnd("news", () => Math.max(MIN_PAUSE, STEP_PAUSE / (last() - step)));
  else if (stands <= last()) noteMore();
}

/** Replace the steps that differ from the `newest` ones; return how many stay. */
function replaceSteps(newest) {
  const known = [...find("#moves").children];
  const differs = known.findIndex((entry, at) => entry.dataset.mark !== newest[at]?.dataset.mark);
  const stands = differs < 0 ? known.length : differs;
  for (const entry of known.slice(stands)) entry.remove();
  find("#moves").append(...newest.slice(stands));
  return stands;
}

function noteMore() {
  note("more", phrase("more"));
  updateStepper();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-to]");
  if (button) go(TO[button.dataset.to]());
  if (event.target.closest("#play")) {
    if (autoplay?.by === "play") stop();
    else play();
  }
  const link = event.target.closest("#moves a, #worst a");
  const asked = link ? stepOf(link) : stepNear(event);
  if (asked === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(asked);
  if (link) find("#picture").scrollIntoView({ block: "nearest" });
});

document.addEventListener("input", ({ target }) => {
  if (target.id === "slider") go(Number(target.value));
});

document.addEventListener("keydown", (event) => {
  const to = KEYS[event.key];
  const other = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!to || other || step < 0 || event.target.matches("#slider, #speed")) return;
  event.preventDefault();
  go(TO[to]());
});

addEventListener("hashchange", () => {
  if (step < 0) return;
  stop();
  goToAddress(last());
});

begin();
setTimeout(poll, PAUSE);
