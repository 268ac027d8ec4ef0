// Light or dark, before the first paint, so that a dark page never flashes white: the reader's choice
// or else the system's. Without this script the stylesheet follows the system by itself.

(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");

  function paint() {
    let chosen = null;
    try {
      chosen = localStorage.getItem("theme");
    } catch {
      // Storage is forbidden here.
    }
    document.documentElement.dataset.theme = chosen || (system.matches ? "dark" : "light");
  }

  paint();
  system.addEventListener("change", paint);
})();
