// Written when the book is built.

/** Pyodide's folder, as seen from this one. */
export const PYTHON: string;
