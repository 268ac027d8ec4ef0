// The page's few moving parts: colours, menus, the list that follows the reader, copying, search.
// Without this script all text, figures, equations and folded answers are there.

const page = document.documentElement;

function buttons(selector, act) {
  for (const button of document.querySelectorAll(selector)) {
    button.addEventListener("click", () => act(button));
  }
}

// -- light and dark ------------------------------------------------------------------------------

const system = matchMedia("(prefers-color-scheme: dark)");
const systemTheme = () => (system.matches ? "dark" : "light");

function chosen() {
  try { return localStorage.getItem("theme"); } catch { return null; }
}

function remember(theme) {
  try {
    // A choice that is the system's own is no choice: the page follows the system again.
    if (theme === systemTheme()) localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch { /* storage is forbidden here: the choice holds for this page */ }
}

function paint(theme) {
  page.dataset.theme = theme;
  document.querySelector("#theme")?.setAttribute("aria-pressed", theme === "dark");
}

paint(page.dataset.theme);
system.addEventListener("change", () => paint(chosen() || systemTheme()));
buttons("#theme", () => {
  const theme = page.dataset.theme === "dark" ? "light" : "dark";
  remember(theme);
  paint(theme);
});

// -- chapters and contents, which a small screen shows in a dialog -------------------------------

const SIDEBARS = { menu: "primary", contents: "secondary" };

function openSidebar(name) {
  const dialog = document.querySelector(`#pst-${SIDEBARS[name]}-sidebar-modal`);
  const sidebar = document.querySelector(`#pst-${SIDEBARS[name]}-sidebar`);
  const home = document.createComment("the sidebar's place");
  sidebar.replaceWith(home);
  dialog.append(sidebar);
  dialog.addEventListener("close", () => home.replaceWith(sidebar), { once: true });
  dialog.showModal();
}

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("a, [data-closes]")) dialog.close();
  });
}

for (const [name, label] of [["primary", "Chapters"], ["secondary", "On this page"]]) {
  const dialog = document.querySelector(`#pst-${name}-sidebar-modal`);
  dialog?.setAttribute("aria-label", label);
  dialog?.insertAdjacentHTML("afterbegin", '<button class="text-button" data-closes>Close</button>');
}

buttons("[data-opens]", ({ dataset: { opens } }) => (opens in SIDEBARS ? openSidebar(opens) : openSearch()));

// -- the menus of the header ---------------------------------------------------------------------

const menus = [...document.querySelectorAll("details.menu")];
const closeMenus = (except) => menus.forEach((menu) => menu === except || menu.removeAttribute("open"));

document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = menus.find((menu) => menu.open);
  closeMenus();
  open?.querySelector("summary").focus();
});

// -- the contents list follows the reader --------------------------------------------------------

const links = new Map(
  [...document.querySelectorAll(".page-toc a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link])
);
const seen = new Set();

function follow() {
  const here = [...links.keys()].find((id) => seen.has(id));
  if (!here) return; // between two headings: the last one stays
  for (const [id, link] of links) {
    if (id === here) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
}

const sections = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) seen.add(target.id);
    else seen.delete(target.id);
  }
  follow();
}, { rootMargin: "-90px 0px -70% 0px" });

for (const id of links.keys()) {
  const section = document.getElementById(id);
  if (section) sections.observe(section);
}

// -- code: a button that copies it; what is wider than the page scrolls, by keyboard too ----------

const CODE = ".cell_input .highlight, article section > [class*='highlight-'] > .highlight";

async function copyCode(button) {
  try {
    await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed here";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

function equip(box) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
  const block = box.closest(CODE);
  if (!block || block.querySelector(".copy")) return;
  block.insertAdjacentHTML("beforeend", '<button class="copy text-button">Copy</button>');
  block.lastElementChild.addEventListener("click", (event) => copyCode(event.target));
}

// As the reader draws near: all at once would hold up the first second of a long chapter.
const near = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
    equip(target);
    near.unobserve(target);
  }
}, { rootMargin: "600px" });

function watch() {
  for (const box of document.querySelectorAll("article pre, article div.math, .pst-scrollable-table-container")) {
    near.observe(box);
  }
}

addEventListener("resize", watch);
watch();

// -- search --------------------------------------------------------------------------------------

async function openSearch() {
  const { open } = await import("./search.js");
  open();
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable='true'], .cm-editor");
  const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
  const control = event.key === "k" && (event.ctrlKey || event.metaKey);
  if (!slash && !control) return;
  event.preventDefault();
  openSearch();
});
