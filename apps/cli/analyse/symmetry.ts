import { findSymmetry, nameless, type SymmetryFact } from "../../../src/index.ts";
import { count } from "../io/count.ts";
import type { Io } from "../io/io.ts";
import { jsonDiagnostic, jsonDocument } from "../io/json.ts";
import { loadNetwork, refused } from "../model/load.ts";
import type { Place } from "../model/report.ts";
import { exit } from "../process/exit.ts";
import type { AnalyseOptions } from "./analyse.ts";

/**
 * `zonal analyse symmetry MODEL`: each scalar set, each type of parameters that may name processes, and each kind of values
 * that are only compared and copied, whether the search exchanges or rotates its elements, and why not. Numbers that nobody
 * reads tell nobody apart; it is said which would.
 */
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
  const unnamed = nameless(network);
  const named = unnamed === undefined ? [] : findSymmetry(network).found;
  const { sets, rings, found } = findSymmetry(unnamed ?? network);
  const rows = found.map((fact) => {
    const before = named.find(({ name }) => name === fact.name);
    const unread = countOf(before) < countOf(fact) ? before?.failure : undefined;
    const set = sets.find((s) => s.name === fact.name);
    const ring = rings.find((r) => r.name === fact.name);
    const size = Math.max(1, fact.size);
    return {
      name: fact.name,
      size: fact.size,
      kind: fact.origin,
      used: fact.used !== "no",
      group: fact.used === "no" ? "none" : fact.used,
      elements: fact.classes,
      cells: set?.cells[0]?.length ?? Math.floor((ring?.cells.length ?? 0) / size),
      clocks: set?.clocks[0]?.length ?? Math.floor((ring?.clocks.length ?? 0) / size),
      ...whyOf(fact.failure, place),
      ...(unread ? { unread: whyOf(unread, place) } : {}),
      ...(fact.held ? { held: fact.held.map(({ element, failure }) => ({ element, ...whyOf(failure, place) })) } : {}),
    };
  });
  if (options.json) {
    io.out(jsonDocument("analyse", { facts: "symmetry", model: source.name, sets: rows }));
    return exit.ok;
  }
  if (rows.length === 0)
    io.out(
      "there are no scalar sets, no copies of processes, no parameters that may name processes (integers with a value for each), and no values that are only compared and copied\n",
    );
  for (const row of rows) io.out(`${[lineOf(row), ...heldLines(row)].join("\n")}\n`);
  return exit.ok;
}

/** How many elements may change places with others. */
function countOf(fact: SymmetryFact | undefined): number {
  return fact?.classes.reduce((sum, elements) => sum + elements.length, 0) ?? 0;
}

interface Why {
  readonly reason?: string;
  readonly line?: number;
  readonly column?: number;
}

function whyOf(failure: SymmetryFact["failure"], place: Place): Why {
  if (failure === undefined) return {};
  if (failure.origin === undefined || failure.origin.start === failure.origin.end) return { reason: failure.message };
  const { line, column } = place.locator.locate(failure.origin);
  return { reason: failure.message, line, column };
}

interface Row extends Why {
  readonly name: string;
  readonly size: number;
  readonly kind: SymmetryFact["origin"];
  readonly group: string;
  readonly elements: SymmetryFact["classes"];
  readonly cells: number;
  readonly clocks: number;
  readonly held?: readonly (Why & { readonly element: number })[];
  /** What would tell elements apart if somebody read it. */
  readonly unread?: Why;
}

function textOf({ reason, line, column }: Why): string {
  return reason === undefined ? "" : `${reason}${line === undefined ? "" : ` (${line}:${column})`}`;
}

/** What holds each element that is told from all others, where there is more to say than in the first line. */
function heldLines({ held = [], group }: Row): string[] {
  if (group === "none" || held.length < 2) return [];
  return held.map((h) => `  ${h.element}: ${textOf(h)}`);
}

/** Three elements or more in a row are named by the first and the last. */
function setText(elements: readonly number[]): string {
  const runs: number[][] = [];
  for (const e of elements) {
    const run = runs.at(-1);
    if (run?.at(-1) === e - 1) run.push(e);
    else runs.push([e]);
  }
  return `{${runs.map((run) => (run.length > 2 ? `${run[0]}..${run.at(-1)}` : run.join(", "))).join(", ")}}`;
}

function lineOf(row: Row): string {
  const { name, size, kind, group, elements, cells, clocks } = row;
  const why = textOf(row);
  if (group === "none") return `${name}: not used: ${why}`;
  // To plain data nothing belongs.
  const isHeld = kind === "data" && cells + clocks === 0;
  const values = count(cells, "location or variable", "locations and variables");
  const owned = isHeld ? "" : `, each with ${values} and ${count(clocks, "clock")}`;
  const compared = { scalar: "", detected: ", found by comparing processes", data: ", only compared and copied" }[kind];
  const found = row.unread ? `${compared}; told apart only by what nobody reads: ${textOf(row.unread)}` : compared;
  if (group === "rotations") return `${name}: ${size} elements in a ring${owned}${found}; not interchangeable: ${why}`;
  const used = elements.reduce((sum, e) => sum + e.length, 0);
  if (used === size && elements.length === 1) return `${name}: ${size} interchangeable elements${owned}${found}`;
  const sets = elements.map(setText).join(" and ");
  return `${name}: ${used} of ${size} elements interchangeable, ${sets}${owned}${found}: ${why}`;
}
