// Fetches the program of the moons when they are seen; until then the page has this and a picture.

import { load as loaded } from "../../training/module.js";

const figure = document.querySelector(".moons");
const button = figure.querySelector("button");
const rests = matchMedia("(prefers-reduced-motion: reduce)").matches;
const { connection } = /** @type {{ connection?: { saveData: boolean } }} */ (navigator);

/** If it does not come, the picture stays, and the button asks for it again. */
async function load() {
  try {
    const { open } = await loaded(new URL("home.js", import.meta.url));
    button.removeEventListener("click", load);
    open(figure);
  } catch {
    button.textContent = "Try again";
  }
}

button.addEventListener("click", load);
figure.classList.add("moons-ready");

// Where the reader's system asks for little motion or few bytes, only the button starts it.
if (!rests && !connection?.saveData) {
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      load();
    },
    { threshold: 0.2 },
  );
  if (document.readyState === "complete") seen.observe(figure);
  else addEventListener("load", () => seen.observe(figure));
}
