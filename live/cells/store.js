// What the reader typed and did, kept in the browser; where that is forbidden, nothing is kept.

const attempt = (act) => {
  try {
    return act();
  } catch {
    return null;
  }
};

export const get = (key) => attempt(() => localStorage.getItem(key));
export const set = (key, text) => attempt(() => localStorage.setItem(key, text));
export const remove = (key) => attempt(() => localStorage.removeItem(key));
