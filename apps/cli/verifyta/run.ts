import {
  boundText,
  type EdgeTexts,
  hasErrors,
  modelWishes,
  type Network,
  networkToIf,
  type Outcome,
  Together,
  type VerifyOptions,
  version,
  warningCodes,
} from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { control } from "../io/terminal.ts";
import { type Loaded, loadNetwork } from "../model/load.ts";
import { type Question, questions, WrongQueries, wantSymbolic } from "../model/questions.ts";
import type { Place } from "../model/report.ts";
import { Failure } from "../process/exit.ts";
import { explain } from "../process/run.ts";
import { type Answer, askAndHear, type Moments } from "../verify/answer.ts";
import type { Statistical } from "../verify/statistical.ts";
import { uppaal41 } from "./dialect.ts";
import { verifytaHelp } from "./help.ts";
import { parseVerifyta, type VerifytaOptions } from "./options.ts";
import { printTrace } from "./trace.ts";

/**
 * `verifyta [options] MODEL [QUERIES]` for scripts written for UPPAAL: its options, its text on stdout and stderr
 * (docs/compatibility.md VO1 to VT4), its exit status: 0 whatever the verdicts, 1 on errors. What UPPAAL has no words for (no
 * answer within the limits, an error while the model runs) is printed as a line of the same form.
 */
export async function verifyta(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await run(parseVerifyta(argv, io.env), io);
  } catch (error) {
    if (error instanceof WrongQueries) return printErrors(error.diagnostics, error.place, io);
    if (error instanceof Failure) {
      io.err(`verifyta: ${error.message}${error.hint === undefined ? "" : ` (${error.hint})`}\n`);
      return 1;
    }
    return explain(error, "verifyta", io);
  }
}

async function run(options: VerifytaOptions, io: Io): Promise<number> {
  if (options.help) {
    io.out(verifytaHelp);
    return 0;
  }
  if (options.version) {
    io.out(`Zonal ${version}: verifyta compatible with UPPAAL ${options.dialect.version}\n`);
    return 0;
  }
  const [model, queries, ...more] = options.files;
  if (model === undefined || more.length > 0) throw new Failure("Usage: verifyta [OPTION]... MODEL QUERY");
  const loaded = io.watch.within(() => loadNetwork(model, { old: options.old }, io));
  if (loaded.source.format === "tck")
    throw new Failure("verifyta reads UPPAAL models only; use: zonal verify --label NAME");
  const { made, texts } = loaded;
  // What symbolic verification refuses of a model is told where nothing else can be asked.
  const isRefused = made === undefined && loaded.refused !== undefined && !options.compile;
  printErrors(
    isRefused ? loaded.diagnostics.filter((d) => !loaded.refused?.includes(d)) : loaded.diagnostics,
    loaded.place,
    io,
  );
  if (made === undefined && !isRefused) return 1;
  if (options.compile && made !== undefined) {
    io.out(networkToIf(made.network, made.model.tree, options.dialect));
    return 0;
  }
  const read = (): readonly Question[] =>
    io.watch.within(() => questions(loaded, made, made?.network, { file: queries, statistics: true }, io));
  const early = isRefused ? read() : undefined;
  if (early !== undefined && wantSymbolic(early)) return printErrors(loaded.refused ?? [], loaded.place, io);
  if (!options.quiet) io.out(summary(options));
  const asked = early ?? read();
  const statistical =
    asked.some(isByRuns) && loaded.model !== undefined
      ? new (await import("../verify/statistical.ts")).Statistical(loaded.model, loaded.place)
      : undefined;
  // UPPAAL counts the queries it asks; headings have no number there.
  const chosen = asked
    .map((question, i) => ({ question, number: i + 1 }))
    .filter((_, i) => options.queryIndex === undefined || options.queryIndex === i);
  if (options.queryIndex !== undefined && chosen.length === 0)
    throw new Failure(`there is no query with index ${options.queryIndex}: there are ${asked.length}, counted from 0`);
  // As in UPPAAL, the space is not reused for shortest and fastest traces.
  const reuse = options.reuse && options.trace !== "shortest" && options.trace !== "fastest";
  const together =
    reuse && made !== undefined
      ? new Together(
          made.network,
          chosen.flatMap(({ question }) => question.query ?? []),
        )
      : undefined;
  let code = 0;
  for (const { question, number } of chosen) {
    if (io.signal() !== undefined) return io.signal() === "SIGINT" ? 130 : 143;
    const isLast = number === chosen.at(-1)?.number;
    const asking = { network: made?.network, texts, options, file: queries, loaded, isLast, together, statistical };
    const moments = answerOne(question, number, asking, io);
    let moment = moments.next();
    for (; moment.done !== true; moment = moments.next()) await moment.value;
    if (!moment.value) code = 1;
  }
  return code;
}

