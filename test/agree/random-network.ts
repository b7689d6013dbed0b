import type {
  ClockCompare,
  Condition,
  Data,
  DataOp,
  Spec,
  SpecEdge,
  SpecFormula,
  SpecProcess,
  SpecQuery,
  SpecTerm,
  Update,
} from "./spec.ts";

/**
 * Random small models and queries from a seed. Which features of the language a model uses is itself random, so that each
 * appears alone and in company; `features` switches some of them on or off. Only with `overflow` can assignments leave
 * the ranges of the variables.
 */
export interface Features {
  readonly processes: number;
  readonly locations: number;
  readonly clocks: number;
  readonly constant: number;
  readonly edges: number;
  readonly off: readonly Feature[];
  readonly on: readonly Feature[];
}
export type Feature = (typeof allFeatures)[number];
const allFeatures = [
  "ints",
  "arrays",
  "functions",
  "select",
  "binary",
  "broadcast",
  "channelArrays",
  "urgentLocations",
  "committed",
  "urgentChannels",
  "urgentClockGuards",
  "receiverClockGuards",
  "channelPriorities",
  "processPriorities",
  "hooks",
  "differences",
  "copies",
  "shifts",
  "lowerInvariants",
  "dataInvariants",
  "unless",
  "clockInitials",
  "constantResets",
  "strict",
  "dataBounds",
  "overflow",
  "stopwatches",
] as const;
/** What TChecker's format lacks. */
export const notInTck: readonly Feature[] = [
  "channelPriorities",
  "processPriorities",
  "hooks",
  "urgentChannels",
  "receiverClockGuards",
  "clockInitials",
];
/** Only where asked for: answers are not exact then, so there is little to compare with. */
const optional: readonly Feature[] = ["stopwatches"];

export const small: Features = { processes: 3, locations: 3, clocks: 3, constant: 3, edges: 4, off: [], on: [] };

export class Random {
  private state: number;
  constructor(seed: number) {
    this.state = seed | 0;
  }
  /** mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  chance(p: number): boolean {
    return this.next() < p;
  }
  below(n: number): number {
    return Math.floor(this.next() * n);
  }
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
  list<T>(low: number, high: number, make: () => T): T[] {
    return Array.from({ length: this.between(low, high) }, make);
  }
}

export function randomSpec(random: Random, features: Features = small): Spec {
  return new Maker(random, features).spec();
}

export type QueryKind = SpecQuery["kind"] | "deadlock";

/** `deadlock` stands for an `E<>` or `A[]` whose formula speaks of deadlocks. */
export function randomQuery(random: Random, spec: Spec, kind: QueryKind): SpecQuery {
  return new QueryMaker(random, spec).query(kind);
}

const int = (value: number): Data => ({ k: "int", value });
const op = (o: DataOp, a: Data, b: Data): Data => ({ k: "op", op: o, a, b });

class Maker {
  private readonly r: Random;
  private readonly features: Features;
  private readonly on: ReadonlySet<Feature>;
  private clocks = 0;
  private ints: Spec["ints"] = [];
  private channels: Spec["channels"] = [];

  constructor(random: Random, features: Features) {
    this.r = random;
    this.features = features;
    const rare: readonly Feature[] = [
      "channelPriorities",
      "processPriorities",
      "hooks",
      "differences",
      "copies",
      "shifts",
      "urgentClockGuards",
      "receiverClockGuards",
      "overflow",
    ];
    const density = random.next();
    this.on = new Set(
      allFeatures.filter(
        (f) =>
          (!optional.includes(f) || features.on.includes(f)) &&
          (random.chance(rare.includes(f) ? 0.3 * density + 0.05 : 0.3 + 0.5 * density) || features.on.includes(f)) &&
          !features.off.includes(f),
      ),
    );
  }

