// Files that come over a network that may be slow or be cut off. What has come is kept, if the
// browser keeps anything, so that the next try goes on from there.

/** Why a file did not come; `message` is a sentence for the reader. */
export class Missing extends Error {}

const TRIES = 3; // of a file, before the reader is asked
const PAUSE_MS = 500; // before the second try, and twice that before the third
const NAMED_BY_CONTENT = /^(.*\/)_static\/([a-z]+-[0-9a-f]{12})\//;

/** What the caches of the site at a path are called: another site may share its host.
 * @param {string} path */
export const prefix = (path) => `five-lines ${path} `;

/** The name of the cache for a file whose folder is named by its content; of others "".
 * @param {URL} url */
export function cacheFor({ pathname }) {
  const [, site, folder] = pathname.match(NAMED_BY_CONTENT) ?? [];
  return folder ? prefix(site) + folder : "";
}

/** A cache, or nothing where this browser has none for the page.
 * @param {string} name @returns {Promise<Cache>} */
export async function openCache(name) {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
}

/** The bytes of a file, kept or fetched; `came` is told how many more came, or less if it has to
 * begin again. Each of them is a sign of life. Rejects with Missing.
 * @param {URL} url @param {number} size @param {(count: number) => void} came */
export async function arrived(url, size, came) {
  const cache = await openCache(cacheFor(url));
  const kept = await cache?.match(url.href);
  if (kept) {
    came(size);
    return new Uint8Array(await kept.arrayBuffer());
  }
  const response = await fetchedWhole(url, size, came);
  // A full storage is no reason to do without.
  await cache?.put(url.href, response.clone()).catch(() => {});
  return new Uint8Array(await response.arrayBuffer());
}

/** A file from the network, with all of its bytes there.
 * @type {(url: URL, size: number, came: (count: number) => void) => Promise<Response>} */
export async function fetchedWhole(url, size, came) {
  for (let tried = 1; ; tried += 1) {
    let count = 0;
    try {
      const response = await fetch(url);
      if (!response.ok) {
        const why = `${nameOf(url)} is missing on the server (${response.status}).`;
        throw new Missing(`${why} Reload the page and try again.`);
      }
      const parts = [];
      for (const reader = response.body.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        count += value.length;
        came(value.length);
      }
      if (count !== size) throw new Error("cut off");
      const type = response.headers.get("content-type") ?? "";
      return new Response(new Blob(parts), { headers: { "content-type": type } });
    } catch (error) {
      came(-count);
      if (error instanceof Missing) throw error;
      if (tried === TRIES) throw new Missing(`${nameOf(url)} did not come over the network.`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried));
    }
  }
}

/** @param {URL} url */
const nameOf = (url) => url.pathname.split("/").pop();
