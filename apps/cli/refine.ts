import { createHash } from "node:crypto";
import {
  check,
  refine as decide,
  edgeTexts,
  hasErrors,
  instantiate,
  type Network,
  type Refinement,
  type RefinementClaim,
  type RefinementTexts,
  type RefineOptions,
  refinementToCertificate,
  refinementToJson,
  refinementToText,
  type Source,
  selectProcesses,
  splitList,
  type Turns,
  type UppaalSource,
  type Written,
} from "../../src/index.ts";
import { protect, readBytes } from "./io/files.ts";
import type { Io } from "./io/io.ts";
import { jsonDocument } from "./io/json.ts";
import { Progress } from "./io/progress.ts";
import { type DialectOptions, dialectOption, oldOption } from "./model/dialect.ts";
import { loadSource, printDiagnostics } from "./model/load.ts";
import { type Place, placeOfSource } from "./model/report.ts";
import { exit, Failure } from "./process/exit.ts";
import { GRACE, untilOf } from "./process/limits.ts";
import { commaList, positive, someNames, whole } from "./process/numbers.ts";
import type { Verb } from "./process/run.ts";
import { type Certified, save } from "./verify/certificate.ts";

/** `zonal refine --impl A.xml:P --spec B.xml:S`: is every timed trace of the one allowed by the other? */
interface Options extends DialectOptions {
  readonly impl: string;
  readonly spec: string;
  readonly channels?: readonly string[];
  readonly variables?: readonly string[];
  readonly sets?: number;
  readonly simulation?: true;
  readonly timeout?: number;
  readonly maxStates?: number;
  readonly certificate?: string;
  readonly json?: true;
  readonly progress?: boolean;
}

export const refine: Verb = {
  limits: "own",
  define(command, io, finish) {
    command
      .description("Decide whether every timed trace of an implementation is allowed by a specification.")
      .requiredOption(
        "--impl <file:processes>",
        "the implementation: a model, and which processes of it, as A.xml:P or A.xml:P,Q(1)",
      )
      .requiredOption("--spec <file:process>", "the specification: one process, as B.xml:S; the file may be the same")
      .option(
        "--channels <names>",
        "visible channels, as c,d[1]; by default those of the specification, and those of the implementation that are not internal to it",
        someNames,
      )
      .option(
        "--variables <names>",
        "variables both must agree on; by default the global ones that both mention",
        commaList,
      )
      .option(
        "--sets <n>",
        "where the specification is not deterministic or has internal edges, follow up to n of the states it may be in after a trace (0: never)",
        whole,
        8,
      )
      .option(
        "--simulation",
        "where that is not enough, look for a timed simulation: it proves inclusion, but there may be none although the traces are included",
      )
      .option("--timeout <seconds>", "give up after this time", positive)
      .option("--max-states <n>", "give up when more states are stored", whole)
      .option(
        "--certificate <file>",
        "write a certificate of the answer to this file, for 'zonal certify'; plain JSON if it ends in .jsonl",
      )
      .option("--json", "print one JSON document (docs/schema/refine.json)")
      .option("--progress", "show progress even where stderr is no terminal")
      .option("--no-progress", "never show progress")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `
A process is named as on the system line, or is any template or instance of the file: P, Train(0).

Examples:
  zonal refine --impl gate.xml:Controller --spec gate.xml:Specification
  zonal refine --impl low.xml:Sender,Medium --spec high.xml:Link --channels in,out
  zonal refine --impl gate.xml:Lossy --spec gate.xml:Choices --sets 16
  zonal refine --impl gate.xml:Controller --spec gate.xml:Gate --certificate gate.cert && zonal certify gate.xml gate.cert

Exit codes:
  0    included
  1    not included
  2    not applicable (priorities, internal edges in a cycle, ...), wrong usage, or error in a model
  3    inconclusive: a limit was reached, or there is no certificate
  4    a fault of zonal itself
`,
      )
      .action(async (options: Options) => finish(await run(options, io)));
  },
};

