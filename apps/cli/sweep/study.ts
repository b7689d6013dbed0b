import { createHash } from "node:crypto";
import { dirname, isAbsolute, join } from "node:path";
import {
  type Constants,
  constantsText,
  type PlannedModel,
  type Product,
  parseValues,
  pointsOf,
  readStudy,
  type Study,
  type StudyQuery,
  UsageError,
} from "../../../src/index.ts";
import { readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { questions } from "../model/questions.ts";
import { Failure } from "../process/exit.ts";
import { type OpenModel, openModel, type SweepModel, withValues } from "./run.ts";

/**
 * The study that a command line means, from its options or from a file, with the models it names; everything checked before
 * anything runs: each model with each point of its constants, and each query.
 */
export interface Prepared {
  readonly study: Study;
  readonly models: readonly SweepModel[];
  readonly planned: readonly PlannedModel[];
}

/** The options that say what a study file says otherwise. */
export interface StudyOptions {
  readonly set?: readonly string[];
  readonly formula?: readonly string[];
  readonly sample?: number;
  readonly sampleSeed?: number;
  readonly repetitions?: number;
  readonly seed?: number;
  readonly frontier?: string;
  readonly timeout?: number;
  readonly memory?: number;
  readonly maxStates?: number;
  readonly order?: "bfs" | "dfs" | "random";
  readonly engine?: "compile" | "interpret";
  readonly bitstate?: number;
  readonly alpha?: number;
  readonly beta?: number;
  readonly epsilon?: number;
  readonly delta?: number;
  readonly runs?: number;
}

function isStudy(path: string): boolean {
  return /\.(json|ya?ml)$/i.test(path);
}

export async function studyOf(files: readonly string[], options: StudyOptions, io: Io): Promise<Study> {
  const [file] = files;
  if (file === undefined || !files.some(isStudy)) return fromOptions(files, options);
  if (files.length > 1) throw new Failure("give one study, or models");
  return fromFile(file, options, io);
}

const ofStudies = {
  set: "--set",
  formula: "--formula",
  sample: "--sample",
  sampleSeed: "--sample-seed",
  repetitions: "--repetitions",
  seed: "--seed",
  frontier: "--frontier",
  timeout: "--timeout",
  memory: "--memory",
  maxStates: "--max-states",
  order: "--order",
  engine: "--engine",
  bitstate: "--bitstate",
  alpha: "--alpha",
  beta: "--beta",
  epsilon: "--epsilon",
  delta: "--delta",
  runs: "--runs",
} as const satisfies Record<keyof StudyOptions, string>;

async function fromFile(file: string, options: StudyOptions, io: Io): Promise<Study> {
  for (const [key, name] of Object.entries(ofStudies))
    if (options[key as keyof StudyOptions] !== undefined)
      throw new Failure(`${name} belongs into the study ${file}, or to models without a study`);
  const text = new TextDecoder().decode(readBytes(file, io));
  const isJson = /\.json$/i.test(file);
  const study = isJson ? readStudy(text) : (await import("./yaml.ts")).yamlStudy(text);
  const beside = (model: string): string => (isAbsolute(model) ? model : join(dirname(file), model));
  if (!("faults" in study)) return { ...study, models: study.models.map(beside) };
  const isRead = !study.faults.some((fault) => fault.startsWith("it is not YAML"));
  throw new Failure(`${file} is no study: ${study.faults.join(`\n       ${file}: `)}`, {
    hint: `docs/guide/sweeps.md tells what a study is${isRead ? "" : "; in YAML a text with a colon in it stands in quotes, and so does one with brackets inside of [ ]"}`,
  });
}

function fromOptions(models: readonly string[], options: StudyOptions): Study {
  const { formula, sample, sampleSeed, repetitions = 1, seed = 1, frontier, timeout, memory, maxStates } = options;
  const { order, engine, bitstate, alpha, beta, epsilon, delta, runs } = options;
  if (sampleSeed !== undefined && sample === undefined) throw new Failure("--sample-seed needs --sample");
  return {
    models,
    set: [productOf(options.set ?? [])],
    ...(sample === undefined ? {} : { sample: { count: sample, seed: sampleSeed ?? 1 } }),
    ...(formula === undefined ? {} : { queries: formula.map((text): StudyQuery => ({ formula: text.trim() })) }),
    seed,
    repetitions,
    options: given({ order, engine, bitstate, alpha, beta, epsilon, delta, runs }),
    limits: given({ timeout, memory, maxStates }),
    ...(frontier === undefined ? {} : { frontier }),
  };
}

/** Without what was not given. */
function given<T extends object>(options: T): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: NonNullable<T[K]>;
  };
}

