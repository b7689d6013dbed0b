/**
 * What a query looks at (Slomp, section 4.3.3, Algorithms 7 to 9 and 14 to 16): the variables and clocks of its formulas,
 * less those whose part of the formula is decided by where a process is. `P.l1 imply P.x > 4` looks at `P.x` only while P
 * is in l1. The formula is worked out once for each location of each process it names; a variable then counts at the
 * locations of one process, the one that leaves it out most often. `deadlock` looks at nothing: who can do what is decided
 * by guards and invariants, which count anyway. Formulas are taken as written: ranges of variables decide nothing here.
 */
import {
  type ClockConstraint,
  type Code,
  type Formula,
  type Network,
  type NetworkQuery,
  processAt,
} from "../../network/index.ts";
import { eachQueryCode, formulasOf } from "../code/walk.ts";
import type { Flows } from "./flow.ts";
import { NOTHING, type SourceSets, type Sources } from "./sources.ts";

interface Observation {
  readonly element: number;
  /** The process at whose locations it counts; undefined for everywhere. */
  readonly process?: number;
  readonly locations?: readonly number[];
}

/** Formulas times locations beyond which a query is not taken apart. */
const WORK = 20_000;
/** Quantifiers over more values than this are not taken apart. */
const UNROLLED = 64;

/** `owner` names the only process that uses an element, if there is one. */
export function observe(
  network: Network,
  query: NetworkQuery,
  flows: Flows,
  owner: (element: number) => number | undefined,
): readonly Observation[] {
  const partial = new Partial(network, query, flows);
  const everything = [...partial.uses(undefined)];
  if (everything.length === 0) return [];
  const named = namedProcesses(network, query);
  const work = named.reduce((sum, p) => sum + processAt(network, p).locations.length, 0) * partial.size;
  if (named.length === 0 || work > WORK) return everything.map((element) => ({ element }));
  const tables = named.map((p) => ({ p, uses: processAt(network, p).locations.map((_, l) => partial.uses([p, l])) }));
  return everything.map((element): Observation => {
    let best: { readonly share: number; readonly process: number; readonly locations: readonly number[] } | undefined;
    for (const { p, uses } of tables) {
      const locations = uses.flatMap((u, l) => (u.has(element) ? [l] : []));
      if (locations.length === uses.length) continue;
      const share = owner(element) === p ? -1 : locations.length / uses.length;
      if (best === undefined || share < best.share) best = { share, process: p, locations };
    }
    return best === undefined ? { element } : { element, process: best.process, locations: best.locations };
  });
}

/** Processes whose location the query asks for. */
function namedProcesses(network: Network, query: NetworkQuery): readonly number[] {
  const found = new Set<number>();
  eachQueryCode(query, (code) => {
    if (
      code.op === "load" &&
      code.at.terms.length === 0 &&
      code.at.pointer === undefined &&
      code.at.base < network.processes.length
    )
      found.add(code.at.base);
  });
  return [...found].sort((a, b) => a - b);
}

interface Known {
  readonly truth: boolean | undefined;
  readonly uses: Sources;
}

class Partial {
  /** How much there is to work out. */
  readonly size: number;
  private readonly network: Network;
  private readonly query: NetworkQuery;
  private readonly flows: Flows;

  constructor(network: Network, query: NetworkQuery, flows: Flows) {
    this.network = network;
    this.query = query;
    this.flows = flows;
    let size = 1;
    eachQueryCode(query, (code) => {
      size +=
        code.op === "forall" || code.op === "exists" ? Math.min(UNROLLED, Math.max(1, code.high - code.low + 1)) : 0.1;
    });
    this.size = size;
  }

