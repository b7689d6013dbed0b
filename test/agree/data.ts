/**
 * Data that is interchangeable, against the same models without: the verdict of one query, with lengths of shortest traces,
 * by the compiled engine with symmetries, without them, and by the interpreter; and the set of states. Each state without
 * symmetries is an image of one that is stored with them and the other way round, by trying all permutations, and where the
 * search says that representatives are canonical and no clocks decide, exactly one of each orbit is stored. All
 * representatives are the interpreter's.
 */
import { clockBounds, findSymmetry, groupsOf, representative, type Symmetry } from "../../src/analysis/index.ts";
import { CompiledReach, whyNotCompiled } from "../../src/engine/index.ts";
import {
  check,
  checkQuery,
  Fragment,
  type Instantiated,
  instantiate,
  instantiateQuery,
  type Model,
  type Network,
  type NetworkQuery,
  parseQuery,
  read,
  verify,
} from "../../src/index.ts";
import { withNobody } from "../../src/search/symmetry.ts";
import { dataModel } from "./data-models.ts";
import { Random } from "./random-network.ts";

interface DataDifference {
  readonly problem?: string;
  /** What came of it, to be counted. */
  readonly notes: readonly string[];
}

const MOST = 3000;

export function dataDifference(seed: number): DataDifference {
  const random = new Random(seed);
  const { text, queries } = dataModel(random);
  const formula = random.pick(queries);
  const source = read(text, { name: "random.xta" });
  if (source.format === "tck") throw new Error("not a model");
  const model = check(source.tree);
  const { made } = instantiate(model);
  if (made === undefined)
    throw new Error(`not a model: ${JSON.stringify([...source.diagnostics, ...model.diagnostics])}\n${text}`);
  const query = queryOf(model, made, formula);
  const notes: string[] = [];
  const problem =
    verdictDifference(made.network, query, seed, random.chance(0.3), notes) ?? stateDifference(model, made, notes);
  return { notes, ...(problem === undefined ? {} : { problem: `${problem}\n${text}// ${formula}` }) };
}

function queryOf(model: Model, made: Instantiated, formula: string): NetworkQuery {
  const { query, diagnostics } = checkQueryOf(model, made, formula);
  if (query === undefined) throw new Error(`no query: ${formula} ${JSON.stringify(diagnostics)}`);
  return query;
}

function checkQueryOf(model: Model, made: Instantiated, formula: string) {
  return instantiateQuery(made, checkQuery(model, parseQuery(Fragment.of(formula)).query!), formula);
}

const isData = ({ found }: Symmetry): boolean => found.some(({ origin, used }) => origin === "data" && used !== "no");

function verdictDifference(
  network: Network,
  query: NetworkQuery,
  seed: number,
  isTraced: boolean,
  notes: string[],
): string | undefined {
  const smaller = withNobody(network, query)?.network ?? network;
  if (!isData(findSymmetry(smaller, query))) return undefined;
  notes.push("asked with data");
  const trace = isTraced ? "shortest" : "none";
  const options = { trace, reduce: seed % 3 > 0, maxStates: MOST, knobs: { ceiling: 64 } } as const;
  const all = [{ symmetry: false }, { symmetry: true }, { symmetry: false, compiled: false }].map((more) =>
    verify(network, query, { ...options, ...more }),
  );
  if (all.some(({ outcome }) => outcome === "unknown")) return undefined;
  notes.push("compared");
  if (all[1]!.statistics.stored < all[0]!.statistics.stored) notes.push("smaller");
  if (all[1]!.trace) notes.push("traced");
  // Only of a shortest path to a state the length is the same.
  const isPath = query.kind === "E<>" || query.kind === "A[]";
  const said = all.map(
    (v) =>
      `${v.outcome} ${JSON.stringify(v.values)} ${isPath ? `${v.trace?.transitions.length} ${v.traceReason ?? ""}` : ""}`,
  );
  return said.every((words) => words === said[0]) ? undefined : said.join(" became ");
}

