import { demand, seeded, wants } from "../base/index.ts";
import type { Constants } from "../transform/index.ts";
import type { Product, RunLimits, RunOptions, Study } from "./study.ts";

/**
 * The runs of a study, in the order in which they are told: models, points (the last constant changes fastest), queries,
 * repetitions. A run is known by what its answer depends on (`keyOf`): the same one is not planned twice, and what a journal
 * has of it is not done again.
 */
export interface Run {
  /** The file, and the hash of its bytes. */
  readonly model: string;
  readonly sha256: string;
  readonly constants: Constants;
  readonly query: string;
  readonly repetition: number;
  readonly seed: number;
  readonly options: RunOptions;
  readonly limits: RunLimits;
  readonly expect?: boolean;
}

/** A model of a study, and the queries to put to it. */
export interface PlannedModel {
  readonly file: string;
  readonly sha256: string;
  readonly queries: readonly { readonly formula: string; readonly expect?: boolean }[];
}

const most = 1_000_000;
const tooMany = `a study has at most ${most} runs`;

export function planRuns(study: Study, models: readonly PlannedModel[]): readonly Run[] {
  wants("planRuns", study, "object");
  wants("planRuns", models, "list");
  const points = pointsOf(study);
  const { seed, repetitions, options, limits } = study;
  demand(seed <= Number.MAX_SAFE_INTEGER - repetitions + 1, `seeds are whole numbers up to ${Number.MAX_SAFE_INTEGER}`);
  demand(repetitions <= most, tooMany);
  const runs = new Map<string, Run>();
  for (const { file, sha256, queries } of models)
    for (const constants of points)
      for (const { formula, expect } of queries)
        for (let repetition = 1; repetition <= repetitions; repetition++) {
          const run: Run = {
            model: file,
            sha256,
            constants,
            query: formula,
            repetition,
            seed: seed + repetition - 1,
            options,
            limits,
            ...(expect === undefined ? {} : { expect }),
          };
          runs.set(keyOf(run), run);
          demand(runs.size <= most, tooMany);
        }
  return [...runs.values()];
}

/** The values of the constants in each run, without repetitions. */
export function pointsOf(study: Pick<Study, "set" | "sample">): readonly Constants[] {
  wants("pointsOf", study, "object");
  const { set, sample } = study;
  wants("pointsOf", set, "list");
  const sizes = set.map((product) => product.reduce((size, { values }) => size * values.length, 1));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  demand(
    sample !== undefined || total <= most,
    `a study has at most ${most} points; these are ${total}: give a sample`,
  );
  if (sample !== undefined) demand(sample.count <= most, `a sample has at most ${most} points`);
  if (sample !== undefined && total > FINE) return scattered(sample.count, set, sizes, sample.seed);
  const numbers = sample === undefined ? counted(total) : drawn(Math.min(sample.count, total), total, sample.seed);
  const points = numbers.map((n) => {
    const [which, at] = within(sizes, n);
    return pointAt(set[which]!, at);
  });
  return [...new Map(points.map((point) => [textOf(point), point])).values()];
}

/** Which product a number means, and which of its points. */
function within(sizes: readonly number[], number: number): readonly [which: number, at: number] {
  let at = number;
  const which = sizes.findIndex((size) => at < size || ((at -= size), false));
  return [which, at];
}

function counted(total: number): readonly number[] {
  return Array.from({ length: total }, (_, i) => i);
}

/** Different numbers below the total, in order; after Floyd (Bentley 1987), so that a small sample of many is soon made. */
function drawn(count: number, total: number, seed: number): readonly number[] {
  const random = seeded(seed);
  const chosen = new Set<number>();
  for (let next = total - count; next < total; next++) {
    const one = Math.floor(random() * (next + 1));
    chosen.add(chosen.has(one) ? next : one);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** So many numbers the generator tells apart. */
const FINE = 2 ** 32;

/** Points of products that are too large to number them: each value by itself, in order. */
function scattered(
  count: number,
  set: readonly Product[],
  sizes: readonly number[],
  seed: number,
): readonly Constants[] {
  const random = seeded(seed);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const chosen = new Map<string, readonly number[]>();
  while (chosen.size < count) {
    const which = Math.max(0, within(sizes, random() * total)[0]);
    const places = [which, ...set[which]!.map(({ values }) => Math.floor(random() * values.length))];
    chosen.set(places.join(), places);
  }
  return [...chosen.values()].sort(byFirst).map(([which, ...places]) => {
    const entries = set[which!]!.map(({ name, values }, k) => [name, values[places[k]!]!] as const);
    return Object.fromEntries(entries);
  });
}

/** Of two lists the one with the smaller number where they first differ. */
function byFirst(a: readonly number[], b: readonly number[]): number {
  const k = a.findIndex((one, i) => one !== b[i]);
  return k < 0 ? 0 : a[k]! - (b[k] ?? 0);
}

function pointAt(product: Product, number: number): Constants {
  let left = number;
  const entries = [...product].reverse().map(({ name, values }) => {
    const value = values[left % values.length]!;
    left = Math.floor(left / values.length);
    return [name, value] as const;
  });
  return Object.fromEntries(entries.reverse());
}

/** `N=2, K=4`. */
export function textOf(constants: Constants): string {
  return Object.entries(constants)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}

/** What the answer depends on, as one text. Limits are not in it: within whichever an answer was found, it is one. */
export function keyOf({ sha256, constants, query, repetition, seed, options }: Omit<Run, "limits" | "model">): string {
  return JSON.stringify([sha256, sorted(constants), query, repetition, seed, sorted(options)]);
}

/** Whatever the order in which its parts were named. */
export function sorted(object: object): readonly (readonly [string, unknown])[] {
  return Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
}
