// The page's few moving parts: colours, menus, the list that follows the reader, copying, search.
// Without this script all text, figures, equations and folded answers are there.

const page = document.documentElement;

/** @param {string} selector @param {(button: HTMLElement) => void} act */
function buttons(selector, act) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(selector);
  for (const button of found) {
    button.addEventListener("click", () => act(button));
  }
}

/** The element around what an event happened to that a selector asks for.
 * @param {Event} event @param {string} selector */
function within(event, selector) {
  return /** @type {Element} */ (event.target).closest(selector);
}

// -- light and dark ------------------------------------------------------------------------------

const system = matchMedia("(prefers-color-scheme: dark)");
const systemTheme = () => (system.matches ? "dark" : "light");

function chosen() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

/** @param {string} theme */
function remember(theme) {
  try {
    // A choice that is the system's own is no choice: the page follows the system again.
    if (theme === systemTheme()) localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Storage is forbidden here: the choice holds for this page.
  }
}

/** @param {string} theme */
function paint(theme) {
  page.dataset.theme = theme;
  document.querySelector("#theme")?.setAttribute("aria-pressed", String(theme === "dark"));
}

paint(chosen() || systemTheme());
system.addEventListener("change", () => paint(chosen() || systemTheme()));
addEventListener("storage", () => paint(chosen() || systemTheme())); // chosen in another tab
buttons("#theme", () => {
  const theme = page.dataset.theme === "dark" ? "light" : "dark";
  remember(theme);
  paint(theme);
});

// -- the chapters, which a small screen shows in a dialog ----------------------------------------

/** @type {HTMLDialogElement} */
const drawer = document.querySelector("#pst-primary-sidebar-modal");

function openChapters() {
  const sidebar = document.querySelector("#pst-primary-sidebar");
  const home = document.createComment("the sidebar's place");
  sidebar.replaceWith(home);
  drawer.append(sidebar);
  drawer.addEventListener("close", () => home.replaceWith(sidebar), { once: true });
  drawer.showModal();
}

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || within(event, "a, [data-closes]")) dialog.close();
  });
}

drawer.setAttribute("aria-label", "Chapters");
drawer.insertAdjacentHTML("afterbegin", '<button class="text-button" data-closes>Close</button>');

buttons("[data-opens]", ({ dataset: { opens } }) =>
  opens === "chapters" ? openChapters() : openSearch(),
);

// -- the menus of the header ---------------------------------------------------------------------

/** @type {NodeListOf<HTMLDetailsElement>} */
const menus = document.querySelectorAll("details.menu");

/** @param {Element} [except] */
function closeMenus(except) {
  for (const menu of menus) if (menu !== except) menu.open = false;
}

document.addEventListener("click", (event) => closeMenus(within(event, "details.menu")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = [...menus].find((menu) => menu.open);
  closeMenus();
  open?.querySelector("summary").focus();
});

// -- the list of sections follows the reader -----------------------------------------------------

/** @type {Map<string, HTMLAnchorElement>} */
const links = new Map();
for (const link of document.querySelectorAll(".chapters li li a")) {
  const anchor = /** @type {HTMLAnchorElement} */ (link);
  links.set(decodeURIComponent(anchor.hash.slice(1)), anchor);
}
const seen = new Set();

function follow() {
  const here = [...links.keys()].find((id) => seen.has(id));
  if (!here) return; // between two headings: the last one stays
  for (const [id, link] of links) {
    if (id === here) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
}

const sections = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target.id);
      else seen.delete(target.id);
    }
    follow();
  },
  { rootMargin: "-90px 0px -70% 0px" },
);

for (const id of links.keys()) {
  const section = document.getElementById(id);
  if (section) sections.observe(section);
}

// -- code: a button that copies it; what is wider than the page scrolls, by keyboard too ----------

const CODE = ".cell_input .highlight, article section > [class*='highlight-'] > .highlight";

/** @param {HTMLElement} button */
async function copyCode(button) {
  try {
    await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed here";
  }
  setTimeout(() => {
    button.textContent = "Copy";
  }, 2000);
}

/** @param {HTMLElement} box */
function equip(box) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
  const block = box.closest(CODE);
  if (!block || block.querySelector(".copy")) return;
  block.insertAdjacentHTML("beforeend", '<button class="copy text-button">Copy</button>');
  const button = /** @type {HTMLElement} */ (block.lastElementChild);
  button.addEventListener("click", () => copyCode(button));
}

// As the reader draws near: all at once would hold up the first second of a long chapter.
const near = new IntersectionObserver(
  (entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
      equip(/** @type {HTMLElement} */ (target));
      near.unobserve(target);
    }
  },
  { rootMargin: "600px" },
);

const WIDE = "article pre, article div.math, .pst-scrollable-table-container";

function watch() {
  for (const box of document.querySelectorAll(WIDE)) near.observe(box);
}

addEventListener("resize", watch);
watch();

// -- search --------------------------------------------------------------------------------------

async function openSearch() {
  const { open } = await import("./search.js");
  open();
}

document.addEventListener("keydown", (event) => {
  const typing = within(event, "input, textarea, select, [contenteditable='true'], .cm-editor");
  const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
  const control = event.key === "k" && (event.ctrlKey || event.metaKey);
  if (!slash && !control) return;
  event.preventDefault();
  openSearch();
});
