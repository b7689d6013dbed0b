import { wants } from "../base/index.ts";
import type { Outcome } from "../search/index.ts";
import { keyOf, type Run } from "./plan.ts";
import { isPlain } from "./reading.ts";

/**
 * What is kept of a run: the run itself, how it came out, and who found it. A journal is one record on each line, as JSON,
 * only ever longer: `readRecords` reads one back, also if the last line was cut off by whatever ended the program. Of several
 * records of a run the last counts.
 */
export interface RunRecord extends Run {
  readonly querySha256?: string;
  readonly version: string;
  readonly outcome: RunOutcome;
  readonly reason?: string;
  /** Of sup, inf and bounds, and of estimates: what was found, in words. */
  readonly found?: readonly string[];
  /** The estimate, as in `verify --json`. */
  readonly estimate?: object;
  readonly statistics: RunFigures;
  readonly seconds: number;
  /** Processor, cores, system: what the time was measured on. */
  readonly machine: string;
  /** When it ended. */
  readonly at: string;
}

/** `error`: it could not be asked, or the program that ran it broke down. */
export type RunOutcome = Outcome | "error";

export interface RunFigures {
  readonly explored: number;
  readonly stored: number;
  readonly transitions: number;
  /** Bytes. */
  readonly memory: number;
}

/** How one run came out, before it is known who did it and when. */
export type RunResult = Pick<RunRecord, "outcome" | "reason" | "found" | "estimate" | "statistics" | "seconds">;

export const noFigures: RunFigures = { explored: 0, stored: 0, transitions: 0, memory: 0 };

const schemaVersion = 1;

export function recordLine(record: RunRecord): string {
  return `${JSON.stringify({ schemaVersion, ...record })}\n`;
}

/** The records of a journal, and how many characters of it are whole lines. */
export interface ReadRecords {
  readonly records: readonly RunRecord[];
  readonly length: number;
}

/** Records, or why the text is no journal. What comes after the last line feed was never told to anybody. */
export function readRecords(text: string): ReadRecords | { readonly refused: string } {
  wants("readRecords", text, "text");
  const length = text.lastIndexOf("\n") + 1;
  const records: RunRecord[] = [];
  for (const [i, line] of text.slice(0, length).split("\n").slice(0, -1).entries()) {
    const record = recordOf(line);
    if (record === undefined) return { refused: `line ${i + 1} is no record of a run` };
    records.push(record);
  }
  const head = `{"schemaVersion":${schemaVersion},`;
  const isBegun = length > 0 || head.startsWith(text.slice(0, head.length));
  return isBegun ? { records, length } : { refused: "it does not begin with a record of a run" };
}

function recordOf(line: string): RunRecord | undefined {
  try {
    const { schemaVersion: written, ...record } = JSON.parse(line) as RunRecord & { readonly schemaVersion: unknown };
    const { constants, options, limits, statistics, repetition, seed, seconds, expect } = record;
    const texts = [record.model, record.sha256, record.query, record.version, record.machine, record.at];
    const figures = Object.keys(noFigures).map((name) => statistics[name as keyof RunFigures]);
    const values = Object.values(constants);
    const isRecord =
      written === schemaVersion &&
      Object.hasOwn(outcomes, record.outcome) &&
      texts.every((part) => typeof part === "string") &&
      [constants, options, limits].every(isPlain) &&
      values.every((value) => typeof value === "number" || typeof value === "boolean") &&
      [repetition, seed, seconds, ...figures].every((part) => typeof part === "number") &&
      ["string", "undefined"].includes(typeof record.reason) &&
      ["boolean", "undefined"].includes(typeof expect) &&
      (record.found ?? []).every((line) => typeof line === "string") &&
      typeof (record.estimate ?? {}) === "object";
    return isRecord ? record : undefined;
  } catch {
    return undefined;
  }
}

const outcomes: Readonly<Record<RunOutcome, true>> = {
  satisfied: true,
  violated: true,
  maybe_satisfied: true,
  maybe_violated: true,
  unknown: true,
  fault: true,
  error: true,
};

/** The records that stand for runs of this version, by key. */
export class Known {
  private readonly records = new Map<string, RunRecord>();
  private readonly version: string;

  constructor(records: readonly RunRecord[], version: string) {
    wants("Known", records, "list");
    this.version = version;
    for (const record of records) this.add(record);
  }

  add(record: RunRecord): void {
    if (record.version === this.version) this.records.set(keyOf(record), record);
  }

  /** What is known of a run. That there was no answer within other limits, or none at all, says nothing of these. */
  of(run: Run): RunRecord | undefined {
    const record = this.records.get(keyOf(run));
    if (record === undefined) return undefined;
    const isFinal = record.outcome !== "unknown" && record.outcome !== "error";
    if (!isFinal && !sameLimits(record, run)) return undefined;
    const { expect: _, ...found } = record;
    // The study may name its constants in another order now, and what it makes of them goes by that.
    return {
      ...found,
      model: run.model,
      constants: run.constants,
      ...(run.expect === undefined ? {} : { expect: run.expect }),
    };
  }
}

/** How a run stands to what is expected of it. Without an expectation any definite answer will do. */
export function runStanding({ outcome, expect }: RunRecord): "expected" | "otherwise" | "inconclusive" | "wrong" {
  if (outcome === "error" || outcome === "fault") return "wrong";
  if (outcome !== "satisfied" && outcome !== "violated") return "inconclusive";
  return expect === undefined || expect === (outcome === "satisfied") ? "expected" : "otherwise";
}

function sameLimits({ limits: a }: Run, { limits: b }: Run): boolean {
  return a.timeout === b.timeout && a.memory === b.memory && a.maxStates === b.maxStates;
}
