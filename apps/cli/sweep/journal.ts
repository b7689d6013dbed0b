import {
  closeSync,
  existsSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  unlinkSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { type RunRecord, readRecords, recordLine } from "../../../src/index.ts";
import { inWords, openLocked, refuseOthers } from "../io/journal.ts";
import { syncFolder, writeAll } from "../io/write.ts";
import { Failure } from "../process/exit.ts";

/**
 * The journal of a study on disk, of one process at a time: a line for each run that has ended, on the disk before anybody is
 * told. A line that was cut off when the program was ended is taken away when the journal is opened again. A file that is no
 * journal is left as it is. While the disk takes lines others may come, which go there together: so no run waits for the
 * disk, however many end in a second.
 */
export class RunJournal {
  /** What it had when it was opened. */
  readonly records: readonly RunRecord[];
  private readonly path: string;
  private readonly place: string;
  private readonly isNew: boolean;
  private readonly file: number;
  private readonly unlock: () => void;
  private size: number;
  /** Lines that are to be written next, and when they are on the disk. */
  private lines: string[] = [];
  private next: Promise<void> | undefined;
  /** When all before is on the disk. What fails once fails from then on. */
  private before: Promise<void> = Promise.resolve();

  private constructor(
    { path, place, isNew }: Where,
    file: number,
    size: number,
    records: readonly RunRecord[],
    unlock: () => void,
  ) {
    this.path = path;
    this.place = place;
    this.isNew = isNew;
    this.file = file;
    this.size = size;
    this.records = records;
    this.unlock = unlock;
  }

  static open(path: string): RunJournal {
    return openLocked(path, (place, unlock) => {
      const where: Where = { path, place, isNew: !existsSync(place) };
      const file = openSync(place, "a+");
      try {
        const bytes = readFileSync(file);
        const text = bytes.toString("utf8");
        const read = readRecords(text);
        if ("refused" in read)
          throw new Failure(`${path} cannot be continued: ${read.refused}`, {
            hint: "it was left as it is; name another file by --journal, or remove it",
          });
        const size = bytes.lastIndexOf(10) + 1;
        if (size < bytes.length) ftruncateSync(file, size);
        fsyncSync(file);
        syncFolder(dirname(place));
        return new RunJournal(where, file, size, read.records, unlock);
      } catch (error) {
        closeSync(file);
        throw error;
      }
    });
  }

  /** Comes to an end when the record is on the disk. */
  append(record: RunRecord): Promise<void> {
    this.lines.push(recordLine(record));
    this.next ??= this.before = this.before.then(() => this.write());
    return this.next;
  }

  /** When all that was appended is on the disk; throws if it cannot be. */
  settled(): Promise<void> {
    return this.before;
  }

  private async write(): Promise<void> {
    const bytes = Buffer.from(this.lines.join(""));
    this.lines = [];
    this.next = undefined;
    try {
      refuseOthers(this.path, this.file, this.size);
      writeAll(this.file, bytes);
      this.size += bytes.length;
      await synced(this.file);
    } catch (error) {
      throw inWords(this.path, error);
    }
  }

  /** One that was made for nothing is taken away: what came before the first run was refused. */
  async close(): Promise<void> {
    await this.before.catch(() => undefined);
    try {
      const { size, nlink } = fstatSync(this.file);
      closeSync(this.file);
      if (this.isNew && size === 0 && nlink > 0) unlinkSync(this.place);
    } catch {
      // Everything was on the disk before.
    }
    this.unlock();
  }
}

/** A journal as it is named, and the file that the name leads to. */
interface Where {
  readonly path: string;
  readonly place: string;
  readonly isNew: boolean;
}

const synced = promisify(fsync);
