/**
 * The journal of a session as data: lines of JSON. The first says what it belongs to; then come accepted events, each with the
 * number of the input line it came from, and checkpoints, after which everything before may be forgotten. A crash can leave
 * the last line torn: it was never answered and is left out. Any other damage is told.
 */
import { type OnlineEvent, parseEvent } from "./event.ts";
import type { Checkpoint, Observer } from "./observer.ts";

export interface JournalHeader {
  readonly journal: "zonal";
  readonly version: 1;
  /** Whatever identifies model, queries and window. */
  readonly of: string;
}

export interface Journal {
  readonly header: JournalHeader;
  readonly checkpoint?: { readonly checkpoint: Checkpoint; readonly line: number };
  readonly events: readonly { readonly event: OnlineEvent; readonly line: number }[];
  /** How many characters are whole lines. */
  readonly length: number;
}

export function headerLine(of: string): string {
  const header: JournalHeader = { journal: "zonal", version: 1, of };
  return `${JSON.stringify(header)}\n`;
}

export function eventLine(event: OnlineEvent, line: number): string {
  return `${JSON.stringify({ line, event })}\n`;
}

export function checkpointLine(checkpoint: Checkpoint, line: number): string {
  return `${JSON.stringify({ line, checkpoint })}\n`;
}

/** The journal, or what is wrong with it. */
export function readJournal(text: string): Journal | string {
  const end = text.lastIndexOf("\n") + 1;
  const lines = text.slice(0, end).split("\n").slice(0, -1);
  let header: JournalHeader | undefined;
  let checkpoint: Journal["checkpoint"];
  let events: { event: OnlineEvent; line: number }[] = [];
  for (const [i, line] of lines.entries()) {
    const damaged = `line ${i + 1} is damaged`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return damaged;
    }
    if (typeof value !== "object" || value === null) return damaged;
    if (i === 0) {
      const { journal, version, of } = value as Partial<JournalHeader>;
      if (journal !== "zonal" || version !== 1 || typeof of !== "string") return "it is not a journal of zonal";
      header = { journal, version, of };
      continue;
    }
    const entry = value as { line?: unknown; event?: unknown; checkpoint?: unknown };
    if (typeof entry.line !== "number") return damaged;
    if (entry.checkpoint !== undefined) {
      checkpoint = { checkpoint: entry.checkpoint as Checkpoint, line: entry.line };
      events = [];
    } else {
      const event = parseEvent(JSON.stringify(entry.event));
      if (typeof event === "string") return `${damaged}: ${event}`;
      events.push({ event, line: entry.line });
    }
  }
  if (header === undefined) return "it has no first line";
  return { header, ...(checkpoint === undefined ? {} : { checkpoint }), events, length: end };
}

/** Brings an observer to where a journal ends; what is wrong, if it cannot be. */
export function replayJournal(journal: Journal, observer: Observer): string | undefined {
  if (journal.checkpoint !== undefined) {
    const wrong = observer.restore(journal.checkpoint.checkpoint);
    if (wrong !== undefined) return `the checkpoint does not fit the model: ${wrong}`;
  }
  for (const { event, line } of journal.events) {
    const wrong = observer.observe(event);
    if (wrong !== undefined) return `the event of line ${line} does not fit the model: ${wrong.reason}`;
  }
  return undefined;
}

/** The number of the last input line that the journal has, 0 for none. */
export function lastLine(journal: Journal): number {
  return journal.events.at(-1)?.line ?? journal.checkpoint?.line ?? 0;
}
