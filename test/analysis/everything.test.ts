import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as analysis from "../../src/analysis/index.ts";
import { check, instantiate, open, reduce, verify } from "../../src/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import * as reductions from "../../src/reduce/index.ts";
import { type Construct, constructs } from "./constructs.ts";

/**
 * Whatever a model may contain, no analysis, no reduction and no engine may stumble over it: every export of `analysis/` and
 * `reduce/` is run on a model of every construct of docs/compatibility.md, and on the models of `test/cases`.
 */
const limits = { maxStates: 2000 } as const;

type Run = (network: Network, query: NetworkQuery) => unknown;

const live = (network: Network, query: NetworkQuery) => analysis.liveVariables(network, { queries: [query] });
const ranges: Run = (network, query) => new analysis.Ranges(network, query);
const cycles = (network: Network) =>
  network.processes.flatMap((p) => {
    const into = p.locations.map((_, l) => p.edges.filter((e) => e.target === l));
    return analysis
      .simpleCycles(p, 50)
      .cycles.map((edges) => [p, analysis.timeCycle(network, p, edges, into)] as const);
  });
const timed = (network: Network) => cycles(network).flatMap(([p, c]) => ("cycle" in c ? [[p, c.cycle] as const] : []));
const bounds: Run = (network, query) => {
  for (const symmetric of [true, false]) {
    const found = analysis.clockBounds(network, { query, symmetric });
    const active = analysis.activeClocks(network, query, found);
    const dim = network.clocks.length;
    if (active)
      analysis.loosen(new Int32Array(dim * dim).fill(1), dim, analysis.activeIn(active, initialCells(network)));
    const sizes = [0, 1].map(() => new Int32Array(network.clocks.length));
    found.fill(initialCells(network), sizes[0]!, sizes[1]!);
  }
};
const settings: Run = (network, query) =>
  analysis.clockSettings(network, analysis.clockBounds(network, { query, symmetric: true }).ranges);
const explained: Run = (network, query) => {
  const facts = live(network, query);
  const all = [
    ...facts.everywhere.values(),
    ...facts.needs.flatMap((rows) => rows.flatMap((row) => [...row.values()])),
  ];
  return all.map((fact) => [analysis.explainFact(facts, fact, [query]), analysis.finalUse(facts, fact, [query])]);
};
const canonical: Run = (network, query) => {
  const cells = analysis.liveCells(network, query);
  if (cells === undefined) return;
  analysis.canonicaliser(network, cells)(initialCells(network));
  const isLive = analysis.livenessOf(cells, initialCells(network));
  network.slots.forEach((_, cell) => void isLive(cell));
};
const sorted: Run = (network, query) => {
  const symmetry = analysis.findSymmetry(network, query);
  const dim = network.clocks.length;
  analysis.representative(
    network.slots.length,
    dim,
    symmetry,
  )(initialCells(network), new Int32Array(dim * dim).fill(1));
  analysis.sorting(network.slots.length, dim, symmetry.sets)(initialCells(network), new Int32Array(dim * dim).fill(1));
  symmetry.sets.map(analysis.holdingPlaces);
  analysis.heldCells(symmetry);
  analysis.movedCells(symmetry);
  return symmetry.sets.map(analysis.heldIn);
};
const walks: Run = (network, query) => {
  analysis.eachCode(network, query, () => {});
  for (const f of network.functions) analysis.eachCodeOf(f.body, () => {});
  for (const f of analysis.formulasOf(query)) {
    analysis.eachPart(f, () => {});
    analysis.eachConstraint(f, false, () => {});
    analysis.mentionsDeadlock(f);
  }
};
const edges: Run = (network, query) =>
  network.processes.flatMap((p) =>
    p.edges.map((e) => [
      analysis.edgeText(p, e),
      analysis.edgeName(live(network, query), e),
      analysis.channelsOf(e, network),
      analysis.itemsOf(e.update),
    ]),
  );
const windows: Run = (network) =>
  timed(network).map(([, c]) => [
    analysis.overlapFrom(c.window),
    analysis.unfoldings(c.window),
    analysis.windowText(c.window),
    analysis.tighter(c.window.lower, c.window.upper),
    analysis.higher(c.window.lower, c.window.upper),
  ]);

const compound: Run = (network) =>
  network.processes.map((p) =>
    analysis.compoundCycles(
      network,
      p,
      p.locations.map((l) => p.edges.filter((e) => e.target === l.index)),
      { limit: 50 },
    ),
  );
