import { readFileSync, writeSync } from "node:fs";
import { Script } from "node:vm";

/**
 * Loads the bundled files of this folder, each of which is one function, as Node loads modules, but with the code that V8
 * made of them when they were built: `NAME.js` beside `NAME.js.code`, written by `keep.ts`. Half of what a small command costs
 * is reading JavaScript; this leaves it out. Only the very Node that made the code is given it; every other reads the
 * JavaScript. What nobody else catches ends here, in words.
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
const loaded = new Map<string, Loaded>();

/** What has been loaded, by the name of its file. */
export const scripts = new Map<string, Script>();

/** Loads a program's first file; a fault that nobody caught, then or later, is told without a stack trace. */
export function start(name: string): void {
  process.on("uncaughtException", (error: unknown) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const own = error instanceof Unreadable;
    const debug = (process.env.ZONAL_DEBUG ?? "") !== "" ? `${stack}\n` : "";
    try {
      writeSync(2, `${own ? "error" : "internal error"}: ${message}\n${debug}`);
    } finally {
      process.exit(own ? 2 : 4);
    }
  });
  load(name);
}

export function load(name: string): unknown {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const module: Loaded = { exports: {} };
  loaded.set(name, module);
  const filename = `${folder}/${name}`;
  const cachedData = isOurs() ? read(codeFile(filename)) : undefined;
  const script = new Script(textOf(filename), cachedData === undefined ? { filename } : { filename, cachedData });
  scripts.set(name, script);
  const body = script.runInThisContext() as Body;
  body(
    module.exports,
    (id) => (id.startsWith("./") ? load(id.slice(2)) : process.getBuiltinModule(id)),
    module,
    filename,
    folder,
  );
  return module.exports;
}

/** A file of the program itself that cannot be had: an installation that was cut off, or a disk that fails. */
class Unreadable extends Error {
  override readonly name = "Unreadable";
}

function textOf(filename: string): string {
  try {
    return readFileSync(filename, "latin1");
  } catch (error) {
    throw new Unreadable(`zonal cannot read its own file ${filename}: ${(error as Error).message}; install it again`);
  }
}

/** The kept code of a file. */
export function codeFile(filename: string): string {
  return `${filename}.code`;
}

/** Where it is written down which Node made the code of this folder. */
export const makerFile = `${folder}/maker.code`;

/** This Node, told apart from other builds of the same version: V8 alone would only compare its own version. */
export function maker(): string {
  return JSON.stringify([process.platform, process.arch, process.versions]);
}

let ours: boolean | undefined;

function isOurs(): boolean {
  ours ??= read(makerFile)?.toString() === maker();
  return ours;
}

/** A file that need not be there. */
function read(filename: string): Buffer | undefined {
  try {
    return readFileSync(filename);
  } catch {
    return undefined;
  }
}
