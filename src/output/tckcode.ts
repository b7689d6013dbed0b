import type { Span } from "../base/index.ts";
import type { Address, Argument, ClockConstraint, ClockRef, Code, Function, IndexTerm, Network, Step } from "../network/index.ts";

/**
 * Prints the network's code in TChecker's expressions and statements. What that language lacks is written another way
 * where its meaning allows (disjunctions and booleans as `(if c then 1 else 0)`, quantifiers unrolled, functions put in
 * place, arrays of unlike elements as chains of `if`); the rest throws `Unwritable` with the reason. Scratch cells become
 * local variables named after their cell, declared at the start of a statement.
 */
export class Unwritable extends Error {
  readonly span: Span;
  constructor(span: Span, message: string) {
    super(message);
    this.span = span;
  }
}

/** What is known of scratch cells: numbers (selects, unrolled quantifiers), texts (arguments put in place), references. */
export interface Env { readonly values: ReadonlyMap<number, number>; readonly texts: ReadonlyMap<number, string>; readonly references: ReadonlyMap<number, Address> }
export const noEnv: Env = { values: new Map(), texts: new Map(), references: new Map() };

/** Names of cells and clocks; `array` is set where an index can be written. */
export interface Names {
  readonly cell: ReadonlyMap<number, string>;
  readonly arrays: readonly { readonly base: number; readonly size: number; readonly name: string }[];
  readonly clock: readonly string[];
  readonly clockArrays: readonly { readonly base: number; readonly size: number; readonly name: string }[];
}

const arithmetic: Readonly<Record<string, string | undefined>> = { add: "+", sub: "-", mul: "*", div: "/", mod: "%" };
const comparison: Readonly<Record<string, string | undefined>> = { lt: "<", le: "<=", ge: ">=", gt: ">", eq: "==", ne: "!=" };
const opposite: Readonly<Record<string, string | undefined>> = { lt: ">=", le: ">", ge: "<", gt: "<=", eq: "!=", ne: "==" };
const unroll = 64;

export class TckCode {
  private readonly network: Network;
  private readonly names: Names;
  private readonly span: Span;
  private locals = new Set<string>();
  private results = 0;
  private size = 0;

  constructor(network: Network, names: Names, span: Span) {
    this.network = network;
    this.names = names;
    this.span = span;
  }

  // ---------------------------------------------------------------- conditions

  /** The conjuncts of a condition; none if it always holds. */
  condition(code: Code, env: Env): string[] {
    switch (code.op) {
      case "const": return code.value !== 0 ? [] : ["0"];
      case "both": return [...this.condition(code.a, env), ...this.condition(code.b, env)];
      case "bool": return this.condition(code.a, env);
      case "not": return this.negation(code.a, env);
      case "forall": return this.values(code.low, code.high).flatMap((v) => this.condition(code.body, bind(env, code.cell, v)));
      case "either": case "exists": return [this.integer(code, env)];
      case "same": return this.cells(code.a, code.count, env).map((a, i) => `${a}==${this.cells(code.b, code.count, env)[i]}`);
      default: {
        const op = comparison[code.op];
        return op !== undefined && "b" in code ? [`${this.integer(code.a, env)}${op}${this.integer(code.b, env)}`] : [`${this.integer(code, env)}!=0`];
      }
    }
  }

  negation(code: Code, env: Env): string[] {
    switch (code.op) {
      case "const": return code.value === 0 ? [] : ["0"];
      case "either": return [...this.negation(code.a, env), ...this.negation(code.b, env)];
      case "bool": return this.negation(code.a, env);
      case "not": return this.condition(code.a, env);
      case "exists": return this.values(code.low, code.high).flatMap((v) => this.negation(code.body, bind(env, code.cell, v)));
      case "same": return [`${this.integer(code, env)}==0`];
      default: {
        const op = opposite[code.op];
        return op !== undefined && "b" in code ? [`${this.integer(code.a, env)}${op}${this.integer(code.b, env)}`] : [`${this.integer(code, env)}==0`];
      }
    }
  }

  constraint(c: ClockConstraint, env: Env): string {
    const [left, right] = [this.clock(c.left, env), this.clock(c.right, env)];
    const bound = this.integer(c.bound, env);
    if (left === undefined && right === undefined) return `0${c.strict ? "<" : "<="}${bound}`;
    if (left === undefined) return `${right}${c.strict ? ">" : ">="}${c.bound.op === "const" ? literal(-c.bound.value) : c.bound.op === "neg" ? this.integer(c.bound.a, env) : `-${bound}`}`;
    return `${right === undefined ? left : `${left}-${right}`}${c.strict ? "<" : "<="}${bound}`;
  }

  // ---------------------------------------------------------------- integers