/** All states, whatever is asked. */
function stateDifference(model: Model, made: Instantiated, notes: string[]): string | undefined {
  const { network } = made;
  const query = queryOf(model, made, "E<> false");
  const symmetry = findSymmetry(network, query);
  if (!isData(symmetry)) return undefined;
  const bounds = clockBounds(network, { query, symmetric: false });
  // What is in meta variables does not tell states apart.
  if (whyNotCompiled(network, query, bounds) !== undefined || network.slots.some(({ meta }) => meta)) return undefined;
  const [whole, reduced] = [search(network, query, undefined), search(network, query, symmetry)];
  if (whole === undefined || reduced === undefined) return undefined;
  if (typeof whole === "string" || typeof reduced === "string")
    return whole === reduced ? undefined : `${typeof whole} ${whole} became ${typeof reduced} ${reduced}`;
  notes.push("states");
  const images = new Images(symmetry);
  const [all, kept] = [images.orbitsOf(whole.cells), images.orbitsOf(reduced.cells)];
  if (all === undefined || kept === undefined) return undefined;
  notes.push("orbits");
  for (const orbit of all) if (!kept.has(orbit)) return `no image of ${orbit} is stored`;
  for (const orbit of kept) if (!all.has(orbit)) return `nothing is an image of ${orbit}, which is stored`;
  if (reduced.foreign !== undefined) return `the interpreter has another representative: ${reduced.foreign}`;
  const isUntimed = symmetry.sets.every(({ swaps }) => swaps.every(({ clocks }) => clocks.length === 0));
  if (!reduced.canonical || !isUntimed || symmetry.rings.length > 0) return undefined;
  notes.push("exactly the orbits");
  return reduced.cells.length === kept.size ? undefined : `${kept.size} orbits, ${reduced.cells.length} stored`;
}

interface Searched {
  readonly cells: readonly Int32Array[];
  readonly canonical: boolean;
  readonly foreign: string | undefined;
}

/** All discrete states; undefined if there are too many, and a text if there is a fault. */
function search(network: Network, query: NetworkQuery, symmetry: Symmetry | undefined): Searched | string | undefined {
  const bounds = clockBounds(network, { query, symmetric: false });
  const reach = new CompiledReach(network, query, bounds, {
    order: "bfs",
    trace: false,
    shortest: false,
    memory: 2 ** 28,
    confirm: () => false,
    ...(symmetry ? { symmetry } : {}),
  });
  try {
    if (reach.run(MOST) === "working") return undefined;
  } catch {
    return "a fault";
  }
  const order = symmetry && representative(network.slots.length, network.clocks.length, symmetry);
  // Where one set is sorted after another that it moves again, sorting twice need not be the same as once.
  const isApart = symmetry !== undefined && groupsOf(symmetry).isApart;
  const known = new Map<string, Int32Array>();
  let foreign: string | undefined;
  reach.each(({ cells, zone }) => {
    const own = cells.slice(0, network.slots.length);
    known.set(own.join(), own);
    if (order === undefined) return;
    const [a, b] = [cells.slice(), zone.slice()];
    order(a, b);
    if (!isApart) return;
    if (`${a.join()} ${b.join()}` !== `${cells.join()} ${zone.join()}`)
      foreign ??= `${a.join()} ${b.join()} not ${cells.join()} ${zone.join()}`;
  });
  return { cells: [...known.values()], canonical: reach.vague === 0, foreign };
}

/** The least of all images of a state, by trying them all. */
class Images {
  private readonly symmetry: Symmetry;
  private left = 400_000;

  constructor(symmetry: Symmetry) {
    this.symmetry = symmetry;
  }

  /** Undefined if there are too many. */
  orbitsOf(states: readonly Int32Array[]): ReadonlySet<string> | undefined {
    const least = new Map<string, string>();
    for (const state of states) {
      if (least.has(state.join())) continue;
      const orbit = this.orbit(state);
      if (orbit === undefined) return undefined;
      const first = [...orbit].sort()[0]!;
      for (const name of orbit) least.set(name, first);
    }
    return new Set(states.map((state) => least.get(state.join())!));
  }

  private orbit(state: Int32Array): ReadonlySet<string> | undefined {
    const seen = new Set([state.join()]);
    const open = [state];
    for (let next = open.pop(); next; next = open.pop()) {
      for (const image of this.neighbours(next)) {
        const name = image.join();
        if (seen.has(name)) continue;
        if (this.left-- < 0) return undefined;
        seen.add(name);
        open.push(image);
      }
    }
    return seen;
  }

  private *neighbours(state: Int32Array): Generator<Int32Array> {
    for (const { swaps, elements, values } of this.symmetry.sets)
      for (const [k, { cells }] of swaps.entries()) {
        const image = state.slice();
        for (const [a, b] of cells) [image[a], image[b]] = [image[b]!, image[a]!];
        const [e, f] = [elements[k]!, elements[k + 1]!];
        for (const v of values) image[v] = image[v] === e ? f : image[v] === f ? e : image[v]!;
        yield image;
      }
    for (const { cells, values, low, high } of this.symmetry.rings) {
      const image = state.slice();
      for (const [from, to] of cells) image[to] = state[from]!;
      for (const v of values)
        if (image[v]! >= low && image[v]! <= high) image[v] = image[v] === high ? low : image[v]! + 1;
      yield image;
    }
  }
}
