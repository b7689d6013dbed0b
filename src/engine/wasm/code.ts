/**
 * The code of one function: writes instructions as bytes and checks operand types on the way, by the validation algorithm
 * of the WebAssembly core specification 2.0, appendix "Validation Algorithm" (A.3): a stack of operand types and a stack
 * of control frames, with the rest of a frame after a branch taking any operand. A type error is a fault of the code
 * generator and fails an assertion that names the function, the last comment and the instruction. Blocks have at most one
 * result and no parameters. Comments and label names are kept beside the bytes, by offset; they cost nothing in the binary.
 */
import { InternalError } from "../../base/index.ts";
import { Bytes } from "./bytes.ts";
import { type Data, type Func, type FuncType, type Label, signature, type Table } from "./handles.ts";
import { isAtomic, type Op, op, type ResultType, typeCode, type ValType } from "./opcodes.ts";

interface Frame {
  readonly kind: "func" | "block" | "loop" | "if" | "else";
  readonly label: Label;
  readonly result: ResultType;
  /** Operands below this height belong to outer frames. */
  readonly height: number;
  /** The end of this frame cannot be reached from here. */
  dead: boolean;
}

/** A text beside the bytes: what is printed before the instruction at `offset`, or the name of the block opened there. */
interface Mark {
  readonly offset: number;
  readonly text: string;
}

const [opBlock, opLoop, opIf, opElse, opEnd, opBr, opBrIf, opBrTable, opReturn, opCall, opCallIndirect] = [
  "block",
  "loop",
  "if",
  "else",
  "end",
  "br",
  "br_if",
  "br_table",
  "return",
  "call",
  "call_indirect",
].map(op);
const [opUnreachable, opDrop, opSelect, opLocalGet, opLocalSet, opLocalTee, opGlobalGet, opGlobalSet] = [
  "unreachable",
  "drop",
  "select",
  "local.get",
  "local.set",
  "local.tee",
  "global.get",
  "global.set",
].map(op);
const [opI32Const, opI64Const, opF64Const, opV128Const, opShuffle] = [
  "i32.const",
  "i64.const",
  "f64.const",
  "v128.const",
  "i8x16.shuffle",
].map(op);

export class Code {
  readonly func: Func;
  /** Types of all locals, parameters first, and their names ("" where there is none). */
  readonly localTypes: ValType[];
  readonly localNames: string[];
  readonly bytes = new Bytes();
  readonly comments: Mark[] = [];
  readonly labels: Mark[] = [];
  private readonly stack: ValType[] = [];
  private readonly frames: Frame[] = [];
  private frame: Frame;

  constructor(func: Func) {
    this.func = func;
    this.localTypes = [...func.type.params];
    this.localNames = [...func.paramNames];
    const label: Label = { kind: "label", name: "", level: 0 };
    this.frame = { kind: "func", label, result: func.type.result, height: 0, dead: false };
    this.frames.push(this.frame);
  }

  /** Nothing after this place in the current block can be reached. */
  get dead(): boolean {
    return this.frame.dead;
  }

  /** How many operands lie on the stack above the current block's base. */
  get height(): number {
    return this.stack.length - this.frame.height;
  }

  // ---- any instruction with fixed operand types

  op(o: Op): void {
    this.begin(o);
    if (o.immediate === "zero" || o.immediate === "zeros") this.bytes.u8(0);
    if (o.immediate === "zeros") this.bytes.u8(0);
  }

  /** Loads, stores and atomics; `align` is in bytes, the natural alignment by default. */
  memory(o: Op, offset: number, align = o.width): void {
    if (!(offset >= 0 && offset <= 0xffffffff)) this.fail(o, `has the offset ${offset}`);
    const exponent = 31 - Math.clz32(align);
    if (1 << exponent !== align || align > o.width || (isAtomic(o) && align !== o.width)) {
      this.fail(o, `has the alignment ${align}`);
    }
    this.begin(o);
    this.bytes.u32(exponent);
    this.bytes.u32(offset);
  }

  memoryLane(o: Op, lane: number, offset: number, align?: number): void {
    this.memory(o, offset, align);
    this.writeLane(o, lane);
  }

  lane(o: Op, lane: number): void {
    this.begin(o);
    this.writeLane(o, lane);
  }

  memoryInit(o: Op, data: Data): void {
    this.begin(o);
    this.bytes.u32(data.index);
    if (o.immediate === "data") this.bytes.u8(0);
  }

  // ---- constants and variables