  integer(code: Code, env: Env): string {
    if (++this.size > 100_000) throw new Unwritable(this.span, "an expression becomes too large");
    switch (code.op) {
      case "const": return literal(code.value);
      case "load": return this.read(code.at, env);
      case "neg": return `(-${this.integer(code.a, env)})`;
      case "abs": return `(if ${this.integer(code.a, env)}<0 then -${this.integer(code.a, env)} else ${this.integer(code.a, env)})`;
      case "min": case "max": {
        const [a, b] = [this.integer(code.a, env), this.integer(code.b, env)];
        return `(if ${a}${code.op === "min" ? "<" : ">"}${b} then ${a} else ${b})`;
      }
      case "choose": return `(if ${join(this.condition(code.condition, env))} then ${this.integer(code.yes, env)} else ${this.integer(code.no, env)})`;
      case "either": return `(if ${join(this.condition(code.a, env))} then 1 else ${truth(this.condition(code.b, env))})`;
      case "exists": return this.values(code.low, code.high).reduceRight((rest, v) => `(if ${join(this.condition(code.body, bind(env, code.cell, v)))} then 1 else ${rest})`, "0");
      case "sum": return `(${this.values(code.low, code.high).map((v) => this.integer(code.body, bind(env, code.cell, v))).join("+") || "0"})`;
      case "not": case "bool": case "both": case "forall": case "same": return truth(this.condition(code, env));
      case "call": return this.callValue(code.function, code.args, env);
      default: {
        if (comparison[code.op] !== undefined) return truth(this.condition(code, env));
        const op = arithmetic[code.op];
        if (op === undefined || !("b" in code)) throw new Unwritable(this.span, `TChecker has no '${code.op}' in expressions`);
        return `(${this.integer(code.a, env)}${op}${this.integer(code.b, env)})`;
      }
    }
  }

  /** A function whose body is one `return` is put in place. */
  private callValue(index: number, args: readonly Argument[], env: Env): string {
    const f = this.network.functions[index];
    const only = f.body[0];
    if (f.body.length !== 1 || only.do !== "return" || only.value === undefined) throw new Unwritable(this.span, `the function '${f.name}' has statements and cannot stand in an expression`);
    const texts = new Map(env.texts);
    const references = new Map(env.references);
    for (const arg of args) {
      if (arg.kind === "value") texts.set(arg.cell, this.integer(arg.value, env));
      else if (arg.kind === "reference") references.set(arg.cell, this.resolve(arg.to, env));
      else throw new Unwritable(this.span, `the function '${f.name}' takes an array by value`);
    }
    return this.integer(only.value, { ...env, texts, references });
  }

  // ---------------------------------------------------------------- statements

  /** The text of an update: local declarations, then statements. */
  update(codes: readonly Code[], env: Env): string {
    this.locals = new Set();
    const statements = codes.flatMap((code) => this.statement(code, env));
    return [...[...this.locals].map((name) => `local ${name}`), ...statements].join("; ");
  }

  private statement(code: Code, env: Env): string[] {
    switch (code.op) {
      case "sequence": return code.items.flatMap((item) => this.statement(item, env));
      case "store": {
        if (code.value.op === "call" && !this.isExpression(code.value.function)) {
          const { before, result } = this.call(code.value.function, code.value.args, env);
          return [...before, ...this.write(code.at, result, env)];
        }
        const { before, value } = this.hoist(code.value, env);
        return [...before, ...this.write(code.at, this.integer(value.code, value.env), env)];
      }
      case "copy": return this.cells(code.to, code.count, env).map((to, i) => `${to}=${this.cells(code.from, code.count, env)[i]}`);
      case "reset": return [`${this.clock(code.clock, env) ?? "0"}=${this.integer(code.value, env)}`];
      case "move": {
        const from = this.clock(code.from, env);
        const plus = this.integer(code.plus, env);
        return [`${this.clock(code.clock, env)}=${from === undefined ? plus : plus === "0" ? from : `${from}+${plus}`}`];
      }
      case "call": return this.call(code.function, code.args, env).before;
      case "choose": return [`if ${join(this.condition(code.condition, env))} then ${block(this.statement(code.yes, env))} else ${block(this.statement(code.no, env))} end`];
      default: return [];
    }
  }

