/**
 * Local time against the usual search, on random networks: the same discrete states, and the same answers. Networks of
 * `engineCase` have clocks that all processes use; `loose` gives every process clocks of its own, so that most of them can
 * have a time of their own.
 */
import { type Coupling, couplingOf } from "../../src/analysis/index.ts";
import { comesInPieces, Fault } from "../../src/engine/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { Explorer } from "../../src/search/explore/explorer.ts";
import type { Store } from "../../src/search/explore/store.ts";
import { waitingList } from "../../src/search/explore/waiting.ts";
import { type VerifyOptions, verify } from "../../src/search/index.ts";
import { Meter } from "../../src/search/limits.ts";
import { openLocal, whyInterpretedLocal } from "../../src/search/local/compiled.ts";
import { LocalSearch } from "../../src/search/local/search.ts";
import { abstractionOf, type FormulaQuery, Question } from "../../src/search/question.ts";
import { finish } from "../../src/search/turns.ts";
import { BoundOverflow } from "../../src/zones/index.ts";
import { type EngineCase, engineCase } from "./engines.ts";
import { compileText } from "./front.ts";
import type { LooseText } from "./loose-text.ts";
import type { Feature } from "./random-network.ts";
import { type Condition, networkOf, queryOf, type Spec, type SpecQuery, type Update } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

/** Features that local time has a rule for; each network has one of these groups for certain. */
const features: readonly (readonly Feature[])[] = [
  [],
  ["ints", "arrays", "functions", "select"],
  ["broadcast", "receiverClockGuards", "strict"],
  ["binary", "broadcast", "urgentChannels"],
  ["committed", "urgentLocations", "binary", "broadcast", "channelArrays"],
  ["ints", "dataBounds", "unless"],
  ["copies", "constantResets", "binary"],
];

export function looseCase(seed: number, isLoose: boolean): EngineCase {
  const { spec, query } = engineCase(seed, seed % 2 === 0 ? "E<>" : "A[]", features[seed % features.length]!);
  return { spec: isLoose ? loose(spec) : spec, query };
}

/** The same with clocks of its own for every process. */
export function loose(spec: Spec): Spec {
  const { length } = spec.clocks;
  const own = (p: number) => (x: number) => (x === 0 ? 0 : p * length + x);
  const clocks = spec.processes.flatMap((p) => spec.clocks.map((c) => ({ ...c, name: `${p.name}_${c.name}` })));
  const processes = spec.processes.map((process, p) => ({
    ...process,
    priority: 0,
    locations: process.locations.map(({ stopped: _, ...l }) => ({
      ...l,
      invariant: l.invariant.map(compared(own(p))),
    })),
    edges: process.edges.map((e) => ({
      ...e,
      guard: e.guard.map(compared(own(p))),
      update: e.update.map(updated(own(p))),
    })),
  }));
  return { ...spec, clocks, processes, priorities: false, before: [], after: [] };
}

const compared =
  (own: (x: number) => number) =>
  (c: Condition): Condition =>
    c.k === "clock" ? { ...c, left: own(c.left), right: own(c.right) } : c;

const updated =
  (own: (x: number) => number) =>
  (u: Update): Update => {
    if (u.k === "set") return u;
    return u.k === "reset" ? { ...u, clock: own(u.clock) } : { ...u, clock: own(u.clock), from: own(u.from) };
  };

/** States after which neither search goes on. */
const MOST = 1500;

interface Compared {
  /** Why local time says nothing, or that both agree, or what is different. */
  readonly what: "refused" | "open" | "agree" | "differ";
  readonly words: string;
}

export function compareLocal({ spec, query }: EngineCase): Compared {
  return compareIn(networkOf(spec), queryOf(spec, query), () => shown(spec, query));
}

/** The same of a model as text. */
export function compareLocalText({ text, query }: LooseText): Compared {
  const made = compileText(text, query);
  if ("refused" in made) throw new Error(`${made.refused.join()}\n${text}// ${query}\n`);
  return compareIn(made.network, made.query, () => `${text}// ${query}\n`);
}

function compareIn(network: Network, asked: NetworkQuery, shown: () => string): Compared {
  const coupling = couplingOf(network);
  if (typeof coupling === "string") return { what: "refused", words: coupling };
  const told = (what: string): Compared => ({ what: "differ", words: `${what}\n${shown()}` });
  const [usual, here] = [statesOf(network, asked), localStates(network, asked, coupling)];
  if (usual === undefined || here === undefined) return { what: "open", words: "" };
  for (const state of usual) if (!here.has(state)) return told(`not reached with local time: ${state}`);
  for (const state of here) if (!usual.has(state)) return told(`reached only with local time: ${state}`);
  for (const reduce of [false, true]) {
    const different = compiledDifference(everything(network, asked, reduce));
    if (different !== undefined) return told(`${different}, ${reduce ? "" : "not "}reduced`);
  }
  const plain = verify(network, asked, { compiled: false, reduce: false, maxStates: MOST });
  if (plain.outcome === "unknown") return { what: "open", words: "" };
  for (const [name, wishes] of Object.entries(ways)) {
    const local = verify(network, asked, { ...wishes, maxStates: MOST });
    if (plain.outcome !== local.outcome) return told(`${plain.outcome}, with local time ${name} ${local.outcome}`);
    if (local.traceReason !== undefined) return told(`no trace ${name}: ${local.traceReason}`);
  }
  return { what: "agree", words: "" };
}

