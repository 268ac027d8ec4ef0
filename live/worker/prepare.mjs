// Run by Node once, when the book's environment is made: see publishing/tools/prepare.py. Writes to
// the folder that is given: Pyodide with a standard library whose modules that start-up needs are
// compiled beforehand, and CodeMirror in one file.
//
// The library in the npm package holds sources only, and compiling them takes half of the time
// between a reader's first click and the first output. Node runs the same compiler as the page.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { loadPyodide } from "pyodide";

const [out, shipped] = process.argv.slice(2);
const pyodide = dirname(fileURLToPath(import.meta.resolve("pyodide")));
const python = join(out, "python");

// Puts what a page imports into the zip compiled, in the place of its source.
const COMPILE = `
import io, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

sys.path.insert(0, "/src")
import page
sys.stdout = io.StringIO()
page.warm_up()
loaded = {getattr(m, "__file__", None) for m in list(sys.modules.values())} - {None}
with zipfile.ZipFile("/stdlib.zip") as old, zipfile.ZipFile("/new.zip", "w") as new:
    library = next(p for p in sys.path if p.endswith(".zip"))
    for name in old.namelist():
        data, path = old.read(name), f"{library}/{name}"
        if path in loaded and name.endswith(".py"):
            code = compile(data, path, "exec", dont_inherit=True)
            name, data = name + "c", bytes(_code_to_hash_pyc(code, source_hash(data), False))
        new.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
`;

async function precompile() {
  const py = await loadPyodide();
  py.FS.mkdir("/src");
  py.FS.mount(py.FS.filesystems.NODEFS, { root: shipped }, "/src");
  py.FS.writeFile("/stdlib.zip", readFileSync(join(pyodide, "python_stdlib.zip")));
  py.runPython(COMPILE);
  return py.FS.readFile("/new.zip");
}

mkdirSync(python, { recursive: true });
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
  copyFileSync(join(pyodide, name), join(python, name));
}
const { info } = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
writeFileSync(join(python, "lock.json"), JSON.stringify({ info, packages: {} }));
writeFileSync(join(python, "stdlib.zip"), await precompile());
await build({
  entryPoints: [join(import.meta.dirname, "..", "cells", "editor.js")],
  outfile: join(out, "editor.js"),
  bundle: true,
  minify: true,
  format: "esm",
  legalComments: "none",
  logLevel: "error",
});
