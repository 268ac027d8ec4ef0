// What the reader typed, kept in the browser; where that is forbidden, for as long as the page lives.

const memory = new Map();

export const get = (key) => {
  try {
    return localStorage.getItem(key) ?? memory.get(key);
  } catch {
    return memory.get(key);
  }
};

export const set = (key, text) => {
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch { /* kept in memory */ }
};

export const remove = (key) => {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch { /* gone from memory */ }
};
