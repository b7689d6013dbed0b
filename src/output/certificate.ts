/**
 * Certificates (docs/guide/certificates.md): lines of JSON that `zonal certify`, a program of its own, checks. The first line
 * says what is claimed about which model; then come the states of the proof; the last line counts them. Names, not numbers,
 * tie it to the model.
 */
import { wants } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import type { Cover, Ends, Limit, TermValues } from "../search/index.ts";
import type { Trace, TraceState, Way } from "../trace/index.ts";
import { INF, type Zone } from "../zones/index.ts";
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
  write(coverHead(cover, network, claim));
  let [states, zones] = [0, 0];
  cover.each((cells, list, permutations = []) => {
    states++;
    zones += list.length;
    write(line({ ...member(cells, list), ...(permutations.length === 0 ? {} : { permutations }) }));
  });
  write(line({ end: states }));
  return { states, zones };
}

/** Its first line. */
export function coverHead(cover: Cover, network: Network, claim: CertificateClaim): string {
  const { order, everywhere, locations, symmetries, matters } = cover;
  const stated = order === "simulation" ? { bounds: { everywhere, locations } } : {};
  const named = symmetries?.map(({ elements, values, swaps }) => ({ elements, values, swaps }));
  const up = named === undefined ? {} : { symmetries: named };
  return line({ ...head(network, claim), proof: "unreachable", order, ...stated, ...up, ...matters });
}

/** The same for a proof that runs come to a goal. */
export function endsToCertificate(
  ends: Ends,
  network: Network,
  claim: CertificateClaim,
  write: (line: string) => void,
): { readonly states: number; readonly zones: number } {
  wants("endsToCertificate", network, "network");
  write(endsHead(ends.symmetries, network, claim));
  let [states, zones] = [0, 0];
  const add: Parameters<Ends["each"]>[0] = (cells, list, ranks, permutations) => {
    states++;
    zones += list.length;
    const permuted = permutations.length === 0 ? {} : { permutations };
    write(line({ ...member(cells, list), ...(ranks === undefined ? {} : { ranks }), ...permuted }));
  };
  ends.reached(add);
  ends.each(add);
  write(line({ end: states }));
  return { states, zones };
}

/** Its first line. */
export function endsHead(symmetries: Ends["symmetries"], network: Network, claim: CertificateClaim): string {
  const named = symmetries.map(({ elements, values, swaps }) => ({ elements, values, swaps }));
  const up = named.length === 0 ? {} : { symmetries: named };
  return line({ ...head(network, claim), proof: "ends", order: "inclusion", ...up });
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

export function runTo(
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

export function member(cells: ArrayLike<number>, zones: readonly Zone[]): object {
  return { state: Array.from(cells), zones: zones.map(entries) };
}

function entries(zone: Zone): readonly (number | null)[] {
  return Array.from(zone, (b) => (b >= INF ? null : b));
}

export function head(network: Network, { query, outcome, sha256, limit, values }: CertificateClaim): object {
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

export function names({ processes, slots, clocks }: Network): object {
  return {
    processes: processes.map(({ name }) => name),
    variables: slots.slice(processes.length).map(({ name }) => name),
    clocks: clocks.slice(1).map(({ name }) => name),
  };
}

export function line(content: object): string {
  return `${JSON.stringify(content)}\n`;
}
