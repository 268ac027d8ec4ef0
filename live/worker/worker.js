// The worker in which Python runs: started on a reader's first click, ended by Stop.
//
// It is sent {python} once, the address of Pyodide's folder, then tasks for page.py. It answers
// with {sign} when it is sent something and while it starts, {ready}, {text} while a task prints,
// {result} when the task is done, {failed} with a sentence when it cannot start, and {broken} when
// Python itself broke down.

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

// Pyodide waits for ever for a file that is missing, so every fetch is looked at on its way.
const plainFetch = self.fetch.bind(self);

self.fetch = async (what, how) => {
  const address = what instanceof Request ? what.url : what;
  const name = new URL(address, location.href).pathname.split("/").pop();
  postMessage({ sign: name });
  let response;
  try {
    response = await plainFetch(what, how);
  } catch (error) {
    fail(`${name} could not be fetched. Is there a network?`);
    throw error;
  }
  if (!response.ok) {
    fail(`${name} is missing on the server (${response.status}).`);
    throw new Error(name);
  }
  postMessage({ sign: name });
  return response;
};

let failed = false;

/** @param {string} why */
function fail(why) {
  if (!failed) postMessage({ failed: why });
  failed = true;
}

/** What an error says, whatever it is that was thrown.
 * @param {any} error */
const told = (error) => String(error.message ?? error);

const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** @param {string} python */
async function start(python) {
  try {
    await WebAssembly.compile(EMPTY_MODULE);
  } catch {
    return fail("This browser does not allow WebAssembly, in which Python would run.");
  }
  try {
    /** @type {[typeof import("pyodide"), ArrayBuffer]} */
    const [{ loadPyodide }, shipped] = await Promise.all([
      import(`${python}pyodide.mjs`),
      fetch(new URL("fivelines.zip", import.meta.url)).then((response) => response.arrayBuffer()),
    ]);
    const pyodide = await loadPyodide({
      indexURL: python,
      stdLibURL: `${python}stdlib.zip`,
      lockFileURL: `${python}lock.json`,
    });
    pyodide.setStdout({ write, isatty: false });
    pyodide.FS.writeFile("/fivelines.zip", new Uint8Array(shipped));
    pyodide.runPython('import sys; sys.path.insert(0, "/fivelines.zip")');
    page = pyodide.pyimport("page");
    postMessage({ ready: true });
  } catch (error) {
    fail(`Python did not start: ${told(error)}`);
  }
}

self.onmessage = ({ data }) => {
  postMessage({ sign: "a task" });
  if (data.python) return start(data.python);
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
