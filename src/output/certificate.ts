/**
 * Certificates (docs/guide/certificates.md): lines of JSON that `zonal certify`, a program of its own, checks. The first line says what is
 * claimed about which model; then come the states of the proof; the last line counts them. Names, not numbers, tie it to the model.
 */
import { wants } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import type { Refinement } from "../refine/index.ts";
import type { Cover, Ends, Limit, TermValues } from "../search/index.ts";
import type { Trace, TraceState, Way } from "../trace/index.ts";
import { INF, rationals, type Zone } from "../zones/index.ts";
import { fraction } from "./numbers.ts";

export interface CertificateClaim {
  readonly query: string;
  readonly outcome: "satisfied" | "violated";
  /** Of the bytes of the model's file, in hexadecimal digits. */
  readonly sha256: string;
  /** Of `sup` and `inf`: the limit that is claimed; of `bounds`: the values. */
  readonly limit?: Limit;
  readonly values?: TermValues;
}

/** Calls `write` with each line, its end included. Returns how many states and zones there are. */
export function coverToCertificate(
  cover: Cover,
  network: Network,
  claim: CertificateClaim,
  write: (line: string) => void,
): { readonly states: number; readonly zones: number } {
  wants("coverToCertificate", network, "network");
  const { order, everywhere, locations } = cover;
  const stated = order === "simulation" ? { bounds: { everywhere, locations } } : {};
  write(line({ ...head(network, claim), proof: "unreachable", order, ...stated }));
  let [states, zones] = [0, 0];
  cover.each((cells, list) => {
    states++;
    zones += list.length;
    write(line(member(cells, list)));
  });
  write(line({ end: states }));
  return { states, zones };
}

/** The same for a proof that runs come to a goal. */
export function endsToCertificate(
  ends: Ends,
  network: Network,
  claim: CertificateClaim,
  write: (line: string) => void,
): { readonly states: number; readonly zones: number } {
  wants("endsToCertificate", network, "network");
  write(line({ ...head(network, claim), proof: "ends", order: "inclusion" }));
  let [states, zones] = [0, 0];
  const add = (cells: Int32Array, list: readonly Zone[], ranks?: readonly number[]): void => {
    states++;
    zones += list.length;
    write(line({ ...member(cells, list), ...(ranks === undefined ? {} : { ranks }) }));
  };
  ends.reached(add);
  ends.each(add);
  write(line({ end: states }));
  return { states, zones };
}

/** The same for a trace to a state that was found, or one that stays. Undefined if it has no exact times, or goes in a loop. */
export function traceToCertificate(
  trace: Trace,
  network: Network,
  claim: CertificateClaim,
  write: (line: string) => void,
): { readonly states: number } | undefined {
  wants("traceToCertificate", network, "network");
  const { ending } = trace;
  if (!trace.concrete || ending === "loop") return undefined;
  write(line({ ...head(network, claim), ...(ending === "goal" ? { proof: "run" } : { proof: "stays", ending }) }));
  return runTo(
    trace.states.map(({ locations, variables, ...at }) => ({ ...at, cells: [...locations, ...variables] })),
    write,
  );
}

function runTo(
  states: readonly (Pick<TraceState, "values" | "delay"> & { readonly cells: readonly number[] })[],
  write: (line: string) => void,
): { readonly states: number } {
  for (const { cells, values, delay } of states)
    write(
      line({ state: cells, clocks: (values ?? []).map(fraction), delay: delay === undefined ? "0" : fraction(delay) }),
    );
  write(line({ end: states.length }));
  return { states: states.length };
}

/** The same for a way that stays, or for ways to values. */
export function wayToCertificate(
  way: Way,
  network: Network,
  claim: CertificateClaim,
  write: (line: string) => void,
): { readonly states: number } {
  wants("wayToCertificate", network, "network");
  const { states, ending, loop, begin } = way;
  const numbered = { loop, begin };
  const said = Object.entries(numbered).flatMap(([name, k]) => (k === undefined ? [] : [[name, k + 1]]));
  const proof = ending === undefined ? { proof: "taken" } : { proof: "way", ending };
  write(line({ ...head(network, claim), ...proof, ...Object.fromEntries(said) }));
  states.forEach(({ cells, from, zones }, k) => {
    const after = from === undefined || from === k - 1 ? {} : { from: from + 1 };
    write(line({ state: cells, ...after, ...(zones === undefined ? {} : { zones: zones.map(entries) }) }));
  });
  write(line({ end: states.length }));
  return { states: states.length };
}

