// The moons, and where a network changes its mind: the picture that every run here is shown by.

import { targets, X } from "./networks.js";

/** @import { Run } from "./run.js" */

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {Record<string, string>} Look */

// Of the grid of answers that shades the picture.
const COLUMNS = 61;
const ROWS = 41;
const WIDTH = 390; // on which points and lines have the sizes below; larger pictures are scaled
const AROUND = 0.4; // beyond the outermost points, as in the chapter's figures

const [x0, x1] = limits(0);
const [y0, y1] = limits(1);

/** @param {number} axis */
function limits(axis) {
  const numbers = X.map((x) => x[axis]);
  return [Math.min(...numbers) - AROUND, Math.max(...numbers) + AROUND];
}

// The crossings of the grid, row by row from the top.
/** @type {number[][]} */
const grid = Array.from({ length: COLUMNS * ROWS }, (_, i) => [
  x0 + ((i % COLUMNS) / (COLUMNS - 1)) * (x1 - x0),
  y1 - (Math.floor(i / COLUMNS) / (ROWS - 1)) * (y1 - y0),
]);

const COLOURS = {
  upper: "--upper",
  lower: "--lower",
  paper: "--pst-color-background",
  ink: "--pst-color-text-base",
  muted: "--pst-color-text-muted",
  grid: "--pst-color-border",
};

/** The colours of a figure as it is shown now, each as #rrggbb, and its letters.
 * @param {Element} element */
export function look(element) {
  const style = getComputedStyle(element);
  const probe = document.createElement("canvas").getContext("2d");
  /** @type {Look} */
  const found = { font: `12px ${style.fontFamily}` };
  for (const [name, property] of Object.entries(COLOURS)) {
    probe.fillStyle = style.getPropertyValue(property).trim();
    found[name] = String(probe.fillStyle); // written anew by the browser
  }
  return found;
}

/** @type {(colour: string) => number[]} */
const rgb = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));

/** Make a canvas as sharp as the screen, at the size that it has on the page.
 * @param {HTMLCanvasElement} canvas */
export function fit(canvas) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(canvas.clientWidth * ratio);
  canvas.height = Math.round(canvas.clientHeight * ratio);
  canvas.getContext("2d").scale(ratio, ratio);
}

/** An empty canvas: [context, width, height in CSS pixels].
 * @type {(canvas: HTMLCanvasElement) => [Context, number, number]} */
export function cleared(canvas) {
  const context = canvas.getContext("2d");
  const ratio = context.getTransform().a;
  const width = canvas.width / ratio;
  const height = canvas.height / ratio;
  context.clearRect(0, 0, width, height);
  return [context, width, height];
}

const field = document.createElement("canvas");
[field.width, field.height] = [COLUMNS, ROWS];

/** Shade what the network answers, and draw the points; the wrong ones have a ring.
 * @param {HTMLCanvasElement} canvas @param {Run} run @param {Look} colour */
export function drawBoundary(canvas, run, colour) {
  const [context, shown, high] = cleared(canvas);
  const unit = shown / WIDTH;
  const [width, height] = [WIDTH, high / unit];
  /** @type {(x: number) => number} */
  const toX = (x) => ((x - x0) / (x1 - x0)) * width;
  /** @type {(y: number) => number} */
  const toY = (y) => ((y1 - y) / (y1 - y0)) * height;
  context.save();
  context.scale(unit, unit);
  if (!run.broken) {
    const scores = run.scores(grid);
    shade(scores, colour);
    const w = width / (COLUMNS - 1);
    const h = height / (ROWS - 1);
    // The middle of each pixel of the field lies on a crossing.
    context.drawImage(field, -w / 2, -h / 2, width + w, height + h);
    drawZero(context, scores, w, h, colour.ink);
  }
  X.forEach(([x, y], i) => {
    drawPoint(context, toX(x), toY(y), targets[i] > 0, colour);
    if (run.wrong[i]) ring(context, toX(x), toY(y), colour.ink);
  });
  context.restore();
}

/** The stronger the answer, which is tanh of the score, the stronger the shade.
 * @param {number[]} scores @param {Look} colour */
function shade(scores, colour) {
  const context = field.getContext("2d");
  const pixels = context.createImageData(COLUMNS, ROWS);
  const [paper, upper, lower] = [colour.paper, colour.upper, colour.lower].map(rgb);
  scores.forEach((score, i) => {
    const side = score > 0 ? lower : upper;
    const share = 0.5 * Math.abs(Math.tanh(score));
    for (let k = 0; k < 3; k++) pixels.data[4 * i + k] = paper[k] + share * (side[k] - paper[k]);
    pixels.data[4 * i + 3] = 255;
  });
  context.putImageData(pixels, 0, 0);
}

/** The line on which the score is 0: in each cell of the grid, from edge to edge.
 * @type {(context: Context, scores: number[], width: number, height: number, ink: string) => void} */
function drawZero(context, scores, width, height, ink) {
  context.beginPath();
  for (let row = 0; row + 1 < ROWS; row++) {
    for (let column = 0; column + 1 < COLUMNS; column++) {
      const i = row * COLUMNS + column;
      const a = scores[i];
      const b = scores[i + 1];
      const c = scores[i + COLUMNS + 1];
      const d = scores[i + COLUMNS];
      /** @type {[number, number][]} */
      const crossings = [];
      if (a > 0 !== b > 0) crossings.push([a / (a - b), 0]);
      if (b > 0 !== c > 0) crossings.push([1, b / (b - c)]);
      if (d > 0 !== c > 0) crossings.push([d / (d - c), 1]);
      if (a > 0 !== d > 0) crossings.push([0, a / (a - d)]);
      crossings.forEach(([x, y], k) => {
        const draw = k % 2 ? "lineTo" : "moveTo";
        context[draw]((column + x) * width, (row + y) * height);
      });
    }
  }
  context.strokeStyle = ink;
  context.lineWidth = 2;
  context.stroke();
}

/** A disc for the upper moon, a triangle for the lower one.
 * @type {(context: Context, x: number, y: number, isLower: boolean, colour: Look) => void} */
function drawPoint(context, x, y, isLower, colour) {
  context.beginPath();
  if (isLower) {
    context.lineTo(x, y - 5);
    context.lineTo(x + 4.5, y + 3.5);
    context.lineTo(x - 4.5, y + 3.5);
  } else context.arc(x, y, 4, 0, 2 * Math.PI);
  context.closePath();
  context.fillStyle = isLower ? colour.lower : colour.upper;
  context.strokeStyle = colour.paper;
  context.lineWidth = 1;
  context.fill();
  context.stroke();
}

/** @type {(context: Context, x: number, y: number, ink: string) => void} */
function ring(context, x, y, ink) {
  context.beginPath();
  context.arc(x, y, 7.5, 0, 2 * Math.PI);
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.stroke();
}
