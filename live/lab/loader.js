// Loads the lab when it comes near the screen; until then the page has downloaded this and no more.

const place = document.querySelector(".lab-place");

async function load() {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("lab.css", import.meta.url).href;
  const styled = new Promise((resolve, reject) => {
    style.onload = resolve;
    style.onerror = reject;
  });
  document.head.append(style);
  const [lab] = await Promise.all([import("./lab.js"), styled]);
  lab.open(place);
}

new IntersectionObserver(
  (entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    load();
  },
  { rootMargin: "600px" },
).observe(place);
