import type { Header, MemberLine, RunState } from "../../apps/certify/format.ts";
import { canonicaliser, livenessOf, liveVariables } from "../../src/analysis/index.ts";
import { type BoundValue, type NetworkQuery, type ValueInterval, verify } from "../../src/index.ts";
import { standing } from "../../src/reduce/index.ts";
import { counting } from "../../src/search/limits.ts";
import { liveFrom } from "../../src/search/matters.ts";
import { abstractionOf, type FormulaQuery, Question } from "../../src/search/question.ts";
import { ConcreteSimulator } from "../../src/trace/index.ts";
import { dbm, type Federation, federation, INF, LE_ZERO, rationals, type Zone } from "../../src/zones/index.ts";
import { withImages } from "./images.ts";
import { queryOf, type Subject } from "./prove.ts";

/**
 * Whether a certificate that was changed still is a proof, judged without the checker, by the rest of Zonal: that the claim
 * is true, by the search; that a closed set is closed, by the interpreter, its zones and the bounds of its own analysis; that
 * a run is one, by the exact simulator. Of ranks nothing but the claim is judged. Returns why it is none, or undefined.
 */
export function whyNoProof(subject: Subject, lines: readonly string[]): string | undefined {
  const header: Header = JSON.parse(lines[0]!);
  const rest = lines.slice(1, -1).map((line) => JSON.parse(line));
  const query = queryOf(subject, header.query);
  if (query === undefined) return "there is no such query";
  const { outcome, values } = verify(subject.made.network, query);
  if (outcome !== header.outcome) return `the answer is ${outcome}`;
  const [limit] = values ?? [];
  if (limit !== undefined)
    return whyNotValues(header, values![(header.limit ?? header.values)?.term ?? 0]!, query.kind);
  if (header.proof === "run") return whyNoRun(subject, rest);
  if (header.proof === "stays") return whyNoRun(subject, rest);
  if (query.kind !== "E<>" && query.kind !== "A[]") return undefined;
  return whyNotClosed(subject, query, header, withImages(header, rest));
}

/** Whether what is said of values is so. */
function whyNotValues({ limit, values: told, proof }: Header, { intervals: all }: BoundValue, kind: string) {
  const contains = (a: ValueInterval, b: ValueInterval): boolean =>
    (a.low < b.low || (a.low === b.low && (!a.lowStrict || b.lowStrict))) &&
    (a.high > b.high || (a.high === b.high && (!a.highStrict || b.highStrict)));
  const within = (some: readonly ValueInterval[], others: readonly ValueInterval[]): string | undefined =>
    some.every((b) => others.some((a) => contains(a, b))) ? undefined : "the values are others";
  if (told !== undefined) {
    const stated = told.intervals.map(([low, lowStrict, high, highStrict]) => {
      return {
        low: low!,
        lowStrict: lowStrict === 1,
        high: high ?? Infinity,
        highStrict: high === null || highStrict === 1,
      };
    });
    return proof === "taken" ? within(stated, all) : within(all, stated);
  }
  const bound = limit?.bound ?? Infinity;
  const open = { low: -Infinity, lowStrict: true, high: Infinity, highStrict: true };
  const strict = limit?.strict === true;
  if (proof === "unreachable")
    return within(all, [
      kind === "sup" ? { ...open, high: bound, highStrict: strict } : { ...open, low: bound, lowStrict: strict },
    ]);
  // As near as one likes is at the closure of the values.
  const isThere = all.some(({ low, high, lowStrict, highStrict }) =>
    kind === "sup"
      ? high > bound || (high === bound && (proof === "taken" || !highStrict))
      : low < bound || (low === bound && (proof === "taken" || !lowStrict)),
  );
  return isThere ? undefined : "no value comes there";
}

/**
 * By the network in which what is left out stands still; of variables that are stated as dead the engine's own analysis must
 * say the same.
 */
