// Texts that lie beside a cell's own until the reader has chosen: another tab's, a file's, or one
// for a cell that the book has changed since. They are kept under the key of the cell and OTHER.

import * as store from "./store.js";

/** @import { Cell } from "./types.js" */

const OTHER = ":other";

/** What lies beside the text of a key, as pairs of key and text.
 * @param {string} key */
export const beside = (key) => [...store.all()].filter(([one]) => one.startsWith(key + OTHER));

/** A key under which nothing lies yet, beside the text of another.
 * @param {string} key */
export function freeKey(key) {
  let free = key + OTHER;
  while (store.all().has(free)) free += "+";
  return free;
}

/** Lay a text beside that of a key, once; return why it is not kept, or "".
 * @param {string} key @param {string} text */
export function lay(key, text) {
  return beside(key).some(([, one]) => one === text) ? "" : store.set(freeKey(key), text);
}

/** The texts for this page that belong to no cell of it, as pairs of key and text.
 * @param {Cell[]} cells */
export function homeless(cells) {
  const prefix = `five-lines:${cells[0].page}:`;
  const own = new Set(cells.map((cell) => cell.key));
  return [...store.all()].filter(
    ([key]) => key.startsWith(prefix) && !own.has(key.replace(/:(other\+*|undo)$/, "")),
  );
}

/** Lay each of those texts beside the cell that is most like it, if half of its lines are there.
 * @param {Cell[]} cells */
export function adopt(cells) {
  for (const [key, text] of homeless(cells)) {
    const lines = new Set(linesOf(text));
    /** @type {(cell: Cell) => number} */
    const likeness = ({ source }) => {
      const own = linesOf(source);
      return own.filter((line) => lines.has(line)).length / Math.min(own.length, lines.size);
    };
    const [best] = cells.filter((cell) => !cell.exercise).sort((a, b) => likeness(b) - likeness(a));
    if (likeness(best) >= 0.5 && !lay(best.key, text)) store.set(key, null);
  }
}

/** @param {string} text */
const linesOf = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
