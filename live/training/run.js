// One run of the five lines, with what the reader has set.

import { networks, shuffler, targets, X } from "./networks.js";
import { mersenneTwister, permutations } from "./random.js";

export const STEPS = 200;
export const POINTS = X.length;

/** What a reader has set; forget and flip are the two faults.
 * @typedef {{ lr: number, batch: number, width: number, seed: number, forget: boolean,
 *   flip: boolean }} Settings */

/** The parameters of MLP(2, [width, 1], seed): neuron by neuron, the weights and then the bias.
 * @param {number} width @param {number} seed */
export function start(width, seed) {
  const random = mersenneTwister(seed);
  /** @type {number[]} */
  const parameters = [];
  const sizes = [2, width, 1];
  for (const [layer, inputs] of sizes.slice(0, 2).entries()) {
    const neurons = sizes[layer + 1];
    const scale = 1 / Math.sqrt(inputs);
    for (let neuron = 0; neuron < neurons; neuron++) {
      for (let i = 0; i < inputs; i++) parameters.push((-1 + 2 * random()) * scale);
      parameters.push(0);
    }
  }
  return parameters;
}

/** @type {(numbers: number[]) => number} */
const length = (numbers) => Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0));

/** A network as it is trained, step by step. */
export class Run {
  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settings;
    this.network = networks[settings.width];
    this.parameters = start(settings.width, settings.seed);
    this.gradient = this.parameters.map(() => 0);
    this.permutation = permutations(shuffler);
    this.step = 0;
    /** @type {{ loss: number, gradient: number, move: number }} */
    this.last = null; // what the lines did in the last step
    /** @type {number[]} */
    this.losses = []; // of all points, after 0, 1, 2, ... steps
    this.measure();
  }

  /** The five lines. */
  advance() {
    const { lr, forget, flip } = this.settings;
    const [loss, gradient] = this.network.loss(this.parameters, ...this.nextBatch()); // forward
    if (!forget) this.gradient.fill(0); // reset
    this.gradient = this.gradient.map((sum, i) => sum + gradient[i]); // backprop
    const moves = this.gradient.map((sum) => lr * sum);
    this.parameters = this.parameters.map((p, i) => (flip ? p + moves[i] : p - moves[i])); // descend
    this.step += 1;
    this.last = { loss, gradient: length(this.gradient), move: length(moves) };
    this.measure();
  }

  /** Trainer's order: a new permutation for each pass over the points, cut into batches.
   * @returns {[number[][], number[]]} */
  nextBatch() {
    const { batch } = this.settings;
    if (batch === POINTS) return [X, targets];
    const from = (this.step * batch) % POINTS;
    if (from === 0) this.order = this.permutation(POINTS);
    const rows = this.order.slice(from, from + batch);
    return [rows.map((i) => X[i]), rows.map((i) => targets[i])];
  }

  measure() {
    const scores = this.scores(X);
    this.losses.push(this.network.loss(this.parameters, X, targets)[0]);
    this.wrong = scores.map((score, i) => score > 0 !== targets[i] > 0);
    this.right = this.wrong.filter((wrong) => !wrong).length;
    this.saturated = scores.filter((score) => Math.abs(Math.tanh(score)) > 0.999).length;
  }

  /** @param {number[][]} points */
  scores(points) {
    return this.network.scores(this.parameters, points);
  }

  get loss() {
    return this.losses[this.step];
  }

  get broken() {
    return !Number.isFinite(this.loss) || !this.parameters.every(Number.isFinite);
  }

  get over() {
    return this.step === STEPS || this.broken;
  }
}
