// Imports a script so that it can be tried again. A browser remembers that an import failed, for as
// long as the page is open, so all that a script imports is asked for by fetch before.

const IMPORTED = /^(?:import|export)\b[^;]*?"(\.[^"]+)";/gm;

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/** Whether a script and all that it imports is there; rejects if not, and may be asked again.
 * @param {string} url @returns {Promise<void>} */
function fetched(url) {
  const before = asked.get(url);
  if (before) return before;
  const now = (async () => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const imported = [...(await response.text()).matchAll(IMPORTED)];
    await Promise.all(imported.map(([, path]) => fetched(new URL(path, url).href)));
  })();
  asked.set(url, now);
  now.catch(() => asked.delete(url));
  return now;
}

/** The module at an address, as `import` gives it.
 * @param {URL} url @returns {Promise<any>} */
export async function load({ href }) {
  await fetched(href);
  return import(href);
}
