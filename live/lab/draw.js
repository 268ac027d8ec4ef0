// The two pictures: where the network changes its mind, and the loss.

import { STEPS, POINTS } from "./run.js";
import { X, targets } from "./engine.js";

const COLUMNS = 60, ROWS = 40; // of the field that shades the picture
const AROUND = 0.4; // beyond the outermost points, as in the chapter's figures

const [x0, x1] = limits(0), [y0, y1] = limits(1);

function limits(axis) {
  const numbers = X.map((x) => x[axis]);
  return [Math.min(...numbers) - AROUND, Math.max(...numbers) + AROUND];
}

/** The colours of the lab as it is shown now, each as [red, green, blue] and as text. */
export function colours(element) {
  const style = getComputedStyle(element);
  const probe = document.createElement("canvas").getContext("2d");
  return Object.fromEntries(
    ["upper", "lower", "paper", "ink", "muted", "grid"].map((name) => {
      probe.fillStyle = style.getPropertyValue(`--lab-${name}`).trim();
      return [name, probe.fillStyle]; // always #rrggbb
    }),
  );
}

const rgb = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));

/** An empty canvas as sharp as the screen, in CSS pixels: [context, width, height]. */
function cleared(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  const size = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = `12px ${getComputedStyle(canvas).fontFamily}`;
  return [context, width, height];
}

const field = document.createElement("canvas");
[field.width, field.height] = [COLUMNS, ROWS];

/** Shade what the network answers, and draw the points; the wrong ones have a ring. */
export function drawBoundary(canvas, run, colour) {
  const [context, width, height] = cleared(canvas);
  const toX = (x) => ((x - x0) / (x1 - x0)) * width;
  const toY = (y) => ((y1 - y) / (y1 - y0)) * height;
  if (!run.broken) {
    const answers = sampled(run);
    shade(answers, colour);
    context.drawImage(field, 0, 0, width, height);
    drawZero(context, answers, width / COLUMNS, height / ROWS, colour.ink);
  }
  X.forEach(([x, y], i) => {
    drawPoint(context, toX(x), toY(y), targets[i] > 0, colour);
    if (run.wrong[i]) ring(context, toX(x), toY(y), colour.ink);
  });
}

/** What the network answers in the middle of each cell, row by row from the top. */
function sampled(run) {
  const answers = new Float64Array(COLUMNS * ROWS);
  for (let row = 0, i = 0; row < ROWS; row++) {
    const y = y1 - ((row + 0.5) / ROWS) * (y1 - y0);
    for (let column = 0; column < COLUMNS; column++) {
      answers[i++] = Math.tanh(run.score([x0 + ((column + 0.5) / COLUMNS) * (x1 - x0), y]));
    }
  }
  return answers;
}

function shade(answers, colour) {
  const context = field.getContext("2d"), pixels = context.createImageData(COLUMNS, ROWS);
  const [paper, upper, lower] = [colour.paper, colour.upper, colour.lower].map(rgb);
  answers.forEach((answer, i) => {
    const side = answer > 0 ? lower : upper, share = 0.5 * Math.abs(answer);
    for (let k = 0; k < 3; k++) pixels.data[4 * i + k] = paper[k] + share * (side[k] - paper[k]);
    pixels.data[4 * i + 3] = 255;
  });
  context.putImageData(pixels, 0, 0);
}

/** The line on which the answer is 0: in each square of four cells, from edge to edge. */
function drawZero(context, answers, cellWidth, cellHeight, ink) {
  context.beginPath();
  for (let row = 0; row + 1 < ROWS; row++) {
    for (let column = 0; column + 1 < COLUMNS; column++) {
      const i = row * COLUMNS + column;
      const [a, b, c, d] = [answers[i], answers[i + 1], answers[i + COLUMNS + 1], answers[i + COLUMNS]];
      const crossings = [];
      if (a > 0 !== b > 0) crossings.push([a / (a - b), 0]);
      if (b > 0 !== c > 0) crossings.push([1, b / (b - c)]);
      if (d > 0 !== c > 0) crossings.push([d / (d - c), 1]);
      if (a > 0 !== d > 0) crossings.push([0, a / (a - d)]);
      crossings.forEach(([x, y], k) => {
        const at = [(column + 0.5 + x) * cellWidth, (row + 0.5 + y) * cellHeight];
        k % 2 ? context.lineTo(...at) : context.moveTo(...at);
      });
    }
  }
  context.strokeStyle = ink;
  context.lineWidth = 2;
  context.stroke();
}

/** A disc for the upper moon, a triangle for the lower one. */
function drawPoint(context, x, y, isLower, colour) {
  context.beginPath();
  if (isLower) [[0, -5], [4.5, 3.5], [-4.5, 3.5]].forEach(([dx, dy]) => context.lineTo(x + dx, y + dy));
  else context.arc(x, y, 4, 0, 2 * Math.PI);
  context.closePath();
  context.fillStyle = isLower ? colour.lower : colour.upper;
  context.strokeStyle = colour.paper;
  context.lineWidth = 1;
  context.fill();
  context.stroke();
}

function ring(context, x, y, ink) {
  context.beginPath();
  context.arc(x, y, 7.5, 0, 2 * Math.PI);
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.stroke();
}

/** The loss of all points against the step, over the whole run. */
export function drawCurve(canvas, losses, colour) {
  const [context, width, height] = cleared(canvas);
  const finite = losses.filter(Number.isFinite);
  const highest = Math.max(0.6, ...finite) * 1.05;
  const tick = highest > 2 ? 1 : highest > 1 ? 0.5 : 0.2;
  const top = Math.ceil(highest / tick) * tick;
  const left = 32, bottom = height - 24;
  const toX = (step) => left + (step / STEPS) * (width - left - 12);
  const toY = (loss) => bottom - (loss / top) * (bottom - 22);

  context.fillStyle = colour.muted;
  context.strokeStyle = colour.grid;
  context.lineWidth = 1;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (let i = 0; i * tick <= top + 1e-9; i++) {
    const y = Math.round(toY(i * tick)) + 0.5;
    stroke(context, [[left, y], [width - 12, y]]);
    context.fillText((i * tick).toFixed(tick < 1 ? 1 : 0), left - 6, y);
  }
  context.textAlign = "center";
  for (let step = 0; step <= STEPS; step += 50) context.fillText(step, toX(step), bottom + 13);
  context.textAlign = "left";
  context.fillText(`loss of all ${POINTS} points, by step`, left, 8);

  context.strokeStyle = context.fillStyle = colour.upper;
  context.lineWidth = 2;
  context.lineJoin = "round";
  stroke(context, finite.map((loss, step) => [toX(step), toY(loss)]));
  context.beginPath();
  context.arc(toX(finite.length - 1), toY(finite.at(-1)), 4, 0, 2 * Math.PI);
  context.fill();
}

function stroke(context, points) {
  context.beginPath();
  points.forEach((point) => context.lineTo(...point));
  context.stroke();
}
