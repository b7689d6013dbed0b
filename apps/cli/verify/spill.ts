import { closeSync, ftruncateSync, openSync, readSync, statSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Spill, SpillError } from "../../../src/index.ts";
import { patiently } from "../io/patiently.ts";
import { reason } from "../io/reason.ts";
import { Failure } from "../process/exit.ts";

/**
 * `--spill DIR`: files for what does not fit into memory. They have no name as soon as they are open, where the system allows
 * that, so that nothing is left behind however the program ends; otherwise they are removed at the end. That the disk is full
 * ends a search, not the program.
 */
export class SpillFolder implements Spill {
  private readonly folder: string;
  private readonly files = new Map<string, { readonly fd: number; readonly left: string | undefined }>();

  constructor(folder: string) {
    this.folder = folder;
    const refuse = (why: string): Failure => new Failure(`--spill ${folder}: ${why}`);
    try {
      if (!statSync(folder).isDirectory()) throw refuse("it is a file, not a folder");
      // Whether it can be written is better told now than in an hour.
      this.write("probe", 0, new Uint8Array(1));
    } catch (error) {
      if (error instanceof SpillError) throw refuse(reason(error.cause));
      throw error instanceof Failure ? error : refuse(reason(error));
    }
  }

  write(name: string, at: number, bytes: Uint8Array): void {
    this.told("written", () => {
      for (let done = 0; done < bytes.length; )
        done += patiently(() =>
          writeSync(this.open(name), bytes, done, Math.min(bytes.length - done, MOST), at + done),
        );
    });
  }

  read(name: string, at: number, into: Uint8Array): void {
    this.told("read", () => {
      for (let done = 0; done < into.length; ) {
        const size = Math.min(into.length - done, MOST);
        const got = patiently(() => readSync(this.open(name), into, done, size, at + done));
        if (got === 0) throw new Error("a file ends before what was written to it");
        done += got;
      }
    });
  }

  empty(name: string): void {
    this.told("written", () => ftruncateSync(this.open(name), 0));
  }

  close(): void {
    for (const { fd, left } of this.files.values()) {
      closeSync(fd);
      if (left !== undefined) unlinkSync(left);
    }
    this.files.clear();
  }

  private open(name: string): number {
    const known = this.files.get(name);
    if (known !== undefined) return known.fd;
    const path = join(this.folder, `.zonal-${crypto.randomUUID()}.spill`);
    const fd = openSync(path, "wx+", 0o600);
    this.files.set(name, { fd, left: removed(path) ? undefined : path });
    return fd;
  }

  private told(what: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      throw new SpillError(`files in ${this.folder} cannot be ${what}: ${reason(error)}`, { cause: error });
    }
  }
}

/** What else is to be done with a search that goes to the disk is told before it begins. */
export function checkSpill({ spill, ...options }: SpillOptions): void {
  if (spill === undefined) return;
  for (const name of others) if (options[name] !== undefined) throw new Failure(`give --spill or --${name}, not both`);
}

const others = ["bitstate", "accelerate", "watch"] as const;

type SpillOptions = { readonly spill?: string } & { readonly [name in (typeof others)[number]]?: unknown };

/** Bytes that the system is given at once. */
const MOST = 2 ** 30;

function removed(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
