import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Io } from "../io/io.ts";

/**
 * Waits for files to change. They are looked at by their names some times a second, so that it does not matter how an editor
 * writes: in place, or another file under the same name. Saves that come quickly one after the other are one change, as is
 * the moment in which a file is not there; a file with the same bytes as before is no change.
 */
const INTERVAL = 50;
/** Milliseconds without another change after which a change is over. */
const QUIET = 100;
/** Milliseconds that a file may be away before that is a change. */
const AWAY = 1000;

export class Changes {
  private readonly paths: readonly string[];
  private readonly io: Io;
  private seen: readonly string[];
  private contents: readonly string[];
  private looked = 0;

  constructor(paths: readonly string[], io: Io) {
    this.paths = paths;
    this.io = io;
    this.seen = paths.map(stampOf);
    this.contents = paths.map(contentOf);
  }

  /** Whether a file was written since; asked often, it looks now and then. */
  get isDue(): boolean {
    const { io } = this;
    if (io.now() - this.looked < INTERVAL) return false;
    this.looked = io.now();
    return this.isOther(this.seen);
  }

  /** The names of the files that changed, once they did; undefined if a signal came first. */
  async next(): Promise<readonly string[] | undefined> {
    for (;;) {
      while (!this.isOther(this.seen)) {
        if (this.io.signal() !== undefined) return undefined;
        await pause(INTERVAL);
      }
      await this.settle();
      const contents = this.paths.map(contentOf);
      const changed = this.paths.filter((_, k) => contents[k] !== this.contents[k]);
      this.contents = contents;
      if (changed.length > 0) return changed;
    }
  }

  private async settle(): Promise<void> {
    const { io } = this;
    const begun = io.now();
    for (;;) {
      const { seen } = this;
      this.seen = this.paths.map(stampOf);
      const wasThere = this.contents.some((content, k) => content !== "" && this.seen[k] === "");
      const isAway = wasThere && io.now() - begun < AWAY;
      if (io.signal() !== undefined || (!isAway && seen.every((stamp, k) => stamp === this.seen[k]))) return;
      await pause(QUIET);
    }
  }

  private isOther(than: readonly string[]): boolean {
    return this.paths.some((path, k) => stampOf(path) !== than[k]);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, milliseconds));
}

/** Changes whenever a file is written, or is another file; empty where there is none. */
function stampOf(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file === undefined ? "" : `${file.ino} ${file.size} ${file.mtimeMs} ${file.ctimeMs}`;
}

/** Empty where a file cannot be read. */
function contentOf(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("base64");
  } catch {
    return "";
  }
}
