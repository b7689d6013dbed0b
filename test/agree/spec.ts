import type {
  Address,
  ClockConstraint,
  Code,
  Edge,
  Formula,
  Guard,
  Network,
  NetworkQuery,
  Process,
  Slot,
} from "../../src/network/index.ts";

/**
 * Small models as plain data, made by `random-network.ts`. A spec becomes a network directly (here), or the text of an XTA
 * model (`spec-text.ts`), so that the front end can be checked against the direct way.
 */
export interface Spec {
  readonly clocks: readonly { readonly name: string; readonly initial: number }[];
  readonly ints: readonly {
    readonly name: string;
    readonly low: number;
    readonly high: number;
    readonly initial: number;
    readonly size: number;
  }[];
  readonly channels: readonly {
    readonly name: string;
    readonly broadcast: boolean;
    readonly urgent: boolean;
    readonly priority: number;
    readonly size: number;
  }[];
  readonly priorities: boolean;
  readonly processes: readonly SpecProcess[];
  readonly before: readonly Update[];
  readonly after: readonly Update[];
}
export interface SpecProcess {
  readonly name: string;
  readonly initial: number;
  readonly priority: number;
  readonly locations: readonly {
    readonly name: string;
    readonly urgent: boolean;
    readonly committed: boolean;
    readonly invariant: readonly Condition[];
    /** Clocks that stand still here, perhaps unless some data condition holds. */
    readonly stopped?: readonly { readonly clock: number; readonly unless?: Data }[];
  }[];
  readonly edges: readonly SpecEdge[];
}
export interface SpecEdge {
  readonly source: number;
  readonly target: number;
  /** The select variable runs over 0..select; there is none if it is undefined. */
  readonly select?: number;
  readonly guard: readonly Condition[];
  readonly sync?: { readonly channel: number; readonly direction: "!" | "?"; readonly index: Data };
  readonly update: readonly Update[];
}
export type DataOp = "+" | "-" | "*" | "%" | "<" | "<=" | "==" | "!=" | "&&" | "||";
export type Data =
  | { readonly k: "int"; readonly value: number }
  | { readonly k: "variable"; readonly i: number; readonly index: Data }
  | { readonly k: "select" }
  /** `f(a)`: a function with a branch and a loop; see `functionValue`. */
  | { readonly k: "call"; readonly a: Data }
  | { readonly k: "op"; readonly op: DataOp; readonly a: Data; readonly b: Data };
/** Clock 0 is the constant zero. `unless` is a data condition that makes the constraint hold. */
export interface ClockCompare {
  readonly k: "clock";
  readonly left: number;
  readonly right: number;
  readonly op: "<" | "<=" | "==" | ">=" | ">";
  readonly bound: Data;
  readonly unless?: Data;
}
export type Condition = { readonly k: "data"; readonly e: Data } | ClockCompare;
export type Update =
  | { readonly k: "set"; readonly i: number; readonly index: Data; readonly value: Data }
  | { readonly k: "reset"; readonly clock: number; readonly value: Data }
  | { readonly k: "copy"; readonly clock: number; readonly from: number; readonly plus: number };

export type SpecFormula =
  | { readonly k: "location"; readonly process: number; readonly location: number }
  | { readonly k: "data"; readonly e: Data }
  | ClockCompare
  | { readonly k: "deadlock" }
  | { readonly k: "not"; readonly a: SpecFormula }
  | { readonly k: "and" | "or"; readonly a: SpecFormula; readonly b: SpecFormula };
export type SpecTerm = { readonly k: "data"; readonly e: Data } | { readonly k: "clock"; readonly clock: number };
export type SpecQuery =
  | { readonly kind: "E<>" | "A[]" | "E[]" | "A<>"; readonly formula: SpecFormula }
  | { readonly kind: "-->"; readonly left: SpecFormula; readonly right: SpecFormula }
  | { readonly kind: "sup" | "inf" | "bounds"; readonly predicate?: SpecFormula; readonly terms: readonly SpecTerm[] };

const origin = { start: 0, end: 0 };
const constant = (value: number): Code => ({ op: "const", value });
const plain = (base: number): Address => ({ base, terms: [] });
const ops: Readonly<Record<DataOp, "add" | "sub" | "mul" | "mod" | "lt" | "le" | "eq" | "ne" | "both" | "either">> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "%": "mod",
  "<": "lt",
  "<=": "le",
  "==": "eq",
  "!=": "ne",
  "&&": "both",
  "||": "either",
};

/** Makes the network of a spec without the front end. */
export function networkOf(spec: Spec): Network {
  const builder = new Builder(spec);
  return builder.network();
}

