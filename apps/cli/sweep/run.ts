import {
  boundText,
  type Constants,
  check,
  constantsText,
  type Diagnostic,
  hasErrors,
  instantiate,
  type Model,
  modelWishes,
  type NetworkQuery,
  noFigures,
  type Run,
  type RunLimits,
  type RunOptions,
  type RunResult,
  read,
  type UppaalSource,
  withConstants,
} from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import type { Loaded, Ready } from "../model/load.ts";
import { onOneLine, type Question, questions } from "../model/questions.ts";
import { type Place, placeOfSource } from "../model/report.ts";
import { Failure } from "../process/exit.ts";
import { isOutOfMemory } from "../process/memory.ts";
import { type Answer, ask } from "../verify/answer.ts";

/**
 * Does the runs of a study, one after the other, with models that are given to it once. It reads no file, and whatever
 * happens in a run is its result. What belongs to one model and its constants is kept for the next run, which often asks
 * another query of the same.
 */
export class Runner {
  private readonly io: Io;
  private readonly models = new Map<string, SweepModel>();
  private readonly opened = new Map<string, OpenModel>();
  private last: { readonly key: string; readonly ready: Ready } | undefined;

  constructor(io: Io) {
    this.io = io;
  }

  add(model: SweepModel): void {
    this.models.set(model.sha256, model);
  }

  async run(run: Run): Promise<RunResult> {
    const since = this.io.now();
    try {
      const ready = this.ready(run);
      const [question] = questions(
        ready,
        ready.made,
        ready.network,
        { formulas: [run.query], statistics: true },
        this.io,
      );
      if (question === undefined) throw new Failure("there is no query");
      return resultOf(await this.answer(ready, question, run, since), question.kind, this.io.now() - since);
    } catch (error) {
      return { ...brokenBy(error), statistics: noFigures, seconds: (this.io.now() - since) / 1000 };
    }
  }

  private async answer(ready: Ready, question: Question, run: Run, since: number): Promise<Answer> {
    const { io } = this;
    const { options, seed } = run;
    if (question.statistical !== undefined && ready.model !== undefined) {
      const { Statistical } = await import("../verify/statistical.ts");
      const { tree } = ready.model;
      // What the model says of this query, as if it were asked there.
      const own = tree.queries.find(({ text }) => onOneLine(text) === onOneLine(run.query))?.options ?? [];
      const wishes = {
        ...modelWishes([...tree.options, ...own]),
        ...estimating(options),
        ...searchLimits(run.limits),
        seed,
        now: () => io.now(),
        since,
      };
      const moments = new Statistical(ready.model, ready.place).ask(question, wishes, io, true, () => undefined);
      for (;;) {
        const moment = moments.next();
        if (moment.done === true) return moment.value;
        await moment.value;
      }
    }
    if (ready.network === undefined) return { question, standing: "wrong", seconds: 0 };
    const { order, abstraction, engine, symmetry, reduce, acceleration, bitstate: table } = options;
    const bitstate = table === undefined ? undefined : table * 2 ** 20;
    const searching = {
      order,
      abstraction,
      compiled: engine !== "interpret",
      symmetry,
      reduce,
      acceleration,
      bitstate,
    };
    return ask(
      ready.network,
      question,
      { ...searching, ...searchLimits(run.limits), seed, trace: "none", now: () => io.now(), since },
      io,
    );
  }

  private ready({ sha256, constants }: Run): Ready {
    const key = JSON.stringify([sha256, constants]);
    if (this.last?.key !== key) {
      this.last = { key, ready: made(this.open(sha256), constants) };
    }
    return this.last.ready;
  }

  private open(sha256: string): OpenModel {
    const known = this.opened.get(sha256);
    if (known !== undefined) return known;
    const model = this.models.get(sha256);
    if (model === undefined) throw new Failure("the model was not sent");
    const opened = openModel(model);
    this.opened.set(sha256, opened);
    return opened;
  }
}

