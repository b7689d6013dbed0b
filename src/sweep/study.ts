import { type UsageError, wants } from "../base/index.ts";
import type { ConstantValue } from "../transform/index.ts";
import { Reading } from "./reading.ts";
import { namesTwice } from "./twice.ts";
import { parseValues } from "./values.ts";

/**
 * A study: which models are asked what, for which values of their constants, how often, by which options and within which
 * limits. It comes from a file of JSON (`docs/schema/study.json`) or from the command line; either way it is whole here, and
 * whatever is not understood is refused by name.
 */
export interface Study {
  /** Files, as they are named in the study. */
  readonly models: readonly string[];
  /** Products of values; a study of several makes the runs of each. */
  readonly set: readonly Product[];
  /** So many of the points, drawn by this seed, instead of all. */
  readonly sample?: { readonly count: number; readonly seed: number };
  /** Absent: the queries in the models. */
  readonly queries?: readonly StudyQuery[];
  /** Of the first repetition; each other has the next. */
  readonly seed: number;
  readonly repetitions: number;
  readonly options: RunOptions;
  readonly limits: RunLimits;
  /** The constant whose smallest and largest good value is looked for by bisection. */
  readonly frontier?: string;
}

export type Product = readonly { readonly name: string; readonly values: readonly ConstantValue[] }[];

export interface StudyQuery {
  readonly formula: string;
  /** Absent: any definite answer will do. */
  readonly expect?: boolean;
}

/** What may change how an answer is found, and of estimates the answer; as in `zonal verify`. */
export interface RunOptions {
  readonly order?: "bfs" | "dfs" | "random";
  readonly abstraction?: "simulation" | "extra";
  readonly engine?: "compile" | "interpret";
  readonly symmetry?: boolean;
  readonly reduce?: boolean;
  readonly acceleration?: boolean;
  /** MiB of a bit-state search. */
  readonly bitstate?: number;
  readonly alpha?: number;
  readonly beta?: number;
  readonly epsilon?: number;
  readonly delta?: number;
  readonly runs?: number;
}

/** Of each run: seconds, MiB, stored states. */
export interface RunLimits {
  readonly timeout?: number;
  readonly memory?: number;
  readonly maxStates?: number;
}

/** What is wrong in a study, with its place: `set.N: ...`. */
export interface StudyFaults {
  readonly faults: readonly string[];
}

const sections = [
  "$schema",
  "models",
  "set",
  "sample",
  "queries",
  "seed",
  "repetitions",
  "options",
  "limits",
  "frontier",
] as const;

/** A study from the text of a JSON file. */
export function readStudy(text: string): Study | StudyFaults {
  wants("readStudy", text, "text");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { faults: [`it is not JSON: ${(error as UsageError).message}`] };
  }
  const twice = namesTwice(text);
  if (twice.length > 0) return { faults: twice.map((at) => `${at}: it is given twice`) };
  return studyFrom(json);
}

/** A study from data that somebody else has read, as from YAML. */
export function studyFrom(data: unknown): Study | StudyFaults {
  const reading = new Reading();
  const study = studyOf(data, reading);
  return reading.faults.length > 0 || study === undefined ? { faults: reading.faults } : study;
}

function studyOf(json: unknown, reading: Reading): Study | undefined {
  const parts = reading.object(json, "", sections);
  if (parts === undefined) return undefined;
  const { frontier } = parts;
  const sample = parts.sample === undefined ? undefined : sampleOf(parts.sample, reading);
  const queries = parts.queries === undefined ? undefined : queriesOf(parts.queries, reading);
  return {
    models: reading.list(parts.models, "models", (one, at) => reading.text(one, at)),
    set: productsOf(parts.set, reading),
    ...(sample === undefined ? {} : { sample }),
    ...(queries === undefined ? {} : { queries }),
    seed: reading.whole(parts.seed ?? 1, "seed", 0) ?? 1,
    repetitions: reading.whole(parts.repetitions ?? 1, "repetitions", 1) ?? 1,
    options: optionsOf(parts.options ?? {}, reading),
    limits: limitsOf(parts.limits ?? {}, reading),
    ...(frontier === undefined ? {} : { frontier: reading.text(frontier, "frontier") ?? "" }),
  };
}

