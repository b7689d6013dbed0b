/**
 * The body of one function as statements: assignments, structured control with labels by handle, branches and calls.
 * Each statement is written at once, so a body of any length needs no memory beyond its bytes. Control statements are those
 * of the WebAssembly core specification 2.0, section 2.4.8, and `while`, `for` and `switch` made of them.
 */
import { assert } from "../../base/index.ts";
import type { Code } from "./code.ts";
import { call, type Expr, Global, isEither, Local, type Operand, type Operands, operand, valueI32 } from "./expr.ts";
import { asCondition } from "./fold.ts";
import type { Func, Label } from "./handles.ts";
import { i32 } from "./numbers.ts";
import { op, type ResultType, type ValType } from "./opcodes.ts";
import { checkOwner, writeExpr } from "./write.ts";

type Condition = Operand<"i32">;
type Block = (label: Label) => void;

const [opSet, opReturn, opIf, opSwitch] = ["local.set", "return", "if", "br_table"].map(op);

export class Body {
  /** The instructions written so far; for what the statements below do not cover. */
  readonly code: Code;
  private readonly free: Record<ValType, Local[]> = { i32: [], i64: [], f64: [], v128: [] };

  constructor(code: Code) {
    this.code = code;
  }

  // ---- variables

  /** A new variable, 0 at the start of the function; with `init`, set here (each time this place is passed). */
  local<T extends ValType>(type: T, name = "", init?: Operand<T>): Local<T> {
    const local = new Local(this.code, type, this.code.local(type, name), name);
    if (init !== undefined) this.set(local, init);
    return local;
  }

  /** Several new variables of one type. */
  locals<T extends ValType, const N extends readonly string[]>(type: T, ...names: N): { [K in keyof N]: Local<T> } {
    return names.map((name) => this.local(type, name)) as { [K in keyof N]: Local<T> };
  }

  /** A variable only for the statements of `use`; afterwards another `temp` may take it. Its first value is undefined. */
  temp<T extends ValType>(type: T, use: (local: Local<T>) => void): void {
    const local = (this.free[type].pop() ?? this.local(type)) as Local<T>;
    use(local);
    this.free[type].push(local);
  }

  set<T extends ValType>(variable: Local<T> | Global<T>, value: Operand<T>): void {
    this.write(operand(variable.type, value, opSet!));
    if (variable instanceof Global) {
      if (!variable.mutable) this.code.fail(opSet!, `assigns the constant ${variable.name}`);
      checkOwner(this.code, variable, this.code.func.module);
      this.code.globalSet(variable.imm, variable.type);
    } else {
      checkOwner(this.code, variable, this.code);
      this.code.localSet(variable.imm);
    }
  }

  /** `variable += by`. */
  add(variable: Local<"i32"> | Global<"i32">, by: Condition): void {
    this.set(variable, i32.add(variable, by));
  }

  /** Writes expressions as statements: stores and calls; results are dropped, and what has no effect is left out. */
  do(...expressions: Expr[]): void {
    for (const e of expressions) {
      if (e.type !== "void" && e.pure) continue;
      this.write(e);
      if (e.type !== "void") this.code.drop();
    }
  }

  /** `do(call(func, ...args))`. */
  call<P extends readonly ValType[], R extends ResultType>(func: Func<P, R>, ...args: Operands<P>): void {
    this.do(call(func, ...args));
  }

  comment(text: string): void {
    this.code.comment(text);
  }

  // ---- control

  /** The label leads behind the block. */
  block(name: string, statements: Block): void {
    statements(this.code.block(name));
    this.code.end();
  }

  /** The label leads back to the start; without a branch the loop ends. */
  loop(name: string, statements: Block): void {
    statements(this.code.loop(name));
    this.code.end();
  }

  /** A constant condition writes one side only; the label of a side leads behind the `if`. */
  if(condition: Condition, yes: Block, no?: Block): void {
    const test = asCondition(operand("i32", condition, opIf!));
    const known = valueI32(test);
    if (known !== null) {
      const side = known !== 0 ? yes : no;
      // A side that takes no label cannot leave the `if` and needs no block.
      if (side !== undefined && side.length === 0) side({ kind: "label", name: "", level: -1 });
      else if (side !== undefined) this.block("", side);
      return;
    }
    if (isAndThen(test)) {
      this.ifAll(test, yes, no);
      return;
    }
    this.write(test);
    const label = this.code.if("");
    yes(label);
    if (no !== undefined) {
      this.code.else();
      no(label);
    }
    this.code.end();
  }

