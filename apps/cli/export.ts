import { Fault, graphToDot, type Network, type ZoneGraph, zoneGraph } from "../../src/index.ts";
import { protect, writeBytes } from "./io/files.ts";
import type { Io } from "./io/io.ts";
import { jsonDocument } from "./io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "./model/dialect.ts";
import { loadNetwork, refused } from "./model/load.ts";
import { exit, exitText, Failure } from "./process/exit.ts";
import { GRACE, untilOf } from "./process/limits.ts";
import { whole } from "./process/numbers.ts";
import type { Verb } from "./process/run.ts";

/** `zonal export --graph MODEL`: the reached zone graph for Graphviz, or as JSON. */
interface Options extends DialectOptions {
  readonly graph?: true;
  readonly output: string;
  readonly limit: number;
  readonly timeout?: number;
  readonly json?: true;
}

export const exportGraph: Verb = {
  limits: "own",
  define(command, io, finish) {
    command
      .description("Write the reached zone graph of a model: symbolic states and the transitions between them.")
      .argument("<model>", "a model in XML, XTA or .tck; '-' is standard input")
      .option("--graph", "the zone graph (the only export there is)")
      .option("-o, --output <file>", "where to write; '-' is standard output", "-")
      .option("--limit <n>", "most states to write", whole, 10_000)
      .option("--json", "write JSON instead of DOT (docs/schema/graph.json)")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText(
        "after",
        `\nExample:\n  zonal export --graph model.xml -o graph.dot\n${exitText(["ok", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action((model: string, options: Options) => finish(run(model, options, io)));
  },
};

function run(path: string, options: Options, io: Io): number {
  protect(options.output, [path]);
  const { timeout } = options;
  const until = untilOf(timeout, io.watch.since);
  const { network, diagnostics, place } = io.watch.within(() => loadNetwork(path, options, io), until);
  const wrong = refused(diagnostics, place, io);
  if (network === undefined) return wrong ?? exit.wrong;
  io.watch.stage("exploring the states", true);
  const isOver = (): boolean => until !== undefined && io.now() > until.at;
  const graph = io.watch.within(() => explore(network, options, isOver, io), untilOf(timeout, io.watch.since, GRACE));
  writeBytes(options.output, options.json ? jsonDocument("export", { graph }) : graphToDot(graph), io);
  if (graph.complete) return exit.ok;
  const signal = io.signal();
  io.err(
    signal !== undefined
      ? `interrupted after ${graph.nodes.length} states\n`
      : isOver()
        ? `${until?.why} after ${graph.nodes.length} states\n`
        : `only the first ${options.limit} states are written; --limit raises the number\n`,
  );
  return signal === undefined ? exit.inconclusive : signal === "SIGINT" ? exit.interrupted : exit.terminated;
}

function explore(network: Network, { limit }: Options, isOver: () => boolean, io: Io): ZoneGraph {
  try {
    return zoneGraph(network, { limit, isCancelled: () => io.signal() !== undefined || isOver() });
  } catch (error) {
    // A run-time error of the model, not of ours.
    if (error instanceof Fault) throw new Failure(`the model fails while it runs: ${error.message}`);
    throw error;
  }
}