function productsOf(json: unknown, reading: Reading): readonly Product[] {
  if (json === undefined) return [[]];
  if (Array.isArray(json)) return reading.list(json, "set", (one, at) => productOf(one, at, reading));
  return [productOf(json, "set", reading)];
}

function productOf(json: unknown, at: string, reading: Reading): Product {
  return Object.entries(reading.object(json, at) ?? {}).map(([name, value]) => ({
    name,
    values: valuesOf(value, `${at}.${name}`, reading),
  }));
}

/** A value, a text such as `2..12`, or a list of these. */
function valuesOf(json: unknown, at: string, reading: Reading): readonly ConstantValue[] {
  if (!Array.isArray(json))
    return itemOf(json, at, reading, "a number, a truth value, a text such as 2..12, or a list");
  const wanted = "a number, a truth value, or a text such as 2..12";
  return [...new Set(reading.list(json, at, (one, i) => itemOf(one, i, reading, wanted)).flat())];
}

function itemOf(json: unknown, at: string, reading: Reading, wanted: string): readonly ConstantValue[] {
  if (typeof json === "number" || typeof json === "boolean") return [json];
  if (typeof json !== "string") return reading.fault(at, `it must be ${wanted}`) ?? [];
  const values = parseValues(json);
  return "refused" in values ? (reading.fault(at, values.refused) ?? []) : values;
}

function sampleOf(json: unknown, reading: Reading): Study["sample"] {
  const parts = reading.object(json, "sample", ["count", "seed"]) ?? {};
  const count = reading.whole(parts.count, "sample.count", 1) ?? 1;
  return { count, seed: reading.whole(parts.seed ?? 1, "sample.seed", 0) ?? 1 };
}

function queriesOf(json: unknown, reading: Reading): readonly StudyQuery[] {
  const expected = new Map<string, boolean | undefined>();
  return reading.list(json, "queries", (one, at) => {
    const query = queryOf(one, at, reading);
    const { formula, expect } = query;
    // It is asked once, so that one of both would count.
    if (expected.has(formula) && expected.get(formula) !== expect)
      reading.fault(at, "it is asked before, with another expectation");
    expected.set(formula, expect);
    return query;
  });
}

function queryOf(one: unknown, at: string, reading: Reading): StudyQuery {
  if (typeof one === "string") return { formula: reading.text(one, at) ?? "" };
  const parts = reading.object(one, at, ["formula", "expect"]) ?? {};
  const formula = reading.text(parts.formula, `${at}.formula`) ?? "";
  if (parts.expect === undefined) return { formula };
  return { formula, expect: reading.truth(parts.expect, `${at}.expect`) ?? true };
}

function optionsOf(json: unknown, reading: Reading): RunOptions {
  const parts = reading.object(json, "options", Object.keys(optionKinds)) ?? {};
  for (const [name, value] of Object.entries(parts)) {
    if (!Object.hasOwn(optionKinds, name)) continue; // Refused by name already.
    const kind = optionKinds[name as keyof RunOptions];
    const at = `options.${name}`;
    if (kind === "truth") reading.truth(value, at);
    else if (kind === "share") reading.share(value, at);
    else if (kind === "count") reading.whole(value, at, 1);
    else if (!kind.includes(value as string)) reading.fault(at, `it must be ${kind.join(", ")}`);
  }
  return parts as RunOptions;
}

const optionKinds: Readonly<Record<keyof RunOptions, "truth" | "share" | "count" | readonly string[]>> = {
  order: ["bfs", "dfs", "random"],
  abstraction: ["simulation", "extra"],
  engine: ["compile", "interpret"],
  symmetry: "truth",
  reduce: "truth",
  acceleration: "truth",
  bitstate: "count",
  alpha: "share",
  beta: "share",
  epsilon: "share",
  delta: "share",
  runs: "count",
};

function limitsOf(json: unknown, reading: Reading): RunLimits {
  const parts = reading.object(json, "limits", ["timeout", "memory", "maxStates"]) ?? {};
  if (parts.maxStates !== undefined) reading.whole(parts.maxStates, "limits.maxStates", 1);
  for (const name of ["timeout", "memory"])
    if (parts[name] !== undefined) reading.positive(parts[name], `limits.${name}`);
  return parts as RunLimits;
}
