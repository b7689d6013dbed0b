/**
 * What a certificate states of the model beside its members, judged from the model's text: bounds of clocks
 * (docs/semantics.md 9.2, 9.3), symmetries (9.12), which variables are live (9.13) and which processes are left out (9.14).
 */
import { StatedBounds } from "./bounds.ts";
import { type Exchange, exchangesOf } from "./exchange.ts";
import type { Bounds, Header } from "./format.ts";
import { mentionsDeadlock } from "./formula.ts";
import { demandLive, leastNeeds, Needs } from "./live.ts";
import type { Names } from "./names.ts";
import { at, Refuted, Unreadable } from "./outcome.ts";
import type { Claim } from "./query.ts";
import { demandStill } from "./still.ts";
import { demandSymmetry } from "./symmetry.ts";
import type { System } from "./system.ts";

interface Stated {
  readonly bounds: StatedBounds | undefined;
  readonly exchanges: readonly Exchange[];
  readonly needs: Needs | undefined;
}

export function statedOf(header: Header, claim: Claim, system: System, names: Names): Stated {
  const { order, bounds: given, symmetries, live, still = [] } = header;
  if (order === "simulation" && given === undefined)
    throw new Unreadable("simulation needs bounds, and the certificate has none");
  const isStated = order === "simulation" && given !== undefined;
  const bounds = isStated ? new StatedBounds(system, renumbered(given, names)) : undefined;
  at(undefined, "the stated bounds", () => bounds && demandBothWays(bounds, claim, system));
  const needs = live && Needs.stated(live, names, system);
  if (needs !== undefined) demandLive(needs, claim, system);
  if (still.length > 0) demandStill(system, claim, needs ?? leastNeeds(claim, system), bounds);
  const exchanges = symmetries === undefined ? [] : exchangesOf(symmetries, names, system);
  for (const exchange of exchanges) {
    demandSymmetry(exchange, system, claim);
    at(undefined, exchange.name, () => {
      if (bounds?.isKeptBy(exchange) === false) throw new Refuted("it does not take the stated bounds to themselves");
      if (needs?.isKeptBy(exchange) === false) throw new Refuted("it does not take what is live to what is live");
      const isLeftOut = system.processes.map(({ leftOut }) => leftOut !== undefined);
      if (isLeftOut.some((so, p) => so !== isLeftOut[exchange.cell(p)]))
        throw new Refuted("it takes a process that is left out to one that is not");
    });
  }
  return { bounds, exchanges, needs };
}

/** 9.3: where what is forbidden counts, not only what is allowed, states must simulate each other. */
function demandBothWays(bounds: StatedBounds, { goal }: Claim, system: System): void {
  const edges = system.processes.flatMap((p) => p.locations.flatMap((l) => l.edges));
  const forbids = edges.some((e) => e.forbids && e.guards.some((g) => g.hasLimits));
  if ((forbids || system.hasPriorities || mentionsDeadlock(goal.formula)) && !bounds.isSymmetric)
    throw new Refuted("lower and upper bounds must be the same here, since guards also forbid; they are stated apart");
}

function renumbered(bounds: Bounds, { clocks }: Names) {
  const at = (clock: number | null | undefined): number => {
    const found = clocks[clock ?? -1];
    if (found === undefined || found === 0) throw new Unreadable("the certificate states bounds of no clock");
    return found;
  };
  return {
    everywhere: bounds.everywhere.map(([clock, ...rest]) => [at(clock), ...rest]),
    locations: bounds.locations.map(([process, location, clock, ...rest]) => [process!, location!, at(clock), ...rest]),
  };
}
