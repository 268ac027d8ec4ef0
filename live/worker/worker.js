// The worker in which Python runs: started on a reader's first click, ended by Stop.
//
// It is sent {start} once, then tasks for page.py. It answers with {sign} when it is sent something,
// {percent} of Python's bytes while they come, {ready}, {text} while a task prints, {result} when the
// task is done, {failed} with a sentence when it cannot start, and {broken} when Python broke down.

import { arrived, Missing } from "./arriving.js";
import { PACKED, PIECES, PYTHON, SCRIPTS } from "./where.js";

const FLUSH_MS = 50; // so that an endless print does not drown the page in messages
const MOST_CHARACTERS = 100_000; // of what one task prints

/** @type {import("pyodide/ffi").PyProxy} */
let page; // the module page.py
let waiting = "";
let printed = 0;
let flushed = 0;

function flush() {
  if (waiting) postMessage({ text: waiting });
  waiting = "";
  flushed = performance.now();
}

const decoder = new TextDecoder();

/** @type {(bytes: Uint8Array) => number} */
function write(bytes) {
  const text = decoder.decode(bytes, { stream: true });
  if (printed <= MOST_CHARACTERS) waiting += text;
  printed += text.length;
  if (printed > MOST_CHARACTERS && printed - text.length <= MOST_CHARACTERS) {
    waiting += "\n... (the rest is not shown)\n";
  }
  if (performance.now() - flushed > FLUSH_MS) flush();
  return bytes.length;
}

/** What an error says, whatever it is that was thrown.
 * @param {any} error */
const told = (error) => String(error.message ?? error);

const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** All files of Python, told in percent as they come.
 * @returns {Promise<Uint8Array<ArrayBuffer>[]>} */
async function fetchAll() {
  const files = [...PIECES, ...SCRIPTS];
  const whole = files.reduce((sum, [, size]) => sum + size, 0);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const found = [];
  let count = 0;
  let next = 0;
  /** @param {number} more */
  const came = (more) => {
    count += more;
    postMessage({ percent: Math.floor((100 * count) / whole) });
  };
  const one = async () => {
    while (next < files.length) {
      const at = next++;
      const [path, size] = files[at];
      found[at] = await arrived(new URL(path, import.meta.url), size, came);
    }
  };
  await Promise.all([one(), one(), one()]); // a round trip each would be slow, all at once too
  return found;
}

/** The files that Pyodide asks for, out of the pieces of their pack.
 * @param {Uint8Array<ArrayBuffer>[]} pieces */
async function unpack(pieces) {
  const unzipped = new Blob(pieces).stream().pipeThrough(new DecompressionStream("gzip"));
  const all = await new Response(unzipped).arrayBuffer();
  let from = 0;
  /** @type {Map<string, Response>} */
  const files = new Map();
  for (const [name, size] of PACKED) {
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    const headers = { "content-type": type };
    files.set(name, new Response(new Uint8Array(all, from, size), { headers }));
    from += size;
  }
  return files;
}

async function start() {
  try {
    await WebAssembly.compile(EMPTY_MODULE);
  } catch {
    return postMessage({
      failed: "This browser does not allow WebAssembly, in which Python would run.",
    });
  }
  try {
    const found = await fetchAll();
    const files = await unpack(found.slice(0, PIECES.length));
    self.fetch = async (what) => files.get(String(what).split("/").pop());
    const python = new URL(PYTHON, import.meta.url).href;
    /** @type {typeof import("pyodide")} */
    const { loadPyodide } = await import(`${python}pyodide.mjs`);
    const pyodide = await loadPyodide({
      indexURL: python,
      stdLibURL: `${python}stdlib.zip`,
      lockFileURL: `${python}lock.json`,
    });
    pyodide.setStdout({ write, isatty: false });
    pyodide.FS.writeFile("/fivelines.zip", found.at(-1));
    pyodide.runPython('import sys; sys.path.insert(0, "/fivelines.zip")');
    page = pyodide.pyimport("page");
    postMessage({ ready: true });
  } catch (error) {
    const again = "What has come is kept: press the button again to go on.";
    const missing = error instanceof Missing;
    postMessage({
      failed: missing ? `${error.message} ${again}` : `Python did not start: ${told(error)}`,
    });
  }
}

self.onmessage = ({ data }) => {
  postMessage({ sign: "a task" });
  if (data.start) return start();
  waiting = "";
  printed = 0;
  try {
    const result = page.do(JSON.stringify(data));
    flush();
    postMessage({ result: JSON.parse(result) });
  } catch (error) {
    // page.py lets nothing through: it is Pyodide that gave up.
    flush();
    postMessage({ broken: told(error).split("\n")[0] });
  }
};
