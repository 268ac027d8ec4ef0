// "Your cells", at the end of a page: all that a reader wrote in all chapters, as one file that can
// be read, and back from it. Nothing that is here is overwritten: where both differ, the cell asks.

import { homeless, lay } from "./beside.js";
import { offerOthers, put } from "./keeping.js";
import * as store from "./store.js";

/** @import { Cell } from "./types.js" */

const ASIDE = /:other\+*$/;
const HTML = `<p>What you type in cells and exercises, and what was right, stays in this browser.
A file keeps it safe, or takes it to another one.</p>
<p><button type=button>Save as a file</button> <button type=button>Bring back a file</button>
<input type=file accept=".py,text/*" aria-label="A file saved here" hidden></p>
<p role=status></p>`;

/** Fill the fold, once.
 * @param {HTMLElement} own @param {Cell[]} cells */
export function fill(own, cells) {
  own.querySelector("p").remove();
  own.insertAdjacentHTML("beforeend", HTML);
  const [saves, brings] = own.querySelectorAll("button");
  const input = own.querySelector("input");
  const status = own.querySelector("[role=status]");
  saves.onclick = () => {
    status.textContent = save();
  };
  brings.onclick = () => input.click();
  input.onchange = async () => {
    status.textContent = await bringIn(input.files[0], cells);
    input.value = ""; // so that the same file can be chosen again
  };
  for (const [key, text] of homeless(cells)) own.append(left(key, text));
}

/** A text for a cell that this page no longer has.
 * @param {string} key @param {string} text */
function left(key, text) {
  const box = document.createElement("div");
  box.innerHTML =
    "<p>You wrote this in an earlier edition of this page, in a cell that is no longer here:</p><pre tabindex=0></pre><p><button type=button>Forget it</button></p>";
  box.querySelector("pre").textContent = text;
  box.querySelector("button").onclick = () => {
    store.set(key, null);
    box.remove();
  };
  return box;
}

/** Hand all that the reader wrote over as a file; say so. */
export function save() {
  const texts = [...store.all()].filter(([key]) => !key.endsWith(":undo"));
  if (!texts.length) return "You have changed no cell so far, and checked no answer.";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([written(texts)], { type: "text/x-python" }));
  link.download = "my-five-lines.py";
  link.click();
  URL.revokeObjectURL(link.href);
  return `Saved as ${link.download}.`;
}

/** @param {[string, string][]} texts */
function written(texts) {
  const head = `# What I wrote in the pages of Five Lines, ${new Date().toISOString().slice(0, 10)}.
# To have it in another browser, open "Your cells" at the end of a chapter there.\n`;
  // A line that looks like a head of ours gets one more #.
  const parts = texts.map(([key, text]) => `# %% ${key}\n${text.replace(/^#+ %% /gm, "#$&")}\n`);
  return [head, ...parts, ""].join("\n");
}

/** The texts of such a file, as pairs of key and text.
 * @param {string} file @returns {[string, string][]} */
function read(file) {
  const [, ...parts] = file.replaceAll("\r\n", "\n").split(/^# %% (five-lines:.+)\n/m);
  return parts.flatMap((key, i) => {
    const text = parts[i + 1]?.replace(/\n{1,2}$/, "").replace(/^#(#+ %% )/gm, "$1");
    return i % 2 ? [] : [[key, text]];
  });
}

/** Bring back what a file holds; return what became of it, in sentences.
 * @param {File} file @param {Cell[]} cells */
async function bringIn(file, cells) {
  const texts = read(await file.text());
  if (!texts.length) return `${file.name} was not saved here: it holds no cells of Five Lines.`;
  let [fresh, same] = [0, 0];
  const differ = new Set();
  /** @type {"" | "full" | "blocked"} */
  let why = "";
  for (const [name, text] of texts) {
    const key = name.replace(ASIDE, "");
    const cell = cells.find((one) => one.key === key);
    const here = cell?.kept ?? store.get(key);
    if (name === store.PROGRESS) why ||= store.addProgress(text);
    else if (here === text) same += 1;
    else if (here === null && cell) {
      fresh += 1;
      put(cell, text);
    } else if (here === null) {
      fresh += 1;
      why ||= store.set(key, text);
    } else {
      differ.add(key.split(":")[1]);
      why ||= lay(key, text);
      if (cell) offerOthers(cell);
    }
  }
  return [
    `${fresh} brought back, ${same} were here already.`,
    differ.size &&
      `Where the file and this browser differ, the cell asks: ${[...differ].join(", ")}.`,
    why && `It is here while this page lives, because ${store.WHY[why]}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
