// The search: fetched, with its index, when a reader first opens it.

/** What Pagefind knows of a section, and the title of its page.
 * @typedef {{ url: string, title: string, excerpt: string, page: string,
 *   weighted_locations: { balanced_score: number }[] }} Section */

/** @type {HTMLDialogElement} */
const dialog = document.querySelector("#search");
const input = dialog.querySelector("input");
const status = dialog.querySelector("[role=status]");
const list = dialog.querySelector("ol");
const MOST = 12;
const LOST = "The index could not be loaded. Reload the page and try again.";

/** @type {any} */
let index; // Pagefind's, which comes without types

export async function open() {
  dialog.showModal();
  input.select();
  if (index) return;
  status.textContent = "Loading the index …";
  try {
    await load();
    status.textContent = "";
    search();
  } catch {
    status.textContent = LOST;
  }
}

async function load() {
  const pagefind = await import(new URL("../pagefind/pagefind.js", import.meta.url).href);
  await index?.destroy();
  index = pagefind.createInstance({ excerptLength: 18 });
  await index.init();
}

// Pagefind finds nothing, now and later, where a part of its index could not be fetched. So it is
// believed only when one that was loaded again says the same.
async function search(believed = false) {
  const term = input.value.trim();
  if (!term) return show([], "");
  try {
    const sections = await find(term);
    if (!sections) return; // the reader typed on
    if (sections.length || believed) return show(sections, term);
  } catch {
    if (believed) {
      show([], "");
      status.textContent = LOST;
      return;
    }
  }
  await load();
  await search(true);
}

/** @type {(term: string) => Promise<Section[]>} */
async function find(term) {
  const found = await index.debouncedSearch(term, {}, 150);
  if (!found) return null;
  /** @type {{ data(): Promise<{ meta: { title: string }, sub_results: Section[] }> }[]} */
  const results = found.results.slice(0, 6);
  const pages = await Promise.all(results.map((result) => result.data()));
  return pages
    .flatMap((page) => page.sub_results.map((part) => ({ ...part, page: page.meta.title })))
    .filter(holds)
    .sort((a, b) => score(b) - score(a))
    .slice(0, MOST);
}

const words = () => input.value.toLowerCase().split(/\s+/).filter(Boolean);

// Where a word is nowhere, Pagefind shortens it until something fits; that is not what was asked.
/** @param {Section} section */
function holds({ title, excerpt }) {
  const found = (title + excerpt.match(/<mark>.*?<\/mark>/g)?.join()).toLowerCase();
  return words().some((word) =>
    found.includes(word.slice(0, Math.max(3, Math.ceil(word.length * 0.6)))),
  );
}

// A section whose title has the word stands above one that uses it often.
/** @param {Section} section */
function score(section) {
  const titled = words().filter((word) => section.title.toLowerCase().includes(word)).length;
  const used = section.weighted_locations.reduce((sum, place) => sum + place.balanced_score, 0);
  return titled * 100 + used;
}

/** @param {Section[]} sections @param {string} term */
function show(sections, term) {
  const count = sections.length === 1 ? "one section" : `${sections.length} sections`;
  if (!term) status.textContent = "";
  else status.textContent = sections.length ? `Found in ${count}.` : `Nothing found for “${term}”.`;
  list.replaceChildren(...sections.map(entry));
}

/** @param {Section} section */
function entry({ url, title, page, excerpt }) {
  const item = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href: url });
  const where = Object.assign(document.createElement("small"), { textContent: page });
  const text = document.createElement("p");
  text.innerHTML = excerpt; // Pagefind's own, escaped, with <mark> around what was found
  link.append(title.replace(/#$/, ""), where, text);
  item.append(link);
  return item;
}

input.addEventListener("input", () => index && search());
input.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault(); // a search field would only empty itself
  dialog.close();
});
dialog.querySelector("form").addEventListener("submit", (event) => {
  if (event.submitter?.matches("button")) return; // the button that closes
  event.preventDefault();
  list.querySelector("a")?.click();
});
