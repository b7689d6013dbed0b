/**
 * Expressions and statements over elements, numbers and conditions, at random, for `element-models.ts`: one grammar of all
 * that may be said of elements.
 */
import type { Random } from "./random-network.ts";

/** What is in scope: names of elements, of variables for numbers, and whether names of processes' own variables are. */
export interface Scope {
  readonly ids: readonly string[];
  readonly nums: readonly string[];
  readonly own: boolean;
  /** Whether variables may be changed while an expression is worked out. */
  readonly effects: boolean;
  /** How deep loops and quantifiers are. */
  readonly depth: number;
}

/** One model's code: what it may use is decided once. */
export class ElementCode {
  protected readonly r: Random;
  protected readonly isScalar: boolean;
  protected readonly size: number;
  protected readonly trap: "none" | "literal" | "number" | "order" | "turn" | "fault";
  protected readonly channels: "io" | "csp";
  /** Whether variables hold an element from the beginning, which tells the first integer apart. */
  protected readonly holds: boolean;
  /** Whether structs are copied as a whole. */
  protected readonly copies: boolean;

  constructor(r: Random) {
    this.r = r;
    this.isScalar = r.chance(0.25);
    this.copies = r.chance(0.25);
    this.holds = this.isScalar || r.chance(0.4);
    this.size = r.between(this.holds && !this.isScalar ? 3 : 2, 3);
    const traps = this.isScalar
      ? (["none", "fault"] as const)
      : (["literal", "number", "order", "turn", "fault"] as const);
    this.trap = r.chance(0.3) ? r.pick(traps) : "none";
    this.channels = r.chance(0.12) ? "csp" : "io";
  }

  /** An element; not one of what may be nobody. */
  protected id(s: Scope): string {
    const { r } = this;
    if (this.trap === "literal" && r.chance(0.05)) return "1";
    if (this.trap === "turn" && r.chance(0.15))
      return `(${r.pick([...s.ids, ...s.ids, `none[${r.pick(s.ids)}]`, "g"])} + 1) % N`;
    if (this.trap === "fault" && !this.isScalar && r.chance(0.1)) return r.pick(["g", "h", `to[${r.pick(s.ids)}]`]);
    const all = [...s.ids, ...s.ids, ...(this.holds ? ["o", "w.who", ...(s.own ? ["mine"] : [])] : [])];
    if (s.depth < 3 && r.chance(0.12)) return `(${this.condition(deeper(s))} ? ${r.pick(all)} : ${r.pick(all)})`;
    if (r.chance(0.12) && this.holds) return `v[${r.pick(all)}].who`;
    if (r.chance(0.1)) return `${s.effects && r.chance(0.3) ? "take" : "pick"}(${r.pick(all)})`;
    return r.pick(all);
  }

  /** An element or nobody. */
  private someone(s: Scope): string {
    const { r } = this;
    return r.chance(0.5)
      ? this.id(s)
      : r.pick(["g", "h", `to[${this.id(s)}]`, ...(this.isScalar ? [] : ["-1", "w.who", `v[${this.id(s)}].who`])]);
  }

  protected number(s: Scope): string {
    const { r } = this;
    if (this.trap === "number" && r.chance(0.08)) return r.pick([this.id(s), "k"]);
    if (this.trap === "fault" && r.chance(0.06))
      return r.pick([`2 / ${r.pick(["n", "m"])}`, "t[n]", "n + m", ...(s.effects ? ["n++"] : [])]);
    const leaf = [
      ...s.nums,
      "n",
      "m",
      "0",
      "1",
      "2",
      `a[${this.id(s)}]`,
      `v[${this.id(s)}].count`,
      "w.count",
      ...(s.own ? ["l", `la[${this.id(s)}]`] : []),
    ];
    if (s.depth >= 3 || r.chance(0.6)) return r.pick(leaf);
    const d = deeper(s);
    const q = `q${s.depth}`;
    return r.pick([
      () => `(sum (${q} : id_t) ${this.number({ ...d, effects: false, ids: [...s.ids, q] })})`,
      () => `(${this.condition(d)} ? ${this.number(d)} : ${this.number(d)})`,
      () => `(${this.number(d)} ${r.pick(["+", "-", "<?", ">?", "*", "^", "&"])} ${this.number(d)})`,
    ])();
  }