  /** An `if` whose condition is a conjunction: a branch per part instead of nested values. */
  private ifAll(test: Expr<"i32">, yes: Block, no: Block | undefined): void {
    this.block("", (end) => {
      if (no === undefined) {
        this.brUnless(end, test);
        yes(end);
        return;
      }
      this.block("else", (otherwise) => {
        this.brUnless(otherwise, test);
        yes(end);
        if (!this.code.dead) this.br(end);
      });
      no(end);
    });
  }

  /** Runs the statements as long as the condition, evaluated before each round, is not 0. */
  while(condition: Condition, statements: (leave: Label, again: Label) => void): void {
    this.block("leave", (leave) => {
      this.loop("again", (again) => {
        this.brUnless(leave, condition);
        statements(leave, again);
        this.br(again);
      });
    });
  }

  /** `for (variable = from; variable < to; variable += step)`, signed; `to` is evaluated before each round. */
  for(variable: Local<"i32">, from: Condition, to: Condition, statements: (leave: Label) => void, step = 1): void {
    this.set(variable, from);
    this.while(i32.lt_s(variable, to), (leave) => {
      statements(leave);
      this.add(variable, step);
    });
  }

  /** Runs the statements while the variable is below `to`, unsigned; after each round it goes on by `step`. */
  upTo(variable: Local<"i32">, to: Condition, step: number, statements: () => void): void {
    this.while(i32.lt_u(variable, to), () => {
      statements();
      this.add(variable, step);
    });
  }

  br(label: Label): void {
    this.code.br(label);
  }

  /** Branches if the condition is not 0; of `orElse` and `andThen` each part is a branch of its own where that is shorter. */
  brIf(label: Label, condition: Condition): void {
    const test = asCondition(operand("i32", condition, opIf!));
    if (isOrElse(test)) {
      for (const part of chain(test, 2)) this.brIf(label, part);
      return;
    }
    const known = valueI32(test);
    if (known === 0) return;
    if (known !== null) {
      this.code.br(label);
    } else {
      this.write(test);
      this.code.brIf(label);
    }
  }

  /** Branches if the condition is 0. */
  brUnless(label: Label, condition: Condition): void {
    const test = asCondition(operand("i32", condition, opIf!));
    if (isAndThen(test)) {
      for (const part of chain(test, 1)) this.brUnless(label, part);
      return;
    }
    this.brIf(label, i32.eqz(test));
  }

  brTable(index: Condition, labels: readonly Label[], otherwise: Label): void {
    this.write(operand("i32", index, opSwitch!));
    this.code.brTable(labels, otherwise);
  }

  /** Runs case number `index`, or `otherwise` if there is none; then goes on behind the switch. */
  switch(index: Condition, cases: readonly ((leave: Label) => void)[], otherwise?: (leave: Label) => void): void {
    const { code } = this;
    const leave = code.block("switch");
    const other = code.block("default");
    // The last block opened is the first one closed: the blocks stand in reverse order of the cases.
    const labels = cases.map((_, i) => code.block(`case${cases.length - 1 - i}`)).reverse();
    this.brTable(index, labels, other);
    for (const statements of cases) {
      code.end();
      statements(leave);
      if (!code.dead) code.br(leave);
    }
    code.end();
    otherwise?.(leave);
    code.end();
  }

  return(value?: Operand<ValType>): void {
    const { result } = this.code.func.type;
    if (value !== undefined) {
      assert(result !== "void", `${this.code.func.name} has no result to return`);
      this.write(operand(result, value, opReturn!));
    }
    this.code.return();
  }

  unreachable(): void {
    this.code.unreachable();
  }

  /** Writes the code of an expression, which leaves its value on the operand stack. */
  write(root: Expr): void {
    writeExpr(this.code, root);
  }
}

function isAndThen(e: Expr): boolean {
  return isEither(e) && valueI32(e.args[2]!) === 0;
}

function isOrElse(e: Expr): boolean {
  return isEither(e) && valueI32(e.args[1]!) === 1;
}

/** The parts of `a && b && c` (`next` is 1) or `a || b || c` (`next` is 2), however they are nested. */
function chain(root: Expr, next: 1 | 2): Expr<"i32">[] {
  const parts: Expr<"i32">[] = [];
  const stack: Expr[] = [root];
  while (stack.length > 0) {
    const e = stack.pop()!;
    if (next === 1 ? isAndThen(e) : isOrElse(e)) stack.push(e.args[next]!, e.args[0]!);
    else parts.push(e as Expr<"i32">);
  }
  return parts;
}
