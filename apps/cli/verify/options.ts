import { type Command, Option } from "commander";
import type { Order } from "../../../src/index.ts";
import { checkCluster } from "../cluster/options.ts";
import { protect } from "../io/files.ts";
import { expectWritable } from "../io/write.ts";
import { type DialectOptions, dialectOption, oldOption } from "../model/dialect.ts";
import { exitText, Failure } from "../process/exit.ts";
import { atLeastOne, commaList, list, numberList, positive, whole } from "../process/numbers.ts";
import type { Kind } from "./accelerated.ts";
import { addCheckpoint, type CheckpointOptions, checkCheckpoint } from "./checkpoint.ts";
import { checkSpill } from "./spill.ts";
import { addStatistics, checkStatistics, type StatisticsOptions } from "./statistics-options.ts";
import { traceFormat, traceFormats } from "./tracefile.ts";

/** The options of `zonal verify`: what they are, what `--help` says of them, and which do not go together. */
export interface Options extends DialectOptions, StatisticsOptions, CheckpointOptions {
  readonly query?: readonly number[];
  readonly formula?: readonly string[];
  readonly label?: readonly string[];
  readonly trace?: "some" | "shortest" | "fastest";
  readonly traceFile?: string;
  readonly certificate?: string;
  readonly order?: Order;
  readonly seed: number;
  readonly timeout?: number;
  readonly memory?: number;
  readonly maxStates?: number;
  readonly abstraction?: "simulation" | "extra";
  readonly engine: "interpret" | "compile";
  readonly reduce?: boolean;
  readonly symmetry: boolean;
  readonly forgetCommitted?: true;
  readonly share: boolean;
  readonly accelerate?: Kind | true;
  readonly acceleration: boolean;
  readonly localTime?: "on" | "off";
  readonly bitstate?: number;
  readonly spill?: string;
  readonly cluster?: string;
  readonly emit?: "wat";
  readonly threads: number;
  readonly json?: true;
  readonly junit?: string;
  readonly sarif?: string;
  readonly statistics?: true;
  readonly why?: true;
  readonly progress?: boolean;
  readonly quiet?: true;
  readonly watch?: true;
}

/** In groups, in the order in which they are wanted. */
export function describeVerify(command: Command): Command {
  command
    .description(
      "Answer the queries of a model: E<>, A[], E[], A<>, -->, deadlock, sup, inf, bounds; by runs: Pr, E, simulate.",
    )
    .argument("<model>", "a model in XML, XTA or .tck; '-' is standard input")
    .argument("[queries]", "a file of queries; without it those in the model, or in MODEL.q beside it");
  addQuestions(command);
  addAnswers(command);
  addLimits(command);
  addSearch(command);
  addReductions(command);
  addLarge(command);
  addStatistics(command.optionsGroup("Statistical queries:"));
  command
    .optionsGroup("Other:")
    .addOption(dialectOption)
    .addOption(oldOption)
    .helpOption("-h, --help", "display help for command");
  return command.addHelpText("after", help);
}

function addQuestions(command: Command): void {
  command
    .optionsGroup("What is asked:")
    .option("-e, --formula <text>", "ask this query instead; may be given several times", list)
    .option("--query <n>", "ask only query n, counted from 1; several as 1,3 or 2-5", numberList)
    .option(
      "--label <names>",
      "for .tck: ask whether a state with all these labels is reachable; without it all states are explored",
      commaList,
    )
    .option("--watch", "stay, and ask again what a change of the files can affect, last failed first");
}

function addAnswers(command: Command): void {
  command
    .optionsGroup("What is told:")
    .addOption(
      new Option("-t, --trace <kind>", "find a trace for each answer that has one").choices([
        "some",
        "shortest",
        "fastest",
      ]),
    )
    .option("--trace-file <file>", `write the trace there; the ending is the format: ${traceFormats.join(" ")}`)
    .option(
      "--certificate <place>",
      "write a certificate of each answer to this file or folder, for 'zonal certify'; plain JSON if it ends in .jsonl",
    )
    .option("--statistics", "print states, transitions, memory and time of each query")
    .option("--why", "print which road answered each query, and why the others did not")
    .option("-q, --quiet", "print only answers that are not as expected")
    .option("--json", "print one JSON document (docs/schema/verify.json)")
    .option("--junit <file>", "also write the results as JUnit XML")
    .option("--sarif <file>", "also write what is wrong as SARIF")
    .option("--progress", "show progress even where stderr is no terminal")
    .option("--no-progress", "never show progress");
}

function addLimits(command: Command): void {
  command
    .optionsGroup("Limits:")
    .option("--timeout <seconds>", "give up a query after this time", positive)
    .option(
      "--memory <MiB>",
      "give up a query when its states need more; above 4096 several memories are used",
      positive,
    )
    .option("--max-states <n>", "give up a query when it has stored more states", whole);
}

