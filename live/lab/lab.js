// The lab: what the reader sets and presses, and what is shown of the run.

import { drawBoundary, fit, look } from "../training/picture.js";
import { Run, STEPS } from "../training/run.js";
import { asPython } from "./as-python.js";
import { drawCurve } from "./curve.js";
import { description, shown, verdict } from "./judge.js";

const SLOW = 20; // steps a redraw where the reader's system asks for little motion
const QUIET = 1000; // ms between two changes of the text that is read aloud

// Six rates a decade, evenly spaced on a log scale as far as short numbers go.
const RATES = [-3, -2, -1, 0, 1]
  .flatMap((power) => [1, 1.5, 2, 3, 5, 7].map((digits) => Number(`${digits}e${power}`)))
  .concat(100);

/** Bring the lab to life in the place that the page has for it.
 * @param {Element} place */
export function open(place) {
  new Lab(place.querySelector(".lab"));
  place.classList.add("lab-ready");
}

class Lab {
  /** @type {number} */
  playing = null; // the frame that was asked for
  /** @type {number} */
  said = -QUIET; // when the pictures were last described
  /** @type {ReturnType<typeof setTimeout>} */
  waiting = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.form = root.querySelector("form");
    this.motion = matchMedia("(prefers-reduced-motion: reduce)");
    this.control("lr").value = String(RATES.indexOf(0.5));
    this.form.addEventListener("input", ({ target }) => {
      this.changed(/** @type {HTMLInputElement} */ (target));
    });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.button("play").addEventListener("click", () => this.play());
    this.button("step").addEventListener("click", () => this.one());
    this.button("reset").addEventListener("click", () => this.reset());
    this.canvases = root.querySelectorAll("canvas");
    this.look = look(root);
    this.reset();
    const theme = { attributes: true, attributeFilter: ["data-theme"] };
    new MutationObserver(() => this.repaint()).observe(document.documentElement, theme);
    new ResizeObserver(() => this.repaint()).observe(root.querySelector(".lab-pictures"));
  }

  // -- what the reader has set -------------------------------------------------------------------

  /** @type {(name: string) => HTMLInputElement} */
  control(name) {
    return this.form.querySelector(`#lab-${name}`);
  }

  /** @type {(name: string) => HTMLButtonElement} */
  button(name) {
    return this.root.querySelector(`[data-do="${name}"]`);
  }

  get settings() {
    const seed = this.control("seed");
    return {
      lr: RATES[Number(this.control("lr").value)],
      batch: Number(this.control("batch").value),
      width: Number(this.control("width").value),
      seed: Math.min(Math.max(Math.trunc(seed.valueAsNumber) || 0, 0), Number(seed.max)),
      forget: this.control("forget").checked,
      flip: this.control("flip").checked,
    };
  }

  /** The outcomes of which a reader expects one.
   * @returns {NodeListOf<HTMLInputElement>} */
  get outcomes() {
    return this.form.querySelectorAll("[name=lab-prediction]");
  }

  get expected() {
    return [...this.outcomes].find((radio) => radio.checked)?.value ?? "";
  }

  /** @param {HTMLInputElement} control */
  changed(control) {
    if (control.type === "radio") this.say("first", "");
    else this.reset();
  }

  // -- what the reader does ----------------------------------------------------------------------

  /** Begin a run. What the reader expected of the last one is forgotten, if that was begun. */
  reset() {
    this.pause();
    if (this.run?.step) {
      for (const radio of this.outcomes) radio.checked = false;
    }
    this.run = new Run(this.settings);
    this.say("first", "");
    this.say("verdict", "");
    this.showSettings();
    this.show();
  }

  play() {
    if (this.playing) this.pause();
    else if (this.ready()) {
      this.playing = requestAnimationFrame(() => this.frame());
      this.showButtons();
      this.canvases[1].scrollIntoView({ block: "nearest" }); // a phone has it below the button
    }
  }

  pause() {
    cancelAnimationFrame(this.playing);
    this.playing = null;
    this.showButtons();
  }

  one() {
    this.pause();
    if (!this.ready()) return;
    this.advance();
    this.show();
    const lines = this.root.querySelector(".lab-lines");
    lines.classList.remove("lab-stepped");
    lines.getBoundingClientRect(); // so that the lines light up anew
    lines.classList.add("lab-stepped");
  }

  /** Whether there is a step to make; if not, the reader is told why. */
  ready() {
    if (this.run.over) {
      this.say("verdict", `${verdict(this.run, this.expected)} Reset begins a new run.`);
    } else if (!this.expected) {
      this.say("first", "First choose what you expect.");
      this.outcomes[0].focus();
    }
    return !this.run.over && Boolean(this.expected);
  }

  frame() {
    this.advance();
    const slow = this.motion.matches && this.run.step % SLOW && !this.run.over;
    if (this.run.over) this.pause();
    else this.playing = requestAnimationFrame(() => this.frame());
    if (!slow) this.show();
  }

  advance() {
    this.run.advance();
    if (this.run.over) this.say("verdict", verdict(this.run, this.expected));
  }

  // -- what is shown -----------------------------------------------------------------------------

  /** @param {string} name @param {string | number} text */
  put(name, text) {
    this.root.querySelector(`[data-out="${name}"]`).textContent = String(text);
  }

  /** @param {"first" | "verdict" | "status"} place @param {string} text */
  say(place, text) {
    this.root.querySelector(`.lab-${place}`).textContent = text;
  }

  showSettings() {
    const { lr, forget, flip } = this.settings;
    this.put("lr", lr);
    this.control("lr").setAttribute("aria-valuetext", String(lr));
    const reset = this.root.querySelector('[data-code="reset"]');
    const sign = this.root.querySelector('[data-code="sign"]');
    reset.replaceChildren(changedCode("del", reset.textContent, forget));
    sign.replaceChildren(changedCode("ins", flip ? "+=" : "-=", flip));
    this.put("python", asPython(this.settings));
  }

  showButtons() {
    this.button("play").textContent = this.playing ? "Pause" : "Play";
    this.root.classList.toggle("lab-running", Boolean(this.playing));
  }

  show() {
    const { run } = this;
    for (const name of ["play", "step"]) {
      this.button(name).setAttribute("aria-disabled", String(run.over));
    }
    /** @type {HTMLFieldSetElement} */
    const prediction = this.form.querySelector(".lab-prediction");
    prediction.disabled = run.step > 0;
    this.put("step", run.step);
    this.put("loss", shown(run.loss));
    this.root.querySelector("data").value = String(run.loss);
    this.put("right", `${run.right} of ${run.wrong.length}`);
    this.showNotes();
    this.draw();
    this.describe();
  }

  /** Beside each of the five lines, what it did in the last step. */
  showNotes() {
    const { step, last, parameters, settings } = this.run;
    /** @type {Record<string, string>} */
    const notes = last && {
      for: `step ${step} of ${STEPS}`,
      forward: shown(last.loss),
      reset: settings.forget ? "left out: old ones stay" : `${parameters.length} gradients are 0`,
      backprop: `gradient of length ${last.gradient.toPrecision(3)}`,
      parameters: `${parameters.length} of them`,
      descend: `${last.move.toPrecision(3)} ${settings.flip ? "uphill" : "downhill"}`,
    };
    /** @type {NodeListOf<HTMLElement>} */
    const places = this.root.querySelectorAll("[data-note]");
    for (const note of places) {
      note.textContent = notes ? notes[note.dataset.note] : "";
    }
  }

  /** Draw in another size, or in the colours of another theme. */
  repaint() {
    this.canvases.forEach(fit);
    this.look = look(this.root);
    this.draw();
  }

  draw() {
    const [boundary, curve] = this.canvases;
    drawBoundary(boundary, this.run, this.look);
    drawCurve(curve, this.run.losses, this.look);
  }

  /** Describe the pictures, no oftener than a screen reader can follow. */
  describe() {
    clearTimeout(this.waiting);
    const wait = this.said + QUIET - performance.now();
    if (wait > 0) {
      this.waiting = setTimeout(() => this.describe(), wait);
      return;
    }
    this.said = performance.now();
    this.say("status", description(this.run));
  }
}

/** Code as the reader left it, or marked as changed.
 * @param {string} tag @param {string} text @param {boolean} isChanged */
function changedCode(tag, text, isChanged) {
  if (!isChanged) return text;
  const mark = document.createElement(tag);
  mark.textContent = text;
  return mark;
}
