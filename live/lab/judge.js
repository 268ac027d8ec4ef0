// What the loss did in a run, by a rule that is the same for every run, and in words.

import { POINTS, STEPS } from "../training/run.js";

/** @import { Run } from "../training/run.js" */

/** A loss as the chapter prints it; inf and nan as Python does.
 * @param {number} loss */
export function shown(loss) {
  if (Number.isFinite(loss)) return loss.toFixed(4);
  return Number.isNaN(loss) ? "nan" : "inf";
}

/** How much a curve rises, from one step to the next, all rises added up.
 * @param {number[]} losses @param {number} from @param {number} to */
function rises(losses, from, to) {
  let sum = 0;
  for (let i = from + 1; i <= to; i++) sum += Math.max(0, losses[i] - losses[i - 1]);
  return sum;
}

/** What a run that is over did: [the word, the sentence that says why].
 * @param {Run} run */
export function outcome(run) {
  const { losses, step, loss } = run;
  const first = losses[0];
  const half = step / 2;
  const swings = rises(losses, half, step);
  if (run.broken) return ["explodes", `At step ${step} the numbers are no longer finite.`];
  if (losses.every((each) => Math.abs(each - first) < first / 10)) {
    return ["stays flat", `It was never further than a tenth from its start, ${shown(first)}.`];
  }
  if (swings > first / 4) {
    const sum = `From step ${half} on, its rises add up to ${shown(swings)}`;
    return ["oscillates", `${sum}, more than a quarter of its start, ${shown(first)}.`];
  }
  const ends = `It ends at ${shown(loss)} and started at ${shown(first)}.`;
  return [loss > first ? "climbs" : "converges", ends];
}

/** The verdict on a run that is over, for a reader who expected a certain outcome.
 * @param {Run} run @param {string} expected */
export function verdict(run, expected) {
  const [word, why] = outcome(run);
  const sentences = [
    expected === word
      ? `You expected that the loss ${word}, and so it does.`
      : `You expected that the loss ${expected}. It ${word}.`,
    why,
  ];
  const early = rises(run.losses, 0, run.step / 2);
  if (word === "converges" && early > run.losses[0] / 4) {
    sentences.push(
      `It swung on the way: before step ${run.step / 2} its rises add up to ${shown(early)}.`,
    );
  }
  if (word === "climbs" && 2 * run.saturated > POINTS) {
    sentences.push(`${saturated(run)}: the gradient is almost zero there, and the run is stuck.`);
  }
  if (expected === "explodes" && word !== expected) {
    sentences.push("On the moons it cannot explode: through tanh, no point costs more than 4.");
  }
  return sentences.join(" ");
}

/** @param {Run} run */
const saturated = (run) => `${run.saturated} of ${POINTS} answers are -1 or +1 to three digits`;

/** What the two pictures show now.
 * @param {Run} run */
export function description(run) {
  const place = `After step ${run.step} of ${STEPS}: loss ${shown(run.loss)}`;
  if (run.broken) {
    return `${place}. The numbers have left the range of a float, so there is no boundary to draw.`;
  }
  const ringed = run.right < POINTS ? "; the others have a ring" : "";
  const sentences = [`${place}, ${run.right} of ${POINTS} points on the right side${ringed}.`];
  if (run.step >= 20) {
    sentences.push(`Over the last 20 steps the loss ${trend(run.losses, run.step)}.`);
  }
  if (2 * run.saturated > POINTS) sentences.push(`${saturated(run)}.`);
  return sentences.join(" ");
}

/** @param {number[]} losses @param {number} step */
function trend(losses, step) {
  const change = losses[step] - losses[step - 20];
  const up = rises(losses, step - 20, step);
  const down = up - change;
  const least = losses[0] / 100;
  if (Math.max(up, down) < least) return "hardly moved";
  if (Math.min(up, down) > Math.max(up, down) / 4) return "went up and down";
  return change > 0 ? "rose" : "fell";
}