function addSearch(command: Command): void {
  command
    .optionsGroup("How it is searched:")
    .option(
      "--threads <n>",
      "search with so many threads; liveness, --order dfs and random, and what is interpreted use one, and say so",
      atLeastOne,
      1,
    )
    .addOption(
      new Option(
        "--order <order>",
        "search order; by default breadth first that catches up with states expanded in vain",
      ).choices(["bfs", "dfs", "random"]),
    )
    .option("--seed <n>", "seed of the random order, and of the runs of statistical queries", whole, 1)
    .addOption(new Option("--abstraction <kind>", "how zones are compared").choices(["simulation", "extra"]))
    .addOption(
      new Option("--engine <which>", "compiled code where it can answer, or always the reference interpreter")
        .choices(["compile", "interpret"])
        .default("compile"),
    )
    .option("--no-share", "one search for each query, also where several have the same state space")
    .option(
      "--bitstate <MiB>",
      "search depth first with so large a table of bits: finds deep errors, proves nothing",
      positive,
    )
    .addOption(
      new Option("--emit <what>", "print the code compiled for the first query instead of answering").choices(["wat"]),
    );
}

function addReductions(command: Command): void {
  command
    .optionsGroup("What is left out:")
    .option("--no-reduce", "tell states apart even where they differ only in dead variables, and leave no process out")
    .option("--no-symmetry", "do not use that scalars, or integers that only name processes, are interchangeable")
    .addOption(
      new Option(
        "--accelerate [kind]",
        "jump over rounds of busy waiting from the start, not only where a search is long; 'approximate' also where that is not exact",
      ).choices(["exact", "approximate"]),
    )
    .option("--no-acceleration", "never jump over rounds of busy waiting")
    .addOption(
      new Option(
        "--local-time <when>",
        "let processes that rarely meet have times of their own (reachability): from the start, or never; by default where a search is long and it pays",
      ).choices(["on", "off"]),
    )
    .option("--forget-committed", "do not keep states with a committed location: less memory, perhaps more time");
}

function addLarge(command: Command): void {
  addCheckpoint(command.optionsGroup("Long searches, more machines:"))
    .option(
      "--spill <folder>",
      "let states that do not fit into --memory (2048 MiB) wait in this folder (reachability, one thread)",
    )
    .option(
      "--cluster <url>",
      "leave the queries, their parts and the runs of statistical ones to the workers of this Redis (zonal worker)",
    );
}

const help = `
Without an expectation (<expect> in XML, EXPECT: in a query file) a query is expected to be satisfied.
Statistical queries are answered by random runs: the same seed gives the same answer, with any number of threads.

Examples:
  zonal verify model.xml
  zonal verify model.xta queries.q --timeout 60 --junit results.xml
  zonal verify model.xml -e "A[] not deadlock" --trace shortest
  zonal verify model.xml --query 2 --trace shortest --trace-file counterexample.svg
  zonal verify model.xml --watch
  zonal verify model.xml --query 2 --checkpoint night.ck || zonal verify model.xml --query 2 --resume night.ck
  zonal verify model.xml -e "A[] not deadlock" --certificate proof.cert && zonal certify model.xml proof.cert
  zonal verify model.xml queries.q --cluster redis://queue.example.org
  zonal verify model.xml -e "Pr[<=100](<> P.done)" --epsilon 0.01 --seed 7 --plot done.html
${exitText(["ok", "otherwise", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`;

export function checkOptions(path: string, file: string | undefined, options: Options): void {
  if (options.accelerate !== undefined && options.bitstate !== undefined)
    throw new Failure("give --accelerate or --bitstate, not both");
  if (path === "-" && file === "-") throw new Failure("standard input can be read only once");
  if (file !== undefined && options.formula !== undefined)
    throw new Failure("give a file of queries or --formula, not both");
  if (options.traceFile !== undefined) traceFormat(options.traceFile);
  if (options.certificate !== undefined && (path === "-" || options.certificate === "-"))
    throw new Failure("a certificate is about a model in a file, and is written to a file or folder");
  if (options.accelerate !== undefined && !options.acceleration)
    throw new Failure("give --accelerate or --no-acceleration, not both");
  checkCheckpoint(options);
  checkSpill(options);
  checkCluster(options);
  const inputs = [path, ...(file === undefined ? [] : [file])];
  checkStatistics(options);
  for (const target of [
    options.traceFile,
    options.certificate,
    options.checkpoint,
    options.junit,
    options.sarif,
    options.plot,
    options.trajectories,
    options.results,
  ])
    if (target !== undefined) protect(target, inputs);
  // Before a search of hours: where its result is to go.
  const { traceFile, junit, sarif, plot, trajectories, results } = options;
  for (const target of [traceFile, junit, sarif, plot, trajectories, results])
    if (target !== undefined) expectWritable(target);
}
