import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure } from "../process/exit.ts";
import type { Io } from "./io.ts";
import { patiently } from "./patiently.ts";
import { reason } from "./reason.ts";
import { writeWhole } from "./write.ts";

/**
 * Files in and out. `-` is standard input or output. What goes wrong is told in words. A file is there whole or not
 * at all (`write.ts`); an input is never overwritten by accident.
 */
export function readBytes(path: string, io: Io): Uint8Array {
  if (path === "-") return io.input();
  const fd = opened(path);
  try {
    return told(path, () => readFileSync(fd));
  } finally {
    release(fd);
  }
}

/** The bytes of a file, part by part, each read when it is asked for. */
export function* readParts(path: string, io: Io): Generator<Uint8Array> {
  if (path === "-") return yield io.input();
  const fd = opened(path);
  try {
    for (;;) {
      const part = new Uint8Array(PART);
      const size = told(path, () => patiently(() => readSync(fd, part)));
      if (size === 0) return;
      yield part.subarray(0, size);
    }
  } finally {
    release(fd);
  }
}

const PART = 1 << 20;

function opened(path: string): number {
  const fd = told(path, () => openSync(path, "r"));
  try {
    if (told(path, () => fstatSync(fd)).isDirectory()) throw new Failure(`${path} is a directory, not a file`);
    return fd;
  } catch (error) {
    release(fd);
    throw error;
  }
}

function told<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${reason(error)}`, { ...hintAt(path) });
  }
}

/** The documentation names the examples as they lie in a clone; whoever installed the program has them beside it. */
function hintAt(path: string): { readonly hint?: string } {
  const [, name] = /^(?:\.\/)?examples\/(.+)$/.exec(path) ?? [];
  if (name === undefined || isFile(path)) return {};
  const own = join(import.meta.dirname, "..", "..", "examples");
  return isFile(join(own, name)) ? { hint: `the examples that came with zonal are in ${own}` } : {};
}

/** What was read was read, however the file is closed. */
function release(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    return;
  }
}

export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Where a rewritten model goes: not over its input unless that is asked for, and not where the JSON goes. */
export function protectRewritten(
  { inPlace, json, output }: { readonly inPlace?: boolean; readonly json?: boolean; readonly output: string },
  input: string,
): void {
  if (inPlace !== true) protect(output, [input]);
  if (json && output === "-")
    throw new Failure("with --json the model needs a place of its own", { hint: "give --output" });
}

/** Throws if writing `target` would destroy one of `inputs`. */
export function protect(target: string, inputs: readonly string[]): void {
  if (target === "-") return;
  for (const input of inputs) {
    if (input !== "-" && same(input, target))
      throw new Failure(`${target} is the input; give --in-place to overwrite it`);
  }
}

/** Whether two paths lead to one file. */
export function same(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  try {
    const [x, y] = [statSync(a), statSync(b)];
    return x.ino !== 0 && x.ino === y.ino && x.dev === y.dev;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return false; // One of them does not exist.
    throw new Failure(`whether ${a} and ${b} are the same file cannot be seen: ${reason(error)}`);
  }
}

/** `-` is standard output: there too a file is what it is, byte for byte. */
export function writeBytes(path: string, content: string | Uint8Array, io: Io): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  if (path === "-") io.out(bytes);
  else if (io.later === undefined) writeWhole(path, bytes);
  else io.later(() => writeWhole(path, bytes));
}

export function makeFolder(path: string, io: Io): void {
  const make = (): void => {
    try {
      mkdirSync(path, { recursive: true });
    } catch (error) {
      throw new Failure(`the folder ${path} cannot be made: ${reason(error)}`);
    }
  };
  if (io.later === undefined) make();
  else io.later(make);
}