  i32Const(value: number): void {
    this.begin(opI32Const!);
    this.bytes.s32(value);
  }

  i64Const(value: bigint): void {
    this.begin(opI64Const!);
    this.bytes.s64(value);
  }

  f64Const(value: number): void {
    this.begin(opF64Const!);
    this.bytes.f64(value);
  }

  v128Const(value: Uint8Array): void {
    if (value.length !== 16) this.fail(opV128Const!, `needs 16 bytes, not ${value.length}`);
    this.begin(opV128Const!);
    this.bytes.bytes(value);
  }

  shuffle(lanes: Uint8Array): void {
    if (lanes.length !== 16 || lanes.some((lane) => lane > 31))
      this.fail(opShuffle!, `has the lanes ${lanes.join(" ")}`);
    this.begin(opShuffle!);
    this.bytes.bytes(lanes);
  }

  /** A further local; returns its index. */
  local(type: ValType, name = ""): number {
    this.localNames.push(name);
    return this.localTypes.push(type) - 1;
  }

  localGet(index: number): void {
    this.write(opLocalGet!, index);
    this.stack.push(this.localTypes[index]!);
  }

  localSet(index: number): void {
    this.pop(this.localTypes[index]!, opLocalSet!);
    this.write(opLocalSet!, index);
  }

  localTee(index: number): void {
    this.pop(this.localTypes[index]!, opLocalTee!);
    this.write(opLocalTee!, index);
    this.stack.push(this.localTypes[index]!);
  }

  globalGet(index: number, type: ValType): void {
    this.write(opGlobalGet!, index);
    this.stack.push(type);
  }

  globalSet(index: number, type: ValType): void {
    this.pop(type, opGlobalSet!);
    this.write(opGlobalSet!, index);
  }

  drop(): void {
    this.popAny(opDrop!);
    this.writeCode(opDrop!);
  }

  select(): void {
    this.pop("i32", opSelect!);
    const type = this.popAny(opSelect!);
    if (type !== null) this.pop(type, opSelect!);
    const other = type ?? this.popAny(opSelect!);
    this.writeCode(opSelect!);
    // Below a branch both operands may be unknown; any type will do there, and i32 is what the generator meant most often.
    this.stack.push(other ?? "i32");
  }

  // ---- control

  block(name: string, result: ResultType = "void"): Label {
    return this.open("block", opBlock!, name, result);
  }

  loop(name: string, result: ResultType = "void"): Label {
    return this.open("loop", opLoop!, name, result);
  }

  if(name: string, result: ResultType = "void"): Label {
    this.pop("i32", opIf!);
    return this.open("if", opIf!, name, result);
  }

  else(): void {
    if (this.frame.kind !== "if") this.fail(opElse!, `stands in a ${this.frame.kind}, not in an if`);
    const { label, result, height } = this.frame;
    this.writeCode(opElse!);
    this.close(opElse!);
    this.frame = { kind: "else", label, result, height, dead: false };
    this.frames.push(this.frame);
  }

  /** Closes the innermost frame; closing the function's own frame completes the code. */
  end(): void {
    const { kind, result } = this.frame;
    if (kind === "if" && result !== "void") this.fail(opEnd!, `closes an if with result ${result} but no else`);
    this.writeCode(opEnd!);
    this.close(opEnd!);
    if (this.frames.length === 0) {
      this.bytes.close();
      return;
    }
    this.frame = this.frames[this.frames.length - 1]!;
    if (result !== "void") this.stack.push(result);
  }

  br(label: Label): void {
    this.popTarget(label, opBr!);
    this.write(opBr!, this.depth(label));
    this.kill();
  }

  brIf(label: Label): void {
    this.pop("i32", opBrIf!);
    const type = this.popTarget(label, opBrIf!);
    this.write(opBrIf!, this.depth(label));
    if (type !== "void") this.stack.push(type);
  }

  brTable(labels: readonly Label[], otherwise: Label): void {
    this.pop("i32", opBrTable!);
    const type = this.popTarget(otherwise, opBrTable!);
    this.write(opBrTable!, labels.length);
    for (const label of labels) {
      if (this.targetType(label, opBrTable!) !== type) this.fail(opBrTable!, "has labels of different types");
      this.bytes.u32(this.depth(label));
    }
    this.bytes.u32(this.depth(otherwise));
    this.kill();
  }

  return(): void {
    const { result } = this.func.type;
    if (result !== "void") this.pop(result, opReturn!);
    this.writeCode(opReturn!);
    this.kill();
  }

