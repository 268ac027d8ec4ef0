// What the reader made of a cell: typed, kept, reset and brought back, shared by two tabs.
//
// Under the key of a cell the browser keeps its text; under the key and UNDO what the last Reset or
// choice took away.

import { adopt, beside, freeKey } from "./beside.js";
import * as editing from "./editing.js";
import { clearOutput, endNote, note } from "./showing.js";
import * as store from "./store.js";

/** @import { Cell } from "./types.js" */

const UNDO = ":undo";
const IN_TAB = "This cell was changed in another tab.";
const FOUND =
  "There is another text of this cell: from another tab, a file, or an earlier edition.";

/** @type {(cell: Cell) => boolean} */
export const isEdited = (cell) => cell.text !== cell.source;

/** Bring back what earlier visits have left of all cells, and look out for other tabs.
 * @param {Cell[]} cells */
export function bringBack(cells) {
  for (const cell of cells) {
    cell.kept = store.get(cell.key);
    cell.text = cell.kept ?? cell.source;
  }
  adopt(cells);
  for (const cell of cells) {
    if (isEdited(cell)) show(cell);
    offerUndo(cell, store.get(cell.key + UNDO));
    offerOthers(cell);
  }
  addEventListener("storage", ({ key }) => {
    for (const cell of cells) if (key === cell.key || key === null) lookElsewhere(cell);
  });
  addEventListener("pageshow", () => cells.forEach(lookElsewhere)); // the page may have slept
}

/** Show what the reader has typed.
 * @param {Cell} cell */
const show = (cell) =>
  edit(cell, false).catch(() =>
    cell.say("Your text is kept, but the editor could not be fetched."),
  );

/** Open the editor of a cell.
 * @param {Cell} cell @param {boolean} focus */
export async function edit(cell, focus) {
  await editing.open(cell, (text) => type(cell, text));
  if (store.isBlocked()) sayNotKept(cell, "text", "blocked");
  cell.stopAt(cell.exercise ? "Check" : "Run"); // which is what comes after the editor
  if (focus) cell.view.focus?.();
}

/** @param {Cell} cell @param {string} text */
function type(cell, text) {
  if (text === cell.text) return;
  lookElsewhere(cell);
  cell.text = text;
  offerUndo(cell, null);
  write(cell);
}

/** Write a cell's text down. What another tab wrote, and nobody has chosen yet, moves aside.
 * @param {Cell} cell */
function write(cell) {
  if (cell.tab) {
    cell.tab.key ??= freeKey(cell.key);
    store.set(cell.tab.key, cell.tab.text);
  }
  const text = isEdited(cell) ? cell.text : null;
  const why = store.set(cell.key, text);
  const isLost = why !== "" && text !== null;
  if (isLost) lost.add(cell);
  else lost.delete(cell);
  if (lost.size) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
  if (!isLost) cell.kept = text;
  sayNotKept(cell, "text", isLost ? why : "");
}

/** Cells with a text that is not kept: the browser asks before it leaves the page.
 * @type {Set<Cell>} */
const lost = new Set();
/** @param {Event} event */
const ask = (event) => event.preventDefault();

const WHAT = {
  text: ["What you type here is not kept", "copy it, or save your cells as a file,"],
  result: ["This result is not kept", "save your cells as a file"],
};

/** Say next to a cell that something is not kept, why, and what to do; "" ends that.
 * @param {Cell} cell @param {"text" | "result"} what @param {"" | "full" | "blocked"} why */
export function sayNotKept(cell, what, why) {
  if (!why) return endNote(cell, what);
  const [said, remedy] = WHAT[what];
  note(cell, what, `${said}, because ${store.WHY[why]}: ${remedy} before you leave.`, {
    "Save as a file": () => import("./carry.js").then((module) => module.save()),
  });
}

/** Put a text into a cell and keep it.
 * @param {Cell} cell @param {string} text */
export async function put(cell, text) {
  cell.text = text;
  write(cell);
  cell.view?.replace?.(text);
  if (isEdited(cell)) return show(cell);
  editing.close(cell);
  clearOutput(cell);
}

// -- Reset and Undo -------------------------------------------------------------------------------

/** Show the cell as the book has it.
 * @param {Cell} cell */
export function reset(cell) {
  lookElsewhere(cell);
  const before = cell.text;
  put(cell, cell.source);
  if (before !== cell.source) offerUndo(cell, before);
  cell.say("As in the book.");
  cell.bar.querySelector("button").focus();
}

/** Bring back what the last Reset or choice took away.
 * @param {Cell} cell */
export async function undo(cell) {
  const text = cell.before;
  offerUndo(cell, null);
  cell.say("");
  await put(cell, text);
  cell.view?.focus?.();
}

/** Offer to bring a text back, until the next edit; null ends that.
 * @param {Cell} cell @param {string | null} text */
function offerUndo(cell, text) {
  if (text === null && cell.before === null) return;
  cell.before = text;
  store.set(cell.key + UNDO, text);
  if (text === null) cell.remove("Undo");
  else if (!cell.bar.querySelector("[name=Undo]")) cell.button("Undo");
}

// -- other texts of the same cell -----------------------------------------------------------------

/** See whether another tab has changed a cell: then the reader chooses.
 * @param {Cell} cell */
function lookElsewhere(cell) {
  const there = store.get(cell.key);
  if (there === cell.kept) return;
  cell.kept = there;
  const text = there ?? cell.source;
  if (text === cell.text) return endTab(cell);
  cell.tab = { ...cell.tab, text };
  choose(cell, "tab", IN_TAB, text, () => endTab(cell));
}

/** @param {Cell} cell */
function endTab(cell) {
  if (cell.tab?.key) store.set(cell.tab.key, null);
  cell.tab = null;
  endNote(cell, "tab");
}

/** Let the reader choose between what a cell has and what lies beside it, one after the other.
 * @param {Cell} cell */
export function offerOthers(cell) {
  for (const [key, text] of beside(cell.key)) {
    if (key === cell.tab?.key) continue;
    const end = () => {
      store.set(key, null);
      endNote(cell, "found");
    };
    if (text === cell.text) end();
    else return choose(cell, "found", FOUND, text, end);
  }
}

/** @param {Cell} cell @param {string} kind @param {string} sentence @param {string} text
 * @param {() => void} end */
function choose(cell, kind, sentence, text, end) {
  /** @param {string} taken @param {string} left */
  const settle = (taken, left) => {
    end();
    put(cell, taken);
    offerUndo(cell, left === cell.source ? null : left);
    offerOthers(cell);
    cell.bar.querySelector("button").focus();
  };
  const choices = {
    "Take that text": () => settle(text, cell.text),
    "Keep this one": () => settle(cell.text, text),
  };
  note(cell, kind, sentence, choices, text);
}
