/**
 * The engine's verdicts against exhaustive exploration over clock regions, on random networks, for every kind of query.
 * `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more of them. A difference is shrunk and printed as
 * an XTA model.
 */
import { describe, expect, it } from "vitest";
import { labelQuery, type Network, type NetworkQuery, networkFromTck } from "../../src/network/index.ts";
import { networkToTck } from "../../src/output/index.ts";
import { parseTck } from "../../src/syntax/index.ts";
import { many } from "../many.ts";
import { type CompareOptions, compare, judge } from "./compare.ts";
import { type Feature, notInTck, type QueryKind, Random, randomQuery, randomSpec, small } from "./random-network.ts";
import { decideAll } from "./regions/decide.ts";
import { shrink } from "./shrink.ts";
import { networkOf, queryOf, type Spec, type SpecQuery } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

const runs = Number(process.env.RUNS ?? many(14));
const first = Number(process.env.SEED ?? 1);

const kinds: readonly (readonly [QueryKind, CompareOptions])[] = [
  ["E<>", {}],
  ["E<>", { compiled: false }],
  ["E<>", { abstraction: "extra" }],
  ["A[]", { order: "dfs" }],
  ["A[]", { order: "random", seed: 7, reduce: false }],
  ["deadlock", {}],
  ["E[]", {}],
  ["A<>", {}],
  ["-->", {}],
  ["sup", { knobs: { ceiling: 8 } }],
  ["inf", { knobs: { ceiling: 8 } }],
  ["bounds", { knobs: { ceiling: 8 } }],
];

/** Features that are rare together; each model has one of these groups for certain. */
const focus: readonly (readonly Feature[])[] = [
  [],
  ["broadcast", "receiverClockGuards", "strict"],
  ["binary", "broadcast", "urgentChannels", "urgentClockGuards"],
  ["binary", "channelPriorities", "processPriorities"],
  ["differences", "constantResets", "copies"],
  ["lowerInvariants", "unless", "ints", "dataBounds"],
  ["committed", "urgentLocations", "binary", "broadcast", "select"],
];

describe("zone search and regions agree", () => {
  it.each(kinds)("%s %o", (kind, options) => {
    let [definite, asked] = [0, 0];
    const differences: string[] = [];
    for (let seed = first; seed < first + runs && differences.length < 3; seed++) {
      const { spec, queries, network, compiled, expected } = decided(kind, seed);
      compiled.forEach((query, i) => {
        const found = judge(network, query, expected[i]!, options);
        if (found.kind !== "skip") asked++;
        if (found.kind === "agree" && found.definite) definite++;
        if (found.kind !== "differ" || differences.length === 3) return;
        const least = shrink(spec, queries[i]!, (s, q) => run(s, q, options).kind === "differ");
        const again = run(least.spec, least.query, options);
        differences.push(
          `SEED=${seed}: ${again.kind === "differ" ? `regions say ${again.regions}, the engine ${again.engine}` : ""}\n${xtaOf(least.spec)}// ${queryTextOf(least.spec, least.query)}\n`,
        );
      });
    }
    expect(differences.join("\n")).toBe("");
    // An engine that always said "unknown" would agree with everything.
    if (runs >= 35) expect(definite).toBeGreaterThan(asked * 0.8);
  });
});

describe("synchronisation vectors", () => {
  it.each(["E<>", "deadlock", "E[]"] as const)("%s", (kind) => {
    let written = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const random = new Random(seed);
      const spec = randomSpec(random, { ...small, off: notInTck, on: ["broadcast", "overflow"] });
      const { text } = networkToTck(networkOf(spec));
      if (text === undefined) continue;
      written++;
      const { network } = networkFromTck(parseTck(text).tree);
      const labels = network.processes.map((p) => random.pick(p.locations).labels[0]!).slice(0, 2);
      const query = labelQuery(network, labels);
      if (query.kind !== "E<>") throw new Error("labels make an E<> query");
      const { formula } = query;
      const deadlock = { is: "deadlock", origin: query.origin } as const;
      const found = compare(
        network,
        kind === "E[]"
          ? { ...query, kind, formula: { is: "not", a: formula } }
          : kind === "deadlock"
            ? { ...query, formula: { is: "or", items: [formula, deadlock] } }
            : query,
      );
      expect(found, `SEED=${seed} ${labels}\n${text}`).not.toMatchObject({ kind: "differ" });
    }
    if (runs >= 35) expect(written).toBeGreaterThan(runs * 0.3);
  });
});

interface Decided {
  readonly spec: Spec;
  readonly queries: readonly SpecQuery[];
  readonly network: Network;
  readonly compiled: readonly NetworkQuery[];
  readonly expected: ReturnType<typeof decideAll>;
}

const known = new Map<string, Decided>();

/** Several queries for each model, whatever the options: the region graph is the expensive part. */
function decided(kind: QueryKind, seed: number): Decided {
  const key = `${kind} ${seed}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const random = new Random(seed);
  const spec = randomSpec(random, { ...small, on: focus[seed % focus.length]! });
  const queries = Array.from({ length: 5 }, () => randomQuery(random, spec, kind));
  const network = networkOf(spec);
  const compiled = queries.map((query) => queryOf(spec, query));
  const expected = decideAll(network, compiled, { ceiling: "terms" in compiled[0]! ? 5 : 0, maxStates: 3000 });
  const made = { spec, queries, network, compiled, expected };
  known.set(key, made);
  return made;
}

function run(spec: Spec, query: SpecQuery, options: CompareOptions) {
  return compare(networkOf(spec), queryOf(spec, query), options);
}
