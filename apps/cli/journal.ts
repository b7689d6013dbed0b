import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Checkpoint,
  checkpointLine,
  eventLine,
  headerLine,
  type Journal,
  lastLine,
  type Observer,
  type OnlineEvent,
  readJournal,
  replayJournal,
} from "../../src/index.ts";
import { Failure } from "./exit.ts";

/**
 * A journal on disk: `append` returns when the event is there. Every `every` events the file is replaced by a checkpoint,
 * written beside it first, so that there is a whole journal at any moment and its length stays bounded.
 */
export class JournalFile {
  private readonly path: string;
  private readonly of: string;
  private readonly every: number;
  private file: number;
  private since = 0;

  private constructor(path: string, of: string, every: number, since: number) {
    this.path = path;
    this.of = of;
    this.every = every;
    this.since = since;
    this.file = openSync(path, "a");
  }

  /** Opens a journal; if there is one already, brings the observer to its end. `line` is the last input line it has. */
  static open(
    path: string,
    of: string,
    every: number,
    observer: Observer,
  ): { readonly journal: JournalFile; readonly line: number; readonly resumed: boolean } {
    const old = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (!old.includes("\n")) {
      replaceFile(path, headerLine(of));
      return { journal: new JournalFile(path, of, every, 0), line: 0, resumed: false };
    }
    const read: Journal | string = readJournal(old);
    if (typeof read === "string") throw new Failure(`${path} cannot be continued: ${read}`);
    if (read.header.of !== of)
      throw new Failure(`${path} cannot be continued: it belongs to another model, or to other queries or windows`, {
        hint: "name another file, or remove it",
      });
    const wrong = replayJournal(read, observer);
    if (wrong !== undefined) throw new Failure(`${path} cannot be continued: ${wrong}`);
    const whole = Buffer.byteLength(old.slice(0, read.length));
    truncateSync(path, whole);
    return {
      journal: new JournalFile(path, of, every, read.events.length),
      line: lastLine(read),
      resumed: observer.accepted > 0,
    };
  }

  append(event: OnlineEvent, line: number, checkpoint: () => Checkpoint): void {
    if (this.since + 1 >= this.every) {
      closeSync(this.file);
      replaceFile(this.path, headerLine(this.of) + checkpointLine(checkpoint(), line));
      this.file = openSync(this.path, "a");
      this.since = 0;
      return;
    }
    write(this.file, eventLine(event, line));
    this.since++;
  }

  close(): void {
    closeSync(this.file);
  }
}

function write(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  fsyncSync(file);
}

/** Puts a new file in the place of the old one, at once. */
function replaceFile(path: string, text: string): void {
  const beside = `${path}.new`;
  const file = openSync(beside, "w");
  write(file, text);
  closeSync(file);
  renameSync(beside, path);
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
