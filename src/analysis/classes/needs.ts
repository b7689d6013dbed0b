/**
 * Which tests of a variable can still matter, by process and location: the weakest preconditions of guards, invariants,
 * updates and the query, as far as they are tests of single variables against constants. In a state two values of a variable
 * make no difference if the tests that its processes need where they are, and those of the query, come out alike: the states
 * are bisimilar. A test of v is needed
 *
 *   1. where an invariant, or an edge's guard, channel or update, may make it;
 *   2. everywhere, if the query makes it;
 *   3. at an edge's source, if it is needed at its target and the edge does not surely write v;
 *   4. at the source of an edge that may copy v to w, if it is needed of w anywhere.
 *
 * Why that is enough: let two states agree on what is needed. The same transitions are enabled (1), and updates take the same
 * branches and store the same values, but for copies, whose targets agree on all that is ever asked of them (4). What is not
 * written agrees at the target by (3), and for processes that stay because nothing changed for them. A copy that may be a
 * fault tests for that.
 */
import type { Code, Edge, Network, NetworkQuery } from "../../network/index.ts";
import { formulasOf } from "../code/walk.ts";
import { usesOf } from "../flow/uses.ts";
import { Ranges } from "../values/range.ts";
import { type About, isDirect, Looks, type Test } from "./looks.ts";
import { plainVariables } from "./plain.ts";

/** A test, or that the value as a whole is needed. */
export type Need = Test | "whole";

export interface Needs {
  readonly isPlain: (cell: number) => boolean;
  /** By variable: what is needed wherever processes are. */
  readonly everywhere: ReadonlyMap<number, readonly Need[]>;
  /** By process and location. */
  readonly rows: readonly (readonly ReadonlyMap<number, readonly Need[]>[])[];
}

/** More facts than this are not worked out. */
const FACTS = 200_000;
/** Of a variable with more tests than this the value as a whole counts, also of what is copied to it. */
export const MOST_TESTS = 12;

/** Undefined if it is too much, or the network has code that this does not follow. Variables of `left` count as a whole. */
export function testsNeeded(
  network: Network,
  query: NetworkQuery | undefined,
  left: ReadonlySet<number>,
): Needs | undefined {
  if (network.beforeUpdate.length > 0 || network.afterUpdate.length > 0 || network.vectors.length > 0) return undefined;
  return new Analysis(network, query, left).run();
}

/** Needs of one variable, each once. */
type Known = Map<string, Need>;

class Analysis {
  private readonly network: Network;
  private readonly query: NetworkQuery | undefined;
  private readonly about: About;
  private readonly isPlain: (cell: number) => boolean;
  private readonly everywhere = new Map<number, Known>();
  private readonly rows: Map<number, Known>[][];
  /** By variable: what is needed of it by anybody anywhere. */
  private readonly somewhere = new Map<number, Known>();
  /** By variable: edges that may copy another to it. */
  private readonly copies = new Map<number, { readonly edge: Edge; readonly from: number }[]>();
  private readonly writes = new Map<Edge, ReadonlySet<number>>();
  private readonly pending: (() => void)[] = [];
  private count = 0;

  constructor(network: Network, query: NetworkQuery | undefined, left: ReadonlySet<number>) {
    this.network = network;
    this.query = query;
    const functions = [...network.functions, ...(query?.functions ?? [])];
    const followed: Looks[] = [];
    const isPlain = plainVariables(network, query, new Ranges(network, query));
    this.isPlain = (cell) => isPlain(cell) && !left.has(cell);
    this.about = {
      network,
      isVariable: this.isPlain,
      called: (f) => {
        followed[f] ??= this.looks((looks) => looks.steps(functions[f]!.body));
        return followed[f];
      },
    };
    this.rows = network.processes.map((p) => p.locations.map(() => new Map<number, Known>()));
  }

  private looks(look: (looks: Looks) => void): Looks {
    const looks = new Looks(this.about);
    look(looks);
    return looks;
  }

