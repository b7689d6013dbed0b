/**
 * Verdicts with and without symmetry reduction, on random models over scalar sets: shared variables, variables that hold an
 * element, arrays of integers and clocks indexed by elements, processes with one or two scalar parameters, binary and
 * broadcast channels. Traces found with the reduction are runs of the model: `verify` replays each one.
 */
import { expect, it } from "vitest";
import { clockBounds, findSymmetry, representative } from "../../src/analysis/index.ts";
import { CompiledReach, whyNotCompiled } from "../../src/engine/index.ts";
import {
  check,
  checkQuery,
  Fragment,
  hasErrors,
  instantiate,
  instantiateQuery,
  parseQuery,
  read,
  verify,
} from "../../src/index.ts";
import { many } from "../many.ts";
import { Random } from "./random-network.ts";
import { type Kind, kinds, modelOf } from "./symmetric.ts";

const runs = Number(process.env.RUNS ?? Math.max(5, many(5)));
const first = Number(process.env.SEED ?? 1);

const families: readonly Kind[] = process.env.FAMILY ? [process.env.FAMILY as Kind] : kinds;
/** Where elements point to each other states are many, and finding representatives takes longer. */
const runsOf = (family: Kind): number => (family === "graph" ? Math.ceil(runs / 2) : runs);

function prepare(text: string, say: string) {
  const source = read(text, { name: "random.xta" });
  if (source.format === "tck") throw new Error("not a model");
  const model = check(source.tree);
  const diagnostics = [...source.diagnostics, ...model.diagnostics];
  if (hasErrors(diagnostics)) expect.fail(`${say}\n${text}\n${JSON.stringify(diagnostics)}`);
  return { model, made: instantiate(model).made! };
}

it.each(families)(
  "changes no verdict: %s",
  (family) => {
    let [found, saved, compared] = [0, 0, 0];
    for (let seed = first; seed < first + runsOf(family); seed++) {
      const { text, queries } = modelOf(new Random(seed), family);
      const { model, made } = prepare(text, `SEED=${seed} FAMILY=${family}`);
      const { sets, rings } = findSymmetry(made.network);
      if (sets.length + rings.length > 0) found++;
      for (const formula of queries) {
        const query = instantiateQuery(made, checkQuery(model, parseQuery(Fragment.of(formula)).query!), formula)
          .query!;
        const used = findSymmetry(made.network, query);
        if (used.sets.length + used.rings.length === 0) continue;
        const say = `SEED=${seed} FAMILY=${family} ${formula}\n${text}`;
        const ask = (symmetry: boolean, trace: "none" | "shortest") =>
          verify(made.network, query, { symmetry, trace, maxStates: 3000, knobs: { ceiling: 64 } });
        const [a, b] = [ask(false, "none"), ask(true, "none")];
        if (a.outcome === "unknown" || b.outcome === "unknown") continue;
        compared++;
        expect(`${b.outcome} ${JSON.stringify(b.values)} ${say}`).toBe(
          `${a.outcome} ${JSON.stringify(a.values)} ${say}`,
        );
        // Only searches to the end are comparable.
        const ended = `${query.kind} ${a.outcome}`;
        if (ended === "E<> violated" || ended === "A[] satisfied") saved += a.statistics.stored - b.statistics.stored;
        if (query.kind !== "E<>" && query.kind !== "A[]") continue;
        const c = ask(true, "shortest");
        expect(`${c.traceReason} ${say}`).toBe(`undefined ${say}`);
        if (c.trace)
          expect(`${c.trace.transitions.length} ${say}`).toBe(
            `${ask(false, "shortest").trace?.transitions.length} ${say}`,
          );
      }
    }
    if (process.env.RUNS)
      console.log(`${family}: ${found} of ${runs} symmetric, ${compared} compared, ${saved} states saved`);
    expect(compared).toBeGreaterThan(0);
    expect(saved).toBeGreaterThan(0);
  },
  600_000,
);

it.each(families)("has the interpreter's representatives in compiled code: %s", (family) => {
  let states = 0;
  for (let seed = first; seed < first + 2 * runsOf(family); seed++) {
    const { text } = modelOf(new Random(seed), family);
    const { model, made } = prepare(text, `SEED=${seed}`);
    const formula = family === "graph" ? "E<> n == 2 and on" : "E<> n == 2 and f and false";
    const query = instantiateQuery(made, checkQuery(model, parseQuery(Fragment.of(formula)).query!), formula).query!;
    const symmetry = findSymmetry(made.network, query);
    if (symmetry.sets.length + symmetry.rings.length === 0) continue;
    const bounds = clockBounds(made.network, { query, symmetric: false });
    if (whyNotCompiled(made.network, query, bounds) !== undefined) continue;
    const search = new CompiledReach(made.network, query, bounds, {
      order: "bfs",
      trace: false,
      shortest: false,
      memory: 2 ** 28,
      confirm: () => false,
      symmetry,
    });
    search.run(300);
    const order = representative(made.network.slots.length, made.network.clocks.length, symmetry);
    search.each(({ cells, zone }) => {
      const [a, b] = [cells.slice(), zone.slice()];
      order(a, b);
      states++;
      expect(`SEED=${seed} ${a.join()} ${b.join()}`).toBe(`SEED=${seed} ${cells.join()} ${zone.join()}`);
    });
  }
  expect(states).toBeGreaterThan(0);
});
