// The page's side of the worker: one task at a time, one clear sentence for whatever goes wrong.

/** @import { Print, Result, Task } from "./types.js" */

const SILENCE_MS = 60_000; // in which not one byte comes to a worker that starts
const ANSWER_MS = 10_000; // until a worker that has started takes a task

/** Why a task came to no result; `message` is a sentence for the reader. */
export class Broken extends Error {}

/** A Python in a worker. `say` is told in a few words what it is waiting for. */
export class Python {
  /** @type {Worker} */
  #worker = null;
  /** @type {Promise<void>} */
  #starting = null;
  /** @type {(why: Error) => void} */
  #reject = null;
  generation = 0; // counts the workers: what one knew, the next does not

  /** @param {(text: string) => void} say */
  constructor(say) {
    this.say = say;
  }

  /** Be there: fetched and started, if it is not. */
  ready() {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /** Do a task of page.py and return its result; `print` is told what it prints, as it comes.
   * @param {Task} task @param {Print} print */
  async ask(task, print = () => {}) {
    await this.ready();
    return this.#send(task, print);
  }

  /** End the worker, whatever it does; its task is answered with `why`.
   * @param {string} why */
  stop(why) {
    this.#worker?.terminate();
    this.#worker = this.#starting = null;
    this.generation += 1;
    this.#reject?.(new Broken(why));
  }

  async #start() {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
      this.#starting = null;
      throw new Broken("This browser has no WebAssembly, in which Python would run.");
    }
    this.say("Fetching Python, 7 MB the first time ...");
    await new Promise((resolve, reject) => {
      this.#reject = reject;
      /** @type {(why: string) => void} */
      const stop = (why) => {
        clearTimeout(timer);
        this.stop(why);
      };
      const late = () =>
        stop("Nothing more of Python came within a minute: press the button again to go on.");
      let most = 0; // a piece that was cut off comes again, and is not counted twice
      let timer = setTimeout(late, SILENCE_MS);
      this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
      this.#worker.onerror = () => stop("The script that runs Python could not be loaded.");
      this.#worker.onmessage = ({ data }) => {
        clearTimeout(timer);
        if (data.failed) stop(data.failed);
        else if (data.ready) resolve(data.ready);
        else timer = setTimeout(late, SILENCE_MS);
        if (data.percent > most) {
          most = data.percent;
          this.say(most < 100 ? `Fetching Python: ${most} % has come ...` : "Starting Python ...");
        }
      };
      this.#worker.postMessage({ start: true });
    });
  }

  /** @type {(task: Task, print: Print) => Promise<Result>} */
  #send(task, print) {
    return new Promise((resolve, reject) => {
      this.#reject = (why) => {
        clearTimeout(timer);
        reject(why);
      };
      /** @type {(why: string) => void} */
      const broken = (why) =>
        this.stop(
          `Python broke down (${why}). The next run starts a new one, and the cells above again.`,
        );
      const timer = setTimeout(broken, ANSWER_MS, "its worker was ended");
      this.#worker.onerror = (event) => broken(event.message || "its worker failed");
      this.#worker.onmessage = ({ data }) => {
        clearTimeout(timer);
        if (data.text) print(data.text);
        if (data.result) resolve(data.result);
        if (data.broken) broken(data.broken);
      };
      this.#worker.postMessage(task);
    });
  }
}
