/**
 * Random loosely coupled models as text, of what `loose` lacks: clocks in arrays chosen by variables and set through
 * references, shared structs and arrays that functions change, select, conditional and indexed channels, receivers that
 * shared values or clocks decide about, urgent channels whose guards others write, invariants that a value lifts, tightens or
 * makes false, synchronisation without marks, and values that go out of range. Each construct is rare, so that it is met
 * alone as well.
 */
import { Random } from "./random-network.ts";

export interface LooseText {
  readonly text: string;
  readonly query: string;
}

export function looseText(seed: number): LooseText {
  return new Maker(new Random(seed)).made();
}

class Maker {
  private readonly r: Random;
  private readonly processes: number;
  private readonly has: Readonly<
    Record<
      | "csp"
      | "invariants"
      | "urgent"
      | "broadcast"
      | "binary"
      | "clockReceivers"
      | "faults"
      | "still"
      | "values"
      | "strict",
      boolean
    >
  >;

  constructor(random: Random) {
    this.r = random;
    this.processes = random.between(2, 4);
    const may = (one: number) => random.below(one) === 0;
    this.has = {
      csp: may(10),
      invariants: may(4),
      urgent: may(4),
      broadcast: may(2),
      binary: may(2),
      clockReceivers: may(4),
      faults: may(12),
      still: may(3),
      values: !may(3),
      strict: may(4),
    };
  }

  made(): LooseText {
    const { r, processes } = this;
    const bodies = Array.from({ length: processes }, (_, p) => this.process(p));
    const names = bodies.map((_, p) => `P${p}`);
    const text = `typedef struct { int[0,2] a; bool b; } rec_t;
int[0,2] s[2] = { 0, ${r.below(3)} }; int[0,1] i = ${r.below(2)}; int[0,1] j; rec_t rec; const int lim[2] = { ${r.between(1, 3)}, ${r.between(2, 5)} };
chan c[2]; broadcast chan b[2]; urgent chan u; urgent broadcast chan ub;
clock g;
void inc(int[0,2] &v) { v = (v + 1) % 3; }
void both(rec_t &x, int[0,1] k) { if (k == 1) { x.a = 2; return; } x.b = !x.b; }
void zero(clock &k) { k = 0; }
void start(clock &k, int v) { if (v > 0) k = v; else zero(k); }
int[0,2] most() { int[0,2] m = 0; for (k : int[0,1]) m = m >? s[k]; return m; }
bool any() { return exists (k : int[0,1]) s[k] == 2; }
${bodies.join("\n")}
system ${names.join(", ")};
`;
    return { text, query: this.query() };
  }

  private rare(): boolean {
    return this.r.below(4) === 0;
  }

  private own(p: number): string {
    const { r } = this;
    if (this.has.values && this.rare() && this.rare()) return `x${p}[${r.pick(["i", "j", "n"])}]`;
    return r.pick([`x${p}[0]`, `x${p}[0]`, `x${p}[1]`, "y"]);
  }

  private constant(): string {
    const { r } = this;
    return this.has.values && this.rare() ? r.pick(["lim[0]", "lim[i]", "s[j] + 1", "n"]) : `${r.between(0, 5)}`;
  }

  private compared(p: number): string {
    const { r } = this;
    const how = r.pick(this.has.strict ? ["<", ">", "<=", ">=", "=="] : ["<=", ">=", ">=", "=="]);
    const one = `${this.own(p)} ${how} ${this.constant()}`;
    if (this.has.values && this.rare() && this.rare()) return `(${this.value()} || ${one})`;
    if (this.rare() && this.rare())
      return `(forall (k : int[0,1]) x${p}[k] ${r.pick(["<=", ">="])} ${r.between(0, 4)})`;
    return one;
  }

  private value(): string {
    return this.r.pick([
      "s[0] == 1",
      "s[i] > 0",
      "rec.b",
      "rec.a < 2",
      "i == 1",
      "j == i",
      "any()",
      "most() == 1",
      "n == 0",
      "(sum (k : int[0,1]) s[k]) < 3",
      "(exists (k : int[0,1]) s[k] == 1)",
    ]);
  }

