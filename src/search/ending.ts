/**
 * Proofs that runs come to a goal, for certificates of `A<>`, `-->` and `E[]` (docs/semantics.md 9.5): the graph of all
 * symbolic states that are reached away from the goal, abstracted by Extra+M, without any reduction but, where it is wished,
 * one state for all its images under permutations (9.12). Where the answer is sure it has no cycle, and the longest way from
 * a state to an end is its rank.
 */
import { type SetSymmetry, sorting } from "../analysis/index.ts";
import { wants } from "../base/index.ts";
import type { Engine } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import type { Zone } from "../zones/index.ts";
import { type Uncovered, whyNotCertified, withoutMeta } from "./cover.ts";
import type { Abstraction } from "./explore/abstraction.ts";
import { Explorer } from "./explore/explorer.ts";
import { waitingList } from "./explore/waiting.ts";
import { counting, type Limits, Meter, SearchLimit } from "./limits.ts";
import { Arrivals } from "./liveness/arrivals.ts";
import { abstractionOf, type LivenessQuery, Question, unsoundness } from "./question.ts";
import { careful } from "./race.ts";
import type { Ending } from "./road.ts";
import { NOTHING, type Statistics } from "./statistics.ts";
import type { Turns } from "./turns.ts";

export interface Ends {
  readonly kind: "ends";
  /** Calls `visit` for each discrete state away from the goal. */
  readonly each: (visit: VisitRanked) => void;
  /** For `-->`: the same for all states that are reached. */
  readonly reached: (visit: VisitRanked) => void;
  /** Sets of elements that may be exchanged, where one state stands for all its images. */
  readonly symmetries: readonly SetSymmetry[];
}

/**
 * A discrete state with its zones, their ranks, if they have any, and the permutations by which what it leads to is found, as
 * exchanges of neighbours.
 */
type VisitRanked = (
  cells: Int32Array,
  zones: readonly Zone[],
  ranks: readonly number[] | undefined,
  permutations: Permutations,
) => void;

type Permutations = readonly (readonly number[])[];

/** Elements that may be exchanged in such a proof. */
export function exchangeable(given: Network, query: NetworkQuery): readonly SetSymmetry[] {
  return new Question(withoutMeta(given), query).symmetry?.sets ?? [];
}

/**
 * A proof that every maximal run comes to what `A<>` or `-->` asks for, or away from what `E[]` does; up to permutations
 * of these elements.
 */
export function* endsInTurns(
  given: Network,
  query: NetworkQuery,
  limits: Limits = {},
  symmetries: readonly SetSymmetry[] = [],
): Turns<Ends | Uncovered> {
  wants("endsInTurns", given, "network");
  wants("endsInTurns", query, "query");
  const question = new Question(withoutMeta(given), query as LivenessQuery, counting(limits));
  const reason = whyNotEnding(question);
  if (reason !== undefined) return { kind: "uncovered", reason };
  let made: Ends | undefined;
  const ending = yield* careful(function* (): Turns<Ending> {
    const found = yield* search(question, symmetries);
    if (typeof found === "string") return { kind: "gave up", reason: found, statistics: NOTHING };
    made = found;
    return { kind: "answer", statistics: NOTHING };
  });
  if (made !== undefined) return made;
  const why =
    "reason" in ending ? ending.reason : ending.kind === "fault" ? ending.fault.message : "no proof was found";
  return { kind: "uncovered", reason: why };
}

function whyNotEnding({ network, query, bounds }: Question<LivenessQuery>): string | undefined {
  if (query.kind !== "A<>" && query.kind !== "E[]" && query.kind !== "-->")
    return `'${(query as NetworkQuery).kind}' has no such proof`;
  return whyNotCertified(network, query) ?? unsoundness(bounds);
}

function* search(question: Question<LivenessQuery>, symmetries: readonly SetSymmetry[]): Turns<Ends | string> {
  const { network, query, options } = question;
  const engine = question.newEngine();
  const abstraction = abstractionOf(question, engine);
  const meter = new Meter(options);
  const never =
    query.kind === "-->" ? engine.predicate(query.right, false) : engine.predicate(query.formula, query.kind === "E[]");
  const sort = sorting(network.slots.length, network.clocks.length, symmetries);
  const graph = new Graph(engine, abstraction, meter, sort, (settle) => new Arrivals(engine, never, settle));
  const reached: Reached[] = [];
  if (query.kind === "-->") {
    const explorer = new Explorer(engine, abstraction, meter);
    const end = yield* explorer.runInTurns({
      visit: () => false,
      waiting: waitingList("bfs", () => 0),
      shortest: false,
    });
    if (end.kind === "limit") return end.reason;
    explorer.store.each((cells, zone) => {
      reached.push({ cells: cells.slice(), zone: zone.slice(), permutations: new Map() });
    }, engine.dim);
    const left = engine.predicate(query.left, false);
    for (const { cells, zone, permutations } of reached) {
      engine.cells.set(cells);
      engine.zone = zone.slice();
      const why = yield* graph.from(
        left.satisfying(zone).map((z) => z.slice()),
        permutations,
      );
      if (why !== undefined) return why;
    }
  } else if (engine.initial()) {
    const permutations: Exchanges = new Map();
    const why = yield* graph.from([engine.zone.slice()], permutations);
    if (why !== undefined) return why;
    // The initial state is a line of no certificate, so that nothing is said there of permutations.
    if (permutations.size > 0) return "the initial state is not in order";
  }
  return {
    kind: "ends",
    each: (visit) => {
      for (const list of grouped(graph.nodes.values()))
        visit(
          list[0]!.cells,
          list.map((n) => n.zone),
          list.map((n) => n.rank),
          together(list),
        );
    },
    reached: (visit) => {
      for (const list of grouped(reached))
        visit(
          list[0]!.cells,
          list.map((n) => n.zone),
          undefined,
          together(list),
        );
    },
    symmetries,
  };
}