/** What is wrong for these constants, or with this program, is told of the run. */
function brokenBy(error: unknown): Pick<RunResult, "outcome" | "reason"> {
  if (error instanceof Failure) return { outcome: "error", reason: error.message };
  if (isOutOfMemory(error)) return { outcome: "unknown", reason: "there is not enough memory" };
  return { outcome: "error", reason: `internal error: ${error instanceof Error ? error.message : String(error)}` };
}

/** A model as it is handed on: its bytes, known by their hash. */
export interface SweepModel {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Read and checked, with the constants as they are written in it. */
export interface OpenModel {
  readonly file: string;
  readonly source: UppaalSource;
  readonly place: Place;
  readonly model: Model;
}

/** Throws if anything is wrong with it. */
export function openModel({ file, bytes }: SweepModel): OpenModel {
  const source = read(bytes, { name: file });
  const place = placeOfSource(source);
  refuse(source.diagnostics, file, place, "");
  if (source.format === "tck") throw new Failure(`${file} is in TChecker's format, which has no constants to set`);
  const model = check(source.tree);
  refuse(model.diagnostics, file, place, "");
  return { file, source, place, model };
}

/** The model with other constants, checked again; throws if it does not take them. */
export function withValues({ file, source, place, model }: OpenModel, constants: Constants): Loaded & { model: Model } {
  const tree = withConstants(model, constants);
  if ("refused" in tree) throw new Failure(`${file}: ${tree.refused}`);
  const changed = tree === model.tree ? model : check(tree);
  refuse(changed.diagnostics, file, place, `, with ${constantsText(constants)}`);
  return { source, place, model: changed, diagnostics: changed.diagnostics };
}

function refuse(found: readonly Diagnostic[], file: string, { locator }: Place, about: string): void {
  const wrong = found.find(({ severity }) => severity === "error");
  if (wrong === undefined) return;
  const { line, column } = locator.locate(wrong.span);
  throw new Failure(`${file}:${line}:${column}: ${wrong.message}${about}`);
}

function made(opened: OpenModel, constants: Constants): Ready {
  const loaded = withValues(opened, constants);
  const { made: instantiated, diagnostics } = instantiate(loaded.model);
  const isMade = instantiated !== undefined && !hasErrors(diagnostics);
  return {
    ...loaded,
    texts: () => undefined,
    diagnostics: [...loaded.diagnostics, ...diagnostics],
    ...(isMade ? { made: instantiated, network: instantiated.network } : { refused: diagnostics }),
  };
}

function searchLimits({ timeout, memory, maxStates }: RunLimits): object {
  return {
    ...(timeout === undefined ? {} : { timeout: timeout * 1000 }),
    ...(memory === undefined ? {} : { memory: memory * 2 ** 20 }),
    ...(maxStates === undefined ? {} : { maxStates }),
  };
}

function estimating({ alpha, beta, epsilon, delta, runs }: RunOptions): object {
  const given = { alpha, beta, epsilon, upperDelta: delta, lowerDelta: delta, runs };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function resultOf(
  { question, verdict, told }: Answer,
  kind: NetworkQuery["kind"] | undefined,
  time: number,
): RunResult {
  const seconds = Math.round(time) / 1000;
  if (verdict === undefined) {
    const reason = question.diagnostics.find(({ severity }) => severity === "error")?.message ?? "the query is wrong";
    return { outcome: "error", reason, statistics: noFigures, seconds };
  }
  const { explored, stored, transitions, memory } = verdict.statistics;
  const bound = kind === "sup" || kind === "inf" || kind === "bounds" ? kind : undefined;
  const found = told?.lines ?? (bound && verdict.values?.map((value) => boundText(bound, value)));
  const reason = verdict.reason ?? verdict.fault?.message;
  return {
    outcome: verdict.outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(found === undefined ? {} : { found }),
    ...(told === undefined ? {} : { estimate: told.json }),
    statistics: { explored, stored, transitions, memory },
    seconds,
  };
}