  spec(): Spec {
    const { r, on, features } = this;
    this.clocks = r.chance(0.05) ? 0 : r.between(1, features.clocks);
    if (on.has("ints")) {
      this.ints = r
        .list(1, 2, () => 0)
        .map((_, i) => {
          const low = r.chance(0.15) ? -1 : 0;
          const high = r.between(1, 2);
          return {
            name: `n${i}`,
            low,
            high,
            initial: r.between(low, high),
            size: on.has("arrays") && r.chance(0.5) ? 2 : 1,
          };
        });
    }
    const kinds = [...(on.has("binary") ? [false] : []), ...(on.has("broadcast") ? [true] : [])];
    if (kinds.length > 0) {
      this.channels = r
        .list(1, 2, () => 0)
        .map((_, i) => ({
          name: `c${i}`,
          broadcast: r.pick(kinds),
          urgent: on.has("urgentChannels") && r.chance(0.5),
          priority: on.has("channelPriorities") ? r.between(0, 2) : 1,
          size: on.has("channelArrays") && r.chance(0.5) ? 2 : 1,
        }));
    }
    const processes = r.list(r.chance(0.8) ? 2 : 1, features.processes, () => 0).map((_, i) => this.process(i));
    // The system line lists processes by priority, and their order matters: so it is the same here.
    const ranks = processes.map((p) => p.priority).sort((a, b) => a - b);
    return {
      clocks: Array.from({ length: this.clocks }, (_, i) => ({
        name: `x${i}`,
        initial: on.has("clockInitials") && r.chance(0.3) ? r.between(1, 2) : 0,
      })),
      ints: this.ints,
      channels: this.channels,
      priorities: on.has("channelPriorities") || on.has("processPriorities"),
      processes: processes.map((p, i) => ({ ...p, priority: ranks[i]! })),
      before: on.has("hooks") && r.chance(0.7) ? this.updates(false, 1) : [],
      after: on.has("hooks") && r.chance(0.7) ? this.updates(false, 1) : [],
    };
  }

  private process(index: number): SpecProcess {
    const { r, on } = this;
    const count = r.between(2, this.features.locations);
    const locations = Array.from({ length: count }, (_, i) => {
      const committed = on.has("committed") && i > 0 && r.chance(0.2);
      return {
        name: `L${i}`,
        committed,
        urgent: !committed && on.has("urgentLocations") && r.chance(0.2),
        invariant: this.invariant(i === 0),
        ...(on.has("stopwatches") && this.clocks > 0 && r.chance(0.4) ? { stopped: this.stopped() } : {}),
      };
    });
    // One edge from each location, so that few models stop at once, and some more from anywhere.
    const edges = [
      ...locations.map((_, source) => this.edge(source, count)),
      ...r.list(1, this.features.edges, () => this.edge(r.below(count), count)),
    ];
    return {
      name: `P${index}`,
      initial: 0,
      priority: on.has("processPriorities") ? r.between(0, 2) : 0,
      locations,
      edges,
    };
  }

  /** The initial location gets an invariant that the initial values satisfy, nearly always. */
  private invariant(initial: boolean): Condition[] {
    const { r, on } = this;
    const found: Condition[] = [];
    if (initial && r.chance(0.97)) {
      return this.clocks > 0 && r.chance(0.4)
        ? [{ k: "clock", left: r.between(1, this.clocks), right: 0, op: "<=", bound: int(r.between(2, 3)) }]
        : [];
    }
    if (this.clocks > 0 && r.chance(0.45)) {
      const upper = !(on.has("lowerInvariants") && r.chance(0.3));
      found.push(this.clockCondition(upper ? ["<="] : [">="], false));
    }
    if (this.ints.length > 0 && on.has("dataInvariants") && r.chance(0.2)) found.push(this.dataCondition(false));
    return found;
  }

  private stopped(): { clock: number; unless?: Data }[] {
    const { r } = this;
    return r.list(1, 2, () => ({
      clock: r.between(1, this.clocks),
      ...(this.ints.length > 0 && r.chance(0.3) ? { unless: this.comparison(false) } : {}),
    }));
  }