function productOf(set: readonly string[]): Product {
  return set.map((text) => {
    const at = text.indexOf("=");
    const name = text.slice(0, at).trim();
    if (at < 0 || name === "") throw new Failure(`--set ${text}: it must be NAME=VALUES, such as N=2..6`);
    if (set.some((other) => other !== text && other.startsWith(`${name}=`)))
      throw new Failure(`--set ${name} is given twice; several values are written as ${name}=2,4..6`);
    const values = parseValues(text.slice(at + 1));
    if ("refused" in values) throw new Failure(`--set ${text}: ${values.refused}`);
    return { name, values };
  });
}

export function prepare(study: Study, io: Io): Prepared {
  checkFrontier(study);
  const points = planned(() => pointsOf(study));
  const loaded = study.models.map((file) => {
    const bytes = readBytes(file, io);
    const model: SweepModel = { file, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    const opened = openModel(model);
    for (const point of points) withValues(opened, point);
    return { model, planned: { file, sha256: model.sha256, queries: queriesOf(opened, study, points, io) } };
  });
  return { study, models: loaded.map(({ model }) => model), planned: loaded.map(({ planned }) => planned) };
}

/** A study that is too large is the user's to change. */
export function planned<T>(plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (error instanceof UsageError) throw new Failure(error.message);
    throw error;
  }
}

/** A frontier is looked for among numbers, which every product of the study must have. */
function checkFrontier({ frontier, set }: Study): void {
  if (frontier === undefined) return;
  for (const product of set) {
    const values = product.find(({ name }) => name === frontier)?.values;
    if (values === undefined)
      throw new Failure(`the frontier of ${frontier} is looked for among its values, and it has none`, {
        hint: `give --set ${frontier}=1..20`,
      });
    if (!values.every((value) => typeof value === "number"))
      throw new Failure(`the frontier of ${frontier} is looked for among numbers`);
  }
}

/** The queries of the study, or of the model; what a model expects is expected only of its own constants. */
function queriesOf(opened: OpenModel, study: Study, points: readonly Constants[], io: Io): readonly StudyQuery[] {
  const ends = [points[0] ?? {}, points.at(-1) ?? {}];
  const asked = ends.map((point) => {
    const loaded = withValues(opened, point);
    const formulas = study.queries?.map(({ formula }) => formula);
    return questions(loaded, undefined, undefined, { formulas, statistics: true }, io);
  });
  const [first = [], last = []] = asked;
  if (first.length === 0) throw new Failure(`${opened.file} has no query to answer`, { hint: 'give -e "E<> ..."' });
  return first.map((question, i): StudyQuery => {
    const wrong = faultOf(question);
    const other = last[i];
    if (wrong !== undefined && (other === undefined || faultOf(other) !== undefined))
      throw new Failure(
        `the query ${question.text}: ${wrong} (${opened.file}, ${constantsText(ends[0]!) || "as it is"})`,
      );
    const own = study.queries?.[i];
    if (own !== undefined) return own;
    const { outcome } = question.expect ?? {};
    const isAsWritten = points.every((point) => Object.keys(point).length === 0);
    const expect = isAsWritten && (outcome === "success" || outcome === "failure") ? outcome === "success" : undefined;
    return { formula: question.text, ...(expect === undefined ? {} : { expect }) };
  });
}

/** That there is no network is no fault of the query. */
function faultOf({ diagnostics }: ReturnType<typeof questions>[number]): string | undefined {
  return diagnostics.find(({ severity, code }) => severity === "error" && code !== "not-symbolic")?.message;
}
