import type { Formula, Network, NetworkQuery } from "../../src/network/index.ts";
import type { Trace } from "../../src/trace/index.ts";
import { type Rational, rationals } from "../../src/zones/index.ts";
import { PointClocks } from "./regions/point.ts";
import { ActionSystem, type State } from "./regions/system.ts";

const { compareRational, rational } = rationals;

/**
 * Walks along a concrete trace with exact clock values and the rules of `regions/system.ts`, which shares nothing with the
 * search. Yields why it is not a run of the network, or undefined. `always` must hold at every instant, `goal` at the end.
 */
export function walk(
  network: Network,
  query: NetworkQuery,
  trace: Trace,
  claim: { readonly always?: Formula; readonly goal?: Formula },
): string | undefined {
  const system = new ActionSystem<PointClocks>(
    network,
    () => new PointClocks(network.clocks.map((c) => rational(c.initial))),
    query,
  );
  const start = system.initial();
  if (start === undefined) return "there is no initial state";
  let state: State<PointClocks> = start;
  const holds = (at: State<PointClocks>, formula: Formula): boolean => {
    system.enter(at);
    return evaluate(system, formula);
  };
  for (let i = 0; i < trace.states.length; i++) {
    const written = trace.states[i]!;
    if (written.values === undefined) return `state ${i} has no values`;
    if (!isSame(state, written.locations, written.variables, written.values)) return `state ${i} is another one`;
    const delay = written.delay ?? rational(0);
    if (delay.n < 0n) return `the delay in state ${i} is negative`;
    for (const time of state.region.instants(delay)) {
      const then = { cells: state.cells, region: state.region.later(time) };
      if (!system.allowed(then)) return `an invariant fails in state ${i} after ${time.n}/${time.d}`;
      if (claim.always !== undefined && !holds(then, claim.always))
        return `the formula fails in state ${i} after ${time.n}/${time.d}`;
      if (compareRational(time, delay) < 0 && system.urgent(then))
        return `an urgent channel forbids the delay in state ${i}`;
    }
    if (delay.n > 0n && system.isStopped(state)) return `state ${i} allows no delay`;
    state = { cells: state.cells, region: state.region.later(delay) };
    const next = trace.states[i + 1];
    if (next === undefined) break;
    if (next.values === undefined) return `state ${i + 1} has no values`;
    const found = system.actions(state).find((target) => isSame(target, next.locations, next.variables, next.values!));
    if (found === undefined) return `no transition leads from state ${i} to state ${i + 1}`;
    state = found;
  }
  return claim.goal !== undefined && !holds(state, claim.goal) ? "the goal does not hold at the end" : undefined;
}

export function mentionsDeadlock(formula: Formula): boolean {
  switch (formula.is) {
    case "deadlock":
      return true;
    case "not":
      return mentionsDeadlock(formula.a);
    case "and":
    case "or":
      return formula.items.some(mentionsDeadlock);
    default:
      return false;
  }
}

function evaluate(system: ActionSystem<PointClocks>, formula: Formula): boolean {
  switch (formula.is) {
    case "data":
      return system.machine.run(formula.code) !== 0;
    case "clock":
      return system.constraint(formula.constraint);
    case "deadlock":
      throw new Error("a point does not know its future");
    case "not":
      return !evaluate(system, formula.a);
    case "and":
      return formula.items.every((item) => evaluate(system, item));
    case "or":
      return formula.items.some((item) => evaluate(system, item));
  }
}

function isSame(
  state: State<PointClocks>,
  locations: readonly number[],
  variables: readonly number[],
  values: readonly Rational[],
): boolean {
  return (
    [...locations, ...variables].every((value, i) => state.cells[i] === value) &&
    state.region.equals([rational(0), ...values])
  );
}
