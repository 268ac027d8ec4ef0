// Run, Edit, Stop and Reset for the cells of a page, and Check and Hint for its exercises.
//
// A run is what the notebook gives if the cells above are run first, in order: where the last run
// has just left that state it is gone on from, otherwise all begins again with empty names.

import { Broken, Python } from "./python.js";
import * as store from "./store.js";

/** @import { Action, Cell, Print, Result } from "./types.js" */

/** @type {Cell[]} */
let cells;
/** @type {Python} */
let python;
/** @type {Cell} */
let busy;
/** Which texts of which cells made the names that Python has now.
 * @type {{ cell: Cell, text: string }[]} */
let ran = [];
let generation = 0; // of that Python

/** Take over the cells that boot.js found; return what is to be done on a click.
 * @param {Cell[]} found */
export function take(found) {
  if (!cells) {
    cells = found;
    python = new Python((text) => busy?.say(text), store);
    for (const cell of cells) {
      cell.text = store.get(cell.key) ?? cell.source;
      const lost = () => cell.say("What you typed is kept, but the editor could not be fetched.");
      if (isEdited(cell)) edit(cell, false).catch(lost);
    }
  }
  /** @type {(cell: Cell, name: string) => void | Promise<void>} */
  const act = (cell, name) => ACTIONS[name](cell);
  return act;
}

/** @type {Record<string, Action>} */
const ACTIONS = {
  Run: (cell) => job(cell, (print) => (cell.light ? runLight : run)(cell, print)),
  Check: (cell) => job(cell, (print) => python.ask({ do: "check", ...alone(cell) }, print)),
  Hint: (cell) => job(cell, (print) => hint(cell, print)),
  Solution: (cell) =>
    job(cell, (print) => python.ask({ do: "solution", exercise: cell.exercise }, print)),
  Edit: (cell) => edit(cell, true),
  Stop: () => python.stop("Stopped. The next run starts with the cells above."),
  Reset: reset,
};

/** @type {(cell: Cell) => boolean} */
const isEdited = (cell) => cell.text !== cell.source;
/** @type {(cell: Cell) => string} */
const name = (cell) => `cell-${cell.index}`;

// -- running ---------------------------------------------------------------------------------

/** Run a cell after the cells above, except those on which nothing depends.
 * @param {Cell} cell @param {Print} print */
async function run(cell, print) {
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
    cell.say(`Running the cells above, ${i + 1} of ${rest.length} ...`);
    const result = await runNext(one);
    if (result.error) {
      const first = one.text.trim().split("\n")[0];
      return { error: `The cell above that begins with "${first}" raised:\n\n${result.error}` };
    }
  }
  cell.say("Running ...");
  return runNext(cell, print);
}

/** @type {(cell: Cell, print?: Print) => Promise<Result>} */
async function runNext(cell, print) {
  const { text } = cell;
  const fresh = ran.length === 0;
  const result = await python.ask({ do: "run", id: name(cell), source: text, fresh }, print);
  generation = python.generation;
  ran = result.error ? [] : [...ran, { cell, text }];
  return result;
}

/** The task of a cell for which those above are not run: what they define is enough.
 * @param {Cell} cell */
const alone = (cell) => ({
  id: name(cell),
  source: cell.text,
  above: cells.slice(0, cell.index).map((c) => c.text),
  ...(cell.exercise && { exercise: cell.exercise }),
});

/** @param {Cell} cell @param {Print} print */
const runLight = (cell, print) => python.ask({ do: "light", ...alone(cell) }, print);

/** @param {Cell} cell @param {Print} print */
async function hint(cell, print) {
  const result = await python.ask({ do: "hint", exercise: cell.exercise }, print);
  if (result.last) {
    const button = cell.buttons.find((b) => b.name === "Hint");
    if (button) button.name = button.textContent = "Solution";
  }
  return result;
}

/** Do something for a cell, with its output in the place of the recorded one and a Stop button.
 * @param {Cell} cell @param {(print: Print) => Promise<Result>} act */
