// The editor of a cell: CodeMirror, bundled by prepare.mjs and fetched on the first Edit.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";
import { StyleModule } from "style-mod";

// CodeMirror would write its styles into a <style>, which the page's policy forbids. Where a root has
// no head, as in a shadow tree, it makes a style sheet by script; what is mounted first decides.
Object.defineProperty(document, "head", { value: null, configurable: true });
StyleModule.mount(document, []);
Reflect.deleteProperty(document, "head");

// The names that Pygments gives, so that the theme's colours, light and dark, hold here too.
const colours = tagHighlighter([
  { tag: tags.comment, class: "c1" },
  { tag: [tags.string, tags.special(tags.string)], class: "s1" },
  { tag: tags.number, class: "mi" },
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], class: "k" },
  { tag: [tags.bool, tags.null], class: "kc" },
  { tag: tags.operator, class: "o" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "nf" },
]);

const look = EditorView.theme({
  "&": { color: "inherit", backgroundColor: "transparent", fontSize: "inherit" },
  "&.cm-focused": { outline: "2px solid var(--pst-color-primary)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--pst-font-family-monospace)", lineHeight: "inherit" },
  ".cm-content": { caretColor: "var(--pst-color-text-base)", padding: "0.9rem 0" },
  ".cm-content:focus-visible": { outline: "none !important" }, // the whole editor has one
  ".cm-gutters": {
    backgroundColor: "transparent",
    color: "var(--pst-color-text-muted)",
    border: "none",
  },
});

// Tab indents, until Escape is pressed; then it leaves the editor, as a keyboard user needs.
const leaving = EditorView.domEventHandlers({
  keydown(event, view) {
    if (!["Tab", "Shift"].includes(event.key)) view.setTabFocusMode(event.key === "Escape");
  },
  blur(_event, view) {
    view.setTabFocusMode(false);
  },
});

/** @import { Editor } from "./types.js" */

/** Open an editor in a place; `changed` is told each new text, `run` that Shift+Enter was hit.
 * @param {HTMLElement} place
 * @param {string} text
 * @param {{ label: string, changed: (text: string) => void, run: () => void }} options
 * @returns {Editor} */
export function open(place, text, { label, changed, run }) {
  const view = new EditorView({
    parent: place,
    doc: text,
    extensions: [
      leaving,
      keymap.of([
        {
          key: "Shift-Enter",
          run() {
            run();
            return true;
          },
        },
        indentWithTab,
        ...defaultKeymap,
        ...historyKeymap,
      ]),
      history(),
      lineNumbers(),
      EditorView.lineWrapping,
      bracketMatching(),
      indentOnInput(),
      indentUnit.of("    "),
      python(),
      syntaxHighlighting(colours),
      look,
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(update.state.doc.toString());
      }),
    ],
  });
  // The page has keys of its own, such as "/" for its search: here they are letters.
  place.addEventListener("keydown", (event) => event.stopPropagation());
  return {
    focus: () => view.focus(),
    destroy: () => view.destroy(),
    replace(all) {
      const { length } = view.state.doc;
      view.dispatch({ changes: { from: 0, to: length, insert: all } });
    },
  };
}
