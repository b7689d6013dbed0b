import { cycleText, findCycles } from "../../src/index.ts";
import { cycleJson, tooMany } from "./accelerate.ts";
import type { AnalyseOptions } from "./analyse.ts";
import { exit, Failure } from "./exit.ts";
import type { Io } from "./io.ts";
import { jsonDiagnostic, jsonDocument } from "./json.ts";
import { loadNetwork, refused } from "./load.ts";

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
  if (options.json)
    io.out(
      jsonDocument("analyse", { facts: "cycles", model: source.name, cycles: reports.map(cycleJson), incomplete }),
    );
  else
    io.out(
      `${[...reports.map(cycleText), ...incomplete.map(tooMany), ...(reports.length === 0 ? ["there are no cycles"] : [])].join("\n")}\n`,
    );
  return exit.ok;
}
