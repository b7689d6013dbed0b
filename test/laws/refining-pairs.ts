/**
 * Random pairs of a specification and an implementation made from it by mutations, as text. The specification is mostly
 * deterministic; clocks, urgent and committed locations, urgent and broadcast channels, arrays, shared variables and target
 * invariants all occur.
 */
import { Random } from "../transform/random-spec.ts";

interface Location {
  invariant: number;
  kind: "" | "urgent" | "commit";
}
interface Edge {
  source: number;
  target: number;
  /** -1: internal. */
  channel: number;
  direction: "!" | "?";
  low: number;
  high: number;
  index: number;
  /** Whether an array's index is a select variable. */
  selects: boolean;
  reset: boolean;
  add: number;
  data: number;
}
interface Automaton {
  readonly locations: Location[];
  readonly edges: Edge[];
}

interface Pair {
  readonly text: string;
  readonly mutations: readonly string[];
}

/** Which constructs a pair may use. */
interface Features {
  readonly urgent: boolean;
  readonly broadcast: boolean;
  readonly shared: boolean;
  readonly stops: boolean;
}

const channels = ["a", "b", "c", "u", "r"];

function edge(r: Random, locations: number, features: Features): Edge {
  const pool = [0, 0, 1, 1, 2, ...(features.urgent ? [3] : []), ...(features.broadcast ? [4] : [])];
  const channel = r.pick(pool);
  const low = channel === 3 || r.chance(0.4) ? 0 : 1 + r.below(3);
  return {
    source: r.below(locations),
    target: r.below(locations),
    channel,
    direction: r.pick(["!", "?"]),
    low,
    high: channel === 3 || r.chance(0.5) ? 9 : low + r.below(4),
    index: r.below(2),
    selects: r.chance(0.4),
    reset: r.chance(0.7),
    add: features.shared && r.chance(0.3) ? 1 + r.below(2) : 0,
    data: r.chance(0.2) ? r.below(3) : -1,
  };
}

function automaton(r: Random, features: Features, overlaps: number): Automaton {
  const count = 2 + r.below(2);
  const locations = Array.from(
    { length: count },
    (): Location => ({
      invariant: r.chance(0.5) ? 1 + r.below(5) : 9,
      kind: features.stops && r.chance(0.12) ? r.pick(["urgent", "commit"]) : "",
    }),
  );
  const edges = Array.from({ length: count + r.below(5) }, (_, i) => ({
    ...edge(r, count, features),
    // The first ones make a round, so that every location can be reached.
    ...(i < count ? { source: i, target: (i + 1) % count } : {}),
  }));
  // Two edges for one action from one location make a specification nondeterministic more often than not.
  const kept = edges.filter(
    (e, i) =>
      r.chance(overlaps) ||
      !edges.some((f, j) => j < i && f.source === e.source && f.channel === e.channel && f.direction === e.direction),
  );
  return { locations, edges: kept };
}

const mutate: Record<string, (r: Random, a: Automaton, features: Features) => void> = {
  "later guard": (r, a) => void (r.pick(a.edges).high += 1),
  "earlier guard": (r, a) => {
    const e = r.pick(a.edges);
    e.low = Math.max(0, e.low - 1);
  },
  "tighter guard": (r, a) => void (r.pick(a.edges).high -= 1),
  "later invariant": (r, a) => void (r.pick(a.locations).invariant += 1),
  "tighter invariant": (r, a) => {
    const l = r.pick(a.locations);
    l.invariant = Math.max(0, l.invariant - 1);
  },
  "extra edge": (r, a, features) => void a.edges.push(edge(r, a.locations.length, features)),
  "missing edge": (r, a) => void a.edges.splice(r.below(a.edges.length), 1),
  "no reset": (r, a) => {
    const e = r.pick(a.edges);
    e.reset = !e.reset;
  },
  "another value": (r, a) => void (r.pick(a.edges).add += 1),
  "another target": (r, a) => void (r.pick(a.edges).target = r.below(a.locations.length)),
  committed: (r, a) => void (r.pick(a.locations).kind = "commit"),
  internal: (r, a) => {
    // An edge in two steps, with a place between them.
    const e = r.pick(a.edges);
    a.locations.push({ invariant: 9, kind: r.pick(["", "commit", "urgent"]) });
    const between = a.locations.length - 1;
    a.edges.push({ ...e, source: between, channel: -1, low: 0, high: 9, reset: false, add: 0, data: -1 });
    e.target = between;
  },
};

function print(name: string, clock: string, a: Automaton, features: Features): string {
  const mark = (kind: string) => a.locations.flatMap((l, i) => (l.kind === kind ? [`l${i}`] : [])).join(", ");
  const states = a.locations.map((l, i) => `l${i}${l.invariant < 9 ? ` { ${clock} <= ${l.invariant} }` : ""}`);
  const edges = a.edges.map((e) => {
    const guards = [
      ...(e.low > 0 ? [`${clock} >= ${e.low}`] : []),
      ...(e.high < 9 ? [`${clock} <= ${e.high}`] : []),
      ...(e.data >= 0 ? [`n <= ${e.data}`] : []),
    ];
    const index = e.channel !== 2 ? "" : e.selects ? "[k]" : `[${e.index}]`;
    const updates = [
      ...(e.reset ? [`${clock} = 0`] : []),
      "n = (n + 1) % 3",
      ...(e.add > 0 ? [`g = (g + ${e.add}) % 4`] : []),
    ];
    const labels = [
      ...(e.channel === 2 && e.selects ? ["select k : int[0,1];"] : []),
      ...(guards.length === 0 ? [] : [`guard ${guards.join(" && ")};`]),
      ...(e.channel < 0 ? [] : [`sync ${channels[e.channel]}${index}${e.direction};`]),
      `assign ${updates.join(", ")};`,
    ];
    return `l${e.source} -> l${e.target} { ${labels.join(" ")} }`;
  });
  const marks = [
    mark("urgent") === "" ? "" : `urgent ${mark("urgent")};`,
    mark("commit") === "" ? "" : `commit ${mark("commit")};`,
  ];
  // The order in which XTA wants them.
  const [urgent, commit] = marks;
  return `process ${name}() { clock ${clock}; int[0,2] n;${features.shared ? "" : " int[0,3] g;"} state ${states.join(", ")}; ${commit} ${urgent} init l0;${edges.length === 0 ? "" : `\n  trans ${edges.join(",\n    ")};`} }`;
}

/** `loose`: the specification is seldom deterministic, and may have internal edges; no urgent channels, no broadcasts. */
export function randomPair(seed: number, loose = false): Pair {
  const r = new Random(seed);
  const features: Features = {
    urgent: r.chance(0.3) && !loose,
    broadcast: r.chance(0.3) && !loose,
    shared: r.chance(0.3),
    stops: r.chance(0.4),
  };
  const spec = automaton(r, features, loose ? 0.9 : 0.15);
  if (loose && r.chance(0.5)) mutate.internal!(r, spec, features);
  const impl: Automaton = structuredClone(spec);
  const mutations: string[] = [];
  for (let n = r.below(4); n > 0; n--) {
    const name = r.pick(Object.keys(mutate));
    if (impl.edges.length === 0) break;
    mutate[name]!(r, impl, features);
    mutations.push(name);
  }
  const declarations = `chan a, b, c[2]; urgent chan u; broadcast chan r;${features.shared ? " int[0,3] g;" : ""}`;
  return {
    text: `${declarations}\n${print("I", "y", impl, features)}\n${print("S", "x", spec, features)}\nsystem I;\n`,
    mutations,
  };
}