  private edge(source: number, locations: number): SpecEdge {
    const { r, on } = this;
    const select = on.has("select") && r.chance(0.3) ? r.between(0, 2) : undefined;
    const has = select !== undefined;
    const channel = this.channels.length > 0 && r.chance(0.5) ? r.below(this.channels.length) : undefined;
    const direction = r.chance(0.5) ? ("!" as const) : ("?" as const);
    const guard: Condition[] = [];
    if (this.ints.length > 0 && r.chance(0.35)) guard.push(this.dataCondition(has));
    const c = channel === undefined ? undefined : this.channels[channel];
    const clockGuards =
      (!c?.urgent || on.has("urgentClockGuards")) &&
      (!c?.broadcast || direction === "!" || on.has("receiverClockGuards"));
    if (this.clocks > 0 && clockGuards)
      while (r.chance(0.35) && guard.length < 3) guard.push(this.clockCondition(["<", "<=", "==", ">=", ">"], has));
    const index = c === undefined || c.size === 1 ? int(0) : this.index(has, c.size);
    return {
      source,
      target: r.below(locations),
      ...(select === undefined ? {} : { select }),
      guard,
      ...(channel === undefined ? {} : { sync: { channel, direction, index } }),
      update: this.updates(has, 3),
    };
  }

  private updates(select: boolean, most: number): Update[] {
    const { r, on } = this;
    return r
      .list(0, most, () => 0)
      .flatMap((): Update[] => {
        if (this.clocks > 0 && r.chance(0.6)) {
          const clock = r.between(1, this.clocks);
          if (on.has("copies") && this.clocks > 1 && r.chance(0.4)) {
            return [
              {
                k: "copy",
                clock,
                from: r.between(1, this.clocks),
                plus: on.has("shifts") && !on.has("differences") && r.chance(0.5) ? 1 : 0,
              },
            ];
          }
          const value =
            on.has("constantResets") && r.chance(0.4)
              ? r.chance(0.5) && this.ints.length > 0
                ? this.natural(select)
                : int(r.between(0, 2))
              : int(0);
          return [{ k: "reset", clock, value }];
        }
        if (this.ints.length === 0) return [];
        const i = r.below(this.ints.length);
        const v = this.ints[i]!;
        const value =
          on.has("overflow") && r.chance(0.4)
            ? this.sum(select)
            : v.low < 0 || r.chance(0.3)
              ? int(r.between(v.low, v.high))
              : op("%", this.sum(select), int(v.high + 1));
        return [{ k: "set", i, index: this.index(select, v.size), value }];
      });
  }

  private clockCondition(ops: readonly ClockCompare["op"][], select: boolean): ClockCompare {
    const { r, on } = this;
    const left = r.between(1, this.clocks);
    const isDifference = on.has("differences") && this.clocks > 1 && r.chance(0.4);
    const right = isDifference ? (left % this.clocks) + 1 : 0;
    const strictly: Partial<Record<ClockCompare["op"], ClockCompare["op"]>> = { "<=": "<", ">=": ">" };
    const weakly: Partial<Record<ClockCompare["op"], ClockCompare["op"]>> = { "<": "<=", ">": ">=" };
    const picked = r.pick(ops);
    const o =
      on.has("strict") && r.chance(0.3)
        ? (strictly[picked] ?? picked)
        : on.has("strict")
          ? picked
          : (weakly[picked] ?? picked);
    const low = isDifference ? -this.features.constant : o === "<" ? 1 : 0;
    const bound =
      on.has("dataBounds") && this.ints.length > 0 && r.chance(0.3)
        ? this.natural(select)
        : int(r.between(low, this.features.constant));
    const unless = on.has("unless") && this.ints.length > 0 && r.chance(0.3) ? { unless: this.comparison(select) } : {};
    return { k: "clock", left, right, op: o, bound, ...unless };
  }

