// What the buttons do: one job at a time, its output in the place of the recorded one.

import { homeless } from "./beside.js";
import { showReset } from "./editing.js";
import { bringBack, edit, reset, undo } from "./keeping.js";
import { Broken } from "./python.js";
import * as running from "./running.js";
import { newOutput } from "./showing.js";

/** @import { Action, Cell, Print, Result } from "./types.js" */

let taken = false;
/** @type {Cell} */
let busy;

/** Take over the cells that boot.js found; return what is to be done on a click.
 * @param {Cell[]} cells */
export function take(cells) {
  if (!taken) {
    taken = true;
    running.setUp(cells, (text) => busy?.say(text));
    for (const cell of cells) cell.act = (name) => ACTIONS[name](cell);
    bringBack(cells);
    /** @type {HTMLDetailsElement} */
    const own = document.querySelector(".live-own");
    if (homeless(cells).length) own.open = true; // the texts stand there
  }
  /** @type {(cell: Cell, name: string) => void | Promise<void>} */
  const act = (cell, name) => cell.act(name);
  return act;
}

/** @type {Record<string, Action>} */
const ACTIONS = {
  Run: (cell) => job(cell, running.run),
  Check: (cell) => job(cell, running.check),
  Hint: (cell) => job(cell, hint),
  Solution: (cell) => job(cell, running.solution),
  Edit: (cell) => edit(cell, true),
  Stop: () => running.stop("Stopped. The next run starts with the cells above."),
  Undo: undo,
  Reset(cell) {
    if (busy === cell) running.stop("As in the book.");
    reset(cell);
  },
};

/** @param {Cell} cell @param {Print} print */
async function hint(cell, print) {
  const result = await running.hint(cell, print);
  /** @type {HTMLButtonElement} */
  const button = cell.bar.querySelector("[name=Hint]");
  if (result.last && button) cell.rename(button, "Solution");
  return result;
}

/** Do something for a cell, with a Stop button meanwhile.
 * @param {Cell} cell @param {(cell: Cell, print: Print) => Promise<Result>} act */
async function job(cell, act) {
  if (busy) return cell.say("Another cell is running: stop it first, or wait.");
  busy = cell;
  cell.say("Starting ...");
  showReset(cell);
  const stop = cell.button("Stop");
  const print = newOutput(cell);
  const start = performance.now();
  try {
    const result = await act(cell, print);
    if (result.error) print(result.error, "live-error");
    cell.say(outcome(result, (performance.now() - start) / 1000));
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    cell.say(error.message);
  } finally {
    busy = null;
    const focused = document.activeElement === stop;
    cell.remove("Stop");
    if (focused) cell.bar.querySelector("button").focus();
  }
}

/** @param {Result} result @param {number} seconds */
function outcome(result, seconds) {
  if (result.error) return "It raised an error, shown below.";
  if (result.state === "right") return "Right.";
  if (result.state) return result.state === "wrong" ? "Not right yet, see below." : "See below.";
  return `Done in ${seconds.toFixed(1)} s.`;
}
