import { canonicaliser, coarsener, formulasOf, liveCells, valueClasses } from "../../src/analysis/index.ts";
import { type Engine, Fault, interpret } from "../../src/engine/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";

/** What came of one model: how many states had another that stands for them, and the first that behaves otherwise than it. */
export interface Stepped {
  readonly compared: number;
  readonly problem?: string;
}

/**
 * Classes of values, state by state: a state and the one that stands for it have the same transitions, delays and faults,
 * into states that one stands for in turn when dead variables are cleared, and the query says the same of both. Looks at the
 * first `limit` states as the interpreter finds them, with zones as they are.
 */
export function compareSteps(network: Network, query: NetworkQuery, limit: number): Stepped {
  const classes = valueClasses(network, query);
  if (classes.length === 0) return { compared: 0 };
  const engine = interpret(network, query);
  const [coarsen, live] = [coarsener(classes), liveCells(network, query)];
  const clear = live && canonicaliser(network, live);
  const look = observer(engine, query, (state) => {
    clear?.(state);
    coarsen(state);
  });
  const waiting: { readonly cells: Int32Array; readonly zone: Int32Array }[] = [];
  const known = new Set<string>();
  const reach = (): false => {
    const [cells, zone] = [engine.cells.slice(0, engine.size), Int32Array.from(engine.zone)];
    const key = `${cells}|${zone}`;
    if (!known.has(key) && known.size < limit) waiting.push({ cells, zone });
    known.add(key);
    return false;
  };
  unlessFault(() => {
    if (engine.initial()) engine.elapse(reach);
  });
  let compared = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { cells, zone } = next;
    const standing = cells.slice();
    coarsen(standing);
    if (`${standing}` !== `${cells}`) {
      const [own, its] = [look(cells, zone), look(standing, zone)];
      if (own !== its) return { compared, problem: `${cells} does ${own}\n${standing} does ${its}` };
      compared++;
    }
    engine.cells.set(cells);
    engine.zone.set(zone);
    unlessFault(() =>
      engine.successors(() => {
        engine.elapse(reach);
        return false;
      }, "skip"),
    );
  }
  return { compared };
}

/** All that can be seen of a state, as a text. */
function observer(
  engine: Engine,
  query: NetworkQuery,
  represent: (state: Int32Array) => void,
): (cells: Int32Array, zone: Int32Array) => string {
  const predicates = formulasOf(query).map((f) => engine.predicate(f, false));
  return (cells, zone) => {
    const put = (): void => {
      engine.cells.set(cells);
      engine.zone.set(zone);
    };
    const steps: string[] = [];
    put();
    const isFault = unlessFault(() => {
      for (const p of predicates) steps.push(`query ${p.holds(engine.zone)}`);
      put();
      engine.successors(() => {
        const words = engine.transition.subarray(0, engine.transitionLength);
        engine.elapse(() => {
          const target = engine.cells.slice(0, engine.size);
          represent(target);
          steps.push(`${words} to ${plain(engine.network, target)} ${engine.zone}`);
          return false;
        });
        return false;
      });
    });
    if (isFault) return "a fault";
    return steps.sort().join("\n");
  };
}

/** Without meta variables, which tell no states apart. */
function plain(network: Network, cells: Int32Array): string {
  return `${cells.filter((_, cell) => !network.slots.at(cell)!.meta)}`;
}

/** Whether there was one. */
function unlessFault(act: () => void): boolean {
  try {
    act();
    return false;
  } catch (e) {
    if (!(e instanceof Fault)) throw e;
    return true;
  }
}
