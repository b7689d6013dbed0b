/**
 * Counting loops: cycles whose rounds each add the same number to one variable, and that are left only when it has come to
 * some value. With a window [a, b], n rounds take [na, nb] in all, whatever a and b are, and change the variable by n times
 * the step. Where nobody can tell the rounds apart, n of them become one wait (`reduce/counting.ts`) of that length *in the
 * place of* the rounds: there is a discrete state for each value, so that a wait beside them would save nothing.
 *
 * Proof that what a query can see stays the same. Let v be the value when the place of the reset is entered, and let all of
 * v, v + c, ..., v + (n-1)c lie in `low`..`high`, which is chosen such that in a round that begins there
 *
 * - the guards of the cycle that read the variable hold, the variable stays in its range, and every other edge that leaves a
 *   location of the cycle has a guard that is false whatever else it reads; guards never go wrong;
 * - what others and the query ask of the variable has one answer for all values from the first round to the last.
 *
 * The other guards of the cycle hold at the beginning, and nobody but the process may write what they read. Then a run that
 * has begun its first round can do nothing in this process but go on with the cycle, until the value has left the stretch:
 * after n rounds, at any moment of [na, nb], and every moment of it is one (an n-fold sum of intervals). Each location of the
 * cycle is left before the round would become longer than b (`isPrompt`), so that at any moment meanwhile no more time has
 * passed than the wait allows; and whatever moment the wait allows is one of a run of n rounds. What others do meanwhile they
 * do at the same moments in both: they neither use the clock of the cycle, nor its variable but by conditions with one
 * answer, nor the location of the process; the cycle's edges are internal, so they need nobody; urgent channels and
 * broadcasts stop or move nobody here, for the guards are false. There are no priorities and no code at every transition. The
 * query sees locations outside the cycle only, or the only location of the cycle, which the wait then counts as. Where any of
 * this fails, or the other guards do not hold, the cycle stays as it is.
 */
import { append, greatest, smallest, wants } from "../../base/index.ts";
import {
  type Code,
  clockAt,
  type Edge,
  type Formula,
  locationAt,
  type Network,
  type NetworkQuery,
  type Process,
  slotOf,
} from "../../network/index.ts";
import { MAX_CONSTANT } from "../../zones/index.ts";
import { formulasOf } from "../code/walk.ts";
import { usesOf } from "../flow/uses.ts";
import { isFaultless } from "../influence/faultless.ts";
import { simpleCycles } from "./cycles.ts";
import { type Touched, touchedBy } from "./exactness.ts";
import { covers, readsCell, readsOf, readsOfCode } from "./reads.ts";
import { before, join, leavesOf, linear, meet, type Stretch, truthOf } from "./truth.ts";
import { clockOf, edgeText, itemsOf, type TimedCycle, tighter, timeCycle } from "./window.ts";

/** Values of a variable for which rounds are jumped over, so many of them at most that clocks can count it. */
export interface Counting extends Stretch {
  readonly cell: number;
  /** What a round adds. */
  readonly by: number;
  readonly most: number;
}

export interface CountingCycle extends TimedCycle {
  readonly process: number;
  readonly counting: Counting;
}

export interface FoundCounting {
  readonly cycles: readonly CountingCycle[];
  /** Of cycles that count and stay as they are: in words what they are, and why. */
  readonly refused: readonly { readonly cycle: string; readonly reason: string }[];
}

/** Stretches of a cycle that are looked at. */
const MOST_STRETCHES = 4;
/** Time that one wait may take. */
const LONGEST = MAX_CONSTANT / 2;

/** Those of a network, as far as a query does not see them; without a query, whoever asks. */
export function findCounting(network: Network, query: NetworkQuery | undefined, limit: number): FoundCounting {
  wants("findCounting", network, "network");
  const cycles: CountingCycle[] = [];
  const refused: { cycle: string; reason: string }[] = [];
  let touched: readonly Touched[] | undefined;
  for (const process of network.processes) {
    if (!process.edges.some((e) => itemsOf(e.update).some((item) => item.op === "store"))) continue;
    const into = process.locations.map(() => [] as Edge[]);
    for (const e of process.edges) into[e.target]!.push(e);
    for (const edges of simpleCycles(process, limit).cycles) {
      if (!edges.some((e) => itemsOf(e.update).some((item) => item.op === "store"))) continue;
      touched ??= touchedBy(network);
      const timed = timeCycle(network, process, edges, into);
      const found = "reason" in timed ? timed.reason : countingOf(network, process, timed.cycle, touched, query);
      if (typeof found !== "string" && "cycle" in timed)
        append(
          cycles,
          found.map((counting) => ({ ...timed.cycle, process: process.index, counting })),
        );
      else if (typeof found === "string") {
        const names = edges.map((e) => locationAt(process, e.source).name);
        refused.push({ cycle: `${process.name}: ${[...names, names[0]].join(" -> ")}`, reason: found });
      }
    }
  }
  return { cycles, refused };
}

