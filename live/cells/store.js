// What the reader typed and did, kept in the browser. What the browser does not keep is held here
// while the page lives, and said.

const PREFIX = "five-lines:";
export const PROGRESS = `${PREFIX}progress`;

/** Why something is not kept. */
export const WHY = {
  full: "the storage of this browser is full",
  blocked: "this browser stores nothing for this page",
};

/** What could not be kept, by its key.
 * @type {Map<string, string>} */
const held = new Map();

/** What this browser has kept under a key, by whichever tab.
 * @type {(key: string) => string} */
export function get(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return held.get(key) ?? null;
  }
}

/** Keep a text, or nothing, under a key; return why it is not kept, or "".
 * @type {(key: string, text: string | null) => "" | "full" | "blocked"} */
export function set(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    held.delete(key);
    return "";
  } catch (error) {
    if (text === null) held.delete(key);
    else held.set(key, text);
    return error instanceof DOMException && error.name === "QuotaExceededError"
      ? "full"
      : "blocked";
  }
}

/** Whether this browser keeps nothing at all for this page. */
export function isBlocked() {
  const why = set(`${PREFIX}try`, "");
  set(`${PREFIX}try`, null);
  return why === "blocked";
}

/** All that is kept of this course, and what is held, by key.
 * @returns {Map<string, string>} */
export function all() {
  /** @type {string[]} */
  let keys = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // What is held is all there is.
  }
  return new Map([...keys.map((key) => /** @type {const} */ ([key, get(key)])), ...held]);
}

/** What of the progress was not kept by now. */
export const progress = () => held.get(PROGRESS) ?? get(PROGRESS);

/** Add what was done to the progress, to which another tab may have added as well.
 * @param {string} text @returns what `set` returns */
export function addProgress(text) {
  const merged = merge(progress(), text);
  return merged === get(PROGRESS) ? "" : set(PROGRESS, merged);
}

/** @typedef {{ right: string[], shown: string[], hints: Record<string, number>,
 *   predictions: Record<string, object> }} Progress */

/** What two progresses know together; of two predictions the first counts, as in the notebook.
 * @param {string} before @param {string} text */
function merge(before, text) {
  /** @type {Progress} */
  let a;
  try {
    a = JSON.parse(before);
  } catch {
    return text; // it was damaged: page.py says so
  }
  /** @type {Progress} */
  const b = JSON.parse(text);
  if (!a?.right) return text;
  const hints = { ...a.hints };
  for (const [id, n] of Object.entries(b.hints)) hints[id] = Math.max(n, hints[id] ?? 0);
  return JSON.stringify({
    right: [...new Set([...a.right, ...b.right])].sort(),
    shown: [...new Set([...a.shown, ...b.shown])].sort(),
    hints,
    predictions: { ...b.predictions, ...a.predictions },
  });
}
