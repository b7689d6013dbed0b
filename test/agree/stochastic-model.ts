import { Random } from "./random-network.ts";

/**
 * Random stochastic models as text, with a query, from a seed. Which parts of the language a model uses is itself random.
 * They lock, overflow and divide by zero at times: faults are part of what engines must agree on.
 */
export interface StochasticCase {
  readonly model: string;
  readonly query: string;
  /** The parts of the language that it may use. */
  readonly features: readonly string[];
}

export function stochasticCase(seed: number): StochasticCase {
  return new Maker(new Random(seed)).make();
}

const features = [
  "doubles",
  "arrays",
  "functions",
  "select",
  "broadcast",
  "channelArrays",
  "urgentChannels",
  "urgentLocations",
  "committed",
  "branches",
  "rates",
  "lines",
  "strict",
  "sharedClocks",
  "hooks",
  "handshakes",
  "overflow",
  "random",
  "mathematics",
  "structs",
  "flows",
  "curves",
  "dynamic",
] as const;
type Feature = (typeof features)[number];
const rare: readonly Feature[] = [
  "hooks",
  "handshakes",
  "overflow",
  "lines",
  "strict",
  "urgentLocations",
  "flows",
  "curves",
  "dynamic",
];

class Maker {
  private readonly r: Random;
  private readonly on: ReadonlySet<Feature>;
  private readonly count: number;
  private locations: string[] = [];
  private clocks: string[] = [];
  /** The process at hand is one of those that are made while the system runs. */
  private isMade = false;
  /** Variables of a select of the edge at hand. */
  private selected: string[] = [];

  constructor(random: Random) {
    this.r = random;
    const density = random.next();
    this.on = new Set(
      features.filter((feature) => random.chance(rare.includes(feature) ? 0.25 * density : 0.2 + 0.6 * density)),
    );
    this.count = random.between(1, 4);
  }

  make(): StochasticCase {
    const processes = Array.from({ length: this.count }, (_, k) => this.process(k));
    if (this.has("dynamic")) {
      this.isMade = true;
      processes.push(this.process(this.count));
      this.isMade = false;
    }
    const model = [...this.declarations(), ...processes, `system ${this.names().join(", ")};`].join("\n");
    return { model, query: this.query(), features: [...this.on] };
  }

  private names(): string[] {
    return Array.from({ length: this.count }, (_, k) => `P${k}`);
  }

  private has(feature: Feature): boolean {
    return this.on.has(feature);
  }

  private declarations(): string[] {
    const { r } = this;
    const line = (feature: Feature, text: string) => (this.has(feature) ? [text] : []);
    return [
      "int[-20,20] n = 1; int[0,9] m; const int K[3] = {2, 5, 7};",
      ...line("doubles", `double d = ${r.between(1, 3)}.5; double e;`),
      ...line("arrays", "int[-20,20] a[3]; double w[2];"),
      ...line("structs", "typedef struct { int[-20,20] u; double v; } S; S s; S t[2];"),
      ...line("sharedClocks", "clock g;"),
      ...line("rates", "clock cost;"),
      ...line("dynamic", "dynamic D(const int born);"),
      ...line("flows", "clock fl = 1.0; clock fh;"),
      ...line("broadcast", "broadcast chan b0, b1;"),
      ...line("channelArrays", "broadcast chan k[3];"),
      ...line("urgentChannels", "urgent broadcast chan u;"),
      ...line("handshakes", "chan h;"),
      ...line("functions", FUNCTIONS),
      ...line("hooks", "before_update { m = (m + 1) % 10 } after_update { n = n > 15 ? 0 : n }"),
    ];
  }

  // ---- processes

  private process(k: number): string {
    const { r } = this;
    this.clocks = ["x", ...(this.has("sharedClocks") ? ["g"] : []), ...(r.chance(0.4) ? ["y"] : [])];
    const count = r.between(1, 4);
    this.locations = Array.from({ length: count }, (_, l) => `L${l}`);
    const branches = this.has("branches") && r.chance(0.6) ? ["B0", ...(r.chance(0.3) ? ["B1"] : [])] : [];
    const held = this.locations.filter(() => r.chance(0.35));
    const kinds = held.map((name) => [name, this.has("committed") && r.chance(0.6) ? "commit" : "urgent"] as const);
    const of = (kind: string) =>
      kinds.filter(([, which]) => which === kind && this.has(kind === "commit" ? "committed" : "urgentLocations"));
    const list = (kind: string) =>
      of(kind).length > 0
        ? `${kind} ${of(kind)
            .map(([name]) => name)
            .join(", ")};`
        : "";
    const states = this.locations.map((name) => `${name} ${this.location(k)}`);
    const edges = this.locations.flatMap((name) => r.list(1, 3, () => this.edge(name, branches)));
    const ways = branches.flatMap((name, b) => r.list(1, 3, () => this.way(name, branches.slice(b + 1))));
    const header = this.isMade ? "D(const int born)" : `P${k}()`;
    return `process ${header} { clock x; ${this.clocks.includes("y") ? "clock y;" : ""} int[-20,20] i;
  state ${states.join(", ")}; ${branches.length > 0 ? `branchpoint ${branches.join(", ")};` : ""}
  ${list("commit")} ${list("urgent")} init L0;
  trans ${[...edges, ...ways].join(",\n    ")}; }`;
  }

