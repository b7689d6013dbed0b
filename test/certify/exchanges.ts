import { Exchange } from "../../apps/certify/exchange.ts";
import { Refuted, Unsupported } from "../../apps/certify/outcome.ts";
import type { Claim } from "../../apps/certify/query.ts";
import { Semantics } from "../../apps/certify/semantics.ts";
import { demandSymmetry } from "../../apps/certify/symmetry.ts";
import { type System, systemOf } from "../../apps/certify/system.ts";
import { Zone } from "../../apps/certify/zone.ts";
import { checkQuery, Fragment, type Model, parseQuery, type Tree } from "../../src/index.ts";
import { tablesOf } from "../../src/model/index.ts";

/**
 * Exchanges that names suggest: `P(0)` for `P(1)`, `a[0]` for `a[1]`, and the values of some variables. Most are symmetries
 * of the models that they are tried on, and many are not; what the checker says of them is compared with what the exchange
 * does to states.
 */
function suggested(system: System, [a, b]: readonly [number, number], holders: RegExp): Exchange {
  const renamed = (name: string): string =>
    name.replace(/(?<=[([,]|^P)\d+/g, (n) => String(Number(n) === a ? b : Number(n) === b ? a : n));
  const pairsOf = (names: readonly string[]): (readonly [number, number])[] =>
    names.flatMap((name, k) => {
      const to = names.indexOf(renamed(name));
      return to > k ? [[k, to] as const] : [];
    });
  const held = system.names.flatMap((name, k) => (k >= system.processes.length && holders.test(name) ? [k] : []));
  return new Exchange([a, b], pairsOf(system.names), pairsOf(system.memory.clockNames), held, system);
}

/** Why the checker refuses an exchange as a symmetry of a model and a query; undefined if it takes it. */
export function refusal(
  model: Model,
  tree: Tree,
  formula: string,
  between: readonly [number, number],
  holders: RegExp,
): { readonly why: string | undefined; readonly exchange: Exchange; readonly system: System } {
  const system = systemOf(model);
  const exchange = suggested(system, between, holders);
  const { query } = parseQuery(Fragment.of(formula), { tree });
  if (query?.kind !== "A[]" && query?.kind !== "E<>") throw new Error(`no query for this: ${formula}`);
  const checked = checkQuery(model, query);
  const goal = { formula: query.formula, isNegated: false };
  const claim: Claim = { goal, context: { ...system.context, tables: tablesOf(checked, model) } };
  try {
    demandSymmetry(exchange, system, claim);
    return { why: undefined, exchange, system };
  } catch (error) {
    if (!(error instanceof Refuted) && !(error instanceof Unsupported)) throw error;
    return { why: `${(error as Refuted).step}: ${error.message}`, exchange, system };
  }
}

/**
 * A state whose image does not lead to the images of what it leads to, of the first `most` that are reached; undefined if
 * there is none.
 */
export function broken(exchange: Exchange, system: System, most: number): string | undefined {
  const semantics = new Semantics(system);
  const initial = semantics.initial();
  if (initial === undefined) return undefined;
  const pending: State[] = semantics.elapse(initial).map((zone) => ({ values: semantics.save(), zone }));
  const seen = new Set(pending.map(keyOf));
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    const next = successors(state, semantics);
    const there = successors(imageOf(state, exchange), semantics);
    if (
      next
        .map((s) => keyOf(imageOf(s, exchange)))
        .sort()
        .join() !== there.map(keyOf).sort().join()
    )
      return `${system.names.map((name, k) => `${name}=${state!.values[k]}`).join(" ")}`;
    // Also states that are reached only from images.
    for (const one of [...next, ...there]) {
      if (seen.size >= most || seen.has(keyOf(one))) continue;
      seen.add(keyOf(one));
      pending.push(one);
    }
  }
  return undefined;
}

interface State {
  readonly values: readonly number[];
  readonly zone: Zone;
}

function keyOf({ values, zone }: State): string {
  return `${values.join(" ")} / ${zone.bounds.join(" ")};`;
}

function imageOf({ values, zone }: State, exchange: Exchange): State {
  const image = { values: [...values], zone: zone.copy() };
  exchange.apply(image.values, image.zone);
  return image;
}

/** What faults leads nowhere, and is told apart from what does not. */
function successors({ values, zone }: State, semantics: Semantics): State[] {
  const found: State[] = [];
  semantics.load(values);
  try {
    semantics.successors(zone, {
      reached: (target) => {
        for (const later of semantics.elapse(target)) found.push({ values: semantics.save(), zone: later });
      },
    });
  } catch (error) {
    if ((error as Error).name !== "Fault") throw error;
    return [{ values: [], zone: Zone.zero(1) }];
  }
  return found;
}
