// What the scripts of this folder hand to each other.

import type { EditorView } from "@codemirror/view";

/** A cell that runs in the page: what boot.js found, and what cells.js keeps of it. */
export interface Cell {
  element: HTMLElement;
  index: number;
  source: string; // as in the book
  exercise: string; // such as "01.4"; of other cells undefined
  key: string; // under which the browser keeps what was typed
  light: boolean; // whether it is enough that the cells above are defined
  aside: boolean; // whether nothing below depends on it
  buttons: HTMLButtonElement[];
  say(text: string): void;
  button(name: string): HTMLButtonElement;

  text?: string; // as the reader has left it
  view?: Partial<EditorView>; // empty while it is fetched
  place?: HTMLElement;
  reset?: HTMLButtonElement;
}

export type Action = (cell: Cell) => void | Promise<void>;
export type Print = (text: string, className?: string) => void;

/** What page.py is asked to do; the rest are the arguments of its function. */
export interface Task {
  do: string;
  [argument: string]: unknown;
}

/** What came of a task. */
export interface Result {
  error?: string;
  kind?: string; // of the error
  state?: string; // of the answer to an exercise
  last?: boolean; // whether there are no more hints
  progress?: string;
}