  protected condition(s: Scope): string {
    const { r } = this;
    if (this.trap === "order" && r.chance(0.08)) return `${this.id(s)} < ${this.id(s)}`;
    const leaf = [
      () => `${this.someone(s)} ${r.pick(["==", "!="])} ${this.someone(s)}`,
      () => `rel[${this.id(s)}][${this.id(s)}]`,
      () => `v[${this.id(s)}].on`,
      () => `${this.number(deeper(s))} ${r.pick(["<", "<=", "==", "!=", ">"])} ${r.pick(["0", "1", "2", "m"])}`,
      () => r.pick(["f", "w.on", this.copies ? `v[${this.id(s)}] == w` : "f"]),
    ];
    if (s.depth >= 3 || r.chance(0.55)) return r.pick(leaf)();
    const d = deeper(s);
    const q = `q${s.depth}`;
    return r.pick([
      () =>
        `(${r.pick(["forall", "exists"])} (${q} : id_t) ${this.condition({ ...d, effects: false, ids: [...s.ids, q] })})`,
      () => `(${this.condition(d)} ${r.pick(["&&", "||"])} ${this.condition(d)})`,
      () => `!(${this.condition(d)})`,
      () => `test(${this.id(d)})`,
    ])();
  }

  /** Where a number goes to: all of these hold 0 to 2. */
  private target(s: Scope): string {
    return this.r.pick([
      "n",
      "m",
      `a[${this.id(s)}]`,
      `v[${this.id(s)}].count`,
      "w.count",
      ...(s.own ? ["l", `la[${this.id(s)}]`] : []),
    ]);
  }

  /** An assignment, as edges have them. */
  protected assignment(s: Scope): string {
    const { r } = this;
    const number = (): string => `((${this.number(s)}) & 1)`;
    return r.pick([
      () => `${this.target(s)} = ${r.chance(0.6) ? r.pick(["0", "1", "2"]) : number()}`,
      () => `${this.target(s)} = ${number()}`,
      () => (this.trap === "fault" ? `${this.target(s)}++` : `cnt = (cnt + 1) % 4`),
      () => `rel[${this.id(s)}][${this.id(s)}] = ${r.chance(0.5) ? "true" : this.condition(deeper(s))}`,
      () => `${r.pick(["g", "h", `to[${this.id(s)}]`])} = ${this.someone(s)}`,
      () => `${r.pick(["o", "w.who", `v[${this.id(s)}].who`, ...(s.own ? ["mine"] : [])])} = ${this.id(s)}`,
      () =>
        !this.copies
          ? "f = true"
          : r.pick([
              `v[${this.id(s)}] = w`,
              `w = v[${this.id(s)}]`,
              `v[${this.id(s)}] = v[${this.id(s)}]`,
              `w = at(${this.id(s)})`,
            ]),
      () => `${r.pick(["f", "w.on", `v[${this.id(s)}].on`])} = ${this.condition(deeper(s))}`,
      () => `y[${this.id(s)}] = ${r.pick(["0", "1", "n"])}`,
      () => (this.r.chance(0.3) ? `y[${this.id(s)}] = z` : "z = 0"),
    ])();
  }

  protected statement(s: Scope, isVoid: boolean): string {
    const { r } = this;
    if (s.depth >= 3 || r.chance(0.45))
      return r.chance(0.1) ? `{ n = 0; a[${this.id(s)}] = n++; }` : `${this.assignment(s)};`;
    const d = deeper(s);
    const i = `i${s.depth}`;
    return r.pick([
      () =>
        `if (${this.condition(d)}) { ${this.statement(d, isVoid)} }${r.chance(0.3) ? ` else { ${this.statement(d, isVoid)} }` : ""}`,
      () => `for (${i} : id_t) { ${this.block({ ...d, ids: [...s.ids, i, i] }, isVoid)} }`,
      () => `for (${i} : id_t) ${this.statement({ ...d, ids: [...s.ids, i, i] }, isVoid)}`,
      () => (isVoid ? `if (${this.condition(d)}) return;` : "f = !f;"),
      () =>
        `{ int[0,2] s${s.depth} = ${r.pick(["0", "n", "m"])}; ${this.block({ ...d, nums: [...s.nums, `s${s.depth}`] }, isVoid)} }`,
      () =>
        this.isScalar
          ? "f = true;"
          : `{ id_t e${s.depth}; e${s.depth} = ${this.id(d)}; ${this.block({ ...d, ids: [...s.ids, `e${s.depth}`] }, isVoid)} }`,
    ])();
  }

  protected block(s: Scope, isVoid: boolean): string {
    return this.r.list(1, 2, () => this.statement(s, isVoid)).join(" ");
  }
}

function deeper(s: Scope): Scope {
  return { ...s, depth: s.depth + 1 };
}
