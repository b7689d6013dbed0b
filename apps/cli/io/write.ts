import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Failure } from "../process/exit.ts";
import { patiently } from "./patiently.ts";
import { reason } from "./reason.ts";

/**
 * The one way in which files are written: under a random name that nobody had before, beside the file; then to the disk; then
 * renamed. So the file is there whole, as it was or as it is to be, at any moment and after any fault, and nothing else is
 * left. A link stays one, and what it points to is written; the rights of the old file stay. Devices and pipes, which nothing
 * can be put in the place of, are written to directly. What goes wrong is told in words.
 */
export function writeWhole(path: string, bytes: Uint8Array): void {
  writeParts(path, [bytes], `.zonal-${crypto.randomUUID()}.tmp`);
}

/**
 * The same of what comes in parts, of which each is written before the next is asked for. Where one process at a time
 * writes the file, the name under which it grows may be the same each time, so that what a process left behind that was
 * killed is used again.
 */
export function writeParts(path: string, parts: Iterable<Uint8Array>, temporary = `.${basename(path)}.part`): void {
  try {
    const place = throughLinks(path);
    const old = place === undefined ? undefined : statOf(place);
    if (old?.isDirectory()) throw new Failure(`${path} is a directory, not a file`);
    if (place === undefined || (old !== undefined && !old.isFile())) writeInto(path, parts);
    else replace(place, parts, old, temporary);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${path} cannot be written: ${reason(error)}`);
  }
}

/**
 * Throws, in the words of `writeWhole`, if nobody could write there now: a folder that is missing, a folder in the place of
 * the file, rights. It is asked before what takes hours, and writes nothing; what goes wrong only later, as a full disk, is
 * told when it does.
 */
export function expectWritable(path: string): void {
  if (path === "-") return;
  try {
    const place = throughLinks(path);
    const old = place === undefined ? undefined : statOf(place);
    if (old?.isDirectory()) throw new Failure(`${path} is a directory, not a file`);
    if (place === undefined || (old !== undefined && !old.isFile())) return;
    if (old !== undefined) accessSync(place, constants.W_OK);
    accessSync(dirname(place), constants.W_OK);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${path} cannot be written: ${reason(error)}`);
  }
}

/** Links that lead on from one another; the system follows as many. */
const LINKS = 40;

/**
 * The file that a path leads to, whether it exists or not; undefined if the way leads through the system's own folders, where
 * a link (`/dev/stdout`) stands for an open file and not for a place.
 */
export function throughLinks(path: string): string | undefined {
  let at = resolve(path);
  for (let i = 0; i < LINKS; i++) {
    if (/^\/(proc|dev\/fd)\//.test(at)) return undefined;
    let to: string;
    try {
      to = readlinkSync(at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // No link, or nothing at all: this is the place. Whatever else is wrong with it is told when it is written.
      if (code === "EINVAL" || code === "ENOENT" || code === "UNKNOWN") return at;
      throw error;
    }
    at = resolve(realpathSync(dirname(at)), to);
  }
  throw new Failure(`${path} cannot be written: its links lead in a circle`);
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function writeInto(path: string, parts: Iterable<Uint8Array>): void {
  // Standard output may be a file that holds something already: it is written behind that.
  const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND);
  try {
    for (const part of parts) writeAll(fd, part);
  } finally {
    closeSync(fd);
  }
}

function replace(place: string, parts: Iterable<Uint8Array>, old: Stats | undefined, name: string): void {
  // Renaming asks for no right to the file itself: one that is not to be written is not replaced either.
  if (old !== undefined) accessSync(place, constants.W_OK);
  const folder = dirname(place);
  const temporary = join(folder, name);
  remove(temporary);
  const fd = openSync(temporary, "wx", old === undefined ? 0o666 : 0o600);
  try {
    try {
      if (old !== undefined) keepRights(fd, old);
      for (const part of parts) writeAll(fd, part);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, place);
  } catch (error) {
    remove(temporary);
    throw error;
  }
  syncFolder(folder);
}

function keepRights(fd: number, { mode, uid, gid }: Stats): void {
  try {
    fchownSync(fd, uid, gid);
  } catch {
    // Only the system's administrator may give files away; to everybody else they belong anyway.
  }
  fchmodSync(fd, mode & 0o777);
}

/** As far as it is there; what is wrong with its place is being told. */
function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    return;
  }
}

/** A new name is on the disk when its folder is, on systems that let a folder be opened. */
export function syncFolder(folder: string): void {
  let fd: number | undefined;
  try {
    fd = openSync(folder, "r");
    fsyncSync(fd);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!["EACCES", "EPERM", "EISDIR", "EINVAL", "ENOTSUP"].includes(code ?? "")) throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** All of it, however many calls that takes. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += patiently(() => writeSync(fd, bytes, at, bytes.length - at));
}