  private location(k: number): string {
    const { r } = this;
    const bounds: string[] = [];
    if (r.chance(0.55))
      bounds.push(
        `${r.pick(this.clocks)} ${this.has("strict") && r.chance(0.4) ? "<" : "<="} ${this.bound(r.pick([1, 2, 4]))}`,
      );
    if (r.chance(0.1)) bounds.push(`n > ${r.between(-25, -15)}`);
    if (this.has("rates") && r.chance(0.4)) {
      // One process only sets the rate of a clock that others may look at.
      const own = k === 0 && r.chance(0.7) ? "cost" : "x";
      bounds.push(`${own}' == ${r.pick(["0", "2", "0.5", "1", "3", "m", "(n > 3 ? 1 : 2)"])}`);
    }
    if (this.has("flows") && k < 2 && r.chance(0.7)) bounds.push(`${k === 0 ? "fl" : "fh"}' == ${this.slope()}`);
    if (this.has("flows") && r.chance(0.2)) bounds.push(r.pick(["fl <= 2", "fl >= -2", "fh <= 3", "fl + fh <= 4"]));
    if (this.has("curves") && r.chance(0.2)) bounds.push(r.pick(["x * x <= 9", "x * (x - 1) < 5"]));
    const rate = r.chance(0.5) ? `; ${r.pick(["1", "2", "0.5", "3 : 2", "n + 21", "1 + m", "0.25"])}` : "";
    return bounds.length === 0 && rate === "" ? "" : `{ ${bounds.join(" && ")} ${rate} }`;
  }

  /** A rate that depends on clocks. */
  private slope(): string {
    const { r } = this;
    return r.pick([
      "-fl",
      "fh",
      "2 - fl",
      "0.5 * fl * (1.5 - fl)",
      "-fl - 0.1 * fh",
      "m * 0.2 - fl",
      "x - fl",
      ...(this.has("doubles") ? ["d - fl * fh"] : []),
      ...(this.has("mathematics") ? ["sin(fl) + 0.5", "exp(-fl)"] : []),
    ]);
  }

  /** A condition that has to be followed. */
  private curve(): string {
    const { r } = this;
    const [left, right] = [r.pick(["fl", "fh"]), r.pick(["fl", "fh", "x"])];
    if (this.has("flows") && (!this.has("curves") || r.chance(0.7)))
      return r.pick([
        `${left} ${r.pick(["<=", ">=", "<", ">", "=="])} ${r.pick(["0.5", "1.5", "-0.25", "1"])}`,
        `${left} * ${right} >= ${r.between(0, 2)}`,
        `${left} - ${right} < 0.5`,
      ]);
    return r.pick(["x * x >= 3", "x * x <= 6", "x * (x - 2) > 1", "x * x == 2", "x * (3 - x) <= 1"]);
  }

  /** A number that a clock is compared with. */
  private bound(least: number): string {
    const { r } = this;
    const plain = `${r.between(least, least + 4)}`;
    if (!r.chance(0.25)) return plain;
    return r.pick([
      plain,
      "K[1]",
      "m + 3",
      ...(this.has("doubles") ? ["d", "d + 2.25"] : []),
      ...(this.has("arrays") ? ["w[1] + 3"] : []),
    ]);
  }

  private edge(from: string, branches: readonly string[]): string {
    const { r } = this;
    this.selected = [];
    const parts: string[] = [];
    if (this.has("select") && r.chance(0.3)) {
      const two = r.chance(0.3);
      parts.push(`select p : int[0,${r.between(0, 2)}]${two ? ", q : int[1,2]" : ""};`);
      this.selected = two ? ["p", "q"] : ["p"];
    }
    if (r.chance(0.6)) parts.push(`guard ${this.guard()};`);
    const sync = this.sync();
    if (sync) parts.push(`sync ${sync};`);
    if (r.chance(0.75)) parts.push(`assign ${r.list(1, 3, () => this.update()).join(", ")};`);
    const to = r.pick([...this.locations, ...branches, ...branches]);
    this.selected = [];
    return `${from} -> ${to} { ${parts.join(" ")} }`;
  }

