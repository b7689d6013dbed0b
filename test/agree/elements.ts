/**
 * Models that use elements in every way (`element-models.ts`): symmetries and reductions by what they claim, state by state,
 * and the verdict of one query by the compiled engine with all that is left out, with symmetries alone, and by the
 * interpreter with nothing left out.
 */
import {
  check,
  checkQuery,
  everywhereQuery,
  Fragment,
  instantiate,
  instantiateQuery,
  type Network,
  type NetworkQuery,
  parseQuery,
  read,
  type Verdict,
  type VerifyOptions,
  verify,
} from "../../src/index.ts";
import { elementModel } from "./element-models.ts";
import { exchangeDifference } from "./exchanges.ts";
import { lockstepDifference } from "./lockstep.ts";
import { Random } from "./random-network.ts";

interface ElementDifference {
  readonly problem?: string;
  /** What came of it, to be counted. */
  readonly notes: readonly string[];
}

/** States that are compared one by one, for each model. */
const STEPS = 40;
const MOST = 1500;

export function elementDifference(seed: number): ElementDifference {
  const random = new Random(seed);
  const { text, queries } = elementModel(random);
  const formula = random.pick(queries);
  const source = read(text, { name: "random.xta" });
  if (source.format === "tck") throw new Error("not a model");
  const model = check(source.tree);
  const { made, diagnostics } = instantiate(model);
  const wrong = [...source.diagnostics, ...model.diagnostics, ...diagnostics].find((d) => d.severity === "error");
  if (made === undefined || wrong) throw new Error(`not a model: ${wrong?.message}\n${text}`);
  const query = instantiateQuery(made, checkQuery(model, parseQuery(Fragment.of(formula)).query!), formula).query;
  // Some queries are not answered of models with rates.
  if (query === undefined) return { notes: ["no query"] };
  const notes: string[] = [];
  const problem = differenceOf(made.network, query, notes);
  return { notes, ...(problem === undefined ? {} : { problem: `${problem}\n${text}// ${formula}` }) };
}

function differenceOf(network: Network, query: NetworkQuery, notes: string[]): string | undefined {
  const exchanged = exchangeDifference(network, query, STEPS);
  if (exchanged.states > 0) notes.push("exchanged");
  const followed = lockstepDifference(network, query, STEPS);
  for (const name of followed.states.keys()) notes.push(name);
  return exchanged.problem ?? followed.problem ?? verdictDifference(network, query, notes);
}

function verdictDifference(network: Network, query: NetworkQuery, notes: string[]): string | undefined {
  const ways = [
    { reduce: false, symmetry: false, compiled: false },
    {},
    { reduce: false },
    { symmetry: false },
  ] as const satisfies readonly VerifyOptions[];
  const ask = (asked: NetworkQuery, more: VerifyOptions): Verdict =>
    verify(network, asked, { maxStates: MOST, knobs: { ceiling: 64 }, ...more });
  const verdicts = ways.map((way) => ask(query, way));
  if (verdicts.some(({ outcome }) => outcome === "unknown")) return undefined;
  notes.push("asked");
  if (verdicts[1]!.statistics.stored < verdicts[3]!.statistics.stored) notes.push("smaller");
  const said = verdicts.map((v) => `${v.outcome} ${JSON.stringify(v.values)} ${v.fault?.kind ?? ""}`);
  if (said.every((words) => words === said[0])) return undefined;
  // What comes first, an answer or a fault, depends on the order of the search: then all have the fault, looked for everywhere.
  const faults = verdicts.filter(({ outcome }) => outcome === "fault").length;
  if (faults > 0) {
    const everywhere = ways.map((way) => ask(everywhereQuery, way).outcome === "fault");
    const isFound = query.kind !== "sup" && query.kind !== "inf" && query.kind !== "bounds";
    if (everywhere.every((isFault) => isFault === everywhere[0]) && (everywhere[0] || isFound)) return undefined;
  }
  return said.join(" became ");
}