/** The stretches of values over which a cycle counts, or why it does not. */
function countingOf(
  network: Network,
  process: Process,
  cycle: TimedCycle,
  touched: readonly Touched[],
  query: NetworkQuery | undefined,
): readonly Counting[] | string {
  const steps = stepsOf(network, process, cycle.edges);
  if (typeof steps === "string") return steps;
  const { cell } = steps;
  const why =
    whyNotAlone(network, process, cycle, cell, touched) ??
    (query === undefined ? undefined : whySeen(network, process, cycle, query));
  if (why !== undefined) return why;
  const { low, high } = slotOf(network, cell)!;
  const seen = looksOf(network, process, cell, query);
  if (typeof seen === "string") return seen;
  const quiet = quietFor(network, process, cycle.edges, steps, { low, high });
  if (typeof quiet === "string") return quiet;
  const { by, least, most } = steps;
  let stretches = quiet;
  for (const leaf of seen) {
    const { yes, no } = truthOf(leaf, cell, { low, high });
    stretches = meet(
      stretches,
      [...yes, ...no].map((s) => ({ low: s.low - least, high: s.high - most })),
    );
  }
  const long = stretches.filter((s) => s.high - s.low >= Math.abs(by) && s.high - s.low < 2 ** 31);
  const name = slotOf(network, cell)!.name;
  if (long.length === 0) return `no two rounds follow each other without ${name} being looked at`;
  const lasts = cycle.window.upper.value === Infinity ? cycle.window.lower.value : cycle.window.upper.value;
  const longest = Math.floor(LONGEST / Math.max(1, lasts));
  if (longest < 2) return "its rounds are too long";
  long.sort((a, b) => a.low - b.low);
  return long.slice(0, MOST_STRETCHES).map((s) => ({ ...s, cell, by, most: longest }));
}

interface Steps {
  readonly cell: number;
  readonly by: number;
  /** What was added before each edge, and the least and the most that was at any moment of a round. */
  readonly offsets: readonly number[];
  readonly least: number;
  readonly most: number;
  /** For each value that is stored, what was added by then, and its range. */
  readonly stores: readonly (Stretch & { readonly after: number })[];
}

/** What the edges add to the one variable that they write. */
function stepsOf(network: Network, process: Process, edges: readonly Edge[]): Steps | string {
  let cell: number | undefined;
  let sum = 0;
  const offsets: number[] = [];
  const stores: Steps["stores"][number][] = [];
  for (const e of edges) {
    offsets.push(sum);
    if (e.sync !== undefined) return `${edgeText(process, e)} synchronises`;
    for (const item of itemsOf(e.update)) {
      if (item.op === "reset") continue;
      const slot = item.op === "store" ? slotOf(network, item.at.base) : undefined;
      const added = item.op === "store" && slot !== undefined ? linear(item.value, item.at.base, slot) : undefined;
      if (item.op !== "store" || slot?.type !== "int" || slot.meta || item.at.terms.length > 0)
        return `${edgeText(process, e)} does more than count one variable`;
      if (item.at.pointer !== undefined || item.at.first !== undefined || added?.times !== 1)
        return `${edgeText(process, e)} does not change ${slot.name} by a constant`;
      if (cell !== undefined && cell !== item.at.base)
        return `it changes more than one variable: ${slotOf(network, cell)!.name}, ${slot.name}`;
      cell = item.at.base;
      sum += added.plus;
      stores.push({ after: sum, low: item.low, high: item.high });
    }
  }
  if (cell === undefined) return "it changes no variable";
  if (sum === 0) return `a round leaves ${slotOf(network, cell)!.name} as it was`;
  const all = [0, ...stores.map((s) => s.after)];
  return { cell, by: sum, offsets, least: smallest(all), most: greatest(all), stores };
}

