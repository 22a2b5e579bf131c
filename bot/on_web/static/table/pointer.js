// Pointers and keys: what a press on the board or a key means.

import { returned } from "./motion.js";

/** How far a pointer moves before it drags, in CSS pixels. */
const SLACK = 8;

/**
 * Listen to pointers on a board.
 * @param {Board} board
 * @param {object} acts `active()`: whether presses count; `hasten()`: end what is in motion, or throw,
 *   and return whether that was done; `pick(move)`; `point(moves)`; `several()`: tell that the press
 *   can mean several moves
 */
export function listen(board, acts) {
  const { root } = board;
  let drag = null;
  let asked = [];

  const among = (event) => {
    const found = board.at(event);
    const both = found.filter((each) => asked.includes(each));
    return both.length ? both : found;
  };

  root.addEventListener("pointerdown", (event) => {
    if (!acts.active() || !board.moves.length || event.button) return;
    const from = board.at(event, ["from"]);
    const [nearest] = board.at(event);
    if (!from.length || !nearest) return;
    drag = { from, x: event.clientX, y: event.clientY, id: event.pointerId, piece: null };
  });

  root.addEventListener("pointermove", (event) => {
    if (!acts.active() || !board.moves.length) return;
    if (drag && event.pointerId === drag.id) {
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.piece && Math.hypot(dx, dy) < SLACK) return;
      if (!drag.piece) begin(drag);
      if (!drag.piece) return;
      drag.piece.style.translate = `${dx}px ${dy}px`;
      const over = board.at(event, ["to"], drag.from);
      acts.point(over.length ? over : drag.from, false);
    } else if (event.pointerType !== "touch") {
      const found = board.at(event);
      root.classList.toggle("hits", found.length > 0);
      acts.point(found.length ? found : asked);
    }
  });

  function begin(dragged) {
    const [{ piece }] = dragged.from;
    dragged.piece = board.elements.get(piece) ?? null;
    if (!dragged.piece) return;
    root.setPointerCapture(dragged.id);
    dragged.piece.classList.add("dragged");
  }

  function drop(event, cancelled) {
    if (!drag || event.pointerId !== drag.id) return;
    const { piece, from, x, y } = drag;
    drag = null;
    if (!piece) return;
    root.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => root.removeEventListener("click", stop, { capture: true }));
    piece.classList.remove("dragged");
    piece.style.translate = "";
    const over = cancelled || !acts.active() ? [] : board.at(event, ["to"], from);
    acts.point([]);
    if (over.length === 1) acts.pick(over[0], true);
    else returned(board, piece, event.clientX - x, event.clientY - y);
  }

  const stop = (event) => event.stopPropagation();
  root.addEventListener("pointerup", (event) => drop(event, false));
  root.addEventListener("pointercancel", (event) => drop(event, true));
  root.addEventListener("pointerleave", () => !drag && acts.active() && acts.point(asked));

  root.addEventListener("click", (event) => {
    if (!acts.active() || acts.hasten()) return;
    const found = among(event);
    if (found.length === 1) {
      asked = [];
      acts.pick(found[0]);
      return;
    }
    asked = found;
    acts.point(found);
    if (found.length) acts.several();
  });
}

const ARROWS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Listen to keys.
 * @param {object} acts `busy()`: whether a dialog has the keys; `hasten()` as for `listen`;
 *   `moves()`: what can be played; `buttons()`: their buttons; `pick(move)`; `sound()`; `escape()`;
 *   `step(key)`: go to another step, and return whether the key means one
 */
export function keys(acts) {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || acts.busy()) return;
    if (target.matches("input, select, textarea")) return;
    if (pressed(key, target, acts)) event.preventDefault();
  });
}

/** Do what a key means; returns whether it means anything. */
function pressed(key, target, acts) {
  if (!acts.buttons().length && acts.step(key)) return true;
  const moves = acts.moves();
  if (/^[1-9]$/.test(key) && moves[Number(key) - 1]) acts.pick(moves[Number(key) - 1]);
  else if (ARROWS[key] && acts.buttons().length && !target.closest(".log")) {
    const buttons = acts.buttons();
    const now = buttons.indexOf(document.activeElement);
    const next = now < 0 ? (ARROWS[key] > 0 ? 0 : -1) : (now + ARROWS[key]) % buttons.length;
    buttons.at(next).focus();
  } else if (key === " " || key === "Enter") return !target.closest("button, a, [role=log]") && acts.hasten();
  else if (key === "Escape") acts.escape();
  else if (key === "m" || key === "M") acts.sound();
  else return false;
  return true;
}
