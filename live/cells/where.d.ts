// Written when the book is built. Paths are as seen from this folder, sizes are in bytes.

/** Pyodide's folder. */
export const PYTHON: string;
/** The pieces of the pack, in order. */
export const PIECES: [path: string, size: number][];
/** The files that are in the pack, in order. */
export const PACKED: [name: string, size: number][];
/** What is fetched beside the pack: Pyodide's script, and our own Python as the last. */
export const SCRIPTS: [path: string, size: number][];
