// The loss of a run, step by step.

import { cleared } from "../training/picture.js";
import { POINTS, STEPS } from "../training/run.js";

/** @import { Look } from "../training/picture.js" */

/** The loss of all points against the step, over the whole run.
 * @param {HTMLCanvasElement} canvas @param {number[]} losses @param {Look} colour */
export function drawCurve(canvas, losses, colour) {
  const [context, width, height] = cleared(canvas);
  const finite = losses.filter(Number.isFinite);
  const highest = Math.max(0.6, ...finite) * 1.05;
  const tick = highest > 2 ? 1 : highest > 1 ? 0.5 : 0.2;
  const top = Math.ceil(highest / tick) * tick;
  const left = 32;
  const bottom = height - 24;
  /** @type {(step: number) => number} */
  const toX = (step) => left + (step / STEPS) * (width - left - 12);
  /** @type {(loss: number) => number} */
  const toY = (loss) => bottom - (loss / top) * (bottom - 22);

  context.font = colour.font;
  context.fillStyle = colour.muted;
  context.strokeStyle = colour.grid;
  context.lineWidth = 1;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (let i = 0; i * tick <= top + 1e-9; i++) {
    const y = Math.round(toY(i * tick)) + 0.5;
    context.beginPath();
    context.moveTo(left, y);
    context.lineTo(width - 12, y);
    context.stroke();
    context.fillText((i * tick).toFixed(tick < 1 ? 1 : 0), left - 6, y);
  }
  context.textAlign = "center";
  for (let step = 0; step <= STEPS; step += 50)
    context.fillText(String(step), toX(step), bottom + 13);
  context.textAlign = "left";
  context.fillText(`loss of all ${POINTS} points, by step`, left, 8);

  context.strokeStyle = context.fillStyle = colour.upper;
  context.lineWidth = 2;
  context.lineJoin = "round";
  context.beginPath();
  for (const [step, loss] of finite.entries()) context.lineTo(toX(step), toY(loss));
  context.stroke();
  context.beginPath();
  context.arc(toX(finite.length - 1), toY(finite.at(-1)), 4, 0, 2 * Math.PI);
  context.fill();
}
