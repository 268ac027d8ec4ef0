// Fetches the lab when a reader comes near; until then the page has this and the room for it.

import { load as loaded } from "../training/module.js";

const place = document.querySelector(".lab-place");
const missing = place.querySelector(".lab-missing");
const again = missing.querySelector("button");

async function load() {
  again.hidden = true;
  try {
    const lab = await loaded(new URL("lab.js", import.meta.url));
    lab.open(place);
  } catch {
    missing.firstElementChild.textContent = "The lab could not be fetched.";
    again.hidden = false;
  }
}

again.addEventListener("click", load);
new IntersectionObserver(
  (entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    load();
  },
  { rootMargin: "600px" },
).observe(place);