  run(): Needs | undefined {
    this.seed();
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) {
      if (this.count > FACTS) return undefined;
      next();
    }
    const lists = (known: ReadonlyMap<number, Known>) =>
      new Map([...known].map(([cell, needs]) => [cell, [...needs.values()]]));
    return { isPlain: this.isPlain, everywhere: lists(this.everywhere), rows: this.rows.map((row) => row.map(lists)) };
  }

  /** Rules 1 and 2. */
  private seed(): void {
    const { network, query } = this;
    const { possible } = usesOf(network);
    for (const p of network.processes) {
      for (const { index, invariant } of p.locations)
        this.all(
          this.looks((looks) => {
            looks.guard(invariant);
            for (const { unless, clock, rate } of invariant.rates) {
              if (unless !== undefined) looks.truth(unless);
              looks.address(clock);
              looks.value(rate);
            }
          }),
          (cell, need) => this.need(p.index, index, cell, need),
        );
      for (const edge of p.edges) this.edge(edge, possible.edges[edge.id] === true);
    }
    if (query === undefined) return;
    const looks = this.looks((l) => {
      for (const f of formulasOf(query)) l.formula(f);
      if (query.kind !== "sup" && query.kind !== "inf" && query.kind !== "bounds") return;
      for (const t of query.terms) {
        if (t.is === "clock") l.address(t.clock);
        l.value(t.is === "data" ? t.code : t.plus);
      }
    });
    this.all(looks, (cell, need) => {
      if (add(this.everywhere, cell, need)) this.anywhere(cell, need);
    });
  }

  private edge(edge: Edge, isPossible: boolean): void {
    const looks = this.looks((l) => {
      l.guard(edge.guard);
      if (edge.sync?.kind === "channel") for (const { index } of edge.sync.channel.terms) l.value(index);
      if (isPossible) for (const code of edge.update) l.statement(code);
    });
    this.all(looks, (cell, need) => this.need(edge.process, edge.source, cell, need));
    if (!isPossible) return;
    this.writes.set(edge, new Set(edge.update.flatMap((code) => this.written(code))));
    const { ranges } = usesOf(this.network).possible;
    for (const { from, to, low, high } of looks.copies) {
      const known = this.copies.get(to);
      if (known === undefined) this.copies.set(to, [{ edge, from }]);
      else known.push({ edge, from });
      const range = ranges.load({ base: from, terms: [] });
      if (range.low >= low && range.high <= high) continue;
      for (const than of [low, high + 1]) this.need(edge.process, edge.source, from, { is: "<", than });
    }
  }

  /** Variables that a statement surely writes. */
  private written(code: Code): readonly number[] {
    if (code.op === "sequence") return code.items.flatMap((item) => this.written(item));
    return code.op === "store" && isDirect(code.at) && this.isPlain(code.at.base) ? [code.at.base] : [];
  }

  private all({ tests, whole }: Looks, needed: (cell: number, need: Need) => void): void {
    for (const [cell, list] of tests) for (const test of list) needed(cell, test);
    for (const cell of whole) needed(cell, "whole");
  }

  private need(process: number, location: number, cell: number, need: Need): void {
    if (!add(this.rows[process]![location]!, cell, need)) return;
    this.count++;
    this.anywhere(cell, need);
    const { into } = usesOf(this.network);
    this.pending.push(() => {
      // Rule 3.
      for (const edge of into[process]![location]!)
        if (!this.writes.get(edge)!.has(cell)) this.need(process, edge.source, cell, need);
    });
  }

  /** Rule 4. */
  private anywhere(cell: number, need: Need): void {
    if (!add(this.somewhere, cell, need)) return;
    if (need !== "whole" && this.somewhere.get(cell)!.size > MOST_TESTS) this.anywhere(cell, "whole");
    this.pending.push(() => {
      for (const { edge, from } of this.copies.get(cell) ?? []) this.need(edge.process, edge.source, from, need);
    });
  }
}

/** False if it was there. */
function add(all: Map<number, Known>, cell: number, need: Need): boolean {
  const key = need === "whole" ? need : `${need.is}${need.than}`;
  const known = all.get(cell) ?? new Map<string, Need>();
  if (known.has(key)) return false;
  all.set(cell, known.set(key, need));
  return true;
}