function isByRuns({ statistical }: Question): boolean {
  return statistical !== undefined;
}

/** What all queries of a run have in common. */
interface Asking {
  /** Absent where only runs can take the model. */
  readonly network: Network | undefined;
  readonly texts: EdgeTexts;
  readonly options: VerifytaOptions;
  readonly file: string | undefined;
  readonly loaded: Loaded;
  readonly isLast: boolean;
  readonly together: Together | undefined;
  readonly statistical: Statistical | undefined;
}

function summary(options: VerifytaOptions): string {
  const { trace, xtrPrefix, xmlPrefix, order, space, seed, hull, under, dialect } = options;
  const wanted = trace ?? (xtrPrefix !== undefined || xmlPrefix !== undefined ? "some" : undefined);
  const orders = { bfs: "breadth first", dfs: "depth first", random: "random depth first" } as const;
  return `Options for the verification:
  Generating ${wanted === undefined ? "no" : wanted} trace
  Search order is ${orders[order ?? "bfs"]}
  Using ${["no", "conservative", "aggressive"][space]} space optimisation
  Seed is ${seed}
  State space representation uses ${hull ? "convex-hull approximation" : under ? "bit-state hashing" : dialect.representation}
${dialect.storage}`;
}

/** Asks one query and prints its block. False if the query is wrong. */
function* answerOne(question: Question, number: number, asking: Asking, io: Io): Moments<boolean> {
  const { network, texts, options, file, loaded } = asking;
  const erase = options.silent ? "" : control("\x1b[2K");
  const at = question.place.locator.locate(question.span);
  const where = question.embedded ? `/nta/queries/query[${question.number}]/formula` : `${file ?? ""}:${at.line}`;
  io.out(`${erase}\nVerifying formula ${number} at ${where}\n`);
  if (options.dialect.repeats && question.embedded) io.out(` -- Formula: ${question.text}\n`);
  const answer = yield* find(question, asking, io);
  const { verdict } = answer;
  if (verdict === undefined) {
    printErrors(question.diagnostics, question.place, io);
    return false;
  }
  io.out(`${erase}${verdictLine(answer)}\n${boundLines(answer)}${estimateLines(answer, asking)}`);
  if (verdict.fault !== undefined) {
    const { edge, state, message, origin } = verdict.fault;
    const inEdge = edge === undefined ? "" : ` on ${edge.process}.${edge.source}->${edge.process}.${edge.target}`;
    printErrors(
      [
        {
          code: "fault",
          severity: "error",
          span: origin,
          message: `${message}${inEdge}${state === undefined ? "" : ` in state ( ${state} )`}`,
        },
      ],
      origin.file === "query" ? question.place : loaded.place,
      io,
    );
    return false;
  }
  if (options.statistics) io.out(statistics(answer, io));
  if (verdict.trace === undefined || network === undefined) return true;
  try {
    printTrace(verdict.trace, isExample(verdict.outcome), number, network, texts, options, io);
  } catch (error) {
    // A trace that cannot be written must not lose the answers that follow.
    if (!(error instanceof Failure)) throw error;
    io.err(`verifyta: ${error.message}\n`);
    return false;
  }
  return true;
}