  private way(from: string, branches: readonly string[]): string {
    const { r } = this;
    const weight = r.chance(0.7) ? `probability ${r.pick(["1", "2", "5", "m", "n + 21", "0", "1 + m"])};` : "";
    const update = r.chance(0.4) ? `assign ${this.update()};` : "";
    return `${from} -> ${r.pick([...this.locations, ...branches])} { ${update} ${weight} }`;
  }

  private sync(): string | undefined {
    const { r } = this;
    const mark = r.chance(0.45) ? "!" : "?";
    const kinds: string[] = [];
    if (this.has("broadcast")) kinds.push("b0", "b1");
    if (this.has("channelArrays"))
      kinds.push(`k[${this.selected.includes("p") ? "p" : r.pick(["0", "1", "m % 3", "2"])}]`);
    if (this.has("urgentChannels")) kinds.push("u");
    if (this.has("handshakes")) kinds.push("h");
    return kinds.length > 0 && r.chance(0.55) ? r.pick(kinds) + mark : undefined;
  }

  private guard(): string {
    const { r } = this;
    return r.list(1, 2, () => this.atom()).join(" && ");
  }

  private atom(): string {
    const { r } = this;
    const clock = r.pick(this.clocks);
    if ((this.has("flows") || this.has("curves")) && r.chance(0.3)) return this.curve();
    if (this.has("lines") && this.clocks.length > 1 && r.chance(0.2))
      return `${this.clocks[0]} - ${this.clocks[1]} ${r.pick(["<=", ">=", "<"])} ${r.between(-1, 2)}`;
    if (r.chance(0.5))
      return `${clock} ${r.pick([">=", ">=", ">", ">", "<=", "=="])} ${r.chance(0.7) ? r.between(0, 5) : this.bound(1)}`;
    return `${this.int()} ${r.pick(["<", "<=", ">=", ">", "==", "!="])} ${this.int()}`;
  }

  private int(depth = 2): string {
    const { r } = this;
    const leaves = ["n", "m", "i", `${r.between(-3, 9)}`, "K[m % 3]", ...this.selected];
    if (this.has("arrays")) leaves.push(`a[${r.pick(["0", "1", "m % 3"])}]`, ...(this.has("overflow") ? ["a[m]"] : []));
    if (this.has("structs")) leaves.push("s.u", "t[m % 2].u");
    if (depth === 0 || r.chance(0.5)) return r.pick(leaves);
    const [a, b] = [this.int(depth - 1), this.int(depth - 1)];
    const calls = this.has("functions") ? [`f(${a})`, "total()", `most(${a}, ${b})`] : [];
    return r.pick([
      `(${a} + ${b})`,
      `(${a} - ${b})`,
      `(${a} > ${b} ? ${a} : 1)`,
      `(${a} <? ${b})`,
      `(${a} * ${b})`,
      `(${a} % 5)`,
      ...calls,
    ]);
  }

  private real(): string {
    const { r } = this;
    const leaves = [`${r.between(0, 3)}.25`, "x"];
    if (this.has("doubles")) leaves.push("d", "e * 0.5");
    if (this.has("arrays")) leaves.push("w[m % 2]");
    if (this.has("structs")) leaves.push("s.v");
    if (this.has("random"))
      leaves.push("random(2.5)", "random_normal(2.0, 0.5)", "random_weibull(2.0, 1.5)", "random_poisson(2.5)");
    if (this.has("mathematics"))
      leaves.push("sqrt(fabs(n * 1.5))", "fmod(x, 1.5)", "exp(-0.1 * m)", "pow(1.1, m)", "ln(1.5 + m)");
    if (this.has("functions") && this.has("random")) leaves.push("noise()");
    return r.chance(0.7) ? r.pick(leaves) : `(${r.pick(leaves)} ${r.pick(["+", "*"])} ${r.pick(leaves)})`;
  }