async function job(cell, act) {
  if (busy) return cell.say("Another cell is running: stop it first, or wait.");
  busy = cell;
  cell.say("Starting ...");
  showReset(cell);
  const stop = cell.button("Stop");
  const pre = emptyOutput(cell);
  /** @type {Print} */
  const print = (text, className = "") => {
    pre.parentElement.hidden = false;
    const part = pre.appendChild(document.createElement("span"));
    part.className = className;
    part.textContent = text;
  };
  const start = performance.now();
  try {
    const result = await act(print);
    if (result.error) print(result.error, "live-error");
    cell.say(outcome(result, (performance.now() - start) / 1000));
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    cell.say(error.message);
  } finally {
    busy = null;
    if (document.activeElement === stop) cell.buttons[0].focus();
    stop.remove();
  }
}

/** @param {Result} result @param {number} seconds */
function outcome(result, seconds) {
  if (result.error) return "It raised an error, shown below.";
  if (result.state === "right") return "Right.";
  if (result.state) return result.state === "wrong" ? "Not right yet, see below." : "See below.";
  return `Done in ${seconds.toFixed(1)} s.`;
}

// -- showing ---------------------------------------------------------------------------------

/** The cell below which the output goes: for an exercise, that is the line that checks it.
 * @param {Cell} cell */
const shown = (cell) => (cell.exercise ? cell.element.nextElementSibling : cell.element);

/** @param {Cell} cell */
function emptyOutput(cell) {
  clearOutput(cell);
  hideRecorded(cell, true);
  const output = document.createElement("div");
  output.className = "cell_output docutils container live-output";
  output.innerHTML = "<div class='output highlight' hidden><pre tabindex='0'></pre></div>";
  shown(cell).append(output);
  return output.querySelector("pre");
}

/** @param {Cell} cell */
function clearOutput(cell) {
  shown(cell).querySelector(".live-output")?.remove();
  hideRecorded(cell, false);
}

/** @param {Cell} cell @param {boolean} hidden */
function hideRecorded(cell, hidden) {
  /** @type {HTMLElement} */
  const recorded = shown(cell).querySelector(".cell_output");
  if (recorded) recorded.hidden = hidden;
}

/** @param {Cell} cell */
function showReset(cell) {
  cell.reset ??= cell.button("Reset");
}

/** The code as the book has it.
 * @type {(cell: Cell) => HTMLElement} */
const recordedCode = (cell) => cell.element.querySelector(".cell_input > *");

/** @param {Cell} cell @param {boolean} focus */
async function edit(cell, focus) {
  if (!cell.view) {
    cell.view = {}; // so that a second click opens no second editor
    try {
      const { open } = await import("./editor.js");
      const plain = recordedCode(cell);
      const { fontSize } = getComputedStyle(plain.querySelector("pre"));
      plain.hidden = true;
      cell.place = document.createElement("div");
      cell.place.className = "live-editor highlight";
      cell.place.style.fontSize = fontSize;
      plain.after(cell.place);
      cell.view = open(cell.place, cell.text, {
        label: "The code of this cell. Shift+Enter runs it; Escape, then Tab leaves it.",
        run: () => ACTIONS[cell.exercise ? "Check" : "Run"](cell),
        changed: (text) => keep(cell, text),
      });
      showReset(cell);
    } catch (error) {
      cell.view = null;
      throw error;
    }
  }
  if (focus) cell.view.focus?.();
}

/** @param {Cell} cell @param {string} text */
function keep(cell, text) {
  cell.text = text;
  if (isEdited(cell)) store.set(cell.key, text);
  else store.remove(cell.key);
}

/** @param {Cell} cell */
function reset(cell) {
  if (busy === cell) python.stop("Reset.");
  keep(cell, cell.source);
  cell.view?.destroy?.();
  cell.place?.remove();
  cell.view = cell.place = null;
  recordedCode(cell).hidden = false;
  clearOutput(cell);
  cell.buttons[0].focus();
  cell.reset.remove();
  cell.reset = null;
  cell.say("As in the book.");
}