  unreachable(): void {
    this.writeCode(opUnreachable!);
    this.kill();
  }

  call(func: Func): void {
    if (func.module !== this.func.module) this.fail(opCall!, `names ${func.name}, a function of another module`);
    this.apply(func.type, opCall!, func.name);
    this.write(opCall!, func.index);
    if (func.type.result !== "void") this.stack.push(func.type.result);
  }

  callIndirect(table: Table, type: FuncType): void {
    if (type.module !== this.func.module) this.fail(opCallIndirect!, "names a type of another module");
    this.pop("i32", opCallIndirect!);
    this.apply(type, opCallIndirect!, table.name);
    this.write(opCallIndirect!, type.index);
    this.bytes.u32(table.index);
    if (type.result !== "void") this.stack.push(type.result);
  }

  comment(text: string): void {
    this.comments.push({ offset: this.bytes.length, text });
  }

  /** Fails with the place in the generated code. Public so that the expression layer reports in the same way. */
  fail(o: Op, problem: string): never {
    const last = this.comments.length > 0 ? `, after ";; ${this.comments[this.comments.length - 1]!.text}"` : "";
    throw new InternalError(`in function ${this.func.name}${last}: ${o.name} ${problem}`);
  }

  // ---- checking and writing

  private begin(o: Op): void {
    const { params } = o;
    for (let i = params.length - 1; i >= 0; i--) this.pop(params[i]!, o);
    this.writeCode(o);
    if (o.result !== "void") this.stack.push(o.result);
  }

  private writeCode(o: Op): void {
    if (this.frames.length === 0) this.fail(o, "comes after the end of the function");
    const { code } = o;
    if (code < 0x100) {
      this.bytes.u8(code);
    } else {
      this.bytes.u8(code >>> 16);
      this.bytes.u32(code & 0xffff);
    }
  }

  private write(o: Op, index: number): void {
    this.writeCode(o);
    this.bytes.u32(index);
  }

  private writeLane(o: Op, lane: number): void {
    if (!(lane >= 0 && lane < o.lanes && Number.isInteger(lane))) this.fail(o, `has no lane ${lane}`);
    this.bytes.u8(lane);
  }

  private open(kind: "block" | "loop" | "if", o: Op, name: string, result: ResultType): Label {
    if (name !== "") this.labels.push({ offset: this.bytes.length, text: name });
    this.writeCode(o);
    this.bytes.u8(typeCode[result]);
    const label: Label = { kind: "label", name, level: this.frames.length };
    this.frame = { kind, label, result, height: this.stack.length, dead: false };
    this.frames.push(this.frame);
    return label;
  }

  private close(o: Op): void {
    const { result, height, kind } = this.frame;
    if (result !== "void") this.pop(result, o);
    if (this.stack.length !== height) {
      this.fail(o, `of ${kind} ${this.frame.label.name} leaves [${this.stack.slice(height).join(" ")}] on the stack`);
    }
    this.frames.pop();
  }

  private kill(): void {
    this.stack.length = this.frame.height;
    this.frame.dead = true;
  }

  private pop(type: ValType, o: Op): void {
    const { stack, frame } = this;
    if (stack.length === frame.height) {
      if (!frame.dead) this.fail(o, `expects ${type}, but the operand stack is empty`);
      return;
    }
    const found = stack.pop();
    if (found !== type) this.fail(o, `expects ${type}, found ${found}`);
  }

  /** The type popped, or null where code is dead and any type fits. */
  private popAny(o: Op): ValType | null {
    const { stack, frame } = this;
    if (stack.length > frame.height) return stack.pop()!;
    if (!frame.dead) this.fail(o, "finds the operand stack empty");
    return null;
  }

  private apply(type: FuncType, o: Op, name: string): void {
    const { params } = type;
    for (let i = params.length - 1; i >= 0; i--) {
      const found = this.popAny(o);
      if (found !== null && found !== params[i]) {
        this.fail(o, `${name}: argument ${i} is ${found}; the type is ${signature(params, type.result)}`);
      }
    }
  }

  private targetType(label: Label, o: Op): ResultType {
    const frame = this.frames[label.level];
    if (frame?.label !== label) this.fail(o, `names the label ${label.name}, which is not open here`);
    return frame.kind === "loop" ? "void" : frame.result;
  }

  private popTarget(label: Label, o: Op): ResultType {
    const type = this.targetType(label, o);
    if (type !== "void") this.pop(type, o);
    return type;
  }

  private depth(label: Label): number {
    return this.frames.length - 1 - label.level;
  }
}
