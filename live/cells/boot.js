// Puts the buttons under the cells that can run here. All else is fetched on the first click, or
// at once where this reader has edited a cell before.

/** @import { Cell } from "./types.js" */

const page = location.pathname.match(/([^/]*?)(\.html)?$/)[1] || "index";

// A cell is known by its code, so that what was typed stays with it when cells come and go.
/** @type {(text: string) => number} */
const digest = (text) =>
  [...text].reduce((h, c) => Math.imul(h ^ c.codePointAt(0), 16777619) >>> 0, 2166136261);

/** @type {NodeListOf<HTMLElement>} */
const elements = document.querySelectorAll(".cell.live");

const cells = [...elements].map((element, index) => {
  const source = element.querySelector(".cell_input pre").textContent.replace(/\n$/, "");
  /** @type {(name: string) => boolean} */
  const has = (name) => element.classList.contains(`live-${name}`);
  const exercise = element.className
    .match(/live-exercise-(\d\d)-(\d+)/)
    ?.slice(1)
    .join(".");
  const key = `five-lines:${exercise ?? `${page}:${digest(source)}`}`;
  const bar = document.createElement("div");
  bar.className = "live-bar";
  bar.innerHTML = "<span role=status></span>";
  element.querySelector(".cell_input").append(bar);
  /** @type {Cell} */
  const cell = {
    ...{ element, index, source, exercise, key },
    ...{ light: has("light"), aside: has("aside"), buttons: [] },
    say(text) {
      bar.lastChild.textContent = text;
    },
    button(name) {
      const button = document.createElement("button");
      button.type = "button";
      button.name = button.textContent = name;
      button.onclick = () => click(cell, button.name);
      bar.insertBefore(button, bar.lastChild);
      return button;
    },
  };
  cell.buttons = (exercise ? ["Edit", "Check", "Hint"] : ["Run", "Edit"]).map(cell.button);
  return cell;
});

const live = () => import("./cells.js").then((module) => module.take(cells));

/** @type {(cell: Cell, name: string) => Promise<void>} */
const click = (cell, name) =>
  live()
    .then((act) => act(cell, name))
    .catch(() => cell.say("A part of this page could not be fetched. Is there a network?"));

try {
  if (cells.some((cell) => localStorage.getItem(cell.key) !== null)) live();
} catch {
  // Nothing can be kept here, so nothing was.
}
