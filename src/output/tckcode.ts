import { append } from "../base/index.ts";
import { type Address, type Argument, type Code, functionAt, type Network, type Step } from "../network/index.ts";
import { type Env, join, literal, TckExpressions, Unwritable } from "./tckexpression.ts";

/**
 * Prints updates in TChecker's statements. Functions are put in place: their frames are local variables, an early `return`
 * puts the rest of the body into the other branch. Scratch cells become local variables named after their cell, declared
 * at the start of the statement.
 */
export class TckCode extends TckExpressions {
  /** The text of an update: local declarations, then statements. */
  update(codes: readonly Code[], env: Env): string {
    this.locals = new Set();
    const statements = codes.flatMap((code) => this.statement(code, env));
    return [...[...this.locals].map((name) => `local ${name}`), ...statements].join("; ");
  }

  private statement(code: Code, env: Env): string[] {
    switch (code.op) {
      case "sequence":
        return code.items.flatMap((item) => this.statement(item, env));
      case "store": {
        if (code.value.op === "call" && !this.isExpression(code.value.function)) {
          const { before, result } = this.call(code.value.function, code.value.args, env);
          return [...before, ...this.write(code.at, result, env)];
        }
        const { before, value } = this.hoist(code.value, env);
        return [...before, ...this.write(code.at, this.integer(value.code, value.env), env)];
      }
      case "copy":
        return this.cells(code.to, code.count, env).map(
          (to, i) => `${to}=${this.cells(code.from, code.count, env)[i]}`,
        );
      case "reset":
        return [`${this.clock(code.clock, env) ?? "0"}=${this.integer(code.value, env)}`];
      case "move": {
        const from = this.clock(code.from, env);
        const plus = this.integer(code.plus, env);
        return [
          `${this.clock(code.clock, env)}=${from === undefined ? plus : plus === "0" ? from : `${from}+${plus}`}`,
        ];
      }
      case "call":
        return this.call(code.function, code.args, env).before;
      case "choose":
        return [
          `if ${join(this.condition(code.condition, env))} then ${block(this.statement(code.yes, env))} else ${block(this.statement(code.no, env))} end`,
        ];
      default:
        if (changes(code)) throw new Unwritable(this.span, "an assignment inside an expression");
        return [];
    }
  }

  /** Calls of functions with statements inside a value run before it, if they change nothing that the value could read. */
  private hoist(code: Code, env: Env): { before: string[]; value: { code: Code; env: Env } } {
    const before: string[] = [];
    const texts = new Map(env.texts);
    const replace = (c: Code): Code => {
      if (c.op === "call" && !this.isExpression(c.function)) {
        const f = functionAt(this.network, c.function);
        if (!this.isPure(f.body))
          throw new Unwritable(this.span, `the function '${f.name}' changes variables inside an expression`);
        const { before: own, result } = this.call(c.function, c.args, { ...env, texts });
        const cell = -1 - this.results;
        const name = this.local(`_r${this.results++}`);
        append(before, [...own, `${name}=${result}`]);
        texts.set(cell, name);
        return { op: "load", at: { base: cell, terms: [] } };
      }
      if ("a" in c && "b" in c && c.op !== "same")
        return { ...c, a: replace(c.a as Code), b: replace(c.b as Code) } as Code;
      if ("a" in c && c.op !== "same") return { ...c, a: replace(c.a as Code) } as Code;
      return c;
    };
    return { before, value: { code: replace(code), env: { ...env, texts } } };
  }

  private call(index: number, args: readonly Argument[], env: Env): { before: string[]; result: string } {
    const f = functionAt(this.network, index);
    const before: string[] = [];
    const references = new Map(env.references);
    const values = args.map((arg) => (arg.kind === "value" ? this.integer(arg.value, env) : ""));
    for (const [i, arg] of args.entries()) {
      if (arg.kind === "value") before.push(`${this.scratch(arg.cell)}=${values[i]}`);
      else if (arg.kind === "reference") references.set(arg.cell, this.resolve(arg.to, env));
      else
        append(
          before,
          this.cells(arg.from, arg.count, env).map((from, j) => `${this.scratch(arg.cell + j)}=${from}`),
        );
    }
    if (f.resultCount > 1) throw new Unwritable(this.span, `the function '${f.name}' returns a struct or array`);
    append(before, this.steps(f.body, f, { ...env, references }));
    return { before, result: f.resultCount === 0 ? "0" : this.scratch(f.result) };
  }

