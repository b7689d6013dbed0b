import type { Span } from "../base/index.ts";
import {
  type Address,
  type Argument,
  type ClockConstraint,
  type ClockRef,
  type Code,
  functionAt,
  type IndexTerm,
  type Network,
} from "../network/index.ts";

/**
 * Prints the network's code in TChecker's expressions. What that language lacks is written another way where its meaning
 * allows (disjunctions and booleans as `(if c then 1 else 0)`, quantifiers unrolled, functions of one `return` put in
 * place, arrays of unlike elements as chains of `if`); the rest throws `Unwritable` with the reason.
 */
export class Unwritable extends Error {
  readonly span: Span;
  constructor(span: Span, message: string) {
    super(message);
    this.span = span;
  }
}

/** What is known of scratch cells: numbers (selects, unrolled quantifiers), texts (arguments put in place), references. */
export interface Env {
  readonly values: ReadonlyMap<number, number>;
  readonly texts: ReadonlyMap<number, string>;
  readonly references: ReadonlyMap<number, Address>;
}
export const noEnv: Env = { values: new Map(), texts: new Map(), references: new Map() };

/** Names of cells and clocks; `array` is set where an index can be written. */
export interface Names {
  readonly cell: ReadonlyMap<number, string>;
  readonly arrays: readonly { readonly base: number; readonly size: number; readonly name: string }[];
  readonly clock: readonly string[];
  readonly clockArrays: readonly { readonly base: number; readonly size: number; readonly name: string }[];
}

const arithmetic: Readonly<Record<string, string | undefined>> = { add: "+", sub: "-", mul: "*", div: "/", mod: "%" };
const comparison: Readonly<Record<string, string | undefined>> = {
  lt: "<",
  le: "<=",
  ge: ">=",
  gt: ">",
  eq: "==",
  ne: "!=",
};
const opposite: Readonly<Record<string, string | undefined>> = {
  lt: ">=",
  le: ">",
  ge: "<",
  gt: "<=",
  eq: "!=",
  ne: "==",
};
const steps: ReadonlySet<string> = new Set(["sequence", "store", "copy", "reset", "move"]);
const unroll = 64;

export class TckExpressions {
  protected readonly network: Network;
  protected readonly names: Names;
  protected readonly span: Span;
  protected locals = new Set<string>();
  protected results = 0;
  protected size = 0;

  constructor(network: Network, names: Names, span: Span) {
    this.network = network;
    this.names = names;
    this.span = span;
  }

  // ---------------------------------------------------------------- conditions

  /** The conjuncts of a condition; none if it always holds. */
  condition(code: Code, env: Env): string[] {
    switch (code.op) {
      case "const":
        return code.value !== 0 ? [] : ["0"];
      case "both":
        return [...this.condition(code.a, env), ...this.condition(code.b, env)];
      case "bool":
        return this.condition(code.a, env);
      case "not":
        return this.negation(code.a, env);
      case "forall":
        return this.values(code.low, code.high).flatMap((v) => this.condition(code.body, bind(env, code.cell, v)));
      case "either":
      case "exists":
        return [this.integer(code, env)];
      case "same":
        return this.cells(code.a, code.count, env).map((a, i) => `${a}==${this.cells(code.b, code.count, env)[i]}`);
      default: {
        const op = comparison[code.op];
        return op !== undefined && "b" in code
          ? [`${this.integer(code.a, env)}${op}${this.integer(code.b, env)}`]
          : [`${this.integer(code, env)}!=0`];
      }
    }
  }

  negation(code: Code, env: Env): string[] {
    switch (code.op) {
      case "const":
        return code.value === 0 ? [] : ["0"];
      case "either":
        return [...this.negation(code.a, env), ...this.negation(code.b, env)];
      case "bool":
        return this.negation(code.a, env);
      case "not":
        return this.condition(code.a, env);
      case "exists":
        return this.values(code.low, code.high).flatMap((v) => this.negation(code.body, bind(env, code.cell, v)));
      case "same":
        return [`${this.integer(code, env)}==0`];
      default: {
        const op = opposite[code.op];
        return op !== undefined && "b" in code
          ? [`${this.integer(code.a, env)}${op}${this.integer(code.b, env)}`]
          : [`${this.integer(code, env)}==0`];
      }
    }
  }

