import { type Body, call, type F64, f64, i32, type Local } from "../../engine/index.ts";
import type { Edge, Outcome, Way } from "../network.ts";
import { type Emitter, trapIf } from "./emitter.ts";
import { holds } from "./holds.ts";
import type { Random } from "./random.ts";
import { perform, realOf } from "./value.ts";

/** Where an edge may lead: the ways through its branch points, each to a location. They are numbered as they are written. */
interface Leaf {
  readonly ways: readonly Way[];
  readonly target: number;
}

export function leavesOf(outcome: Outcome, ways: readonly Way[] = []): Leaf[] {
  if (outcome.kind === "location") return [{ ways, target: outcome.location }];
  return outcome.ways.flatMap((way) => leavesOf(way.then, [...ways, way]));
}

/** Chooses a leaf by weights; its number goes into `leaf`. */
export function chooseLeaf(
  outcome: Outcome,
  first: number,
  leaf: Local<"i32">,
  random: Random,
  e: Emitter,
  f: Body,
): void {
  if (outcome.kind === "location") return f.set(leaf, first);
  const way = chooseWay(outcome.ways, random, e, f);
  let next = first;
  const cases = outcome.ways.map(({ then }) => {
    const begin = next;
    next += leavesOf(then).length;
    return () => chooseLeaf(then, begin, leaf, random, e, f);
  });
  if (outcome.ways.every(({ then }) => then.kind === "location")) f.set(leaf, i32.add(way, first));
  else f.switch(way, cases);
}

function chooseWay(ways: readonly Way[], random: Random, e: Emitter, f: Body): Local<"i32"> {
  const way = f.local("i32", "way", 0);
  const weights = ways.map(({ weight, guard }) => {
    const value = f.local("f64", "weight", 0);
    f.if(holds(guard, e, f), () => f.set(value, realOf(weight, e, f)));
    trapIf(i32.eqz(i32.and(f64.ge(value, 0), f64.lt(value, Number.POSITIVE_INFINITY))), f);
    return value;
  });
  const total = f.local(
    "f64",
    "total",
    weights.reduce<F64>((sum, weight) => f64.add(sum, weight), f64.const(0)),
  );
  trapIf(f64.eq(total, 0), f);
  if (ways.length === 1) return way;
  const rest = f.local("f64", "rest", f64.mul(call(random.next), total));
  f.block("way", (found) => {
    for (const [k, weight] of weights.entries()) {
      f.set(rest, f64.sub(rest, weight));
      f.if(f64.gt(weight, 0), () => {
        // Where rounding leaves a rest, the last that can be taken is.
        f.set(way, k);
        f.brIf(found, f64.le(rest, 0));
      });
    }
  });
  return way;
}

/** The updates of an edge and of the ways behind it. */
export function update(edge: Edge, leaf: Leaf, e: Emitter, f: Body): void {
  perform(edge.update, e, f);
  for (const way of leaf.ways) perform(way.update, e, f);
}
