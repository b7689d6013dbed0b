/**
 * Which cycles of a model can be accelerated, template by template: the cycles of all its processes joined, with the window
 * of each process, whether appending is exact or only an over-approximation, and the reason where a cycle does not
 * qualify. A cycle of a template qualifies if it does in every process made from it.
 */

import {
  compoundCycles,
  type Exactness,
  judge,
  MOST_COMPOUND,
  simpleCycles,
  type TimedCycle,
  type Touched,
  timeCycle,
  touchedBy,
  unfoldings,
  type Window,
  windowText,
} from "../analysis/index.ts";
import { greatest, smallest, wants } from "../base/index.ts";
import type { CheckedEdge, CheckedTemplate } from "../model/index.ts";
import { clockAt, type Edge, type Instantiated, locationAt, type Network, type Process } from "../network/index.ts";

export interface CycleReport {
  readonly template: string;
  /** Names of locations, beginning at the reset location where there is one. */
  readonly locations: readonly string[];
  readonly clock?: string;
  /** Of the first process; those of others differ only by parameters. */
  readonly window?: Window;
  readonly unfoldings?: number;
  readonly kind: "exact" | "over-approximation" | "none";
  /** Why it is not exact, or does not qualify. */
  readonly reasons: readonly string[];
}

/** A cycle that can be appended, in terms of the template. */
export interface Appendable {
  readonly template: CheckedTemplate;
  readonly edges: readonly CheckedEdge[];
  readonly unfoldings: number;
  readonly exact: boolean;
  readonly watches: boolean;
  readonly effective: boolean;
  readonly report: CycleReport;
  /** The cycle as each process has it: parameters may make windows differ. */
  readonly timed: readonly TimedCycle[];
}

export interface CycleOptions {
  /** How many cycles of a process are looked at; 1000 by default. */
  readonly limit?: number | undefined;
  /** How many unfoldings a cycle may need; 16 by default. */
  readonly unfoldings?: number | undefined;
}

export interface FoundCycles {
  readonly reports: readonly CycleReport[];
  readonly appendable: readonly Appendable[];
  /** Processes with more cycles than were looked at. */
  readonly incomplete: readonly string[];
}

interface Judged {
  readonly edges: readonly Edge[];
  readonly timed?: TimedCycle;
  readonly exactness?: Exactness;
  readonly unfoldings?: number;
  readonly reasons: readonly string[];
}

/** A cycle of a template, as one of its processes has it. */
interface Seen {
  readonly process: Process;
  readonly judged: Judged;
}

export function findCycles(made: Instantiated, options: CycleOptions = {}): FoundCycles {
  wants("findCycles", made, "instantiated");
  const { network, model } = made;
  const { limit = 1000, unfoldings: most = 16 } = options;
  const touched = touchedBy(network);
  const incomplete: string[] = [];
  const reports: CycleReport[] = [];
  const appendable: Appendable[] = [];
  for (const name of new Set(network.processes.map((p) => p.template))) {
    const template = model.templates.find((t) => t.name === name);
    const processes = network.processes.filter((p) => p.template === name);
    const seen = processes.flatMap((process) => {
      const { cycles, complete } = simpleCycles(process, limit);
      if (!complete) incomplete.push(process.name);
      const into = edgesInto(process);
      const compound = compoundCycles(network, process, into, { limit: Math.min(limit, MOST_COMPOUND) });
      return [...cycles, ...compound].map(
        (edges): Seen => ({ process, judged: judgeCycle(network, edges, process, into, touched, most) }),
      );
    });
    for (const list of joined(seen)) {
      const report = reportOf(network, name, list);
      reports.push(report);
      const found = template && appendableOf(template, list, processes.length, report);
      if (found) appendable.push(found);
    }
  }
  return { reports, appendable, incomplete };
}

function edgesInto(process: Process): readonly (readonly Edge[])[] {
  const into: Edge[][] = process.locations.map(() => []);
  for (const e of process.edges) into[e.target]!.push(e);
  return into;
}

/** Cycles of several processes that are the same in the template. */
function joined(all: readonly Seen[]): Iterable<readonly [Seen, ...Seen[]]> {
  const found = new Map<string, [Seen, ...Seen[]]>();
  for (const seen of all) {
    const key = turned(seen.judged.edges.map((e) => e.origin.start)).join(" ");
    const list = found.get(key);
    if (list === undefined) found.set(key, [seen]);
    else list.push(seen);
  }
  return found.values();
}