  constraint(c: ClockConstraint, env: Env): string {
    const [left, right] = [this.clock(c.left, env), this.clock(c.right, env)];
    const bound = this.integer(c.bound, env);
    if (left === undefined && right === undefined) return `0${c.strict ? "<" : "<="}${bound}`;
    if (left === undefined)
      return `${right}${c.strict ? ">" : ">="}${c.bound.op === "const" ? literal(-c.bound.value) : c.bound.op === "neg" ? this.integer(c.bound.a, env) : `-${bound}`}`;
    return `${right === undefined ? left : `${left}-${right}`}${c.strict ? "<" : "<="}${bound}`;
  }

  // ---------------------------------------------------------------- integers

  integer(code: Code, env: Env): string {
    if (++this.size > 100_000) throw new Unwritable(this.span, "an expression becomes too large");
    switch (code.op) {
      case "const":
        return literal(code.value);
      case "load":
        return this.read(code.at, env);
      case "neg":
        return `(-${this.integer(code.a, env)})`;
      case "abs":
        return `(if ${this.integer(code.a, env)}<0 then -${this.integer(code.a, env)} else ${this.integer(code.a, env)})`;
      case "min":
      case "max": {
        const [a, b] = [this.integer(code.a, env), this.integer(code.b, env)];
        return `(if ${a}${code.op === "min" ? "<" : ">"}${b} then ${a} else ${b})`;
      }
      case "choose":
        return `(if ${join(this.condition(code.condition, env))} then ${this.integer(code.yes, env)} else ${this.integer(code.no, env)})`;
      case "either":
        return `(if ${join(this.condition(code.a, env))} then 1 else ${truth(this.condition(code.b, env))})`;
      case "exists":
        return this.values(code.low, code.high).reduceRight(
          (rest, v) => `(if ${join(this.condition(code.body, bind(env, code.cell, v)))} then 1 else ${rest})`,
          "0",
        );
      case "sum":
        return `(${
          this.values(code.low, code.high)
            .map((v) => this.integer(code.body, bind(env, code.cell, v)))
            .join("+") || "0"
        })`;
      case "not":
      case "bool":
      case "both":
      case "forall":
      case "same":
        return truth(this.condition(code, env));
      case "call":
        return this.callValue(code.function, code.args, env);
      default: {
        if (comparison[code.op] !== undefined) return truth(this.condition(code, env));
        const op = arithmetic[code.op];
        if (op === undefined || !("b" in code))
          throw new Unwritable(
            this.span,
            `${steps.has(code.op) ? "a value that takes several steps" : `the operation '${code.op}'`}`,
          );
        return `(${this.integer(code.a, env)}${op}${this.integer(code.b, env)})`;
      }
    }
  }

  /** A function whose body is one `return` is put in place. */
  protected callValue(index: number, args: readonly Argument[], env: Env): string {
    const f = functionAt(this.network, index);
    const [only, ...more] = f.body;
    if (more.length > 0 || only?.do !== "return" || only.value === undefined)
      throw new Unwritable(this.span, `the function '${f.name}' has statements and cannot stand in an expression`);
    const texts = new Map(env.texts);
    const references = new Map(env.references);
    for (const arg of args) {
      if (arg.kind === "value") texts.set(arg.cell, this.integer(arg.value, env));
      else if (arg.kind === "reference") references.set(arg.cell, this.resolve(arg.to, env));
      else throw new Unwritable(this.span, `the function '${f.name}' takes an array by value`);
    }
    return this.integer(only.value, { ...env, texts, references });
  }

  // ---------------------------------------------------------------- places

  protected read(at: Address, env: Env): string {
    const address = this.resolve(at, env);
    const offset = this.offset(address, env);
    if (typeof offset === "number") return this.cell(offset, env);
    const array = this.names.arrays.find((a) => address.base >= a.base && this.last(address) < a.base + a.size);
    if (array !== undefined) return `${array.name}[${this.index(address, array.base, env)}]`;
    return this.chain(address, env).reduceRight(
      (rest, [condition, cell]) =>
        rest === "" ? this.cell(cell, env) : `(if ${condition} then ${this.cell(cell, env)} else ${rest})`,
      "",
    );
  }

  clock(ref: ClockRef, env: Env): string | undefined {
    const address = this.resolve(ref, env);
    const offset = this.offset(address, env);
    if (typeof offset === "number") {
      if (offset === 0) return undefined;
      const array = this.names.clockArrays.find((a) => offset >= a.base && offset < a.base + a.size);
      return array === undefined ? this.names.clock[offset] : `${array.name}[${offset - array.base}]`;
    }
    const array = this.names.clockArrays.find((a) => address.base >= a.base && this.last(address) < a.base + a.size);
    if (array === undefined) throw new Unwritable(this.span, "clocks with an index that are no single array");
    return `${array.name}[${this.index(address, array.base, env)}]`;
  }

