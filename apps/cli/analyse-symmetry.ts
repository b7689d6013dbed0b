import { findSymmetry } from "../../src/index.ts";
import type { AnalyseOptions } from "./analyse.ts";
import { exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { jsonDiagnostic, jsonDocument } from "./json.ts";
import { loadNetwork, refused } from "./load.ts";

/** `zonal analyse symmetry MODEL`: each scalar set, whether its elements are exchanged by the search, and why not. */
export function analyseSymmetry(path: string, options: AnalyseOptions, io: Io): number {
  const { source, place, network, diagnostics } = loadNetwork(path, options, io);
  if (network === undefined) {
    if (options.json)
      io.out(
        jsonDocument("analyse", {
          facts: "symmetry",
          model: source.name,
          diagnostics: diagnostics.map((d) => jsonDiagnostic(d, place)),
        }),
      );
    else refused(diagnostics, place, io);
    return exit.wrong;
  }
  const { sets, refused: left } = findSymmetry(network);
  const rows = (network.scalarSets ?? []).map(({ name, size }, set) => {
    const used = sets.find((s) => s.set === set);
    const reason = left.find((r) => r.set === set)?.reason ?? (size < 2 ? "it has fewer than two elements" : undefined);
    return {
      name: name ?? `scalar[${size}]`,
      size,
      used: used !== undefined,
      cells: used?.cells[0].length ?? 0,
      clocks: used?.clocks[0].length ?? 0,
      ...(reason === undefined ? {} : { reason }),
    };
  });
  if (options.json) {
    io.out(jsonDocument("analyse", { facts: "symmetry", model: source.name, sets: rows }));
    return exit.ok;
  }
  if (rows.length === 0) io.out("there are no scalar sets\n");
  for (const { name, size, used, cells, clocks, reason } of rows) {
    io.out(
      used
        ? `${name}: ${size} interchangeable elements, each with ${cells} locations and variables and ${clocks} clocks\n`
        : `${name}: not used: ${reason}\n`,
    );
  }
  return exit.ok;
}