/** The values at the beginning of a round that runs through, and is not left. */
function quietFor(
  network: Network,
  process: Process,
  edges: readonly Edge[],
  { cell, offsets, stores }: Steps,
  range: Stretch,
): readonly Stretch[] | string {
  let quiet: readonly Stretch[] = [range];
  for (const [k, e] of edges.entries()) {
    for (const code of e.guard.data)
      if (readsCell(readsOfCode(network.functions, [code]), cell))
        quiet = meet(quiet, before(truthOf(code, cell, range).yes, offsets[k]!));
    for (const other of process.edges) {
      if (other.source !== e.source || other === e) continue;
      const shut = other.guard.data.map((code) => truthOf(code, cell, range).no).reduce(join, []);
      if (shut.length === 0) return `${edgeText(process, other)} may be taken at any round`;
      quiet = meet(quiet, before(shut, offsets[k]!));
    }
  }
  for (const { after, low, high } of stores) quiet = meet(quiet, before([{ low, high }], after));
  return quiet;
}

/** What of the cycle others may notice or disturb. */
function whyNotAlone(
  network: Network,
  process: Process,
  cycle: TimedCycle,
  cell: number,
  touched: readonly Touched[],
): string | undefined {
  const { name } = slotOf(network, cell)!;
  const others = network.processes.filter((p) => p.index !== process.index);
  if (network.hasPriorities) return "there are priorities";
  if (network.beforeUpdate.length + network.afterUpdate.length > 0) return "code runs before or after every transition";
  if (network.vectors.length > 0) return "steps are synchronised by vectors";
  const user = others.find(
    (p) => touched[p.index]!.anything || covers(touched[p.index]!.clocks, cycle.clock, cycle.clock),
  );
  if (user !== undefined) return `the process ${user.name} may use the clock ${clockAt(network, cycle.clock).name} too`;
  const reads = readsOf(network, cycle.edges);
  if (reads.anything) return "what its guards read is not known";
  const writer = others.find((p) =>
    [...reads.cells, [cell, cell] as const].some(([low, high]) => covers(touched[p.index]!.writes, low, high)),
  );
  if (writer !== undefined) return `the process ${writer.name} may change ${name}, or what its guards read`;
  if (!isPrompt(process, cycle)) return "a location of it may be left too late to complete the round";
  const leaving = process.edges.filter((e) => cycle.edges.some(({ source }) => source === e.source));
  const looked = { ...process, locations: [], edges: leaving.map((e) => ({ ...e, update: [] })) };
  return isFaultless(usesOf(network), looked) ? undefined : "a guard of an edge that leaves it may go wrong";
}

/** Whether nobody can stay so long in a location of the cycle that the round cannot be completed in its window. */
function isPrompt(process: Process, { segments, clock }: TimedCycle): boolean {
  return segments.every(({ edges, window: { upper } }) =>
    edges.every((e) => {
      const limits = locationAt(process, e.source).invariant.clocks.flatMap((c) =>
        c.bound.op === "const" && clockOf(c.left) === clock ? [{ value: c.bound.value, strict: c.strict }] : [],
      );
      const { urgent, committed } = locationAt(process, e.source);
      // What is left at once has the limits of where it was entered from.
      if (urgent || committed) return true;
      const here = limits.reduce(tighter, { value: Infinity, strict: true });
      return here.value < upper.value || (here.value === upper.value && (here.strict || !upper.strict));
    }),
  );
}

/** What others and the query ask of the variable: conditions on data. Anything else is told as why they may notice. */
function looksOf(
  network: Network,
  process: Process,
  cell: number,
  query: NetworkQuery | undefined,
): readonly Code[] | string {
  const leaves: Code[] = [];
  const functions = [...network.functions, ...(query?.functions ?? [])];
  const reads = (code: Code, of: number): boolean => readsCell(readsOfCode(functions, [code]), of);
  const { name } = slotOf(network, cell)!;
  for (const other of network.processes) {
    if (other.index === process.index) continue;
    const { guards, rest } = codeOf(other);
    if ([...guards, ...rest].some((code) => reads(code, process.index)))
      return `the process ${other.name} looks where ${process.name} is`;
    if (rest.some((code) => reads(code, cell))) return `the process ${other.name} uses ${name}`;
    append(
      leaves,
      guards.flatMap(leavesOf).filter((leaf) => reads(leaf, cell)),
    );
  }
  for (const formula of query === undefined ? [] : formulasOf(query)) {
    const { data, bounds } = codeIn(formula);
    if (bounds.some((code) => reads(code, cell) || reads(code, process.index)))
      return `the query compares a clock with ${name}`;
    append(
      leaves,
      data.flatMap(leavesOf).filter((leaf) => reads(leaf, cell)),
    );
  }
  return leaves;
}