async function run(options: Options, io: Io): Promise<number> {
  const { since } = io.watch;
  checkOptions(options);
  const sides = (): [Side | undefined, Side | undefined] => [
    side(options.impl, options, io),
    side(options.spec, options, io),
  ];
  const [implementation, specification] = io.watch.within(sides, untilOf(options.timeout, since));
  if (implementation === undefined || specification === undefined) return exit.wrong;
  const progress = new Progress(io, options.progress);
  const limits: RefineOptions = {
    channels: options.channels,
    variables: options.variables,
    sets: options.sets,
    simulation: options.simulation,
    now: () => io.now(),
    since,
    isCancelled: () => io.signal() !== undefined,
    progress: progress.listener,
    ...(options.timeout === undefined ? {} : { timeout: options.timeout * 1000 }),
    ...(options.maxStates === undefined ? {} : { maxStates: options.maxStates }),
  };
  io.watch.stage("comparing the models", true);
  const refinement = io.watch.within(
    () => decide(implementation.network, specification.network, limits),
    untilOf(options.timeout, since, GRACE),
  );
  progress.clear();
  const texts: RefinementTexts = {
    implementation: edgeTexts(implementation.source.tree),
    specification: edgeTexts(specification.source.tree),
    written: ({ start, end }) => plain(specification.source.text.slice(start, end)),
  };
  const certified =
    options.certificate === undefined
      ? undefined
      : await certify(refinement, [implementation, specification], options.certificate, io);
  const code = exitWith(exitOf(refinement, io), certified);
  if (options.json) {
    io.out(
      jsonDocument("refine", {
        implementation: options.impl,
        specification: options.spec,
        exitCode: code,
        ...refinementToJson(refinement, texts),
        ...(certified === undefined ? {} : { certificates: certified.json }),
      }),
    );
  } else io.out(refinementToText(refinement, texts) + (certified?.text ?? ""));
  return code;
}

function checkOptions({ impl, spec, certificate }: Options): void {
  if (certificate === undefined) return;
  const inputs = [impl, spec].map((text) => pathOf(text).path);
  if (certificate === "-" || inputs.includes("-"))
    throw new Failure("a certificate is about models in files, and is written to a file");
  protect(certificate, inputs);
}

function certify(refinement: Refinement, sides: readonly [Side, Side], file: string, io: Io): Promise<Certified> {
  const [implementation, specification] = sides.map(({ path, names }) => ({
    sha256: createHash("sha256").update(readBytes(path, io)).digest("hex"),
    processes: names,
  })) as [RefinementClaim["implementation"], RefinementClaim["specification"]];
  const networks = [sides[0].network, sides[1].network] as const;
  const make = function* (write: (line: string) => void): Turns<Written | string> {
    yield;
    return refinementToCertificate(refinement, networks, { implementation, specification }, write);
  };
  return save(make, refinement.outcome === "included" ? "refines" : "apart", file, undefined, {}, io);
}

function exitWith(code: number, certified: Certified | undefined): number {
  if (certified?.isUnsaved) return exit.wrong;
  const isAnswered = code === exit.ok || code === exit.otherwise;
  return isAnswered && certified?.isMade === false ? exit.inconclusive : code;
}

interface Side {
  readonly path: string;
  /** As they were asked for; none are those of the system line. */
  readonly names: readonly string[];
  readonly source: UppaalSource;
  readonly place: Place;
  readonly network: Network;
}

/** One side: `FILE:PROCESSES`, or a file alone for all of its system line. Undefined if the model is wrong, which is told. */
function side(text: string, options: Options, io: Io): Side | undefined {
  const { path, names } = pathOf(text);
  const source: Source = loadSource(path, options, io);
  const place = placeOfSource(source);
  if (source.format === "tck") throw new Failure(`${path}: models in TChecker's format have no channels to refine`);
  if (hasErrors(source.diagnostics)) {
    printDiagnostics(source.diagnostics, place, io);
    return undefined;
  }
  const { tree, unknown } =
    names.length === 0 ? { tree: source.tree, unknown: [] } : selectProcesses(source.tree, names);
  if (tree === undefined) throw new Failure(`${path} has no process or template ${unknown.join(", ")}`);
  const model = check(tree);
  const made = hasErrors(model.diagnostics) ? undefined : instantiate(model);
  const all = [...model.diagnostics, ...(made?.diagnostics ?? [])];
  if (made?.made === undefined || hasErrors(all)) {
    printDiagnostics(
      all.filter((d) => d.severity === "error"),
      place,
      io,
    );
    return undefined;
  }
  return { path, names, source, place, network: made.made.network };
}

function pathOf(text: string): { readonly path: string; readonly names: readonly string[] } {
  const colon = text.lastIndexOf(":");
  return colon < 0
    ? { path: text, names: [] }
    : { path: text.slice(0, colon), names: splitList(text.slice(colon + 1)) };
}

/** The text of an XML label as its reader sees it. */
function plain(text: string): string {
  return text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
}

function exitOf({ outcome }: Refinement, io: Io): number {
  const signal = io.signal();
  if (signal !== undefined) return signal === "SIGINT" ? exit.interrupted : exit.terminated;
  switch (outcome) {
    case "included":
      return exit.ok;
    case "not-included":
      return exit.otherwise;
    case "unknown":
      return exit.inconclusive;
    default:
      return exit.wrong;
  }
}
