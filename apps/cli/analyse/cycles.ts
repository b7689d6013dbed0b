import {
  countingJumps,
  cycleText,
  findCounting,
  findCycles,
  findJumps,
  jumpText,
  type Network,
  whyNotTogether,
} from "../../../src/index.ts";
import { cycleJson, tooMany } from "../accelerate.ts";
import type { Io } from "../io/io.ts";
import { jsonDiagnostic, jsonDocument } from "../io/json.ts";
import { loadNetwork, refused } from "../model/load.ts";
import { exit, Failure } from "../process/exit.ts";
import type { AnalyseOptions } from "./analyse.ts";

/** `zonal analyse cycles MODEL`: every simple cycle, its clock and window, whether it can be accelerated, and why not. */
export function analyseCycles(path: string, options: AnalyseOptions, io: Io): number {
  const { source, place, made, diagnostics } = loadNetwork(path, options, io);
  if (source.format === "tck")
    throw new Failure("cycles of a model in TChecker's format are not analysed", {
      hint: "convert it first: zonal convert",
    });
  if (made === undefined) {
    if (options.json)
      io.out(
        jsonDocument("analyse", {
          facts: "cycles",
          model: source.name,
          diagnostics: diagnostics.map((d) => jsonDiagnostic(d, place)),
        }),
      );
    else refused(diagnostics, place, io);
    return exit.wrong;
  }
  const { reports, incomplete } = findCycles(made, { limit: options.limit });
  const more = beyond(made.network, options.limit ?? 1000);
  if (options.json)
    io.out(
      jsonDocument("analyse", {
        facts: "cycles",
        model: source.name,
        cycles: reports.map(cycleJson),
        ...more,
        incomplete,
      }),
    );
  else
    io.out(
      `${[...reports.map(cycleText), ...more.jumped.map((text) => `'verify' jumps over ${text}`), ...more.kept.map((text) => `'verify' does not jump over ${text}`), ...incomplete.map(tooMany), ...(reports.length === 0 ? ["there are no cycles"] : [])].join("\n")}\n`,
    );
  return exit.ok;
}

/**
 * What the search jumps over beside the cycles of one process that change nothing: counting loops, as far as a query does not
 * see them, and rounds of several processes.
 */
function beyond(network: Network, limit: number): { jumped: readonly string[]; kept: readonly string[] } {
  const { cycles, refused } = findCounting(network, undefined, limit);
  const together = findJumps(network, { limit }).filter((jump) => jump.product !== undefined);
  return {
    jumped: [...countingJumps(cycles), ...together].map((jump) => jumpText(network, jump)),
    kept: [...refused, ...whyNotTogether(network, limit)].map(({ cycle, reason }) => `${cycle}: ${reason}`),
  };
}