/** The data guards of a process, and all other code of it that reads. */
function codeOf({ locations, edges }: Process): { guards: readonly Code[]; rest: readonly Code[] } {
  const conditions = [...locations.map((l) => l.invariant), ...edges.map((e) => e.guard)];
  const clocks = conditions.flatMap((g) => g.clocks);
  return {
    guards: edges.flatMap((e) => e.guard.data),
    rest: [
      ...locations.flatMap((l) => [
        ...l.invariant.data,
        ...l.invariant.rates.flatMap((r) => [r.rate, ...(r.unless === undefined ? [] : [r.unless])]),
      ]),
      ...clocks.flatMap((c) => [
        c.bound,
        ...(c.unless === undefined ? [] : [c.unless]),
        ...[c.left, c.right].flatMap((ref) => ref.terms.map((t) => t.index)),
      ]),
      ...edges.flatMap((e) => (e.sync?.kind === "channel" ? e.sync.channel.terms.map((t) => t.index) : [])),
      ...edges.flatMap((e) => e.update),
    ],
  };
}

function codeIn(f: Formula): { data: readonly Code[]; bounds: readonly Code[] } {
  switch (f.is) {
    case "data":
      return { data: [f.code], bounds: [] };
    case "clock": {
      const { bound, unless, left, right } = f.constraint;
      const indices = [left, right].flatMap((ref) => ref.terms.map((t) => t.index));
      return { data: [], bounds: [bound, ...indices, ...(unless === undefined ? [] : [unless])] };
    }
    case "deadlock":
      return { data: [], bounds: [] };
    case "not":
      return codeIn(f.a);
    default: {
      const parts = f.items.map(codeIn);
      return { data: parts.flatMap((p) => p.data), bounds: parts.flatMap((p) => p.bounds) };
    }
  }
}

/** What of the cycle, beside its variable, the query sees. */
function whySeen(
  network: Network,
  process: Process,
  { edges, clock }: TimedCycle,
  query: NetworkQuery,
): string | undefined {
  const functions = [...network.functions, ...query.functions];
  for (const formula of formulasOf(query)) {
    if (clocksIn(formula).some((c) => c === undefined || c === clock)) return "the query looks at its clock";
    for (const leaf of codeIn(formula).data.flatMap(leavesOf)) {
      const at = locationAsked(leaf, process.index);
      if (at === undefined) {
        if (readsCell(readsOfCode(functions, [leaf]), process.index)) return `the query looks where ${process.name} is`;
      } else if (edges.length > 1 && edges.some((e) => e.source === at))
        return `the query asks for ${process.name}.${locationAt(process, at).name}, inside it`;
    }
  }
  return undefined;
}

/** The location that `process.location` in a query asks for. */
export function locationAsked(code: Code, process: number): number | undefined {
  if ((code.op !== "eq" && code.op !== "ne") || code.a.op !== "load" || code.b.op !== "const") return undefined;
  const { base, terms, pointer } = code.a.at;
  return base === process && terms.length === 0 && pointer === undefined ? code.b.value : undefined;
}

function clocksIn(f: Formula): readonly (number | undefined)[] {
  if (f.is === "clock") return [clockOf(f.constraint.left), clockOf(f.constraint.right)];
  if (f.is === "not") return clocksIn(f.a);
  return f.is === "and" || f.is === "or" ? f.items.flatMap(clocksIn) : [];
}

/** What the cycle's guards ask beside the variable: it must hold at the beginning. */
export function keptGuards(network: Network, { edges, counting }: CountingCycle): readonly Code[] {
  return edges.flatMap((e) =>
    e.guard.data.filter((code) => !readsCell(readsOfCode(network.functions, [code]), counting.cell)),
  );
}