  /** Steps behind a branch that may return are put into both branches. */
  private steps(steps: readonly Step[], f: Network["functions"][number], env: Env): string[] {
    const out: string[] = [];
    for (const [i, step] of steps.entries()) {
      if (++this.size > 100_000) throw new Unwritable(this.span, `the function '${f.name}' becomes too large`);
      switch (step.do) {
        case "code":
          append(out, this.statement(step.code, env));
          break;
        case "if": {
          const returns = hasReturn(step.yes) || hasReturn(step.no);
          const rest = returns ? steps.slice(i + 1) : [];
          const condition = join(this.condition(step.condition, env));
          const [yes, no] = [this.steps([...step.yes, ...rest], f, env), this.steps([...step.no, ...rest], f, env)];
          out.push(`if ${condition} then ${block(yes)}${no.length === 0 ? "" : ` else ${block(no)}`} end`);
          if (returns) return out;
          break;
        }
        case "loop":
        case "range": {
          if (hasReturn(step.body))
            throw new Unwritable(this.span, `the function '${f.name}' returns from inside a loop`);
          const body = this.steps(step.body, f, env);
          if (step.do === "range") {
            const name = this.scratch(step.cell);
            out.push(
              `${name}=${literal(step.low)}`,
              `while ${name}<=${literal(step.high)} do ${block([...body, `${name}=${name}+1`])} end`,
            );
          } else {
            const round = [...body, ...step.next.flatMap((code) => this.statement(code, env))];
            if (!step.first) append(out, round);
            out.push(`while ${join(this.condition(step.condition, env))} do ${block(round)} end`);
          }
          break;
        }
        case "return":
          if (step.value !== undefined)
            append(
              out,
              this.statement(
                {
                  op: "store",
                  at: { base: f.result, terms: [] },
                  value: step.value,
                  low: 0,
                  high: 0,
                  origin: step.origin,
                },
                env,
              ),
            );
          return out;
        case "assert":
          throw new Unwritable(this.span, `the function '${f.name}' has an assert`);
      }
    }
    return out;
  }

  private isExpression(index: number): boolean {
    const [only, ...more] = functionAt(this.network, index).body;
    return more.length === 0 && only?.do === "return" && only.value !== undefined;
  }

  private isPure(steps: readonly Step[]): boolean {
    const state = this.network.slots.length;
    const pure = (value: unknown): boolean => {
      if (typeof value !== "object" || value === null) return true;
      if ("op" in value) {
        if (value.op === "reset" || value.op === "move" || value.op === "copy") return false;
        if (
          value.op === "store" &&
          ((value as Code & { op: "store" }).at.base < state ||
            (value as Code & { op: "store" }).at.pointer !== undefined)
        )
          return false;
        if (
          value.op === "call" &&
          !this.isPure(functionAt(this.network, (value as Code & { op: "call" }).function).body)
        )
          return false;
      }
      return Object.values(value).every(pure);
    };
    return steps.every(pure);
  }

  private write(at: Address, value: string, env: Env): string[] {
    const address = this.resolve(at, env);
    const offset = this.offset(address, env);
    if (typeof offset === "number") return [`${this.cell(offset, env)}=${value}`];
    const array = this.names.arrays.find((a) => address.base >= a.base && this.last(address) < a.base + a.size);
    if (array !== undefined) return [`${array.name}[${this.index(address, array.base, env)}]=${value}`];
    return [
      this.chain(address, env).reduceRight(
        (rest, [condition, cell]) =>
          rest === ""
            ? `${this.cell(cell, env)}=${value}`
            : `if ${condition} then ${this.cell(cell, env)}=${value} else ${rest} end`,
        "",
      ),
    ];
  }
}

/** Whether an expression writes anything itself. */
function changes(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("op" in value && ["store", "copy", "reset", "move", "call"].includes(String(value.op))) return true;
  return Object.values(value).some(changes);
}

function block(statements: readonly string[]): string {
  return statements.length === 0 ? "nop" : statements.join("; ");
}
function hasReturn(steps: readonly Step[]): boolean {
  return steps.some(
    (s) =>
      s.do === "return" ||
      (s.do === "if" && (hasReturn(s.yes) || hasReturn(s.no))) ||
      ((s.do === "loop" || s.do === "range") && hasReturn(s.body)),
  );
}