export function queryOf(spec: Spec, query: SpecQuery): NetworkQuery {
  return new Builder(spec).query(query);
}

class Builder {
  private readonly spec: Spec;
  private readonly bases: number[] = [];
  private readonly channelBases: number[] = [];
  private readonly state: number;
  private select: number;

  constructor(spec: Spec) {
    this.spec = spec;
    let cell = spec.processes.length;
    for (const v of spec.ints) {
      this.bases.push(cell);
      cell += v.size;
    }
    this.state = cell;
    let channel = 0;
    for (const c of spec.channels) {
      this.channelBases.push(channel);
      channel += c.size;
    }
    // Scratch: argument, local and result of the function; then one cell for each edge's select.
    this.select = cell + 3;
  }

  network(): Network {
    const { spec } = this;
    const slots: Slot[] = spec.processes.map((p) => ({
      name: p.name,
      low: 0,
      high: p.locations.length - 1,
      initial: p.initial,
      meta: false,
      type: "location",
      origin,
    }));
    for (const v of spec.ints)
      for (let i = 0; i < v.size; i++)
        slots.push({
          name: `${v.name}[${i}]`,
          low: v.low,
          high: v.high,
          initial: v.initial,
          meta: false,
          type: "int",
          origin,
        });
    let id = 0;
    const processes = spec.processes.map(
      (p, index): Process => ({
        name: p.name,
        template: p.name,
        args: [],
        index,
        initial: p.initial,
        priority: p.priority,
        origin,
        locations: p.locations.map((l, i) => ({
          name: l.name,
          index: i,
          urgent: l.urgent,
          committed: l.committed,
          invariant: { ...this.guard(l.invariant), rates: (l.stopped ?? []).map((r) => this.rate(r)) },
          labels: [],
          origin,
        })),
        edges: p.edges.map((e) => this.edge(e, id++, index)),
      }),
    );
    return {
      processes,
      slots,
      constants: [],
      cells: this.select,
      clocks: [{ name: "0", initial: 0, origin }, ...spec.clocks.map((c) => ({ ...c, origin }))],
      channels: spec.channels.flatMap((c) =>
        Array.from({ length: c.size }, (_, i) => ({
          name: `${c.name}[${i}]`,
          broadcast: c.broadcast,
          urgent: c.urgent,
          priority: c.priority,
          origin,
        })),
      ),
      functions: [this.function()],
      beforeUpdate: spec.before.map((u) => this.update(u)),
      afterUpdate: spec.after.map((u) => this.update(u)),
      hasPriorities: spec.priorities,
      defaultPriority: 1,
      vectors: [],
      origin,
    };
  }

  query(query: SpecQuery): NetworkQuery {
    const head = { text: query.kind, origin, cells: 0, functions: [] };
    if (query.kind === "-->")
      return { ...head, kind: query.kind, left: this.formula(query.left), right: this.formula(query.right) };
    if ("terms" in query) {
      const terms = query.terms.map((t) =>
        t.k === "data"
          ? { is: "data" as const, code: this.data(t.e), text: "" }
          : { is: "clock" as const, clock: plain(t.clock), plus: constant(0), text: "" },
      );
      return {
        ...head,
        kind: query.kind,
        terms,
        ...(query.predicate === undefined ? {} : { predicate: this.formula(query.predicate) }),
      };
    }
    return { ...head, kind: query.kind, formula: this.formula(query.formula) };
  }

  private edge(e: SpecEdge, id: number, process: number): Edge {
    const cell = this.select;
    if (e.select !== undefined) this.select++;
    const data = (d: Data) => this.data(d, cell);
    const sync =
      e.sync === undefined
        ? {}
        : {
            sync: {
              kind: "channel" as const,
              direction: e.sync.direction,
              origin,
              channel: {
                base: this.channelBases[e.sync.channel]!,
                terms: this.index(data(e.sync.index), this.spec.channels[e.sync.channel]!.size),
              },
            },
          };
    return {
      id,
      process,
      source: e.source,
      target: e.target,
      selects: e.select === undefined ? [] : [{ name: "s", cell, low: 0, high: e.select }],
      guard: this.guard(e.guard, cell),
      ...sync,
      update: e.update.map((u) => this.update(u, cell)),
      controllable: true,
      origin,
    };
  }

  private rate({ clock, unless }: { readonly clock: number; readonly unless?: Data }) {
    const condition = unless === undefined ? {} : { unless: this.data(unless) };
    return { ...condition, clock: plain(clock), rate: constant(0), origin };
  }