  /** What the query looks at while a process is in a location; undefined for wherever it is. */
  uses(where: readonly [number, number] | undefined): Sources {
    const { flows, query } = this;
    let all: Sources = NOTHING;
    const { direct, faulty } = flows.apart(() => {
      if (where !== undefined) flows.now!.known.set(flows.elements.ofCell(where[0]), where[1]);
      if (query.kind === "sup" || query.kind === "inf" || query.kind === "bounds") {
        const predicate =
          query.predicate === undefined ? { truth: true, uses: NOTHING } : this.formula(query.predicate);
        all = predicate.uses;
        if (predicate.truth !== false)
          for (const t of query.terms)
            all = this.flows.sets.union(all, t.is === "data" ? this.leaf(t.code) : this.clock(t.clock, t.plus));
      } else for (const f of formulasOf(query)) all = this.flows.sets.union(all, this.formula(f).uses);
    });
    // Where evaluation may be a fault, it counts what was evaluated before.
    if (faulty) all = this.flows.sets.union(direct, where === undefined ? all : this.uses(undefined));
    const { processes } = this.network;
    return flows.sets.filter(all, (x) => x >= processes.length && flows.elements.isKept(x));
  }

  private formula(f: Formula): Known {
    switch (f.is) {
      case "data":
        return this.code(f.code);
      case "clock":
        return { truth: undefined, uses: this.constraint(f.constraint) };
      case "deadlock":
        return { truth: undefined, uses: NOTHING };
      case "not":
        return negated(this.formula(f.a));
      default:
        return together(
          this.flows.sets,
          f.is === "and",
          f.items.map((i) => this.formula(i)),
        );
    }
  }

  private code(code: Code): Known {
    const { flows } = this;
    const value = flows.constant(code);
    if (value !== undefined) {
      // It decides nothing, but it is evaluated, which may go wrong.
      flows.value(code);
      return { truth: value !== 0, uses: NOTHING };
    }
    switch (code.op) {
      case "not":
        return negated(this.code(code.a));
      case "bool":
        return this.code(code.a);
      case "both":
      case "either":
        return together(this.flows.sets, code.op === "both", [this.code(code.a), this.code(code.b)]);
      case "choose": {
        const condition = this.code(code.condition);
        if (condition.truth !== undefined) return this.code(condition.truth ? code.yes : code.no);
        const [yes, no] = [this.code(code.yes), this.code(code.no)];
        return {
          truth: undefined,
          uses: this.flows.sets.union(condition.uses, this.flows.sets.union(yes.uses, no.uses)),
        };
      }
      case "forall":
      case "exists": {
        if (code.high - code.low >= UNROLLED) break;
        const cell = flows.elements.ofCell(code.cell);
        const items: Known[] = [];
        for (let i = code.low; i <= code.high; i++) {
          flows.now!.known.set(cell, i);
          items.push(this.code(code.body));
        }
        flows.now!.known.delete(cell);
        return together(this.flows.sets, code.op === "forall", items);
      }
    }
    return { truth: undefined, uses: this.leaf(code) };
  }

  private leaf(code: Code): Sources {
    return this.flows.value(code);
  }

  private constraint(c: ClockConstraint): Sources {
    const unless = c.unless === undefined ? NOTHING : this.leaf(c.unless);
    return this.flows.sets.union(
      unless,
      this.flows.sets.union(this.clock(c.left, c.bound), this.clock(c.right, c.bound)),
    );
  }

  private clock(ref: ClockConstraint["left"], more: Code): Sources {
    const { cells, by } = this.flows.named(ref);
    return this.flows.sets.union(
      this.flows.sets.union(by, this.leaf(more)),
      this.flows.sets.of(cells.filter((x) => x > 0).map((x) => this.flows.elements.ofClock(x))),
    );
  }
}

function negated({ truth, uses }: Known): Known {
  return { truth: truth === undefined ? undefined : !truth, uses };
}

/** Of several parts one may decide the whole; then nothing else is looked at. */
function together(sets: SourceSets, all: boolean, items: readonly Known[]): Known {
  if (items.some((i) => i.truth === !all)) return { truth: !all, uses: NOTHING };
  if (items.every((i) => i.truth === all)) return { truth: all, uses: NOTHING };
  return { truth: undefined, uses: items.reduce((so, i) => sets.union(so, i.uses), NOTHING) };
}
