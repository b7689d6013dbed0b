import { fstatSync, statSync } from "node:fs";
import { Failure } from "../process/exit.ts";
import { lockFile } from "./lock.ts";
import { reason } from "./reason.ts";
import { throughLinks } from "./write.ts";

/**
 * What all journals on disk have in common, of studies as of sessions: a journal is a file of one process at a time, into
 * which nobody else writes meanwhile, and what the system refuses is told in words that name it.
 */
export function openLocked<T>(path: string, open: (place: string, unlock: () => void) => T): T {
  return told(path, () => {
    const place = throughLinks(path);
    if (place === undefined || statSync(place, { throwIfNoEntry: false })?.isFile() === false)
      throw new Failure(`${path} cannot be a journal: it is not a file on a disk`);
    const unlock = lockFile(place);
    try {
      return open(place, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  });
}

/** What is written into a file that is gone, or behind what somebody else wrote, would not be there. */
export function refuseOthers(path: string, file: number, known: number): void {
  const { nlink, size } = fstatSync(file);
  if (nlink === 0) throw new Failure(`${path} was removed or replaced by somebody else`);
  if (size !== known) throw new Failure(`${path} was changed by somebody else`);
}

export function told<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw inWords(path, error);
  }
}

/** Faults of the system in words; all others as they are. */
export function inWords(path: string, error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error && "code" in error)) return error;
  return new Failure(`the journal ${path} cannot be used: ${reason(error)}`);
}