  private guard(conditions: readonly Condition[], select?: number): Guard {
    return {
      data: conditions.flatMap((c) => (c.k === "data" ? [this.data(c.e, select)] : [])),
      clocks: conditions.flatMap((c) => (c.k === "clock" ? this.compare(c, select) : [])),
    };
  }

  private compare(c: ClockCompare, select?: number): ClockConstraint[] {
    const unless = c.unless === undefined ? {} : { unless: this.data(c.unless, select) };
    const bound = this.data(c.bound, select);
    const negative: Code = bound.op === "const" ? constant(-bound.value) : { op: "neg", a: bound };
    const found: ClockConstraint[] = [];
    if (c.op === "<" || c.op === "<=" || c.op === "==")
      found.push({ ...unless, left: plain(c.left), right: plain(c.right), strict: c.op === "<", bound, origin });
    if (c.op === ">" || c.op === ">=" || c.op === "==")
      found.push({
        ...unless,
        left: plain(c.right),
        right: plain(c.left),
        strict: c.op === ">",
        bound: negative,
        origin,
      });
    return found;
  }

  private formula(f: SpecFormula): Formula {
    switch (f.k) {
      case "location":
        return {
          is: "data",
          code: { op: "eq", a: { op: "load", at: plain(f.process) }, b: constant(f.location), origin },
        };
      case "data":
        return { is: "data", code: this.data(f.e) };
      case "clock": {
        const items = this.compare(f).map((constraint): Formula => ({ is: "clock", constraint }));
        return items.length === 1 ? items[0]! : { is: "and", items };
      }
      case "deadlock":
        return { is: "deadlock", origin };
      case "not":
        return { is: "not", a: this.formula(f.a) };
      case "and":
      case "or":
        return { is: f.k, items: [this.formula(f.a), this.formula(f.b)] };
    }
  }

  private update(u: Update, select?: number): Code {
    switch (u.k) {
      case "set": {
        const { low, high } = this.spec.ints[u.i]!;
        return {
          op: "store",
          at: this.place(u.i, u.index, select),
          value: this.data(u.value, select),
          low,
          high,
          origin,
        };
      }
      case "reset":
        return { op: "reset", clock: plain(u.clock), value: this.data(u.value, select), origin };
      case "copy":
        return { op: "move", clock: plain(u.clock), from: plain(u.from), plus: constant(u.plus), origin };
    }
  }

  private data(d: Data, select = -1): Code {
    switch (d.k) {
      case "int":
        return constant(d.value);
      case "variable":
        return { op: "load", at: this.place(d.i, d.index, select) };
      case "select":
        return { op: "load", at: plain(select) };
      case "call":
        return {
          op: "call",
          function: 0,
          args: [{ kind: "value", cell: this.state, value: this.data(d.a, select), low: -32768, high: 32767, origin }],
          origin,
        };
      case "op": {
        const op = ops[d.op];
        const [a, b] = [this.data(d.a, select), this.data(d.b, select)];
        return op === "both" || op === "either" ? { op, a, b } : { op, a, b, origin };
      }
    }
  }

  private place(i: number, index: Data, select = -1): Address {
    return {
      base: this.bases[i]!,
      terms: this.spec.ints[i]!.size === 1 ? [] : this.index(this.data(index, select), this.spec.ints[i]!.size),
    };
  }

  private index(index: Code, size: number): Address["terms"] {
    return size === 1 ? [] : [{ index, low: 0, size, stride: 1, origin }];
  }

  /** int[0,2] f(int v) { int i = 0; if (v > 2) return 1; while (i * i < v) i = i + 1; return i; } */
  private function(): Network["functions"][number] {
    const [v, i, result] = [this.state, this.state + 1, this.state + 2];
    const load = (cell: number): Code => ({ op: "load", at: plain(cell) });
    const set = (cell: number, value: Code): Code => ({
      op: "store",
      at: plain(cell),
      value,
      low: -32768,
      high: 32767,
      origin,
    });
    return {
      name: "f",
      result,
      resultCount: 1,
      origin,
      body: [
        { do: "code", code: set(i, constant(0)) },
        {
          do: "if",
          condition: { op: "gt", a: load(v), b: constant(2), origin },
          yes: [{ do: "return", value: constant(1), low: 0, high: 2, origin }],
          no: [],
        },
        {
          do: "loop",
          first: true,
          condition: { op: "lt", a: { op: "mul", a: load(i), b: load(i), origin }, b: load(v), origin },
          body: [{ do: "code", code: set(i, { op: "add", a: load(i), b: constant(1), origin }) }],
          next: [],
          origin,
        },
        { do: "return", value: load(i), low: 0, high: 2, origin },
      ],
    };
  }
}