/** Permutations by their texts. */
type Exchanges = Map<string, readonly number[]>;

interface Reached {
  readonly cells: Int32Array;
  readonly zone: Zone;
  /** By which what it leads to comes to states that are kept. */
  readonly permutations: Exchanges;
}

function together(list: readonly Reached[]): Permutations {
  return [...new Map(list.flatMap(({ permutations }) => [...permutations])).values()];
}

/** What has the same cells together. */
function grouped<T extends { readonly cells: Int32Array }>(all: Iterable<T>): Iterable<readonly T[]> {
  const lists = new Map<string, T[]>();
  for (const one of all) {
    const key = one.cells.join();
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [one]);
    else list.push(one);
  }
  return lists.values();
}

interface Node extends Reached {
  rank: number;
  status: "new" | "open" | "done";
}

class Graph {
  readonly nodes = new Map<string, Node>();
  private readonly engine: Engine;
  private readonly abstraction: Abstraction;
  private readonly meter: Meter;
  private readonly arrivals: Arrivals;
  private readonly sort: (cells: Int32Array, zone: Int32Array) => readonly number[];
  private next: Node[] = [];
  /** Where the permutations by which these came into order are noted. */
  private permutations: Exchanges = new Map();

  constructor(
    engine: Engine,
    abstraction: Abstraction,
    meter: Meter,
    sort: (cells: Int32Array, zone: Int32Array) => readonly number[],
    arrivals: (settle: (zone: Zone) => boolean) => Arrivals,
  ) {
    this.engine = engine;
    this.abstraction = abstraction;
    this.meter = meter;
    this.sort = sort;
    this.arrivals = arrivals((zone) => this.settle(zone));
  }

  /** Adds what is reached away from the goal from zones of the state at hand. Why there is no proof, if so. */
  *from(start: readonly Zone[], permutations: Exchanges): Turns<string | undefined> {
    if (start.length === 0) return undefined;
    this.next = [];
    this.permutations = permutations;
    const ending = this.arrivals.arrive(start);
    if (ending !== undefined) return `a run can stay: by ${ending}`;
    for (const root of this.next.slice()) {
      const why = yield* this.descend(root);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  /** Depth first; a state is done when all behind it is, one above the highest of them. */
  private *descend(root: Node): Turns<string | undefined> {
    if (root.status === "done") return undefined;
    const stack: { readonly node: Node; readonly next: Node[] }[] = [];
    for (let entering: Node | undefined = root; ; ) {
      if (entering !== undefined) {
        entering.status = "open";
        const next = this.expand(entering);
        if (typeof next === "string") return next;
        stack.push({ node: entering, next });
        entering = undefined;
        if ((this.nodes.size & 255) === 0) yield this.statistics();
      }
      const top = stack.at(-1);
      if (top === undefined) return undefined;
      const child = top.next.pop();
      if (child === undefined) {
        top.node.status = "done";
        stack.pop();
        const above = stack.at(-1)?.node;
        if (above !== undefined) above.rank = Math.max(above.rank, top.node.rank + 1);
      } else if (child.status === "open") return "a run can stay: by a cycle";
      else if (child.status === "new") entering = child;
      else top.node.rank = Math.max(top.node.rank, child.rank + 1);
    }
  }

  private expand({ cells, zone, permutations }: Node): Node[] | string {
    const { engine } = this;
    const reason = this.meter.check(this.statistics);
    if (reason !== undefined) throw new SearchLimit(reason, this.statistics());
    engine.cells.set(cells);
    engine.zone = zone.slice();
    this.next = [];
    this.permutations = permutations;
    let ending: string | undefined;
    engine.successors(() => {
      ending = this.arrivals.arrive([engine.zone]);
      return ending !== undefined;
    });
    return ending === undefined ? this.next : `a run can stay: by ${ending}`;
  }

  private readonly statistics = (): Statistics => ({ ...NOTHING, explored: this.nodes.size, stored: this.nodes.size });

  /** Notes a zone of the state at hand. True if it has a deadlock. */
  private settle(exact: Zone): boolean {
    const { engine } = this;
    this.abstraction.apply(exact.slice(), (abstract) => {
      const [cells, zone] = [engine.cells.slice(0, engine.size), abstract.slice()];
      const exchanges = this.sort(cells, zone);
      if (exchanges.length > 0) this.permutations.set(exchanges.join(), exchanges);
      const key = `${cells.join()};${zone.join()}`;
      let node = this.nodes.get(key);
      if (node === undefined) {
        node = { cells, zone, permutations: new Map(), rank: 0, status: "new" };
        this.nodes.set(key, node);
      }
      this.next.push(node);
      return false;
    });
    return engine.deadlocked(exact).length > 0;
  }
}
