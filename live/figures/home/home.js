// The run of chapter 02 beside the five lines: each lights up as it acts, slowly at first.

import { drawBoundary, fit, look } from "../../training/picture.js";
import { Run } from "../../training/run.js";

const CHAPTER = { lr: 0.5, batch: 100, width: 8, seed: 1, forget: false, flip: false };
const ACTS = ["forward", "reset", "backprop", "descend"];
const FIRST = 3400; // ms of the first step, in which a reader can follow line by line
const SHORTER = 0.68; // is a step than the one before it
const LAST = 32; // ms of a step, once they have become as short as they get
const READABLE = 120; // ms; shorter acts light all lines at once, so that nothing flickers
const LONGEST = 100; // ms that pass at most between two pictures: a reader who was away goes on

/** Begin the run, in the figure that the page has for it.
 * @param {Element} figure */
export function open(figure) {
  new Moons(figure);
}

class Moons {
  isSeen = true;
  isWanted = true;
  /** @type {number} */
  waiting = null; // the picture that was asked for
  /** @type {number} */
  before = null; // when the last one was drawn

  /** @param {Element} figure */
  constructor(figure) {
    this.figure = figure;
    this.button = figure.querySelector("button");
    this.canvas = figure.querySelector("canvas");
    fit(this.canvas);
    this.look = look(figure);
    this.begin();
    this.button.addEventListener("click", () => this.press());
    const theme = { attributes: true, attributeFilter: ["data-theme"] };
    new MutationObserver(() => this.repaint()).observe(document.documentElement, theme);
    new ResizeObserver(() => this.repaint()).observe(this.canvas);
    new IntersectionObserver((entries) => {
      this.isSeen = entries.at(-1).isIntersecting;
      this.goOn();
    }).observe(figure);
  }

  begin() {
    this.run = new Run(CHAPTER);
    this.into = 0; // ms since the last act
    this.act = -1; // of ACTS, the last one
    this.say("a network that has learnt nothing yet");
    this.light([]);
    this.show();
    this.figure.classList.add("moons-live");
    this.goOn();
  }

  press() {
    if (this.run.over) this.begin();
    else {
      this.isWanted = !this.isWanted;
      this.goOn();
    }
  }

  /** Ask for the next picture, or for none, as things are now. */
  goOn() {
    if (this.isWanted && this.isSeen && !this.run.over) {
      this.waiting ??= requestAnimationFrame((now) => this.frame(now));
    } else {
      cancelAnimationFrame(this.waiting);
      this.waiting = this.before = null;
    }
    this.button.textContent = this.run.over ? "Again" : this.isWanted ? "Pause" : "Play";
  }

  /** @param {number} now in ms */
  frame(now) {
    this.waiting = null;
    this.into += Math.min(now - (this.before ?? now), LONGEST);
    this.before = now;
    const { act, run } = this;
    const { step } = run;
    for (let time = this.time; this.into >= time && !run.over; time = this.time) {
      this.into -= time;
      this.next();
    }
    if (run.step !== step) this.show();
    if (this.act !== act) this.tell();
    this.goOn();
  }

  /** How long the act takes that comes next, in ms. */
  get time() {
    return Math.max(LAST, FIRST * SHORTER ** this.run.step) / ACTS.length;
  }

  next() {
    this.act = (this.act + 1) % ACTS.length;
    if (ACTS[this.act] === "descend") this.run.advance();
  }

  /** Say what is done: the one act, or all four where they follow each other too fast. */
  tell() {
    const { right, wrong, over, loss, parameters } = this.run;
    const count = parameters.length;
    const act = ACTS[this.act];
    if (over) {
      this.say(`${right} of ${wrong.length} points on the right side`);
      this.light([]);
    } else if (this.time < READABLE) {
      this.say("the same again, and again");
      this.light(ACTS);
    } else {
      /** @type {Record<string, string>} */
      const words = {
        forward: `what the network costs: ${loss.toFixed(4)}`,
        reset: `${count} gradients are set to 0`,
        backprop: `${count} gradients, by the chain rule`,
        descend: `${count} parameters, a little downhill`,
      };
      this.say(words[act]);
      this.light([act]);
    }
  }

  /** @param {string} text */
  say(text) {
    this.figure.querySelector(".moons-note").textContent = text;
  }

  /** @param {string[]} acts */
  light(acts) {
    /** @type {NodeListOf<HTMLElement>} */
    const lines = this.figure.querySelectorAll(".act");
    for (const line of lines) line.classList.toggle("acts", acts.includes(line.dataset.act));
  }

  show() {
    const { step, loss } = this.run;
    this.figure.querySelector("b").textContent = String(step);
    const data = this.figure.querySelector("data");
    data.value = String(loss);
    data.textContent = loss.toFixed(4);
    drawBoundary(this.canvas, this.run, this.look);
  }

  /** Draw in another size, or in the colours of another theme. */
  repaint() {
    fit(this.canvas);
    this.look = look(this.figure);
    drawBoundary(this.canvas, this.run, this.look);
  }
}
