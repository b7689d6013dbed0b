/**
 * The journal of a session as data: lines of three numbers in eight hexadecimal digits each, and a JSON text in ASCII.
 *
 *     00000002 0000002f 5d1c3ab4 {"line":3,"event":{"t":12,"event":"reading"}}
 *
 * The numbers are the line's own, from 0 on; the length of the JSON; and a checksum over the line and all lines before it. The
 * first line says what the journal belongs to; then come accepted events, each with the number of the input line it came from,
 * and checkpoints, after which everything before may be forgotten. A crash can leave the last line torn: it was never answered
 * and is left out. Any other change, of whatever byte, is told with its line.
 */
import { wants } from "../base/index.ts";
import { crc32 } from "./checksum.ts";
import { type OnlineEvent, parseEvent } from "./event.ts";
import type { Checkpoint, Observer } from "./observer.ts";

/** What a journal belongs to, as hashes: the model; and what is asked of it, how, what is learned and what is seen. */
export interface JournalOwner {
  readonly model: string;
  readonly asked: string;
  /** The ranges of what is learned, in words: K=2..9. */
  readonly learned?: string;
}

export type JournalEntry =
  | ({ readonly journal: "zonal"; readonly version: 2 } & JournalOwner)
  | { readonly line: number; readonly event: OnlineEvent }
  | { readonly line: number; readonly checkpoint: Checkpoint };

/** Where a journal ends: how many lines it has, and their checksum. */
export interface JournalEnd {
  readonly lines: number;
  readonly sum: number;
}

export interface Journal {
  readonly owner: JournalOwner;
  readonly checkpoint?: { readonly checkpoint: Checkpoint; readonly line: number };
  readonly events: readonly { readonly event: OnlineEvent; readonly line: number }[];
  /** How many bytes are whole lines. */
  readonly length: number;
  readonly end: JournalEnd;
}

const beginning: JournalEnd = { lines: 0, sum: 0 };
/** Characters before the JSON of a line. */
const HEAD = 27;

/** The line to be written behind an end, and the end then. */
export function journalLine(
  entry: JournalEntry,
  after: JournalEnd,
): { readonly text: string; readonly end: JournalEnd } {
  const json = JSON.stringify(entry).replace(
    /[\u0080-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return frame(json, after);
}

/** A journal that begins, with its first line. */
export function newJournal(owner: JournalOwner): { readonly text: string; readonly end: JournalEnd } {
  return journalLine({ journal: "zonal", version: 2, ...owner }, beginning);
}

function frame(json: string, after: JournalEnd): { readonly text: string; readonly end: JournalEnd } {
  const place = `${hexadecimal(after.lines)} ${hexadecimal(json.length)} `;
  const sum = crc32(json, crc32(place, after.sum));
  return { text: `${place}${hexadecimal(sum)} ${json}\n`, end: { lines: after.lines + 1, sum } };
}

function hexadecimal(n: number): string {
  return n.toString(16).padStart(8, "0");
}

/** The journal, or what is wrong with it. Requires: each character of the text is a byte. */
export function readJournal(text: string): Journal | string {
  wants("readJournal", text, "text");
  if (/^\{"journal":"zonal","version":1,/.test(text))
    return "it was written by an older version, without checksums, and nobody can say whether it is whole";
  let owner: JournalOwner | undefined;
  let checkpoint: Journal["checkpoint"];
  let events: { event: OnlineEvent; line: number }[] = [];
  let end = beginning;
  let at = 0;
  for (let stop = text.indexOf("\n"); stop >= 0; stop = text.indexOf("\n", at)) {
    const read = frame(text.slice(at + HEAD, stop), end);
    const entry = read.text === text.slice(at, stop + 1) ? entryOf(text.slice(at + HEAD, stop)) : undefined;
    if (end.lines === 0) owner = ownerOf(entry);
    if (owner === undefined) break;
    if (end.lines > 0) {
      if (entry === undefined || "journal" in entry) return `line ${end.lines + 1} is damaged`;
      if ("checkpoint" in entry) [checkpoint, events] = [entry, []];
      else events.push(entry);
    }
    end = read.end;
    at = stop + 1;
  }
  if (owner === undefined) return "it is not a journal of zonal, or its first line is damaged";
  if (at < text.length && !isTorn(text.slice(at), end)) return `line ${end.lines + 1} is damaged`;
  return { owner, ...(checkpoint === undefined ? {} : { checkpoint }), events, length: at, end };
}

/** Requires: the text is as it was written. */
function entryOf(json: string): JournalEntry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const entry = value as Partial<Record<"journal" | "line" | "event" | "checkpoint", unknown>> | null;
  if (typeof entry !== "object" || entry === null) return undefined;
  if (entry.journal !== undefined) return value as JournalEntry;
  if (typeof entry.line !== "number") return undefined;
  if (entry.checkpoint !== undefined) return isCheckpoint(entry.checkpoint) ? (value as JournalEntry) : undefined;
  const event = parseEvent(JSON.stringify(entry.event ?? null));
  return typeof event === "string" ? undefined : { line: entry.line, event };
}

function ownerOf(entry: JournalEntry | undefined): JournalOwner | undefined {
  if (entry === undefined || !("journal" in entry)) return undefined;
  const { journal, version, model, asked, learned } = entry;
  const known = journal === "zonal" && version === 2 && typeof model === "string" && typeof asked === "string";
  return known ? { model, asked, ...(typeof learned === "string" ? { learned } : {}) } : undefined;
}

function isCheckpoint(value: unknown): value is Checkpoint {
  const { accepted, t, base, states } = value as Partial<Record<keyof Checkpoint, unknown>>;
  return (
    [accepted, t, base].every((n) => typeof n === "number") &&
    Array.isArray(states) &&
    states.every((state: Partial<Checkpoint["states"][number]> | null) => Array.isArray(state?.cells))
  );
}

/**
 * Whether what stands behind the last whole line is the beginning of the next one, and not all of it: writing it was cut
 * short, where some file systems leave zeros. A whole line whose end was changed is none.
 */
function isTorn(rest: string, after: JournalEnd): boolean {
  const there = rest.replace(/\0+$/, "");
  const place = `${hexadecimal(after.lines)} `;
  if (!there.startsWith(place) && !place.startsWith(there)) return false;
  if (there.length < HEAD) return true;
  const whole = HEAD + Number.parseInt(there.slice(9, 17), 16);
  return rest.length === there.length ? there.length <= whole : there.length < whole;
}

/** Brings an observer to where a journal ends; what is wrong, if it cannot be. */
export function replayJournal(journal: Journal, observer: Observer): string | undefined {
  wants("replayJournal", journal, "journal");
  wants("replayJournal", observer, "object");
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
