import {
  type Estimate,
  type EstimateOptions,
  encode,
  estimatePlots,
  estimatesToHtml,
  estimateToJson,
  modelWishes,
  plotsToCsv,
  plotsToJson,
  plotsToSvg,
  withResults,
} from "../../../src/index.ts";
import { writeBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { Progress } from "../io/progress.ts";
import type { Ready } from "../model/load.ts";
import type { Question } from "../model/questions.ts";
import { exit, Failure } from "../process/exit.ts";
import { samplingThreads } from "../threads/crew.ts";
import { type Answer, exitOf, type Moments } from "./answer.ts";
import type { Afar } from "./cluster.ts";
import type { Options } from "./options.ts";
import { faultText } from "./results.ts";
import { runText } from "./runfile.ts";
import { Statistical } from "./statistical.ts";
import { numbered } from "./tracefile.ts";

/**
 * The statistical queries of `zonal verify`: what was wished on the command line and in the model, and the files that are
 * drawn of them.
 */
export class Estimates {
  private readonly statistical: Statistical;
  private readonly loaded: Ready;
  private readonly options: Options;
  private readonly io: Io;
  private readonly afar: Afar | undefined;

  /** `afar`: who makes runs elsewhere. */
  constructor(loaded: Ready, options: Options, io: Io, afar?: Afar) {
    const { model, place, source } = loaded;
    if (model === undefined) throw new Failure("statistical queries are put to models of UPPAAL");
    if (options.results !== undefined && source.format !== "xml")
      throw new Failure("results are stored in a model in XML; give another --plot or --json instead");
    this.statistical = new Statistical(model, place);
    this.loaded = loaded;
    this.options = options;
    this.io = io;
    this.afar = afar;
  }

  *ask(question: Question, since: number, isLast: boolean): Moments<Answer> {
    const progress = new Progress(this.io, this.options.progress);
    const io = this.afar?.patientIo ?? this.io;
    const elsewhere = this.afar && { elsewhere: this.afar.elsewhere(question) };
    const wishes = { ...this.wishes(question, since), ...elsewhere };
    const answer = yield* this.statistical.ask(question, wishes, io, isLast, (runs) => progress.showRuns(runs));
    progress.clear();
    return answer;
  }

  /** One run of the one query that is asked: printed, or written where traces go. */
  replay(asked: readonly Question[], run: number): number {
    const { options, io } = this;
    const [question, ...more] = asked.filter(({ statistical }) => statistical !== undefined);
    if (question === undefined || more.length > 0)
      throw new Failure("--run shows a run of one statistical query", { hint: "choose it by --query N" });
    const found = this.statistical.replay(question, run, this.wishes(question, io.watch.since), io);
    if ("standing" in found) {
      io.err(faultText(found, this.loaded.place, io) || `error: ${found.verdict?.reason ?? "the query is wrong"}\n`);
      return exitOf([found], io);
    }
    if (found.reason !== undefined)
      throw new Failure(`${found.reason} while making run ${run} of query ${question.number}`, {
        code: exit.inconclusive,
      });
    const { traceFile, seed, json = false } = options;
    const text = runText(found, { query: question.text, seed, json }, traceFile, this.loaded);
    writeBytes(traceFile ?? "-", text, io);
    return found.fault === undefined ? exit.ok : exit.wrong;
  }

  /** The command line counts more than the query, and that more than the file. */
  private wishes(question: Question, since: number): EstimateOptions {
    const { options, io } = this;
    const { alpha, beta, epsilon, delta, runs, relativeError, bootstrap, exact, level, quantile, seed, threads } =
      options;
    const given = {
      alpha,
      beta,
      epsilon,
      upperDelta: delta,
      lowerDelta: delta,
      runs,
      relativeError,
      bootstrap,
      exact,
      level,
    };
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return {
      ...modelWishes(question.options ?? []),
      ...said,
      seed,
      quantiles: quantile,
      now: () => io.now(),
      since,
      isCancelled: () => io.signal() !== undefined,
      ...(threads > 1 ? { crew: samplingThreads(threads, io.err) } : {}),
      ...(options.timeout === undefined ? {} : { timeout: options.timeout * 1000 }),
      ...(options.memory === undefined ? {} : { memory: options.memory * 2 ** 20 }),
    };
  }

  /** The files of one answer, with its number where there are several queries. A page has them all, and waits for the last. */
  write({ estimate, question }: Answer, several: boolean): void {
    const { plot, trajectories } = this.options;
    if (estimate === undefined) return;
    const file = (path: string): string => (several && path !== "-" ? numbered(path, question.number) : path);
    if (plot !== undefined && !isPage(plot)) this.save(file(plot), plotText(estimate, plot), "plot");
    if (trajectories !== undefined && estimate.kind === "simulation")
      this.save(file(trajectories), trajectoriesText(estimate, trajectories), "trajectories");
  }

  private save(path: string, text: string, what: string): void {
    writeBytes(path, text, this.io);
    if (!this.options.json && !this.options.quiet && path !== "-") this.io.out(`   ${what} written to ${path}\n`);
  }

  /** One page with the plots of all queries. */
  page(answers: readonly Answer[]): void {
    const { plot } = this.options;
    const estimates = answers.flatMap(({ estimate }) => estimate ?? []);
    if (plot === undefined || !isPage(plot) || estimates.length === 0) return;
    this.save(plot, estimatesToHtml(this.loaded.place.name, estimates), "plot");
  }

  /** The model with all results in it. */
  store(answers: readonly Answer[]): void {
    const { results } = this.options;
    const { source } = this.loaded;
    if (results === undefined || source.format !== "xml") return;
    const stored = answers.flatMap(({ question, estimate }) => {
      const entry = question.embedded ? source.tree.queries[question.number - 1] : undefined;
      return entry === undefined || estimate === undefined ? [] : [{ entry, estimate }];
    });
    const text = withResults(source.text, stored, timestamp(this.io.date()));
    writeBytes(results, encode(text, source.encoding, source.bom), this.io);
  }
}

function isPage(path: string): boolean {
  return /\.html$/i.test(path);
}

function plotText(estimate: Estimate, path: string): string {
  const plots = estimatePlots(estimate);
  if (/\.json$/i.test(path)) return jsonDocument("plots", { query: estimate.query, plots: plotsToJson(plots) });
  return /\.csv$/i.test(path) ? plotsToCsv(plots) : plotsToSvg(plots);
}

function trajectoriesText(estimate: Estimate & { readonly kind: "simulation" }, path: string): string {
  if (/\.csv$/i.test(path)) return plotsToCsv(estimatePlots(estimate));
  return jsonDocument("trajectories", { query: estimate.query, estimate: estimateToJson(estimate) });
}

/** `2026-04-13 12:56:54 -0700`, as UPPAAL writes it. */
function timestamp(date: Date): string {
  const two = (n: number): string => String(Math.floor(Math.abs(n))).padStart(2, "0");
  const away = -date.getTimezoneOffset();
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day} ${time} ${away < 0 ? "-" : "+"}${two(away / 60)}${two(Math.abs(away) % 60)}`;
}
