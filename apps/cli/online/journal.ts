import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import {
  type Checkpoint,
  type Journal,
  type JournalEnd,
  type JournalEntry,
  type JournalOwner,
  journalLine,
  lastLine,
  newJournal,
  type Observer,
  type OnlineEvent,
  readJournal,
  replayJournal,
} from "../../../src/index.ts";
import { openLocked, refuseOthers, told } from "../io/journal.ts";
import { writeAll, writeWhole } from "../io/write.ts";
import { Failure } from "../process/exit.ts";

/**
 * A journal on disk, of one process at a time. `append` returns when the event is on the disk (`fsync`); if it cannot be, it
 * throws, and the journal is as before and takes nothing more. Every `every` events the file is replaced by a checkpoint, so
 * that there is a whole journal at any moment and its length stays bounded. A file that is no journal, or not the one of this
 * session, is left as it is.
 */
export class JournalFile {
  private readonly path: string;
  private readonly place: string;
  private readonly owner: JournalOwner;
  private readonly every: number;
  private readonly unlock: () => void;
  private file: number;
  private size: number;
  private end: JournalEnd;
  private since: number;
  private failure: Failure | undefined;

  private constructor(opened: Opened, owner: JournalOwner, every: number, unlock: () => void) {
    this.path = opened.path;
    this.place = opened.place;
    this.owner = owner;
    this.every = every;
    this.unlock = unlock;
    this.file = opened.file;
    this.size = opened.size;
    this.end = opened.end;
    this.since = opened.since;
  }

  /** Opens a journal; if there is one already, brings the observer to its end. `line` is the last input line it has. */
  static open(
    path: string,
    owner: JournalOwner,
    every: number,
    observer: Observer,
  ): { readonly journal: JournalFile; readonly line: number; readonly resumed: boolean } {
    return openLocked(path, (place, unlock) => {
      const opened = openPlace(path, place, owner, observer);
      const journal = new JournalFile(opened, owner, every, unlock);
      return { journal, line: opened.line, resumed: observer.accepted > 0 };
    });
  }

  append(event: OnlineEvent, line: number, checkpoint: () => Checkpoint): void {
    if (this.failure !== undefined) throw this.failure;
    try {
      told(this.path, () => {
        refuseOthers(this.path, this.file, this.size);
        if (this.since + 1 >= this.every) this.replace({ line, checkpoint: checkpoint() });
        else this.add({ line, event });
      });
    } catch (error) {
      if (error instanceof Failure) this.failure = error;
      throw error;
    }
  }

  close(): void {
    try {
      closeSync(this.file);
    } catch {
      // Everything was on the disk before.
    }
    this.unlock();
  }

  private add(entry: JournalEntry): void {
    const { text, end } = journalLine(entry, this.end);
    try {
      writeAll(this.file, Buffer.from(text, "latin1"));
      fsyncSync(this.file);
    } catch (error) {
      this.cut();
      throw error;
    }
    this.size += text.length;
    this.end = end;
    this.since++;
  }

  /** Takes back what was not written whole. Where even that fails, the next start does it. */
  private cut(): void {
    try {
      ftruncateSync(this.file, this.size);
      fsyncSync(this.file);
    } catch {
      return;
    }
  }

  private replace(entry: JournalEntry): void {
    const first = newJournal(this.owner);
    const { text, end } = journalLine(entry, first.end);
    writeWhole(this.place, Buffer.from(first.text + text, "latin1"));
    const file = openSync(this.place, "a");
    closeSync(this.file);
    this.file = file;
    this.size = first.text.length + text.length;
    this.end = end;
    this.since = 0;
  }
}

interface Opened {
  readonly path: string;
  readonly place: string;
  readonly file: number;
  readonly size: number;
  readonly end: JournalEnd;
  readonly since: number;
  readonly line: number;
}

/** Requires: the place is locked. */
function openPlace(path: string, place: string, owner: JournalOwner, observer: Observer): Opened {
  const old = contentOf(path, place);
  if (old === "") {
    const { text, end } = newJournal(owner);
    writeWhole(place, Buffer.from(text, "latin1"));
    return { path, place, file: openSync(place, "a"), size: text.length, end, since: 0, line: 0 };
  }
  const read = continued(path, old, owner);
  const wrong = replayJournal(read, observer);
  if (wrong !== undefined) throw new Failure(`${path} cannot be continued: ${wrong}`);
  const file = openSync(place, "a");
  try {
    if (read.length < old.length) {
      ftruncateSync(file, read.length);
      fsyncSync(file);
    }
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return { path, place, file, size: read.length, end: read.end, since: read.events.length, line: lastLine(read) };
}

/** Each character is a byte; nothing if there is no file. */
function contentOf(path: string, place: string): string {
  let file: number;
  try {
    // What could be read but not written would be no use.
    file = openSync(place, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
  try {
    if (fstatSync(file).nlink > 1)
      throw new Failure(`${path} cannot be a journal: it has other names (hard links), under which it is not locked`);
    return readFileSync(file, "latin1");
  } finally {
    closeSync(file);
  }
}

function continued(path: string, old: string, owner: JournalOwner): Journal {
  const hint = "it was left as it is; name another file, or remove it";
  const read = readJournal(old);
  if (typeof read === "string") throw new Failure(`${path} cannot be continued: ${read}`, { hint });
  if (read.owner.model !== owner.model)
    throw new Failure(`${path} cannot be continued: it belongs to another model`, { hint });
  if (read.owner.asked !== owner.asked)
    throw new Failure(`${path} cannot be continued: it belongs to ${otherwise(read.owner, owner)}`, { hint });
  return read;
}

/** What a journal was begun with. What it learns stands in it; all else only as a hash. */
function otherwise(before: JournalOwner, now: JournalOwner): string {
  if (before.learned === now.learned) return "other queries, windows or observed channels, or to another dialect";
  if (before.learned === undefined) return "a session without --learn, or of an older version";
  return `--learn ${before.learned}, not to ${now.learned === undefined ? "a session without" : `--learn ${now.learned}`}`;
}
