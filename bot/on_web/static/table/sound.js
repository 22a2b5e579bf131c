// Sounds: short, dry, wooden. All are synthesized; there are no files. Times are in seconds,
// frequencies in Hz, volumes from 0 to 1.

import { isOn, turn } from "./prefs.js";

/** How late a sound may be, in ms. A browser can let a page sound late: after a call, or the next press. */
const LATE = 200;

let output = null;

/** Whether sounds are on. */
export const audible = () => isOn("sound", true);

/** Switch sounds on or off. */
export function toggleSound() {
  turn("sound", !audible());
  play("step");
}

/** Return an output: a limiter, and half a second of noise from which clicks are cut. */
function outputOf(context) {
  const limiter = context.createDynamicsCompressor();
  const limits = { threshold: -10, knee: 4, ratio: 12, attack: 0.002, release: 0.08 };
  for (const [name, value] of Object.entries(limits)) limiter[name].value = value;
  const gain = context.createGain();
  gain.gain.value = 0.8;
  gain.connect(limiter).connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const data = noise.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < data.length; i += 1) {
    seed = (seed * 16807) % 2147483647;
    data[i] = seed / 1073741823.5 - 1;
  }
  return { context, gain, noise };
}

/** A volume that rises at once and fades over `d`. */
function fading(to, at, v, d) {
  const gain = to.context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(v, at + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.001, at + d);
  gain.connect(to.gain);
  return gain;
}

/** A band of noise: a click, a rattle, a swish. */
function hiss(out, at, { f, to = f, q = 1, d = 0.05, v = 0.5 }) {
  const source = out.context.createBufferSource();
  const filter = out.context.createBiquadFilter();
  source.buffer = out.noise;
  filter.type = "bandpass";
  filter.Q.value = q;
  filter.frequency.setValueAtTime(f, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + d);
  source.connect(filter).connect(fading(out, at, v, d));
  source.start(at, (at * 7.13) % 0.3, d + 0.05);
}

/** A struck bar: a sine with a quick fall in pitch, and the fourth partial of a marimba. */
function bar(out, at, { f, d = 0.12, v = 0.5, fall = 1, over = 0 }) {
  for (const [ratio, level, length] of [[1, v, d], [3.93, v * over, d * 0.35]]) {
    if (!level) continue;
    const wave = out.context.createOscillator();
    wave.frequency.setValueAtTime(f * ratio * fall, at);
    wave.frequency.exponentialRampToValueAtTime(f * ratio, at + 0.03);
    wave.connect(fading(out, at, level, length));
    wave.start(at);
    wave.stop(at + length + 0.02);
  }
}

function kernel(out, at, n = 0) {
  hiss(out, at, { f: 2600 + (n % 4) * 420, q: 6, d: 0.035, v: 0.9 });
  bar(out, at, { f: 900 + (n % 3) * 130, d: 0.03, v: 0.16 });
}

function knock(out, at, f, v) {
  bar(out, at, { f, d: 0.09, v, fall: 1.6 });
  hiss(out, at, { f: 1100, q: 1.2, d: 0.03, v: v * 0.45 });
}

const note = (out, at, f, v = 0.4, d = 0.42) => bar(out, at, { f, d, v, over: 0.28 });

/** Notes one after the other, `gap` apart. */
function tune(out, at, notes, { gap = 0.11, v = 0.4, d = 0.42 } = {}) {
  for (const [i, f] of notes.entries()) note(out, at + i * gap, f, v, d);
}

const SOUNDS = {
  rattle: (out, at) => [0, 0.07, 0.12, 0.2, 0.25, 0.33].forEach((later, i) => kernel(out, at + later, i)),
  land: (out, at, n) => {
    kernel(out, at, n);
    knock(out, at, 240, 0.22);
  },
  number: (out, at) => note(out, at, 587, 0.2, 0.2),
  step: (out, at, n) => knock(out, at, 190 + n * 9, 0.42),
  capture: (out, at) => {
    knock(out, at, 150, 0.85);
    knock(out, at + 0.075, 112, 0.95);
    hiss(out, at, { f: 700, to: 180, q: 0.8, d: 0.16, v: 0.5 });
  },
  carry: (out, at) => {
    hiss(out, at, { f: 300, to: 1200, q: 0.9, d: 0.25, v: 0.25 });
    tune(out, at + 0.1, [392, 494, 587], { gap: 0.09, v: 0.34 });
  },
  freed: (out, at, n) => note(out, at, 659 * 1.122 ** n, 0.26, 0.25),
  turn: (out, at) => {
    note(out, at, 440, 0.18, 0.3);
    note(out, at + 0.13, 587, 0.2, 0.4);
  },
  win: (out, at) => {
    tune(out, at, [392, 494, 587, 784, 988], { d: 0.7 });
    tune(out, at + 0.33, [392, 494], { v: 0.25, d: 0.9 });
  },
  lose: (out, at) => tune(out, at, [392, 349, 294], { gap: 0.16, v: 0.3, d: 0.5 }),
  press: (out, at) => hiss(out, at, { f: 1800, q: 2, d: 0.02, v: 0.25 }),
};

/**
 * Play a sound, if they are on and the page has been touched.
 * @param {string} name one of SOUNDS
 * @param {number} n which one it is of a row of them, which changes the pitch
 */
export function play(name, n = 0) {
  if (!audible() || document.hidden || !globalThis.AudioContext) return;
  if (!output) {
    if (!navigator.userActivation?.hasBeenActive) return;
    output = outputOf(new AudioContext({ latencyHint: "interactive" }));
  }
  const { context } = output;
  const sound = () => SOUNDS[name](output, context.currentTime + 0.005, n);
  if (context.state === "running") {
    sound();
    return;
  }
  const asked = performance.now();
  context.resume().then(() => performance.now() - asked < LATE && sound()).catch(() => {});
}
