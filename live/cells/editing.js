// The editor in the place of a cell's code.

import { load } from "./module.js";
import { recordedCode } from "./showing.js";

/** @import { Cell } from "./types.js" */

/** Open the editor of a cell, if it is not open; `changed` is told each new text.
 * @param {Cell} cell @param {(text: string) => void} changed */
export async function open(cell, changed) {
  if (cell.view) return;
  cell.view = {}; // so that a second click opens no second editor
  try {
    const editor = await load(new URL("editor.js", import.meta.url));
    const plain = recordedCode(cell);
    plain.hidden = true;
    cell.place = document.createElement("div");
    cell.place.className = "live-editor highlight";
    plain.after(cell.place);
    const does = cell.exercise ? "checks" : "runs";
    cell.view = editor.open(cell.place, cell.text, {
      label: `Code of ${cell.title}. Shift+Enter ${does} it; Escape, then Tab leaves it.`,
      run: () => cell.act(cell.exercise ? "Check" : "Run"),
      changed,
    });
    showReset(cell);
    cell.say("");
  } catch (error) {
    cell.view = null;
    throw error;
  }
}

/** Show the code as the book has it.
 * @param {Cell} cell */
export function close(cell) {
  cell.view?.destroy?.();
  cell.place?.remove();
  cell.view = cell.place = null;
  recordedCode(cell).hidden = false;
  cell.remove("Reset");
}

/** @param {Cell} cell */
export function showReset(cell) {
  if (!cell.bar.querySelector("[name=Reset]")) cell.button("Reset");
}