/** What a certificate of refinement names beside the networks: the texts, and the processes as they were asked for. */
export interface RefinementClaim {
  readonly implementation: { readonly sha256: string; readonly processes: readonly string[] };
  readonly specification: { readonly sha256: string; readonly processes: readonly string[] };
}

/** The same for a refinement: pairs of states if it holds, and a run of both sides if not; or why there is none. */
export function refinementToCertificate(
  refinement: Refinement,
  networks: readonly [Network, Network],
  claim: RefinementClaim,
  write: (line: string) => void,
): { readonly states: number; readonly zones?: number } | string {
  wants("refinementToCertificate", refinement, "refinement");
  const { outcome, pairs, interface: face } = refinement;
  const [implementation, specification] = networks;
  if (outcome !== "included" && outcome !== "not-included") return `the answer is ${outcome}`;
  const run = outcome === "included" ? undefined : runApart(refinement, specification);
  if (outcome === "included" && pairs === undefined) return "what a timed simulation found has no form of certificate";
  if (typeof run === "string") return run;
  if (networks.some(({ slots }) => slots.some((slot) => slot.meta)))
    return "refinement with meta variables is not certified";
  const { sha256 } = claim.implementation;
  const refines = {
    implementation: claim.implementation.processes,
    specification: {
      sha256: claim.specification.sha256,
      process: claim.specification.processes,
      ...names(specification),
    },
    channels: face.channels,
    internal: face.hidden,
    variables: face.variables,
  };
  const said = { query: "refinement", sha256 } as const;
  if (run !== undefined) {
    write(line({ ...head(implementation, { ...said, outcome: "violated" }), proof: "apart", refines }));
    return runTo(
      run.map(({ locations, variables, ...at }) => ({ ...at, cells: sidesOf(locations, variables, networks) })),
      write,
    );
  }
  write(
    line({ ...head(implementation, { ...said, outcome: "satisfied" }), proof: "refines", order: "inclusion", refines }),
  );
  let [states, zones] = [0, 0];
  pairs!.each((cells, list) => {
    states++;
    zones += list.length;
    write(line(member(cells, list)));
  });
  write(line({ end: states }));
  return { states, zones };
}

/** The states before something is illegal: behind it the specification is nowhere. A delay that is illegal is one of the last of them. */
function runApart({ trace, traceReason, violation }: Refinement, { processes }: Network): Trace["states"] | string {
  if (trace === undefined || !trace.concrete) return `there is no exact run: ${trace?.concreteReason ?? traceReason}`;
  const nowhere = processes[0]!.locations.length;
  const isBoth = ({ locations }: TraceState): boolean => locations.at(-1)! < nowhere;
  const both = trace.states.filter(isBoth);
  const last = both.at(-1)!;
  if (violation?.kind !== "delay") return both;
  const behind = trace.states.filter((state) => !isBoth(state));
  const { plus, ZERO } = rationals;
  const delay = [last, ...behind].reduce((so, state) => plus(so, state.delay ?? ZERO), ZERO);
  return [...both.slice(0, -1), { ...last, delay }];
}

/** The values of both sides, those of the implementation first. */
function sidesOf(
  locations: readonly number[],
  variables: readonly number[],
  [first]: readonly [Network, Network],
): number[] {
  const [own, all] = [first.slots.length - first.processes.length, first.processes.length];
  return [...locations.slice(0, all), ...variables.slice(0, own), ...locations.slice(all), ...variables.slice(own)];
}

function member(cells: ArrayLike<number>, zones: readonly Zone[]): object {
  return { state: Array.from(cells), zones: zones.map(entries) };
}

function entries(zone: Zone): readonly (number | null)[] {
  return Array.from(zone, (b) => (b >= INF ? null : b));
}

function head(network: Network, { query, outcome, sha256, limit, values }: CertificateClaim): object {
  return {
    certificate: "zonal",
    version: 1,
    model: { sha256 },
    query,
    outcome,
    ...(limit === undefined ? {} : { limit }),
    ...(values === undefined ? {} : { values }),
    ...names(network),
  };
}

function names({ processes, slots, clocks }: Network): object {
  return {
    processes: processes.map(({ name }) => name),
    variables: slots.slice(processes.length).map(({ name }) => name),
    clocks: clocks.slice(1).map(({ name }) => name),
  };
}

function line(content: object): string {
  return `${JSON.stringify(content)}\n`;
}
