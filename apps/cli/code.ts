import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, Script } from "node:vm";

/**
 * Loads the bundled files of this folder as Node would, but with the code that V8 made of them when they were built:
 * `NAME.js` beside `NAME.js.code`, written by `keep.ts`. Half of what a small command costs is reading JavaScript; this
 * leaves it out. Code from another version of V8, or none, is no fault: V8 refuses it and reads the JavaScript itself.
 */
interface Loaded {
  exports: unknown;
}
type Body = (
  exports: unknown,
  require: (id: string) => unknown,
  module: Loaded,
  filename: string,
  dirname: string,
) => void;

const folder = import.meta.dirname;
const ofNode = createRequire(import.meta.url);
const loaded = new Map<string, Loaded>();

/** What has been loaded, by the name of its file. */
export const scripts = new Map<string, Script>();

export function load(name: string): unknown {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const module: Loaded = { exports: {} };
  loaded.set(name, module);
  const filename = `${folder}/${name}`;
  const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(filename, "latin1")}\n})`;
  const script = new Script(source, {
    filename,
    cachedData: codeOf(filename),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  scripts.set(name, script);
  const body = script.runInThisContext() as Body;
  body(module.exports, (id) => (id.startsWith("./") ? load(id.slice(2)) : ofNode(id)), module, filename, folder);
  return module.exports;
}

/** The kept code of a file. */
export function codeFile(filename: string): string {
  return `${filename}.code`;
}

function codeOf(filename: string): Buffer | undefined {
  try {
    return readFileSync(codeFile(filename));
  } catch {
    return undefined;
  }
}