/** Local time alone, and with all else that makes states fewer or smaller; asked for, and beside another search. */
const small = { leaf: 2, small: { active: 0, tie: 0, fold: 0, list: 0 } };
const ways: Readonly<Record<string, VerifyOptions>> = {
  alone: { localTime: true, reduce: false, trace: "some" },
  interpreted: { localTime: true, compiled: false, trace: "some" },
  "with reductions": { localTime: true, trace: "some", knobs: small },
  beside: { trace: "some", knobs: { ...small, due: { local: 0 } } },
  // Nobody comes: this thread does all, as one of two. `threads.test.ts` has others that come.
  "as one of two threads": {
    localTime: true,
    trace: "some",
    crew: { size: 2, start: () => {}, narrow: 1 },
    knobs: small,
  },
};

const shown = (spec: Spec, query: SpecQuery): string => `${xtaOf(spec)}// ${queryTextOf(spec, query)}\n`;

/** A question that explores everything. */
function everything(network: Network, query: NetworkQuery, reduce: boolean): Question<FormulaQuery> {
  return new Question(network, nowhere(query), { reduce });
}

/** A query of the same cells that no state satisfies. */
export function nowhere(query: NetworkQuery): FormulaQuery {
  const formula = { is: "data", code: { op: "const", value: 0 } } as const;
  return { ...(query as FormulaQuery), kind: "E<>", formula } as FormulaQuery;
}

/** Discrete states by the interpreter; undefined where there are too many, or the model faults. */
export function statesOf(network: Network, query: NetworkQuery): ReadonlySet<string> | undefined {
  const question = everything(network, query, false);
  const engine = question.newEngine();
  const explorer = new Explorer(engine, abstractionOf(question, engine), new Meter({ maxStates: MOST }));
  return careful(() => {
    const waiting = waitingList("bfs", () => 0);
    const ending = explorer.run({ visit: () => false, waiting, shortest: false });
    return ending.kind === "complete" ? listed(explorer.store, network) : undefined;
  });
}

function localStates(network: Network, query: NetworkQuery, coupling: Coupling): ReadonlySet<string> | undefined {
  const search = new LocalSearch(everything(network, query, false), coupling, new Meter({ maxStates: MOST }));
  const ending = finish(search.careful());
  return ending.kind === "answer" ? listed(search.store, network) : undefined;
}

/**
 * How the compiled search with local times differs from the interpreted one: the states it stores, discrete ones, how many. A
 * zone cut along the guards of those that do not receive comes in other pieces, and then in other numbers. So does one that
 * takes the place of another with the same synchronised part: its local zone, which steps go on from, is another. How many
 * are stored then depends on the order in which states come, for the interpreter alone as well.
 */
function compiledDifference(asked: Question<FormulaQuery>): string | undefined {
  const question = asked.wishing({ order: "bfs" });
  const { network, live, canonical } = question;
  const coupling = couplingOf(network, live);
  if (typeof coupling === "string") return `coupled by what is dead: ${coupling}`;
  if (whyInterpretedLocal(question, coupling) !== undefined) return undefined;
  const search = explored(question, coupling);
  const compiled = careful(() => openLocal(question, coupling));
  const status = careful(() => compiled?.run(MOST * MOST));
  if (compiled === undefined || status !== "exhausted") return `compiled: ${status}`;
  const [expected, found] = [listed(search.store, network), new Set<string>()];
  compiled.each(({ cells }) => {
    canonical?.(cells);
    found.add(cells.join());
  });
  for (const state of expected) if (!found.has(state)) return `not reached by compiled code: ${state}`;
  for (const state of found) if (!expected.has(state)) return `reached only by compiled code: ${state}`;
  const { stored } = compiled.counters;
  const isSame = stored === search.store.stored || comesInPieces(network);
  return isSame || dependsOnOrder(question, coupling, search.store.stored)
    ? undefined
    : `${stored} states compiled, ${search.store.stored} interpreted`;
}

function explored(question: Question<FormulaQuery>, coupling: Coupling): LocalSearch {
  const search = new LocalSearch(question, coupling, new Meter({}));
  finish(search.careful());
  return search;
}

/** Whether the interpreter stores another number of states in another order. */
function dependsOnOrder(question: Question<FormulaQuery>, coupling: Coupling, stored: number): boolean {
  return explored(question.wishing({ order: "dfs" }), coupling).store.stored !== stored;
}

function listed(store: Store, network: Network): ReadonlySet<string> {
  const cells = new Int32Array(network.cells);
  return new Set(
    Array.from({ length: store.discrete.count }, (_, i) => {
      store.discrete.get(i, cells);
      return cells.subarray(0, network.slots.length).join();
    }),
  );
}

function careful<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof Fault || error instanceof BoundOverflow) return undefined;
    throw error;
  }
}