  private update(p: number, selects: boolean): string {
    const { r } = this;
    const clocks = [
      `${this.own(p)} = 0`,
      `${this.own(p)} = 0`,
      `zero(${this.own(p)})`,
      `start(${this.own(p)}, ${this.constant()})`,
      `${this.own(p)} = ${this.constant()}`,
      `${this.own(p)} = ${this.own(p)}`,
    ];
    const values = [
      "inc(s[0])",
      "inc(s[i])",
      "i = 1 - i",
      "j = i",
      "s[j] = s[1 - j]",
      "both(rec, i)",
      "both(rec, 1)",
      "rec.b = any()",
      "n = 1 - n",
      "n = rec.a % 2, s[n] = most()",
      "j = rec.b",
      ...(selects ? ["s[k] = 1", "i = k", "n = k, inc(s[k])"] : []),
      ...(this.has.faults ? ["s[0]++", "s[i] += 2", "i = s[1]"] : []),
    ];
    return this.has.values && r.below(2) === 0 ? r.pick(values) : r.pick(clocks);
  }

  private sync(hasClocks: boolean): string {
    const { r, has } = this;
    const marks = (name: string) => (has.csp ? name : `${name}${r.pick(["!", "?"])}`);
    const index = () => r.pick(has.values ? ["0", "1", "i", "1 - j", "s[0] % 2"] : ["0", "1"]);
    const all: string[] = [];
    if (has.binary) all.push(`c[${index()}]`, r.pick(["c[0]", "(i == 1 ? c[0] : c[1])"]));
    // Who calls over a broadcast channel is said by marks.
    const marked = !has.csp;
    if (has.broadcast && marked) all.push(`b[${index()}]`, "b[0]");
    if (has.urgent && !hasClocks) all.push(marked ? r.pick(["u", "u", "ub"]) : "u");
    if (all.length === 0) return "";
    const name = r.pick(all);
    const sync = marks(name);
    return /^\(?b\[/.test(name) && sync.endsWith("?") && hasClocks && !has.clockReceivers ? `${name}!` : sync;
  }

  private edge(p: number, from: number): string {
    const { r } = this;
    const selects = r.below(6) === 0;
    const clocks = r.below(3) === 0 ? [] : [this.compared(p), ...(this.rare() ? [this.compared(p)] : [])];
    const sync = r.below(2) === 0 ? this.sync(clocks.length > 0) : "";
    const guard = [...clocks, ...(this.has.values && this.rare() ? [this.value()] : [])];
    if (selects && this.rare()) guard.push("s[k] < 2");
    const update = r.list(0, 2, () => this.update(p, selects));
    const parts = [
      selects ? "select k : int[0,1];" : "",
      guard.length > 0 ? `guard ${guard.join(" && ")};` : "",
      sync === "" ? "" : `sync ${sync};`,
      update.length > 0 ? `assign ${update.join(", ")};` : "",
    ];
    return `L${from} -> L${r.below(3)} { ${parts.join(" ")} }`;
  }

  private location(p: number, l: number): string {
    const { r, has } = this;
    if (r.below(5) > 1) return `L${l}`;
    const bound = l === 0 ? r.between(1, 5) : this.constant();
    const all = [`${this.own(p)} ${has.strict && l > 0 ? r.pick(["<", "<="]) : "<="} ${bound}`];
    if (l > 0 && has.invariants)
      all.push(r.pick([`(${this.value()} || ${this.own(p)} <= 2)`, "n == 0", this.value(), `x${p}[0] >= 1`]));
    return `L${l} { ${all.join(" && ")} }`;
  }

  private process(p: number): string {
    const { r } = this;
    const edges = [0, 1, 2, ...r.list(0, 3, () => r.below(3))].map((from) => this.edge(p, from));
    const still = this.has.still && r.below(2) === 0 ? r.pick(["urgent L2;", "commit L2;", "commit L1;"]) : "";
    const start = this.rare() && this.rare() ? " = 2" : "";
    return `clock x${p}[2];
process P${p}() { clock y${start}; int[0,1] n; state ${[0, 1, 2].map((l) => this.location(p, l)).join(", ")}; ${still} init L0; trans ${edges.join(", ")}; }`;
  }

  private query(): string {
    const { r, processes } = this;
    const process = () => r.below(processes);
    const atom = (): string => {
      const p = process();
      return r.pick([
        `P${p}.L${r.below(3)}`,
        `P${p}.L${r.below(3)}`,
        `x${p}[${r.below(2)}] ${r.pick(["<", "<=", ">", ">=", "=="])} ${r.between(0, 6)}`,
        `P${p}.y > ${r.between(0, 6)}`,
        `x${p}[i] <= 2`,
        "g > 3",
        "s[0] == 2",
        "rec.b",
        `P${p}.n == 1`,
      ]);
    };
    const formula = () => r.list(1, 3, atom).join(r.pick([" && ", " && ", " || "]));
    return r.below(2) === 0 ? `E<> ${formula()}` : `A[] !(${formula()})`;
  }
}