  /** Calls of functions with statements inside a value run before it, if they change nothing that the value could read. */
  private hoist(code: Code, env: Env): { before: string[]; value: { code: Code; env: Env } } {
    const before: string[] = [];
    const texts = new Map(env.texts);
    const replace = (c: Code): Code => {
      if (c.op === "call" && !this.isExpression(c.function)) {
        const f = this.network.functions[c.function];
        if (!this.isPure(f.body)) throw new Unwritable(this.span, `the function '${f.name}' changes variables inside an expression`);
        const { before: own, result } = this.call(c.function, c.args, { ...env, texts });
        const cell = -1 - this.results;
        const name = this.local(`_r${this.results++}`);
        before.push(...own, `${name}=${result}`);
        texts.set(cell, name);
        return { op: "load", at: { base: cell, terms: [] } };
      }
      if ("a" in c && "b" in c && c.op !== "same") return { ...c, a: replace(c.a as Code), b: replace(c.b as Code) } as Code;
      if ("a" in c && c.op !== "same") return { ...c, a: replace(c.a as Code) } as Code;
      return c;
    };
    return { before, value: { code: replace(code), env: { ...env, texts } } };
  }

  private call(index: number, args: readonly Argument[], env: Env): { before: string[]; result: string } {
    const f = this.network.functions[index];
    const before: string[] = [];
    const references = new Map(env.references);
    const values = args.map((arg) => (arg.kind === "value" ? this.integer(arg.value, env) : ""));
    args.forEach((arg, i) => {
      if (arg.kind === "value") before.push(`${this.scratch(arg.cell)}=${values[i]}`);
      else if (arg.kind === "reference") references.set(arg.cell, this.resolve(arg.to, env));
      else this.cells(arg.from, arg.count, env).forEach((from, j) => before.push(`${this.scratch(arg.cell + j)}=${from}`));
    });
    if (f.resultCount > 1) throw new Unwritable(this.span, `the function '${f.name}' returns a struct or array`);
    before.push(...this.steps(f.body, f, { ...env, references }));
    return { before, result: f.resultCount === 0 ? "0" : this.scratch(f.result) };
  }

