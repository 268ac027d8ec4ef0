// A page opened from a folder: most browsers load no modules there. Then it is shown as without
// scripts, and says what would run if the book were served, and how to serve it.

(() => {
  if (location.protocol !== "file:") return;
  const page = document.documentElement;
  // Set again by site.js, the first of the modules, where they are loaded.
  delete page.dataset.theme;

  function say() {
    if (page.dataset.theme) return;
    /** @type {HTMLLinkElement} */
    const published = document.querySelector("link[rel=canonical]");
    const there = published ? `, or read it at <a href="${published.href}">its address</a>` : "";
    const sentence =
      "From a folder, this browser runs neither cells nor the lab nor the search: for them, serve " +
      `the book, by <code>make book</code> in its repository${there}.`;
    document
      .querySelector("article h1")
      ?.insertAdjacentHTML("afterend", `<p class="folder-note" id="served">${sentence}</p>`);
    const link = '<a href="#served">Runs when the book is served</a>';
    document
      .querySelector(".lab-place")
      ?.insertAdjacentHTML("beforeend", `<p class="folder-note">${link}</p>`);
    for (const cell of document.querySelectorAll(".cell.live .cell_input")) {
      cell.insertAdjacentHTML("beforeend", `<div class="live-bar folder-note">${link}</div>`);
    }
  }

  addEventListener("DOMContentLoaded", say);
})();