  private dataCondition(select: boolean): Condition {
    return { k: "data", e: this.comparison(select) };
  }
  private comparison(select: boolean): Data {
    return op(
      this.r.pick(["<", "<=", "==", "!="] as const),
      this.term(select),
      this.r.chance(0.7) ? int(this.r.between(0, 2)) : this.term(select),
    );
  }
  private sum(select: boolean): Data {
    const a = this.natural(select);
    return this.r.chance(0.6)
      ? op(this.r.pick(["+", "*"] as const), a, this.r.chance(0.5) ? int(this.r.between(1, 2)) : this.natural(select))
      : a;
  }
  private term(select: boolean): Data {
    const { r } = this;
    if (this.on.has("functions") && r.chance(0.2)) return { k: "call", a: this.term(select) };
    if (select && r.chance(0.4)) return { k: "select" };
    const i = r.below(this.ints.length);
    return { k: "variable", i, index: this.index(select, this.ints[i]!.size) };
  }
  /** An expression that is never negative. */
  private natural(select: boolean): Data {
    const term = this.term(select);
    return term.k === "variable" && this.ints[term.i]!.low < 0 ? op("*", term, term) : term;
  }
  private index(select: boolean, size: number): Data {
    if (size === 1) return int(0);
    const naturals = this.ints.flatMap((v, i) => (v.low === 0 && v.size === 1 ? [i] : []));
    if (select && this.r.chance(0.5)) return op("%", { k: "select" }, int(size));
    if (naturals.length > 0 && this.r.chance(0.4))
      return op("%", { k: "variable", i: this.r.pick(naturals), index: int(0) }, int(size));
    return int(this.r.below(size));
  }
}

class QueryMaker {
  private readonly r: Random;
  private readonly spec: Spec;
  constructor(random: Random, spec: Spec) {
    this.r = random;
    this.spec = spec;
  }

  query(kind: QueryKind): SpecQuery {
    const { r } = this;
    switch (kind) {
      case "deadlock": {
        const d: SpecFormula = r.chance(0.5) ? { k: "deadlock" } : { k: "not", a: { k: "deadlock" } };
        const formula: SpecFormula = r.chance(0.4) ? d : { k: r.chance(0.5) ? "and" : "or", a: d, b: this.formula(1) };
        return { kind: r.chance(0.5) ? "E<>" : "A[]", formula };
      }
      case "-->":
        return { kind, left: this.formula(1), right: this.formula(1) };
      case "sup":
      case "inf":
      case "bounds":
        return {
          kind,
          ...(r.chance(0.5) ? { predicate: this.formula(1) } : {}),
          terms: r.list(1, 2, () => this.term()),
        };
      default:
        return { kind, formula: this.formula(2) };
    }
  }

  private formula(depth: number): SpecFormula {
    const { r } = this;
    if (depth > 0 && r.chance(0.5)) {
      if (r.chance(0.25)) return { k: "not", a: this.formula(depth - 1) };
      return { k: r.chance(0.5) ? "and" : "or", a: this.formula(depth - 1), b: this.formula(depth - 1) };
    }
    if (this.spec.clocks.length > 0 && r.chance(0.45)) return this.clock();
    const ints = this.spec.ints;
    if (ints.length > 0 && r.chance(0.4)) {
      const i = r.below(ints.length);
      const left: Data = { k: "variable", i, index: int(r.below(ints[i]!.size)) };
      return { k: "data", e: op(r.pick(["<", "<=", "==", "!="] as const), left, int(r.between(0, 2))) };
    }
    const process = r.below(this.spec.processes.length);
    return { k: "location", process, location: r.below(this.spec.processes[process]!.locations.length) };
  }

  private clock(): SpecFormula {
    const { r } = this;
    const n = this.spec.clocks.length;
    const left = r.between(1, n);
    const right = n > 1 && r.chance(0.1) ? (left % n) + 1 : 0;
    const compare: SpecFormula = {
      k: "clock",
      left,
      right,
      op: r.pick(["<", "<=", "==", ">=", ">"] as const),
      bound: int(r.between(right === 0 ? 0 : -2, 3)),
    };
    return r.chance(0.15) ? { k: "not", a: compare } : compare;
  }

  private term(): SpecTerm {
    const { r } = this;
    const ints = this.spec.ints;
    if (this.spec.clocks.length > 0 && (ints.length === 0 || r.chance(0.6)))
      return { k: "clock", clock: r.between(1, this.spec.clocks.length) };
    if (ints.length === 0) return { k: "data", e: int(r.between(0, 3)) };
    const i = r.below(ints.length);
    const variable: Data = { k: "variable", i, index: int(r.below(ints[i]!.size)) };
    return { k: "data", e: r.chance(0.3) ? op("+", variable, int(1)) : variable };
  }
}