const reaches = ["open", "closed"] as const;
const jumps: Run = (network, query) => {
  const { cycles } = analysis.findCounting(network, query, 50);
  const all = [...analysis.countingJumps(cycles), ...analysis.findJumps(network, { limit: 50 })];
  for (const jump of all) if (reductions.isCounting(jump)) reductions.roundsFrom(jump, jump.counting.low);
  const jumping = reductions.withJumps(network, all);
  return reductions.jumpingQuery(query, network, jumping);
};
const counting: Run = (network, query) => {
  const { cycles } = analysis.findCounting(network, query, 50);
  return [analysis.countingJumps(cycles), cycles.map((c) => analysis.keptGuards(network, c))];
};
const conditions: Run = (network) =>
  network.processes.flatMap((p) =>
    p.edges.flatMap((e) =>
      e.guard.data.flatMap((code) => {
        const { yes, no } = analysis.truthOf(code, network.processes.length, { low: -9, high: 9 });
        analysis.readsCell(analysis.readsOfCode(network.functions, [code]), 0);
        return [
          analysis
            .leavesOf(code)
            .map((leaf) => [analysis.linear(leaf, 0, { low: 0, high: 9 }), analysis.locationAsked(leaf, p.index)]),
          analysis.hasAll([...yes, ...no], { low: 0, high: 1 }),
        ];
      }),
    ),
  );
const timedNetwork = (network: Network) => reductions.withClock(network, "#time");

/** The same for what makes networks of networks. */
const makes: Readonly<Record<keyof typeof reductions, Run>> = {
  withoutBystanders: reductions.withoutBystanders,
  standing: (network) => reductions.standing(network, new Set([0])),
  withoutIdleClocks: reductions.withoutIdleClocks,
  conesOf: (network, query) => reaches.map((reach) => reductions.conesOf(network, query, reach)),
  limited: (network) => reductions.limited(timedNetwork(network), { op: "const", value: 5 }),
  withClock: timedNetwork,
  essence: reductions.essence,
  namingNobody: (network, query) => [
    reductions.namingNobody(network, undefined),
    reductions.namingNobody(network, query),
  ],
  jumpingQuery: jumps,
  withJumps: jumps,
  isCounting: jumps,
  roundsFrom: jumps,
  startingAnywhere: (network) => reductions.startingAnywhere(timedNetwork(network)),
  startingIn: (network) =>
    reductions.startingIn(network, {
      cells: initialCells(network),
      zone: new Int32Array(network.clocks.length ** 2).fill(1),
    }),
};

/** What runs each export. A new one must be given a line. */
const runs: Readonly<Record<keyof typeof analysis, Run>> = {
  acceleratedQuery: (network, query) => analysis.acceleratedQuery(query, network, network),
  clockBounds: bounds,
  activeClocks: bounds,
  activeIn: bounds,
  loosen: bounds,
  bystanders: analysis.bystanders,
  influences: (network, query) => reaches.map((reach) => analysis.influences(network, query, reach)),
  countersOf: analysis.countersOf,
  couplingOf: (network, query) => analysis.couplingOf(network, analysis.liveCells(network, query)),
  looseness: (network) => {
    const coupling = analysis.couplingOf(network);
    return typeof coupling === "string" ? coupling : analysis.looseness(network, coupling);
  },
  valueClasses: analysis.valueClasses,
  coarsener: (network, query) => analysis.coarsener(analysis.valueClasses(network, query))(initialCells(network)),
  alwaysLive: analysis.alwaysLive,
  simpleCycles: cycles,
  findCounting: counting,
  countingJumps: counting,
  jumpText: (network) => analysis.findJumps(network, { limit: 50 }).map((j) => analysis.jumpText(network, j)),
  whyNotTogether: (network) => analysis.whyNotTogether(network, 50),
  keptGuards: counting,
  locationAsked: conditions,
  hasAll: conditions,
  leavesOf: conditions,
  linear: conditions,
  truthOf: conditions,
  readsCell: conditions,
  readsOfCode: conditions,
  clockSettings: settings,
  judge: (network) => timed(network).map(([p, c]) => analysis.judge(network, p, c, analysis.touchedBy(network))),
  touchedBy: analysis.touchedBy,
  idleClocks: analysis.idleClocks,
  isPlainClock: (network) =>
    network.processes.map((p) => p.edges.map((e) => e.guard.clocks.map((c) => analysis.isPlainClock(c.left)))),
  findJumps: (network, query) => [
    analysis.findJumps(network, { limit: 50 }),
    analysis.findJumps(network, { limit: 50, worth: { query, times: 1 } }),
  ],
  liveVariables: (network, query) => [
    live(network, query),
    analysis.liveVariables(network, { queries: [], keepAll: true }),
  ],
  edgeName: edges,
  elementName: explained,
  explainFact: explained,
  finalUse: explained,
  canonicaliser: canonical,
  liveCells: canonical,
  livenessOf: canonical,
  channelsOf: edges,
  guardsOnlyHelp: analysis.guardsOnlyHelp,
  Ranges: ranges,
  heldIn: sorted,
  holdingPlaces: sorted,
  heldCells: sorted,
  movedCells: sorted,
  MOST_LEVELS: () => {},
  MOST_ORDERS: () => {},
  MOST_ROUNDS: () => {},
  MOST_TRIED: () => {},
  NOBODY: () => {},
  OPEN: () => {},
  relationsOf: sorted,
  representative: sorted,
  sorting: sorted,
  findSymmetry: (network, query) => [analysis.findSymmetry(network), analysis.findSymmetry(network, query)],
  forgettable: (network) => analysis.forgettable(network)?.(initialCells(network)),
  ordinary: () => {},
  passing: () => {},
  passingLocations: analysis.passingLocations,
  constantValue: walks,
  dataOf: (network) => analysis.dataOf(network),
  groupsOf: (network, query) => analysis.groupsOf(analysis.findSymmetry(network, query)),
  identifiersOf: (network) => analysis.identifiersOf(network),
  Kinds: (network) => new analysis.Kinds(network, undefined, () => []),
  looksAt: (network, query) => analysis.looksAt(analysis.usesOf(network), query),
  readsLocations: (network) => analysis.readsLocations(network),
  NetworkUses: (network) => new analysis.NetworkUses(network, { apart: 1000, carried: network.slots.map((_, c) => c) }),
  usesOf: (network) => analysis.usesOf(network),
  eachStep: walks,
  eachCode: walks,
  eachCodeOf: walks,
  eachPart: walks,
  eachConstraint: walks,
  formulasOf: walks,
  mentionsDeadlock: walks,
  edgeText: edges,
  compoundCycles: compound,
  higher: windows,
  itemsOf: edges,
  MOST_COMPOUND: () => {},
  overlapFrom: windows,
  tighter: windows,
  timeCycle: cycles,
  unfoldings: windows,
  windowText: windows,
};