  /** With references replaced by what they refer to. */
  protected resolve(at: Address, env: Env): Address {
    if (at.first !== undefined) throw new Unwritable(this.span, "a field or element of a function's result");
    if (at.pointer === undefined) return at;
    const target = env.references.get(at.pointer);
    if (target === undefined) throw new Unwritable(this.span, "a reference that is not known here");
    return { base: at.base + target.base, terms: [...target.terms, ...at.terms] };
  }

  protected offset(at: Address, env: Env): number | undefined {
    let sum = at.base;
    for (const term of at.terms) {
      const value = constantOf(term.index, env);
      if (value === undefined || value < term.low || value >= term.low + term.size) return undefined;
      sum += (value - term.low) * term.stride;
    }
    return sum;
  }

  protected last(at: Address): number {
    return at.terms.reduce((sum, term) => sum + (term.size - 1) * term.stride, at.base);
  }

  protected index(at: Address, base: number, env: Env): string {
    const parts = at.terms.map((term) => {
      const index =
        term.low === 0 ? this.integer(term.index, env) : `(${this.integer(term.index, env)}-${literal(term.low)})`;
      return term.stride === 1 ? index : `${index}*${term.stride}`;
    });
    return [...(at.base === base ? [] : [`${at.base - base}`]), ...parts].join("+");
  }

  /** All cells an address can mean, each with the condition on the indices. */
  protected chain(at: Address, env: Env): [string, number][] {
    let rows: [string[], number][] = [[[], at.base]];
    for (const term of at.terms) {
      const index = this.integer(term.index, env);
      rows = rows.flatMap(([conditions, sum]) =>
        this.values(0, term.size - 1).map((i): [string[], number] => [
          [...conditions, `${index}==${literal(i + term.low)}`],
          sum + i * term.stride,
        ]),
      );
    }
    return rows.map(([conditions, cell]) => [join(conditions), cell]);
  }

  protected cells(at: Address, count: number, env: Env): string[] {
    return this.values(0, count - 1).map((i) => this.read({ ...at, base: at.base + i }, env));
  }

  protected cell(cell: number, env: Env): string {
    const text = env.texts.get(cell);
    if (text !== undefined) return text;
    const value = env.values.get(cell);
    if (value !== undefined) return literal(value);
    if (cell < this.network.processes.length)
      throw new Unwritable(this.span, "the location of a process used as a value");
    const name = this.names.cell.get(cell);
    if (name !== undefined) return name;
    const constant = this.network.constants[cell - this.network.slots.length];
    return constant !== undefined ? literal(constant) : this.scratch(cell);
  }

  protected scratch(cell: number): string {
    return this.local(`_t${cell}`);
  }
  protected local(name: string): string {
    this.locals.add(name);
    return name;
  }
  protected values(low: number, high: number): number[] {
    if (high - low >= unroll)
      throw new Unwritable(this.span, `more than ${unroll} values would have to be written out`);
    return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i);
  }
}

/** The value of an index under the selects, if it is one of the plain forms. */
export function constantOf(code: IndexTerm["index"], env: Env): number | undefined {
  if (code.op === "const") return code.value;
  if (code.op === "load")
    return code.at.terms.length === 0 && code.at.pointer === undefined && code.at.first === undefined
      ? env.values.get(code.at.base)
      : undefined;
  if (code.op !== "add" && code.op !== "sub" && code.op !== "mul") return undefined;
  const [a, b] = [constantOf(code.a, env), constantOf(code.b, env)];
  if (a === undefined || b === undefined) return undefined;
  return code.op === "add" ? (a + b) | 0 : code.op === "sub" ? (a - b) | 0 : Math.imul(a, b);
}

export function bind(env: Env, cell: number, value: number): Env {
  return { ...env, values: new Map(env.values).set(cell, value) };
}
export function join(conditions: readonly string[]): string {
  return conditions.length === 0 ? "1" : conditions.join(" && ");
}
function truth(conditions: readonly string[]): string {
  return conditions.length === 0 ? "1" : `(if ${join(conditions)} then 1 else 0)`;
}
export function literal(value: number): string {
  return value >= 0 ? `${value}` : value === -2147483648 ? "(-2147483647-1)" : `(-${-value})`;
}
