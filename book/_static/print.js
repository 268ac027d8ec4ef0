// Paper: hints and answers stand at the end of their chapter, as in a printed book, its name at the
// head of each of its pages, and links say where they lead. After printing, all is as it was.
// publishing/tools/pdf.py uses it too.

(() => {
  const paper = matchMedia("print");
  /** @type {(() => void)[]} What brings the screen's page back. */
  const undo = [];

  /** What an element says, without the sign of a heading's link.
   * @param {Element} element */
  function text(element) {
    const copy = /** @type {Element} */ (element.cloneNode(true));
    for (const sign of copy.querySelectorAll(".headerlink")) sign.remove();
    return copy.textContent.trim().replaceAll(/\s+/g, " ");
  }

  /** What a hint or an answer belongs to, by name: the box, or the number of the question.
   * @param {Element} details */
  function asked(details) {
    let before = details.previousElementSibling;
    while (before?.matches("details, .answer-at-end")) before = before.previousElementSibling;
    const title = before?.querySelector(":scope > .admonition-title");
    if (title) return text(title);
    const number = before?.querySelector(":scope > strong:first-child")?.textContent;
    const heading = details.closest("section").querySelector(":scope > :is(h2, h3)");
    return [heading && text(heading), number?.replace(/\.$/, "")].filter(Boolean).join(", ");
  }

  /** @param {Element} article @param {number} first the number of its first answer */
  function moveAnswers(article, first) {
    /** @type {NodeListOf<HTMLDetailsElement>} */
    const all = article.querySelectorAll("details.sd-dropdown:not(details details)");
    if (!all.length) return 0;
    const end = document.createElement("section");
    end.className = "answers";
    end.id = `answers-${first}`;
    end.innerHTML = "<h2>Hints and answers</h2>";
    all.forEach((details, index) => {
      const number = first + index;
      const label = text(details.querySelector("summary"));
      const pointer = document.createElement("p");
      pointer.className = "answer-at-end";
      pointer.id = `asked-${number}`;
      pointer.innerHTML = `<a class="to-page" href="#answer-${number}"></a>.`;
      pointer.firstElementChild.textContent = `${label} at the end of the chapter`;
      const heading = document.createElement("h3");
      heading.id = `answer-${number}`;
      heading.innerHTML = `<a class="to-page" href="#asked-${number}"></a>`;
      heading.firstElementChild.textContent = asked(details);
      const { open } = details;
      details.replaceWith(pointer);
      details.open = true;
      end.append(heading, details);
      undo.push(() => {
        details.open = open;
        pointer.replaceWith(details);
      });
    });
    article.append(end);
    undo.push(() => end.remove());
    return all.length;
  }

  /** A kind of page for each chapter, with its name in the margin.
   * @param {NodeListOf<HTMLElement>} articles */
  function nameTheirPages(articles) {
    const sheet = new CSSStyleSheet();
    const rules = [...articles].map((article, index) => {
      article.style.setProperty("page", `chapter-${index}`);
      const name = JSON.stringify(text(article.querySelector("h1")));
      return `@page chapter-${index} { @top-left { content: ${name}; } }`;
    });
    sheet.replaceSync(rules.join("\n"));
    document.adoptedStyleSheets.push(sheet);
    undo.push(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      for (const article of articles) article.style.removeProperty("page");
    });
  }

  function sayAddresses() {
    for (const link of document.querySelectorAll("article a[href^='http']")) {
      if (/^(https?|doi):/.test(text(link))) continue;
      link.setAttribute("data-address", link.getAttribute("href"));
      undo.push(() => link.removeAttribute("data-address"));
    }
  }

  function arrange() {
    if (undo.length) return;
    const { scrollX, scrollY } = window;
    undo.push(() => scrollTo({ left: scrollX, top: scrollY, behavior: "instant" }));
    /** @type {NodeListOf<HTMLElement>} */
    const articles = document.querySelectorAll("article");
    let answers = 1;
    for (const article of articles) answers += moveAnswers(article, answers);
    nameTheirPages(articles);
    sayAddresses();
  }

  function restore() {
    while (undo.length && !paper.matches) undo.pop()();
  }

  addEventListener("beforeprint", arrange);
  addEventListener("afterprint", restore);
  // What shows a page as on paper without printing it, as a browser's tools do, says no more.
  paper.addEventListener("change", () => (paper.matches ? arrange() : restore()));
})();