  private update(): string {
    const { r } = this;
    const whole = this.has("overflow") ? this.int() : `${this.int(1)} % 7`;
    const choices = [
      `${r.pick(this.clocks)} = 0`,
      `${r.pick(this.clocks)} = 0`,
      `${r.pick(this.clocks)} = ${r.between(0, 5)}`,
      `n = ${whole}`,
      `i = ${whole}`,
      "m = (m + 1) % 10",
    ];
    if (this.has("doubles")) choices.push(`d = ${this.real()}`, `e = fabs(${this.real()})`, `x = e > 2.0 ? 0.5 : 0.0`);
    if (this.has("arrays"))
      choices.push(`a[${this.has("overflow") ? "m" : "m % 3"}] = ${whole}`, `w[m % 2] = ${this.real()}`);
    if (this.has("structs")) choices.push("t[m % 2] = s", `s.u = ${whole}`, `s.v = ${this.real()}`);
    if (this.has("flows")) choices.push("fl = 0.5", "fl = -0.5 * fl", `fh = ${r.between(0, 2)}`, "fl = x");
    if (this.has("dynamic")) choices.push("spawn D(m % 4)", "spawn D(1)");
    if (this.isMade) choices.push("exit()", "exit()", "exit()", "i = born % 7");
    if (this.has("functions")) choices.push("count(n)", "shuffle()", "n = f(m) % 7");
    return r.pick(choices);
  }

  // ---- queries

  private query(): string {
    const { r } = this;
    const clocks = this.names().map((name) => `${name}.x`);
    this.clocks = [...clocks, ...(this.has("sharedClocks") ? ["g"] : []), ...(this.has("rates") ? ["cost"] : [])];
    const goal = () => this.goal();
    const limit = r.between(3, 15);
    const clock = this.has("flows") && r.chance(0.3) ? "fh" : this.has("rates") ? "cost" : "P0.x";
    const bound = r.chance(0.7) ? `<=${limit}` : r.chance(0.6) ? `#<=${limit}` : `${clock}<=${limit}`;
    if (r.chance(0.1)) return `simulate [${bound}; 1] {${r.list(1, 3, () => this.value()).join(", ")}}`;
    if (r.chance(0.15)) return `Pr (${this.formula(2)})`;
    if (r.chance(0.3)) return `E[${bound}; 1](${r.pick(["max", "min"])}: ${this.value()})`;
    if (r.chance(0.2)) return `Pr[${bound}](${goal()} U ${goal()})`;
    return `Pr[${bound}](${r.pick(["<>", "[]"])} ${goal()})`;
  }

  /** An expression that is watched. */
  private value(): string {
    return this.r.pick([
      "n",
      "m + n",
      ...this.clocks,
      ...(this.has("doubles") ? ["d"] : []),
      `${this.clocks[0]} * 2 + m`,
      ...(this.has("flows") ? ["fl", "fh", "fl * fh", "fl"] : []),
      ...(this.has("curves") ? ["P0.x * (3 - P0.x)"] : []),
      ...(this.has("dynamic") ? ["numOf(D)", "sum (p : D) p.born"] : []),
    ]);
  }

  private formula(depth: number): string {
    const { r } = this;
    const part = () => (depth === 0 || r.chance(0.3) ? this.goal() : `(${this.formula(depth - 1)})`);
    const low = r.between(0, 2);
    const span = `[${low},${low + r.between(1, 4)}]`;
    return r.pick([
      `<>${span} ${part()}`,
      `[]${span} ${part()}`,
      `${part()} U${span} ${part()}`,
      `${part()} R${span} ${part()}`,
      `X ${part()}`,
    ]);
  }

  private goal(): string {
    const { r } = this;
    const atoms = [
      `${r.pick(this.clocks)} ${r.pick([">=", ">", "<"])} ${r.between(1, 12)}`,
      `n ${r.pick([">=", "<", "=="])} ${r.between(-5, 8)}`,
      `m == ${r.between(1, 8)}`,
      `P${r.below(this.count)}.L0`,
      `!P${r.below(this.count)}.L0`,
      ...(this.has("flows") ? ["fl >= 1.25", "fh > fl", "fl < 0"] : []),
      ...(this.has("curves") ? ["P0.x * P0.x >= 5"] : []),
      ...(this.has("dynamic") ? ["numOf(D) >= 2", "(exists (p : D) p.L0)"] : []),
    ];
    return `(${r.pick(atoms)} ${r.pick(["&&", "||"])} ${r.pick(atoms)})`;
  }
}

const FUNCTIONS = `int f(int z) { int j = 0; int acc = z; while (j < 3) { acc = (acc * 3 + K[j]) % 11; j++; } return acc; }
  int total() { int acc = 0; for (j : int[0,2]) acc += K[j]; return acc + n; }
  int most(int p, int q) { if (p > q) return p; else return q; }
  void count(int[-20,20] &z) { z = z < 15 ? z + 1 : 0; }
  void shuffle() { int j = 0; do { m = (m * 7 + 3) % 10; j++; } while (j < 2); }
  double noise() { return random(1.0) + 0.125 * m; }`;