const all = new Set([...Object.values(runs), ...Object.values(makes)]);

function initialCells(network: Network): Int32Array {
  return Int32Array.from([...network.slots].map((slot) => slot.initial));
}

const roads = [
  { compiled: true },
  { compiled: true, reduce: false, symmetry: false },
  { compiled: true, trace: "some" },
  { compiled: false },
  { compiled: false, reduce: false, symmetry: false },
] as const;

/** Nothing may throw, and only what is said to be refused is. */
function runAll({ model: text, queries = ["E<> P.T"], refused, endless }: Construct): void {
  const model = open(text);
  const made = queries.map((query) => model.query(query));
  const errors = [model, ...made].flatMap((m) => m.diagnostics.filter((d) => d.severity === "error"));
  expect([...new Set(errors.map((d) => d.code))]).toEqual(refused === undefined ? [] : [refused]);
  const { network, source } = model;
  if (network === undefined || source === undefined || source.format === "tck") return;
  const others = endless === true ? [] : ["E<> false", "A[] not deadlock", "A<> false"];
  const more = others.map((query) => model.query(query));
  const asked = [...made, ...more].flatMap(({ query }) => query ?? []);
  for (const query of asked) {
    for (const run of all) run(network, query);
    for (const road of roads) verify(network, query, { ...road, ...limits });
  }
  const again = instantiate(check(source.tree)).made;
  if (again !== undefined) reduce(source, again, { queries: asked, substitute: true });
}

describe("a model of every construct", () => {
  /** Sections of docs/compatibility.md about what a network can contain, and all others. */
  const inside =
    /^(Types|Initial values|Functions|Templates and systems|Expressions|Statements and built-in functions|Labels|Meaning of models|Queries)$/;
  const outside =
    /^(XML files|XTA files|Words and symbols|Query files|Traces|Older versions|Syntax of UPPAAL 3|The verifyta command)$/;
  const page = readFileSync(new URL("../../docs/compatibility.md", import.meta.url), "utf8");
  const every = page.slice(
    page.indexOf("## Every construct"),
    page.indexOf("\n## ", page.indexOf("## Every construct") + 3),
  );
  const sections = every
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [title, ...lines] = section.split("\n");
      return { title: title!, ids: lines.flatMap((line) => /^\| ([A-Z]*[0-9.]+) \|/.exec(line)?.[1] ?? []) };
    });

  it("knows every section", () => {
    expect(sections.filter(({ title }) => !inside.test(title) && !outside.test(title))).toEqual([]);
  });

  it("has one for each", () => {
    // Diagnostics, features, and queries of games and statistics say nothing about networks.
    const ids = sections.filter((s) => inside.test(s.title)).flatMap((s) => s.ids);
    const given = new Set(Object.keys(constructs).map((key) => key.replace(/\/.*/, "")));
    expect([...given].sort()).toEqual(ids.filter((id) => !/^(DG|FC|QG|QS)/.test(id)).sort());
  });

  it.each(Object.entries(constructs))("%s", (_, construct) => runAll(construct));
});

describe("every model of test/cases", () => {
  const folder = new URL("../cases/", import.meta.url);
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
    it(file, () => {
      for (const block of readFileSync(new URL(file, folder), "utf8").split(/^== /m).slice(1)) {
        const lines = block.split("\n").slice(1);
        const isAside = (line: string) => line.startsWith("? ") || line.startsWith("!! ");
        const query = lines
          .find((line) => line.startsWith("? "))
          ?.slice(2)
          .split(" => ")[0]
          ?.trim();
        const model = open(lines.filter((line) => !isAside(line)).join("\n"));
        if (model.network === undefined || query === undefined) continue;
        const made = model.query(query).query;
        if (made !== undefined) for (const run of all) run(model.network, made);
      }
    });
  }
});
