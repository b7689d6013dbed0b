import { wants } from "../base/index.ts";
import type { Constants } from "../transform/index.ts";
import type { Agenda } from "./agenda.ts";
import { type Run, sorted } from "./plan.ts";
import { Known, type RunRecord } from "./record.ts";

/**
 * The frontier of a constant: the smallest and the largest of its values for which a query holds, for each combination of
 * whatever else varies. It is found by bisection, which asks few of the values and rests on an assumption: that the answer
 * changes once at most. The assumption is looked at, not proven: both ends are asked, the two values beside the frontier and
 * the next on either side, or, where the ends agree, the middle; whatever a journal knows beyond is held against it too.
 * Where one answer contradicts it every value is asked.
 */
export interface Frontier {
  readonly constant: string;
  readonly model: string;
  readonly query: string;
  readonly repetition: number;
  /** The other constants. */
  readonly others: Constants;
  /**
   * `assumed`: some values were not asked; `seen`: all were, and the answer changes once at most; `refuted`: it
   * changes more often.
   */
  readonly monotone: "assumed" | "seen" | "refuted";
  /** Absent if there is no value for which it holds. */
  readonly smallest?: number;
  readonly largest?: number;
  readonly low: number;
  readonly high: number;
  readonly asked: number;
  readonly values: number;
  /** The value that has no definite answer, because of which there is no frontier. */
  readonly undecided?: number;
}

/** What is known of a value: whether the query holds; `none` if there is no definite answer; undefined if it was not asked. */
export type Held = boolean | "none" | undefined;

export type Bisection =
  | { readonly kind: "ask"; readonly places: readonly number[] }
  | { readonly kind: "undecided"; readonly at: number }
  | { readonly kind: "found"; readonly first: number; readonly last: number; readonly monotone: Frontier["monotone"] };

/** Which places of an ascending list are to be asked next, or between which it holds (`first` > `last`: nowhere). */
export function bisect(held: readonly Held[]): Bisection {
  wants("bisect", held, "list");
  const end = held.length - 1;
  const changes = changesOf(held);
  if (changes > 1) return everywhere(held);
  const ends = ask(held, [0, end]);
  if (ends !== undefined) return ends;
  if (held[0] === held[end]) return ask(held, [end >> 1]) ?? answer(held, held[0] ? 0 : end + 1, end);
  let [low, high] = [0, end];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const question = ask(held, [middle]);
    if (question !== undefined) return question;
    if (held[middle] === held[0]) low = middle;
    else high = middle;
  }
  const neighbours = ask(held, [Math.max(0, low - 1), Math.min(end, high + 1)]);
  return neighbours ?? (held[0] ? answer(held, 0, low) : answer(held, high, end));
}

/** How often the answer changes, as far as it is known. */
function changesOf(held: readonly Held[]): number {
  const definite = held.filter((one) => typeof one === "boolean");
  return definite.filter((one, i) => i > 0 && one !== definite[i - 1]).length;
}

function ask(held: readonly Held[], places: readonly number[]): Bisection | undefined {
  const undecided = places.find((place) => held[place] === "none");
  if (undecided !== undefined) return { kind: "undecided", at: undecided };
  const open = [...new Set(places)].filter((place) => held[place] === undefined);
  return open.length === 0 ? undefined : { kind: "ask", places: open };
}

function answer(held: readonly Held[], first: number, last: number): Bisection {
  const isSeen = held.every((one) => typeof one === "boolean");
  return { kind: "found", first, last, monotone: isSeen ? "seen" : "assumed" };
}

function everywhere(held: readonly Held[]): Bisection {
  const question = ask(
    held,
    held.map((_, place) => place),
  );
  return question ?? { kind: "found", first: held.indexOf(true), last: held.lastIndexOf(true), monotone: "refuted" };
}

/** The runs that the frontiers of a constant need, one question after the other. */
export class FrontierAgenda implements Agenda {
  private readonly lines: readonly Line[];
  private readonly known: Known;
  private readonly taken = new Set<Run>();

  constructor(runs: readonly Run[], records: readonly RunRecord[], version: string, constant: string) {
    wants("FrontierAgenda", runs, "list");
    this.known = new Known(records, version);
    this.lines = linesOf(runs, constant);
  }

  take(): Run | undefined {
    for (const { runs } of this.lines) {
      const next = this.step(runs);
      const place = next.kind === "ask" ? next.places.find((one) => !this.taken.has(runs[one]!)) : undefined;
      if (place === undefined) continue;
      this.taken.add(runs[place]!);
      return runs[place];
    }
    return undefined;
  }

  learn(record: RunRecord): void {
    this.known.add(record);
  }

  /** Frontiers that are still looked for: each takes a few runs. */
  get left(): number {
    return this.lines.filter(({ runs }) => this.step(runs).kind === "ask").length;
  }

  /** What was found so far. */
  frontiers(): readonly Frontier[] {
    return this.lines.flatMap((line) => frontierOf(line, this.held(line.runs), this.step(line.runs)) ?? []);
  }

  private step(runs: readonly Run[]): Bisection {
    return bisect(this.held(runs));
  }

  private held(runs: readonly Run[]): readonly Held[] {
    return runs.map((run) => {
      const outcome = this.known.of(run)?.outcome;
      if (outcome === undefined) return undefined;
      return outcome === "satisfied" || outcome === "violated" ? outcome === "satisfied" : "none";
    });
  }
}

/** Runs that differ only in the constant, by its value. */
interface Line {
  readonly constant: string;
  readonly others: Constants;
  readonly runs: readonly Run[];
}

function linesOf(runs: readonly Run[], constant: string): readonly Line[] {
  const lines = new Map<string, { others: Constants; runs: Run[] }>();
  for (const run of runs) {
    const { [constant]: _, ...others } = run.constants;
    const key = JSON.stringify([run.sha256, sorted(others), run.query, run.repetition]);
    const line = lines.get(key) ?? { others, runs: [] };
    line.runs.push(run);
    lines.set(key, line);
  }
  return [...lines.values()].map((line) => ({
    constant,
    others: line.others,
    runs: line.runs.sort((a, b) => Number(a.constants[constant]) - Number(b.constants[constant])),
  }));
}

function frontierOf({ constant, others, runs }: Line, held: readonly Held[], next: Bisection): Frontier | undefined {
  if (next.kind === "ask") return undefined;
  const value = (place: number): number => Number(runs[place]!.constants[constant]);
  const { model, query, repetition } = runs[0]!;
  const base = {
    constant,
    model,
    query,
    repetition,
    others,
    low: value(0),
    high: value(runs.length - 1),
    asked: held.filter((one) => one !== undefined).length,
    values: runs.length,
  };
  if (next.kind === "undecided") return { ...base, monotone: "assumed", undecided: value(next.at) };
  const { first, last, monotone } = next;
  return { ...base, monotone, ...(first > last || first < 0 ? {} : { smallest: value(first), largest: value(last) }) };
}
