// A folder with Pyodide, the project, a folder of libraries, a module and its arguments in; what the module prints out.

import { pathToFileURL } from "node:url";

const [pyodide, root, libraries, module, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ stdout: (line) => console.log(line), stderr: (line) => console.error(line) });
for (const [folder, place] of [[root, "/project"], [libraries, "/libraries"]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
python.globals.set("called", python.toPy([module, ...args]));
python.runPython(`
import os, runpy, sys
os.chdir("/project")
sys.path[:0] = ["/project", "/libraries"]
sys.argv = called
runpy.run_module(called[0], run_name="__main__", alter_sys=True)
`);
