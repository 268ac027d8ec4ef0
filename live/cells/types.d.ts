// What the scripts of this folder hand to each other.

/** A cell that runs in the page: what boot.js found, and what the others keep of it. */
export interface Cell {
  element: HTMLElement;
  index: number;
  page: string; // the name of its file
  source: string; // as in the book
  exercise: string; // such as "01.4"; of other cells undefined
  key: string; // under which the browser keeps what was typed
  title: string; // tells it from the other cells of the page
  light: boolean; // whether it is enough that the cells above are defined
  aside: boolean; // whether nothing below depends on it
  bar: HTMLElement; // holds its buttons
  say(text: string): void;
  button(name: string): HTMLButtonElement;
  rename(button: HTMLButtonElement, name: string): void;
  stopAt(name: string): void; // the button to which the Tab key leads
  remove(name: string): void; // a button

  act?(name: string): void | Promise<void>; // as if that button was pressed
  text?: string; // as the reader has left it
  kept?: string | null; // what this tab knows the browser to have kept
  before?: string | null; // what Undo brings back
  tab?: { text: string; key?: string }; // what another tab wrote, and where that lies beside
  view?: Partial<Editor>; // empty while it is fetched
  place?: HTMLElement;
}

/** An open editor. */
export interface Editor {
  focus(): void;
  destroy(): void;
  replace(text: string): void; // all of its text
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
