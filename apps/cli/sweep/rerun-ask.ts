import type { RunFigures, RunOutcome, RunRecord } from "../../../src/index.ts";
import { readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { Failure } from "../process/exit.ts";
import { sha256 } from "../process/machine.ts";
import { runVerb } from "../process/run.ts";
import { type RecordedOptions, wordsOf } from "../verify/record.ts";
import { verify } from "../verify/verify.ts";
import { Runner } from "./run.ts";

/** Asks again what a result says, and holds what comes out against it. */
export interface Found {
  /** Of the query, or the line. */
  readonly number: number;
  readonly text: string;
  /** `open`: now there is no answer, and then there was. */
  readonly is: "same" | "other" | "open";
  readonly then: Answered;
  readonly now: Answered;
  /** How the figures differ. */
  readonly figures?: string;
}

/** What counts of an answer. */
interface Answered {
  readonly outcome: RunOutcome;
  readonly reason?: string;
  readonly values?: unknown;
  readonly estimate?: unknown;
}

interface Told extends Answered {
  readonly statistics?: Partial<RunFigures>;
}

/** As much of `docs/schema/verify.json` as is needed. */
export interface VerifyDocument {
  readonly command: "verify";
  readonly tool: { readonly version: string };
  readonly model: { readonly file: string; readonly sha256: string };
  readonly options: RecordedOptions;
  readonly queries: readonly (Told & {
    readonly number: number;
    readonly text: string;
    readonly file: string;
    readonly sha256: string;
  })[];
}

type Place = (file: string, hash: string) => string;

export async function rerunDocument(
  { model, options, queries }: VerifyDocument,
  place: Place,
  only: readonly number[] | undefined,
  io: Io,
): Promise<readonly Found[]> {
  const wanted = queries.filter(({ number }) => only === undefined || only.includes(number));
  if (wanted.length === 0) return [];
  const own = queries.find(({ file }) => file !== model.file)?.file;
  const file = options.formula === undefined ? own : undefined;
  const query = wanted.map(({ number }) => number);
  const words = [...wordsOf({ ...options, query }), "--json", "--no-progress", "--", place(model.file, model.sha256)];
  const again = await verified(file === undefined ? words : [...words, file], io);
  return wanted.map((then) => {
    const now = again.queries.find(({ number }) => number === then.number);
    if (now === undefined || now.sha256 !== then.sha256)
      throw new Failure(`query ${then.number} was changed since: it was ${then.text}`);
    return { number: then.number, text: then.text, ...compared(then, now) };
  });
}

/** `zonal verify` with these words, as if it were asked alone; what it would print. */
async function verified(words: readonly string[], io: Io): Promise<VerifyDocument> {
  let out = "";
  const { tell: _, ...watch } = io.watch;
  const keep = (text: string | Uint8Array): void => {
    out += typeof text === "string" ? text : new TextDecoder().decode(text);
  };
  const code = await runVerb("zonal verify", verify, words, { ...io, out: keep, watch });
  const document = out === "" ? undefined : (JSON.parse(out) as VerifyDocument);
  if (document === undefined || document.queries.length === 0)
    throw new Failure("it cannot be asked again", { code: code === 0 ? 2 : code });
  return document;
}

export async function rerunRecords(
  records: readonly RunRecord[],
  place: Place,
  only: readonly number[] | undefined,
  io: Io,
): Promise<readonly Found[]> {
  const runner = new Runner(io);
  const wanted = records
    .map((record, i) => ({ record, number: i + 1 }))
    .filter(({ number }) => only === undefined || only.includes(number));
  const models = new Map(wanted.map(({ record }) => [record.sha256, record.model]));
  for (const [hash, file] of models) {
    const bytes = readBytes(place(file, hash), io);
    runner.add({ file, bytes, sha256: sha256(bytes) });
  }
  const found: Found[] = [];
  for (const { record, number } of wanted) {
    if (io.signal() !== undefined) break;
    const then = { ...record, values: record.found };
    const result = await runner.run(record);
    const now = { ...result, values: result.found };
    found.push({ number, text: record.query, ...compared(then, now) });
  }
  return found;
}

function compared(then: Told, now: Told): Pick<Found, "is" | "then" | "now" | "figures"> {
  const text = ({ outcome, values, estimate }: Told): string => JSON.stringify([outcome, values, estimate]);
  const isOpen = now.outcome === "unknown" && then.outcome !== "unknown";
  const is = text(then) === text(now) ? "same" : isOpen ? "open" : "other";
  const names = ["explored", "stored", "transitions"] as const;
  const different = names.filter((name) => then.statistics?.[name] !== now.statistics?.[name]);
  const figures = different.map(
    (name) => `${name} ${then.statistics?.[name] ?? 0} then, ${now.statistics?.[name] ?? 0} now`,
  );
  return {
    is,
    then: essence(then),
    now: essence(now),
    ...(figures.length === 0 ? {} : { figures: figures.join(", ") }),
  };
}

function essence({ outcome, reason, values, estimate }: Told): Answered {
  return {
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(values === undefined ? {} : { values }),
    ...(estimate === undefined ? {} : { estimate }),
  };
}
