/**
 * Writes expression trees as instructions: operands in order, then the instruction itself (WebAssembly core specification
 * 2.0, section 6.5.13 read backwards). An explicit stack holds the nodes under way and how many of their operands are
 * written, so that the depth of a tree is not limited by the host's stack.
 */
import type { Code } from "./code.ts";
import { type Expr, Global, isEither, Local } from "./expr.ts";
import type { Data, Func, FuncType, Table } from "./handles.ts";
import type { ValType } from "./opcodes.ts";

// Kept between calls so that a short expression allocates nothing. Writing calls nobody back, so it never re-enters itself.
const pending: Expr[] = [];
const written: number[] = [];

/** Ensures: the value of the expression, if any, is on top of the operand stack. */
export function writeExpr(code: Code, root: Expr): void {
  if (root.args.length === 0) {
    instruction(code, root);
    return;
  }
  // Emptied here rather than at the end: a failed assertion may have left something.
  pending.length = 0;
  written.length = 0;
  push(root);
  while (pending.length > 0) {
    const top = pending.length - 1;
    const e = pending[top]!;
    const at = written[top]!;
    if (isEither(e)) between(code, e, at);
    if (at < e.args.length) {
      written[top] = at + 1;
      const arg = e.args[at]!;
      if (arg.args.length === 0) instruction(code, arg);
      else push(arg);
    } else {
      pending.pop();
      written.pop();
      if (!isEither(e)) instruction(code, e);
    }
  }
}

function push(e: Expr): void {
  pending.push(e);
  written.push(0);
}

/** What stands between the operands of an `either`: condition `if` a `else` b `end`. */
function between(code: Code, e: Expr, at: number): void {
  if (at === 1) code.if("", e.type);
  else if (at === 2) code.else();
  else if (at === 3) code.end();
}

/** The instruction of a node whose operands are written. */
function instruction(code: Code, e: Expr): void {
  const { op, imm, aux, extra } = e;
  switch (op.immediate) {
    case "local":
      checkOwner(code, e, code);
      if (e.args.length === 0) code.localGet(imm);
      else code.localTee(imm);
      break;
    case "i32":
      code.i32Const(imm);
      break;
    case "memory":
      code.memory(op, imm, aux);
      break;
    case "memoryLane":
      code.memoryLane(op, aux & 15, imm, aux >> 4);
      break;
    case "lane":
      code.lane(op, imm);
      break;
    case "i64":
      code.i64Const(extra as bigint);
      break;
    case "f64":
      code.f64Const(imm);
      break;
    case "v128":
      code.v128Const(extra as Uint8Array);
      break;
    case "shuffle":
      code.shuffle(extra as Uint8Array);
      break;
    case "global":
      checkOwner(code, e, code.func.module);
      code.globalGet(imm, e.type as ValType);
      break;
    case "func":
      code.call(extra as Func);
      break;
    case "indirect": {
      const { table, type } = extra as { table: Table; type: FuncType };
      code.callIndirect(table, type);
      break;
    }
    case "data":
    case "segment":
      code.memoryInit(op, extra as Data);
      break;
    default:
      if (op.special) code.select();
      else code.op(op);
  }
}

/** Requires the local or global to belong to this function or module. */
export function checkOwner(code: Code, variable: Expr, owner: object): void {
  if (variable.extra === owner) return;
  const name = variable instanceof Local || variable instanceof Global ? variable.name : variable.imm;
  const place = variable.op.immediate === "local" ? "function" : "module";
  code.fail(variable.op, `names ${name}, a variable of another ${place}`);
}
