// What is seen of a cell: its code, its output, and notes below its buttons.

/** @import { Cell, Print } from "./types.js" */

const HEARD = 500; // characters of an output that a screen reader is given unasked

/** The cell below which the output goes: for an exercise, that is the line that checks it.
 * @param {Cell} cell */
const shown = (cell) => (cell.exercise ? cell.element.nextElementSibling : cell.element);

/** The code as the book has it.
 * @type {(cell: Cell) => HTMLElement} */
export const recordedCode = (cell) => cell.element.querySelector(".cell_input > *");

/** Give a cell an empty output in the place of the recorded one; return what prints to it.
 * @param {Cell} cell @returns {Print} */
export function newOutput(cell) {
  clearOutput(cell);
  hideRecorded(cell, true);
  const output = document.createElement("div");
  output.className = "cell_output docutils container live-output";
  output.innerHTML =
    "<div class='output highlight empty' role=log><pre><span></span><span aria-live=off></span></pre></div>";
  const log = /** @type {HTMLElement} */ (output.firstChild);
  log.ariaLabel = `Output of ${cell.title}`;
  shown(cell).append(output);
  const pre = output.querySelector("pre");
  const [heard, rest] = pre.children;
  return (text, className) => {
    log.classList.remove("empty");
    pre.tabIndex = 0; // it may scroll
    if (className) {
      const part = pre.appendChild(document.createElement("span"));
      part.className = className;
      part.textContent = text;
      return;
    }
    const room = Math.max(0, HEARD - heard.textContent.length);
    heard.append(text.slice(0, room));
    rest.append(text.slice(room));
  };
}

/** @param {Cell} cell */
export function clearOutput(cell) {
  shown(cell).querySelector(".live-output")?.remove();
  hideRecorded(cell, false);
}

/** @param {Cell} cell @param {boolean} hidden */
function hideRecorded(cell, hidden) {
  /** @type {HTMLElement} */
  const recorded = shown(cell).querySelector(".cell_output");
  if (recorded) recorded.hidden = hidden;
}

/** Put a note below a cell's buttons, one of each kind. The same sentence is not said twice.
 * @param {Cell} cell @param {string} kind @param {string} sentence
 * @param {Record<string, () => void>} choices what its buttons do
 * @param {string} [other] a text of the cell that it speaks of */
export function note(cell, kind, sentence, choices, other) {
  let box = cell.element.querySelector(`[data-note=${kind}]`);
  if (box?.firstChild.textContent !== sentence) {
    box?.remove();
    box = newNote(cell, kind, Object.keys(choices), other !== undefined);
    box.firstChild.textContent = sentence;
  }
  for (const button of box.querySelectorAll("button")) button.onclick = choices[button.textContent];
  if (other !== undefined) box.querySelector("pre").textContent = other;
}

/** @param {Cell} cell @param {string} kind @param {string[]} names @param {boolean} other */
function newNote(cell, kind, names, other) {
  const box = document.createElement("div");
  box.className = "live-note";
  box.dataset.note = kind;
  box.innerHTML = "<p role=alert></p>";
  cell.bar.parentElement.after(box);
  for (const name of names) {
    const button = box.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = name;
    button.ariaLabel = `${name}, ${cell.title}`;
  }
  if (other) {
    const fold = box.appendChild(document.createElement("details"));
    fold.innerHTML = "<summary>That text</summary><pre tabindex=0></pre>";
    /** @type {HTMLElement} */ (fold.firstChild).ariaLabel = `That text, ${cell.title}`;
  }
  return box;
}

/** @param {Cell} cell @param {string} kind */
export function endNote(cell, kind) {
  cell.element.querySelector(`[data-note=${kind}]`)?.remove();
}