function* find(question: Question, asking: Asking, io: Io): Moments<Answer> {
  const { network, options, isLast, together, statistical } = asking;
  const common = { seed: options.seed, isCancelled: () => io.signal() !== undefined, now: () => io.now() };
  if (isByRuns(question) && statistical !== undefined) {
    const wishes = { ...modelWishes(question.options ?? []), ...options.wishes };
    return yield* statistical.ask(question, { ...wishes, ...common }, io, isLast, () => {});
  }
  // A query that is wrong needs no network to be told so.
  if (network === undefined) return { question, standing: "wrong", seconds: 0 };
  const wanted =
    options.trace ?? (options.xtrPrefix !== undefined || options.xmlPrefix !== undefined ? "some" : undefined);
  const limits: VerifyOptions = {
    ...common,
    order: options.order,
    trace: wanted ?? "none",
    forgetCommitted: options.spaceGiven && options.space > 0,
  };
  return yield* askAndHear(network, question, limits, io, isLast, together);
}

function estimateLines({ estimate }: Answer, { statistical, options }: Asking): string {
  if (estimate === undefined || statistical === undefined || estimate.outcome === "fault") return "";
  const lines = statistical.uppaal(estimate, options.dialect === uppaal41 ? "4.1" : "5");
  return lines.map((line) => `${line}\n`).join("");
}

function isExample(outcome: Outcome): boolean {
  return outcome === "satisfied" || outcome === "maybe_satisfied";
}

function verdictLine({ verdict }: Answer): string {
  switch (verdict?.outcome) {
    case "satisfied":
      return " -- Formula is satisfied.";
    case "violated":
      return " -- Formula is NOT satisfied.";
    case "maybe_satisfied":
      return " -- Formula MAY be satisfied.";
    case "maybe_violated":
      return " -- Formula MAY NOT be satisfied.";
    case "fault":
      return " -- Verification is aborted due to an error.";
    default:
      return ` -- Formula has no answer: ${verdict?.reason ?? "unknown"}.`;
  }
}

function boundLines({ verdict, question }: Answer): string {
  if (verdict?.values === undefined) return "";
  const kind = question.kind === "inf" || question.kind === "bounds" ? question.kind : "sup";
  return `${kind}:\n${verdict.values.map((value) => `${boundText(kind, value)}\n`).join("")}`;
}

function statistics({ verdict, seconds }: Answer, io: Io): string {
  const memory = Math.round(io.memory() / 1024);
  return ` -- States stored : ${verdict?.statistics.stored} states
 -- States explored : ${verdict?.statistics.explored} states
 -- CPU user time used : ${Math.round(seconds * 1000)} ms
 -- Virtual memory used : ${memory} KiB
 -- Resident memory used : ${memory} KiB
`;
}

/**
 * `FILE:XPATH:LINE: [error] message.`; for text files the path is left out. Clients know UPPAAL's warnings by their words and
 * take any other text on stderr for a failure: warnings of our own are left to `zonal check`.
 */
function printErrors(diagnostics: Loaded["diagnostics"], { name, locator }: Place, io: Io): number {
  for (const { severity, code, span, ...told } of diagnostics) {
    if (severity !== "error" && !(code in warningCodes)) continue;
    const message = fixedWords[code] ?? told.message;
    const { line, xpath, innerLine } = locator.locate(span);
    const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`;
    io.err(`${name}:${xpath === undefined ? line : `${xpath}:${innerLine}`}: [${severity}] ${text}\n`);
  }
  return hasErrors(diagnostics) ? 1 : 0;
}

/** The warnings of UPPAAL that have one text whatever they are about. */
const fixedWords: Readonly<Record<string, string>> = Object.fromEntries(
  (["strict-invariant", "no-effect", "urgent-clock-guard", "urgent-strict-bound"] as const).map((code) => [
    code,
    warningCodes[code].slice(1).replaceAll("_", " "),
  ]),
);