function whyNotClosed(
  { made }: Subject,
  query: NetworkQuery,
  { order, live, still }: Header,
  lines: readonly MemberLine[],
): string | undefined {
  const isSimulation = order === "simulation";
  const network = standing(made.network, new Set(still));
  const question = new Question(network, query as FormulaQuery, counting({}));
  const stated = live && liveFrom({ live }, network);
  const settle = stated === undefined ? () => {} : canonicaliser(network, stated);
  if (stated !== undefined) {
    const { everywhere, needs, elements } = liveVariables(network, { queries: [query] });
    for (const { state } of lines) {
      const isStated = livenessOf(stated, state);
      const isNeeded = (x: number): boolean => everywhere.has(x) || needs.some((rows, p) => rows[state[p]!]!.has(x));
      if (state.some((_, cell) => !isStated(cell) && isNeeded(elements.ofCell(cell))))
        return "what is live is stated as dead";
    }
  }
  const engine = question.newEngine();
  const { dim, size } = engine;
  const abstraction = abstractionOf(question, engine);
  const bad = engine.predicate((query as FormulaQuery).formula, query.kind === "A[]");
  const members = new Map<string, { readonly state: Int32Array; readonly zones: Federation }>();
  for (const { state: given, zones } of lines) {
    const state = Int32Array.from(given);
    settle(state);
    const before = members.get(state.join())?.zones ?? [];
    members.set(state.join(), { state, zones: [...before, ...zonesOf(zones, dim)] });
  }
  let wrong: string | undefined;
  const cover = (): boolean => {
    const cells = engine.cells.slice(0, size);
    settle(cells);
    const known = members.get(cells.join())?.zones ?? [];
    const rest = federation.subtract([engine.zone.slice()], known, dim);
    abstraction.apply(engine.zone.slice(), () => true);
    const isCovered = (z: Zone): boolean => isSimulation && known.some((k) => abstraction.covers(z, 0, k, 0));
    if (!isCovered(engine.zone) && !rest.every(isCovered)) wrong = "a state is not covered";
    return wrong !== undefined;
  };
  if (engine.initial()) engine.elapse(cover);
  for (const { state, zones } of members.values())
    for (const zone of zones) {
      engine.cells.set(state);
      engine.zone = zone.slice();
      if (bad.holds(engine.zone)) return "a member is bad";
      engine.successors(() => {
        engine.elapse(cover);
        return wrong !== undefined;
      });
    }
  return wrong;
}

function zonesOf(zones: MemberLine["zones"], dim: number): Federation {
  return zones.flatMap((entries) => {
    const zone = Int32Array.from(entries, (entry, k) => (k % (dim + 1) === 0 ? LE_ZERO : (entry ?? INF)));
    for (let x = 1; x < dim; x++) zone[x] = Math.min(zone[x]!, LE_ZERO);
    return dbm.close(zone, 0, dim) ? [zone] : [];
  });
}

function whyNoRun({ made }: Subject, states: readonly RunState[]): string | undefined {
  const simulator = new ConcreteSimulator(made.network);
  const isHere = ({ state, clocks }: RunState): boolean =>
    [...simulator.locations, ...simulator.variables].join() === state.join() &&
    simulator.values.every((value, k) => rationals.compareRational(value, timeOf(clocks[k]!)) === 0);
  if (states[0] === undefined || !isHere(states[0])) return "it begins elsewhere";
  for (const [k, { delay }] of states.entries()) {
    const next = states[k + 1];
    if (timeOf(delay).n > 0n && !simulator.delay(timeOf(delay))) return "time cannot pass so long";
    if (next === undefined) return undefined;
    const isTaken = simulator.options().some(({ index }) => {
      if (!simulator.take(index)) return false;
      if (isHere(next)) return true;
      simulator.back();
      return false;
    });
    if (!isTaken) return "no transition leads on";
  }
  return undefined;
}

function timeOf(text: string): rationals.Rational {
  const [n, d] = text.split("/");
  return rationals.rational(BigInt(n!), BigInt(d ?? 1));
}
