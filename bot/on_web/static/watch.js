// A table's own page: steps through the game, and follows it while it goes on.

const PAUSE = 2000; // between two looks for news, and before a picture is asked for again
const REST = 200; // on one step until the address names it: browsers refuse quick changes
const NEXT = 900; // between two steps that have arrived together; less where many have
const QUICKEST = 120; // but no less than this
const PLAYED = 1500; // between two steps at the normal speed

const main = document.querySelector("main");
const find = (selector) => main.querySelector(selector);
const said = (key, args = {}) => main.dataset[key].replace(/\{(\w+)\}/g, (slot, name) => args[name] ?? slot);

const notes = { away: "", missing: "", more: "" };
let step = -1; // the one that is shown; none before the game begins
let ahead = 1; // which way the watcher goes, and so which picture is wanted next
let painting = null; // what brings the picture up to the step, while it does
let walk = null; // who goes on from step to step by themselves: the reader pressed Play, or new ones came
let addressing;

const last = () => find("#moves").children.length - 1;
const live = () => main.dataset.live === "true";
const at = (number, kind) => `/g/${main.dataset.code}/${number}.${kind}`;

const TO = {
  first: () => 0,
  back: () => Math.max(step - 1, 0),
  forward: () => Math.min(step + 1, last()),
  last,
};
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Begin where the address says, or else where the page came from the server. */
function begin() {
  if (!main.dataset.step) return;
  main.classList.add("stepping");
  find("#stepper").hidden = false;
  find("#speed").value = "1"; // browsers remember what was chosen before
  step = Number(main.dataset.step);
  find("img").dataset.step = step;
  goToAddress(step);
}

/** Show the step that the address names, or `otherwise`. */
function goToAddress(otherwise) {
  const asked = location.hash.slice(1);
  const known = /^\d{1,9}$/.test(asked) && Number(asked) <= last();
  show(known ? Number(asked) : asked ? last() : otherwise);
  if (asked && !known) note("missing", said("missing", { step: asked.slice(0, 20) }));
}

/** Show a step: its words at once, its picture when it is there. */
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
  measure();
  paint();
  clearTimeout(addressing);
  addressing = setTimeout(address, REST);
}

/** Put the step into the address. Where the game goes on, its end has none: it will be another. */
function address() {
  const { pathname } = location;
  history.replaceState(null, "", live() && step === last() ? pathname : `${pathname}#${step}`);
}

function paragraph({ textContent }) {
  const made = document.createElement("p");
  made.textContent = textContent;
  return made;
}

/** Scroll the list, not the page, to where one of its entries is seen. */
function reveal({ offsetTop, offsetHeight }) {
  const list = find("#moves");
  const { scrollTop, clientHeight } = list;
  if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
    list.scrollTop = offsetTop - clientHeight / 2;
  }
}

/** Say which step this is of how many, and where one can go from here. */
function measure() {
  const where = said("where", { step, last: last() });
  const slider = find("#slider");
  slider.max = last();
  slider.value = step;
  slider.setAttribute("aria-valuetext", where);
  find("#where").textContent = where;
  for (const button of main.querySelectorAll("[data-to]")) {
    button.setAttribute("aria-disabled", TO[button.dataset.to]() === step);
  }
  find("[data-to=last]").classList.toggle("good", notes.more !== "");
}

/** Go to a step because the reader wants it. */
function go(number) {
  stop();
  show(number);
}

/** Go on step by step to the end, each one seen for as long as `pause` says. */
async function goOn(by, pause, first = step + 1) {
  const mine = { by };
  walk = mine;
  label();
  for (let next = first; walk === mine && next <= last(); next = step + 1) {
    show(next);
    await painting;
    await sleep(pause());
  }
  if (walk === mine) stop();
}

/** Play the game from here, or from its beginning where this is the end. */
function play() {
  const pause = () => PLAYED / Number(find("#speed").value);
  goOn("play", pause, step === last() ? 0 : step + 1);
}

function stop() {
  walk = null;
  label();
}

/** Say on the button what it does now. */
function label() {
  find("#play").textContent = said(walk?.by === "play" ? "pause" : "play");
}

/** Bring the picture up to the step; in a hurry those between are left out. */
function paint() {
  painting ??= bringUp().finally(() => {
    painting = null;
  });
}

async function bringUp() {
  const image = find("img");
  while (Number(image.dataset.step) !== step) {
    const wanted = step;
    try {
      const [, alt] = await Promise.all([loaded(wanted), described(wanted)]);
      Object.assign(image, { src: at(wanted, "png"), alt });
      find("#picture source").srcset = `${at(wanted, "png")}?theme=dark`;
      image.dataset.step = wanted;
      note("away", "");
    } catch {
      note("away", said("away"));
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

/** Put one of the notes, or take it away; the gravest is told. */
function note(kind, text) {
  notes[kind] = text;
  const told = notes.away || notes.missing || notes.more;
  if (find("#note").textContent !== told) find("#note").textContent = told;
}

/** Ask for news as long as there may be some. */
async function look() {
  if (!live()) return;
  if (!document.hidden) {
    const text = await news();
    note("away", text === null ? said("away") : "");
    if (text !== null) take(new DOMParser().parseFromString(text, "text/html"));
  }
  setTimeout(look, PAUSE);
}

/** The page as it is now; null while the server is away. */
async function news() {
  try {
    const response = await fetch(location.pathname, { cache: "no-cache" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Take over what is new in a page. Whoever stands at the end moves on, others are told. */
function take(page) {
  const next = page.querySelector("main");
  if (next.dataset.revision === main.dataset.revision) return;
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
  find("#moves").append(...[...next.querySelector("#moves").children].slice(last() + 1));
  for (const part of ["#state", "#take", "#fair"]) find(part).replaceWith(next.querySelector(part));
  find("[data-to=last]").textContent = next.querySelector("[data-to=last]").textContent;
  measure();
  if (walk) return; // who goes on by themselves comes to the new steps, too
  if (followed) goOn("news", () => Math.max(QUICKEST, NEXT / (last() - step)));
  else tellMore();
}

function tellMore() {
  note("more", said("more"));
  measure();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-to]");
  if (button) go(TO[button.dataset.to]());
  if (event.target.closest("#play")) {
    if (walk?.by === "play") stop();
    else play();
  }
  const link = event.target.closest("#moves a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go([...find("#moves").children].indexOf(link.parentElement));
  find("#picture").scrollIntoView({ block: "nearest" });
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
setTimeout(look, PAUSE);
