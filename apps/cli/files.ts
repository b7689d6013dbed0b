import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Failure } from "./exit.ts";
import type { Io } from "./io.ts";

/**
 * Files in and out. `-` is standard input or output. What goes wrong is told in words. A file is written under a temporary
 * name beside its place and renamed, so that it is there whole or not at all; an input is never overwritten by accident.
 */
export function readBytes(path: string, io: Io): Uint8Array {
  if (path === "-") return io.input();
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${reason(error)}`);
  }
  try {
    if (fstatSync(fd).isDirectory()) throw new Failure(`${path} is a directory, not a file`);
    return readFileSync(fd);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${path} cannot be read: ${reason(error)}`);
  } finally {
    closeSync(fd);
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

function same(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  try {
    const [x, y] = [statSync(a), statSync(b)];
    return x.ino !== 0 && x.ino === y.ino && x.dev === y.dev;
  } catch {
    return false; // One of them does not exist.
  }
}

export function writeBytes(path: string, content: string | Uint8Array, io: Io): void {
  if (path === "-") {
    io.out(content);
    return;
  }
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  // A device or a pipe has no place beside it and must not be replaced by a file.
  if (isSpecial(path)) {
    writeTo(path, path, bytes);
    return;
  }
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    writeTo(path, temporary, bytes, modeOf(path));
    try {
      renameSync(temporary, path);
    } catch (error) {
      throw new Failure(`${path} cannot be written: ${reason(error)}`);
    }
  } catch (error) {
    remove(temporary);
    throw error;
  }
}

/** As far as it is there; what is wrong with its place has been told. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new Failure(`the folder ${path} cannot be made: ${reason(error)}`);
  }
}

function writeTo(path: string, place: string, bytes: Uint8Array, mode?: number): void {
  let fd: number | undefined;
  try {
    fd = openSync(place, "w", mode);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at);
    if (place !== path) fsyncSync(fd);
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${reason(error)}`);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function isSpecial(path: string): boolean {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) throw new Failure(`${path} is a directory, not a file`);
    return !stat.isFile();
  } catch (error) {
    if (error instanceof Failure) throw error;
    return false;
  }
}

function modeOf(path: string): number | undefined {
  try {
    return statSync(path).mode & 0o777;
  } catch {
    return undefined;
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return "there is no such file or folder";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EISDIR":
      return "it is a directory";
    case "ENOTDIR":
      return "a part of the path is not a folder";
    case "ENOSPC":
    case "EDQUOT":
      return "the disk is full";
    case "EROFS":
      return "the file system is read-only";
    case "EMFILE":
    case "ENFILE":
      return "too many files are open";
    case "ERR_FS_FILE_TOO_LARGE":
      return "the file is larger than 2 GiB";
    case "ENAMETOOLONG":
      return "the name is too long";
    default:
      return message;
  }
}
