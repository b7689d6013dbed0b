/**
 * Clocks that nobody looks at. A clock is idle if it stands in no guard, invariant, rate, copy
 * or query, and is only ever set to constants, each time by its name. What it shows is then part of no condition, so states
 * that differ in it alone behave alike: every answer is the same without it, and zones have a row and a column less. Constants
 * that may not be given to clocks keep it, for that is a fault; so does an array of which one element is chosen at run time.
 */
import type { Address, ClockConstraint, Code, Network, NetworkQuery } from "../../network/index.ts";
import { MAX_CONSTANT } from "../../zones/index.ts";
import { eachCode, eachConstraint, formulasOf } from "../code/walk.ts";

/** The clocks that are idle for a query, by number. */
export function idleClocks(network: Network, query: NetworkQuery): ReadonlySet<number> {
  const idle = new Set<number>();
  for (let x = 1; x < network.clocks.length; x++) idle.add(x);
  const use = (ref: Address): void => {
    for (const x of clocksOf(ref, network.clocks.length)) idle.delete(x);
  };
  const compare = ({ left, right }: ClockConstraint): void => {
    use(left);
    use(right);
  };
  for (const p of network.processes) {
    for (const { invariant } of p.locations) {
      invariant.clocks.forEach(compare);
      for (const { clock } of invariant.rates) use(clock);
    }
    for (const { guard } of p.edges) guard.clocks.forEach(compare);
  }
  for (const f of formulasOf(query)) eachConstraint(f, false, compare);
  if ("terms" in query) for (const t of query.terms) if (t.is === "clock") use(t.clock);
  eachCode(network, query, (code) => {
    if (code.op === "reset") {
      if (!isPlain(code.clock) || !isHarmless(code.value)) use(code.clock);
    } else if (code.op === "move") {
      use(code.clock);
      use(code.from);
    } else if (code.op === "call") {
      // Who gets a clock by reference may do anything with it, and with those beside it.
      if (code.args.some((a) => a.kind === "reference" && a.clocks)) idle.clear();
    }
  });
  return idle;
}

/** Whether a reference names one clock, whatever the values of variables are. */
export function isPlain({ pointer, terms, first }: Address): boolean {
  return pointer === undefined && first === undefined && terms.length === 0;
}

function isHarmless(value: Code): boolean {
  return value.op === "const" && value.value >= 0 && value.value <= MAX_CONSTANT;
}

/** The clocks that a reference may stand for. */
export function clocksOf(ref: Address, clocks: number): Iterable<number> {
  const from = ref.pointer === undefined ? ref.base : 0;
  const to =
    ref.pointer === undefined ? ref.terms.reduce((last, t) => last + (t.size - 1) * t.stride, from) : clocks - 1;
  return Array.from({ length: to - from + 1 }, (_, k) => from + k);
}
