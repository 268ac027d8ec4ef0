// Light or dark, before the first paint, so that a dark page never flashes white: the reader's choice
// or else the system's. Without this script the stylesheet follows the system by itself.

(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // Storage is forbidden here.
  }
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = chosen || system;
})();
