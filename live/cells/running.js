// What Python is asked to do for a cell.
//
// A run is what the notebook gives if the cells above are run first, in order: where the last run
// has just left that state it is gone on from, otherwise all begins again with empty names.

import { isEdited, sayNotKept } from "./keeping.js";
import { Python } from "./python.js";
import * as store from "./store.js";

/** @import { Cell, Print, Result, Task } from "./types.js" */

/** @type {Cell[]} */
let cells;
/** @type {Python} */
let python;
/** Which texts of which cells made the names that Python has now.
 * @type {{ cell: Cell, text: string }[]} */
let ran = [];
let generation = 0; // of that Python

/** Where a reader runs what the Python in the page cannot: what this page has links to. */
const launchers = [...document.querySelectorAll("#launch a")].map((link) => link.textContent);
const elsewhere = launchers.length
  ? `in ${launchers.join(" or ")} (the triangle at the top of this page)`
  : "on your own machine (make lab)";

/** @param {Cell[]} found @param {(text: string) => void} say what Python is waiting for */
export function setUp(found, say) {
  cells = found;
  python = new Python(say);
}

/** End what runs; it is answered with `why`.
 * @param {string} why */
export const stop = (why) => python.stop(why);

/** Have a task done for a cell, whose status says `words` meanwhile.
 * @param {Cell} cell @param {string} words @param {Task} task @param {Print} [print] */
async function ask(cell, words, task, print) {
  await python.ready();
  cell.say(words);
  const progress = store.progress();
  const result = await python.ask({ ...task, progress, elsewhere }, print);
  if (result.progress) sayNotKept(cell, "result", store.addProgress(result.progress));
  return result;
}

/** Run a cell after the cells above, except those on which nothing depends.
 * @param {Cell} cell @param {Print} print */
export async function run(cell, print) {
  if (cell.light) return ask(cell, "Running ...", { do: "light", ...alone(cell) }, print);
  const above = cells.filter((c) => c.index < cell.index && !c.exercise && !c.light);
  const needed = above.filter((c) => !c.aside || isEdited(c));
  const result = await runAfter(needed, cell, print);
  // A cell that was edited may use a name from any cell above.
  const retry = result.kind === "NameError" && needed.length < above.length;
  return retry ? runAfter(above, cell, print) : result;
}

/** @type {(above: Cell[], cell: Cell, print: Print) => Promise<Result>} */
async function runAfter(above, cell, print) {
  if (generation !== python.generation) ran = [];
  const done = ran.map((r) => r.cell).filter((c) => above.includes(c));
  const goOn =
    ran.every((r) => r.cell.index < cell.index && r.text === r.cell.text) &&
    done.every((c, i) => c === above[i]);
  if (!goOn) ran = [];
  const rest = goOn ? above.slice(done.length) : above;
  for (const [i, one] of rest.entries()) {
    const words = `Running the cells above, ${i + 1} of ${rest.length} ...`;
    const result = await runNext(cell, words, one);
    if (result.error) {
      const first = one.text.trim().split("\n")[0];
      return { error: `The cell above that begins with "${first}" raised:\n\n${result.error}` };
    }
  }
  return runNext(cell, "Running ...", cell, print);
}

/** @param {Cell} cell whose status says `words` @param {string} words
 * @param {Cell} one that is run @param {Print} [print] */
async function runNext(cell, words, one, print) {
  const { text } = one;
  const fresh = ran.length === 0;
  const task = { do: "run", id: idOf(one), source: text, fresh };
  const result = await ask(cell, words, task, print);
  generation = python.generation;
  ran = result.error ? [] : [...ran, { cell: one, text }];
  return result;
}

/** @type {(cell: Cell) => string} */
const idOf = (cell) => (cell.exercise ? `exercise ${cell.exercise}` : `cell ${cell.index + 1}`);

/** The task of a cell for which those above are not run: what they define is enough.
 * @param {Cell} cell */
const alone = (cell) => ({
  id: idOf(cell),
  source: cell.text,
  above: cells.slice(0, cell.index).map((c) => c.text),
  ...(cell.exercise && { exercise: cell.exercise }),
});

/** @param {Cell} cell @param {Print} print */
export const check = (cell, print) =>
  ask(cell, "Checking ...", { do: "check", ...alone(cell) }, print);

/** @param {Cell} cell @param {Print} print */
export const hint = (cell, print) =>
  ask(cell, "Looking up the hint ...", { do: "hint", exercise: cell.exercise }, print);

/** @param {Cell} cell @param {Print} print */
export const solution = (cell, print) =>
  ask(cell, "Looking up the solution ...", { do: "solution", exercise: cell.exercise }, print);
