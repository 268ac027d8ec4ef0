// Puts the buttons under the cells that can run here. All else is fetched on the first click, or
// at once where this browser keeps something that a reader wrote on this page.

import { load } from "./module.js";

/** @import { Cell } from "./types.js" */

const page = location.pathname.match(/([^/]*?)(\.html)?$/)[1] || "index";

// A cell is known by its code, so that what was typed stays with it when cells come and go.
/** @type {(text: string) => number} */
const digest = (text) =>
  [...text].reduce((h, c) => Math.imul(h ^ c.codePointAt(0), 16777619) >>> 0, 2166136261);

/** The buttons of a cell are one stop for the Tab key; arrows go from one to the next.
 * @param {KeyboardEvent} event */
function walk(event) {
  const bar = /** @type {HTMLElement} */ (event.currentTarget);
  const all = /** @type {HTMLElement[]} */ ([...bar.children]);
  const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  all.at(steps[event.key] % all.length).focus();
}

/** @param {Element} bar @param {Element} stop */
function stopAt(bar, stop) {
  for (const button of bar.children) {
    /** @type {HTMLElement} */ (button).tabIndex = button === stop ? 0 : -1;
  }
}

/** @type {NodeListOf<HTMLElement>} */
const elements = document.querySelectorAll(".cell.live");
/** @type {Set<string>} */
const keys = new Set();

const cells = [...elements].map((element, index) => {
  const source = element.querySelector(".cell_input pre").textContent.replace(/\n$/, "");
  /** @type {(name: string) => boolean} */
  const has = (name) => element.classList.contains(`live-${name}`);
  const exercise = element.className
    .match(/live-exercise-(\d\d)-(\d+)/)
    ?.slice(1)
    .join(".");
  let key = `five-lines:${exercise ?? `${page}:${digest(source)}`}`;
  while (keys.has(key)) key += "+"; // a page may have the same code twice
  keys.add(key);
  const place = exercise ? `exercise ${exercise}` : `cell ${index + 1}`;
  const title = exercise ? place : `${place}: ${source.trim().split("\n")[0].slice(0, 50)}`;
  element
    .querySelector(".cell_input")
    .insertAdjacentHTML(
      "beforeend",
      `<div class=live-bar><div role=toolbar aria-label="${place}"></div><span role=status></span></div>`,
    );
  /** @type {HTMLElement} */
  const bar = element.querySelector("[role=toolbar]");
  bar.addEventListener("keydown", walk);
  bar.addEventListener("focusin", (event) => stopAt(bar, /** @type {Element} */ (event.target)));
  /** @type {Cell} */
  const cell = {
    ...{ element, index, page, source, exercise, key, title, bar },
    ...{ light: has("light"), aside: has("aside") },
    say(text) {
      bar.nextSibling.textContent = text;
    },
    button(name) {
      const button = document.createElement("button");
      button.type = "button";
      button.onclick = () => click(cell, button.name);
      bar.append(button);
      cell.rename(button, name);
      stopAt(bar, bar.firstChild === button ? button : bar.querySelector("[tabindex='0']"));
      return button;
    },
    rename(button, name) {
      button.name = button.textContent = name;
      button.ariaLabel = `${name} ${title}`;
    },
    stopAt: (name) => stopAt(bar, bar.querySelector(`[name=${name}]`)),
    remove(name) {
      bar.querySelector(`[name=${name}]`)?.remove();
      if (!bar.querySelector("[tabindex='0']")) stopAt(bar, bar.firstElementChild);
    },
  };
  for (const name of exercise ? ["Edit", "Check", "Hint"] : ["Run", "Edit"]) cell.button(name);
  return cell;
});

/** @param {string} how */
const missing = (how) => `A part of this page did not come over the network: ${how} again.`;

/** @param {string} name */
const script = (name) => load(new URL(name, import.meta.url));
const live = () => script("cells.js").then((module) => module.take(cells));

/** @type {(cell: Cell, name: string) => Promise<void>} */
const click = (cell, name) =>
  live()
    .then((act) => act(cell, name))
    .catch(() => cell.say(missing("press the button")));

const own = document.createElement("details");
own.className = "live-own";
own.innerHTML = "<summary>Your cells</summary><p role=status></p>";
document.querySelector("article > section").append(own);
const fill = () =>
  live()
    .then(() => script("carry.js"))
    .then((module) => module.fill(own, cells))
    .catch(() => {
      own.querySelector("p").textContent = missing("close and open this");
      own.addEventListener("toggle", fill, { once: true });
    });
own.addEventListener("toggle", fill, { once: true });

try {
  const mine = [`five-lines:${page}:`, ...keys];
  if (Object.keys(localStorage).some((key) => mine.some((one) => key.startsWith(one)))) {
    live().catch(() => cells[0].say(missing("press a button")));
  }
} catch {
  // Nothing can be kept here, so nothing was.
}