/** From the smallest on: the same for a cycle wherever it begins. */
function turned(places: readonly number[]): readonly number[] {
  const from = places.indexOf(smallest(places));
  return [...places.slice(from), ...places.slice(0, from)];
}

function judgeCycle(
  network: Network,
  edges: readonly Edge[],
  process: Process,
  into: readonly (readonly Edge[])[],
  touched: readonly Touched[],
  most: number,
): Judged {
  const result = timeCycle(network, process, edges, into);
  if ("reason" in result) return { edges, reasons: [result.reason] };
  const { cycle } = result;
  const base = { edges: cycle.edges, timed: cycle };
  const { window } = cycle;
  if (window.upper.value === Infinity)
    return { ...base, reasons: ["its window is unbounded: time may already pass in a location without an invariant"] };
  const exactness = judge(network, process, cycle, touched);
  // Where others may change what the guards read, the first edge cannot be thought to have come earlier than it did.
  const needed = unfoldings(window, exactness.watches ? cycle.slack : 0);
  if (needed === undefined)
    return {
      ...base,
      reasons: [`every round takes exactly ${window.lower.value}: windows of several rounds never overlap`],
    };
  if (needed > most) return { ...base, reasons: [`it needs ${needed} unfoldings, more than ${most}`] };
  return { ...base, unfoldings: needed, exactness, reasons: exactness.fails };
}

function reportOf(network: Network, template: string, list: readonly [Seen, ...Seen[]]): CycleReport {
  const [{ process, judged: first }] = list;
  const none = list.find(({ judged }) => judged.exactness === undefined);
  const reasons = [...new Set((none === undefined ? list : [none]).flatMap(({ judged }) => judged.reasons))];
  const numbers = list.flatMap(({ judged }) => (judged.unfoldings === undefined ? [] : [judged.unfoldings]));
  return {
    template,
    locations: first.edges.map((e) => locationAt(process, e.source).name),
    ...(first.timed === undefined
      ? {}
      : { clock: clockAt(network, first.timed.clock).name, window: first.timed.window }),
    ...(none === undefined ? { unfoldings: greatest(numbers) } : {}),
    kind: none !== undefined ? "none" : reasons.length === 0 ? "exact" : "over-approximation",
    reasons,
  };
}

/** Every process must have the cycle, from the same location on. */
function appendableOf(
  template: CheckedTemplate,
  list: readonly [Seen, ...Seen[]],
  processes: number,
  report: CycleReport,
): Appendable | undefined {
  const [{ judged: first }] = list;
  const edges = treeEdges(template, first.edges);
  const same =
    list.length === processes &&
    list.every(({ judged }) => judged.edges[0]!.origin.start === first.edges[0]!.origin.start);
  if (report.kind === "none" || edges === undefined || !same) return undefined;
  return {
    template,
    edges,
    unfoldings: report.unfoldings!,
    exact: report.kind === "exact",
    watches: list.some(({ judged }) => judged.exactness!.watches),
    effective: first.timed!.effective,
    report,
    timed: list.map(({ judged }) => judged.timed!),
  };
}

/** One line for each cycle. */
export function cycleText(report: CycleReport): string {
  const { template, locations, clock, window, kind, reasons, unfoldings: n } = report;
  const where = `${template}: ${[...locations, locations[0]].join(" -> ")}`;
  const time = window === undefined ? "" : `  clock ${clock}, window ${windowText(window)}`;
  if (kind === "exact") return `${where}${time}, exact with ${n} unfoldings`;
  const judgement = kind === "none" ? "not acceleratable" : `over-approximation with ${n} unfoldings`;
  return `${where}${time}${time === "" ? "  " : ", "}${judgement}: ${reasons.join("; ")}`;
}

function treeEdges(template: CheckedTemplate, edges: readonly Edge[]): readonly CheckedEdge[] | undefined {
  const found = edges.map((e) =>
    template.edges.find((t) => t.node.start === e.origin.start && t.node.end === e.origin.end),
  );
  return found.every((e) => e !== undefined) ? found : undefined;
}
