// What the reader typed and did, kept in the browser; where that is forbidden, nothing is kept.

/** @template T @param {() => T} act */
const attempt = (act) => {
  try {
    return act();
  } catch {
    return null;
  }
};

/** @type {(key: string) => string} */
export const get = (key) => attempt(() => localStorage.getItem(key));
/** @type {(key: string, text: string) => void} */
export const set = (key, text) => attempt(() => localStorage.setItem(key, text));
/** @type {(key: string) => void} */
export const remove = (key) => attempt(() => localStorage.removeItem(key));
