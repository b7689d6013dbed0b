/**
 * Certificates of refinements (docs/semantics.md 10): the pairs of states that were stored where one holds, and the run of
 * both sides that was found where it does not.
 */
import { wants } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import { type Refinement, spokenWithin } from "../refine/index.ts";
import type { Trace, TraceState } from "../trace/index.ts";
import { rationals } from "../zones/index.ts";
import { head, line, member, names, runTo } from "./certificate.ts";

/** What a certificate of refinement names beside the networks: the texts, and the processes as they were asked for. */
export interface RefinementClaim {
  readonly implementation: { readonly sha256: string; readonly processes: readonly string[] };
  readonly specification: { readonly sha256: string; readonly processes: readonly string[] };
}

/**
 * Calls `write` with each line of a certificate: pairs of states if it holds, and a run of both sides if not; or why
 * there is none.
 */
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
  if (outcome === "included" ? pairs === undefined : refinement.distinction !== undefined)
    return "what sets of states or a timed simulation found has no form of certificate";
  const half = spokenWithin(implementation).find((name) => face.hidden.includes(name));
  if (half !== undefined)
    return `channel ${half} is spoken between processes of the implementation, while the specification goes alone over it`;
  const run = outcome === "included" ? undefined : runApart(refinement, specification);
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

/**
 * The states before something is illegal: behind it the specification is nowhere. A delay that is illegal is one of the
 * last of them.
 */
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