  /** Steps behind a branch that may return are put into both branches. */
  private steps(steps: readonly Step[], f: Function, env: Env): string[] {
    const out: string[] = [];
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i];
      if (++this.size > 100_000) throw new Unwritable(this.span, `the function '${f.name}' becomes too large`);
      switch (step.do) {
        case "code": out.push(...this.statement(step.code, env)); break;
        case "if": {
          const returns = hasReturn(step.yes) || hasReturn(step.no);
          const rest = returns ? steps.slice(i + 1) : [];
          const condition = join(this.condition(step.condition, env));
          const [yes, no] = [this.steps([...step.yes, ...rest], f, env), this.steps([...step.no, ...rest], f, env)];
          out.push(`if ${condition} then ${block(yes)}${no.length === 0 ? "" : ` else ${block(no)}`} end`);
          if (returns) return out;
          break;
        }
        case "loop": case "range": {
          if (hasReturn(step.body)) throw new Unwritable(this.span, `the function '${f.name}' returns from inside a loop`);
          const body = this.steps(step.body, f, env);
          if (step.do === "range") {
            const name = this.scratch(step.cell);
            out.push(`${name}=${literal(step.low)}`, `while ${name}<=${literal(step.high)} do ${block([...body, `${name}=${name}+1`])} end`);
          } else {
            const round = [...body, ...step.next.flatMap((code) => this.statement(code, env))];
            if (!step.first) out.push(...round);
            out.push(`while ${join(this.condition(step.condition, env))} do ${block(round)} end`);
          }
          break;
        }
        case "return":
          if (step.value !== undefined) out.push(...this.statement({ op: "store", at: { base: f.result, terms: [] }, value: step.value, low: 0, high: 0, origin: step.origin }, env));
          return out;
        case "assert": throw new Unwritable(this.span, `the function '${f.name}' has an assert`);
      }
    }
    return out;
  }

  private isExpression(index: number): boolean {
    const { body } = this.network.functions[index];
    return body.length === 1 && body[0].do === "return" && body[0].value !== undefined;
  }

  private isPure(steps: readonly Step[]): boolean {
    const state = this.network.slots.length;
    const pure = (value: unknown): boolean => {
      if (typeof value !== "object" || value === null) return true;
      if ("op" in value) {
        if (value.op === "reset" || value.op === "move" || value.op === "copy") return false;
        if (value.op === "store" && ((value as Code & { op: "store" }).at.base < state || (value as Code & { op: "store" }).at.pointer !== undefined)) return false;
        if (value.op === "call" && !this.isPure(this.network.functions[(value as Code & { op: "call" }).function].body)) return false;
      }
      return Object.values(value).every(pure);
    };
    return steps.every(pure);
  }

  // ---------------------------------------------------------------- places

  private read(at: Address, env: Env): string {
    const address = this.resolve(at, env);
    const offset = this.offset(address, env);
    if (typeof offset === "number") return this.cell(offset, env);
    const array = this.names.arrays.find((a) => address.base >= a.base && this.last(address) < a.base + a.size);
    if (array !== undefined) return `${array.name}[${this.index(address, array.base, env)}]`;
    return this.chain(address, env).reduceRight((rest, [condition, cell]) => (rest === "" ? this.cell(cell, env) : `(if ${condition} then ${this.cell(cell, env)} else ${rest})`), "");
  }

  private write(at: Address, value: string, env: Env): string[] {
    const address = this.resolve(at, env);
    const offset = this.offset(address, env);
    if (typeof offset === "number") return [`${this.cell(offset, env)}=${value}`];
    const array = this.names.arrays.find((a) => address.base >= a.base && this.last(address) < a.base + a.size);
    if (array !== undefined) return [`${array.name}[${this.index(address, array.base, env)}]=${value}`];
    return [this.chain(address, env).reduceRight((rest, [condition, cell]) => (rest === "" ? `${this.cell(cell, env)}=${value}` : `if ${condition} then ${this.cell(cell, env)}=${value} else ${rest} end`), "")];
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
  private resolve(at: Address, env: Env): Address {
    if (at.first !== undefined) throw new Unwritable(this.span, "a field or element of a function's result");
    if (at.pointer === undefined) return at;
    const target = env.references.get(at.pointer);
    if (target === undefined) throw new Unwritable(this.span, "a reference that is not known here");
    return { base: at.base + target.base, terms: [...target.terms, ...at.terms] };
  }

  private offset(at: Address, env: Env): number | undefined {
    let sum = at.base;
    for (const term of at.terms) {
      const value = constantOf(term.index, env);
      if (value === undefined || value < term.low || value >= term.low + term.size) return undefined;
      sum += (value - term.low) * term.stride;
    }
    return sum;
  }

  private last(at: Address): number {
    return at.terms.reduce((sum, term) => sum + (term.size - 1) * term.stride, at.base);
  }

  private index(at: Address, base: number, env: Env): string {
    const parts = at.terms.map((term) => {
      const index = term.low === 0 ? this.integer(term.index, env) : `(${this.integer(term.index, env)}-${literal(term.low)})`;
      return term.stride === 1 ? index : `${index}*${term.stride}`;
    });
    return [...(at.base === base ? [] : [`${at.base - base}`]), ...parts].join("+");
  }

  /** All cells an address can mean, each with the condition on the indices. */
  private chain(at: Address, env: Env): [string, number][] {
    let rows: [string[], number][] = [[[], at.base]];
    for (const term of at.terms) {
      const index = this.integer(term.index, env);
      rows = rows.flatMap(([conditions, sum]) => this.values(0, term.size - 1).map((i): [string[], number] => [[...conditions, `${index}==${literal(i + term.low)}`], sum + i * term.stride]));
    }
    return rows.map(([conditions, cell]) => [join(conditions), cell]);
  }

  private cells(at: Address, count: number, env: Env): string[] {
    return this.values(0, count - 1).map((i) => this.read({ ...at, base: at.base + i }, env));
  }

  private cell(cell: number, env: Env): string {
    const text = env.texts.get(cell);
    if (text !== undefined) return text;
    const value = env.values.get(cell);
    if (value !== undefined) return literal(value);
    if (cell < this.network.processes.length) throw new Unwritable(this.span, "the location of a process used as a value");
    const name = this.names.cell.get(cell);
    if (name !== undefined) return name;
    const constant = this.network.constants[cell - this.network.slots.length];
    return constant !== undefined ? literal(constant) : this.scratch(cell);
  }

  private scratch(cell: number): string {
    return this.local(`_t${cell}`);
  }
  private local(name: string): string {
    this.locals.add(name);
    return name;
  }
  private values(low: number, high: number): number[] {
    if (high - low >= unroll) throw new Unwritable(this.span, `more than ${unroll} values would have to be written out`);
    return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i);
  }
}

/** The value of an index under the selects, if it is one of the plain forms. */
export function constantOf(code: IndexTerm["index"], env: Env): number | undefined {
  if (code.op === "const") return code.value;
  if (code.op === "load") return code.at.terms.length === 0 && code.at.pointer === undefined && code.at.first === undefined ? env.values.get(code.at.base) : undefined;
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
function block(statements: readonly string[]): string {
  return statements.length === 0 ? "nop" : statements.join("; ");
}
function literal(value: number): string {
  return value >= 0 ? `${value}` : value === -2147483648 ? "(-2147483647-1)" : `(-${-value})`;
}
function hasReturn(steps: readonly Step[]): boolean {
  return steps.some((s) => s.do === "return" || (s.do === "if" && (hasReturn(s.yes) || hasReturn(s.no))) || ((s.do === "loop" || s.do === "range") && hasReturn(s.body)));
}
