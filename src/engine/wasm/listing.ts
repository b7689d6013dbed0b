/**
 * The code of one function as items of text: instructions are folded into the expressions they came from (WebAssembly
 * core specification 2.0, section 6.5.13, folded instructions), blocks are nested, comments and label names put back at
 * their places. An operand that another instruction separates from its use stays on a line of its own before it, which
 * means the same.
 */
import type { Code } from "./code.ts";
import { decode, type Instruction } from "./decode.ts";
import type { Func, FuncType } from "./handles.ts";
import { comment, type Item, item, statements } from "./layout.ts";
import { isAtomic, type ResultType, typeOfCode } from "./opcodes.ts";

/** How things outside the function are called in the text. */
export interface Names {
  readonly funcs: readonly string[];
  readonly globals: readonly string[];
  readonly tables: readonly string[];
  readonly types: readonly string[];
}

interface Entry {
  readonly item: Item;
  /** Leaves exactly one value. */
  readonly value: boolean;
}

interface Frame {
  readonly kind: string;
  readonly label: string;
  readonly result: ResultType;
  readonly condition: Entry[];
  entries: Entry[];
  /** The first side of an if whose second side is being read. */
  yes: Entry[] | null;
  /** Print the label: it was given, or a branch names it. */
  shown: boolean;
}

export function listing(
  code: Code,
  locals: readonly string[],
  names: Names,
  funcs: readonly Func[],
  types: readonly FuncType[],
): Item[] {
  const lister = new Lister(code);
  for (const instruction of decode(code.bytes.view())) {
    const { op, offset, numbers } = instruction;
    lister.comment(offset);
    switch (op.name) {
      case "block":
      case "loop":
      case "if":
        lister.enter(instruction);
        break;
      case "else":
        lister.otherwise();
        break;
      case "end":
        lister.leave();
        break;
      case "br":
      case "br_if":
      case "br_table":
        lister.branch(instruction);
        break;
      case "return":
        lister.put("return", code.func.type.result === "void" ? 0 : 1, false);
        break;
      case "call":
        lister.put(`call $${names.funcs[numbers[0]!]}`, ...arity(funcs[numbers[0]!]!.type, 0));
        break;
      case "call_indirect": {
        const [type, table] = numbers;
        lister.put(`call_indirect $${names.tables[table!]} (type $${names.types[type!]})`, ...arity(types[type!]!, 1));
        break;
      }
      default:
        lister.put(plain(instruction, locals, names), ...fixedArity(instruction));
    }
  }
  return lister.items;
}

/** What was read so far: entries of the blocks that are open, and their labels. */
class Lister {
  private readonly code: Code;
  private readonly open = new Set<string>();
  private readonly frames: Frame[];
  private fresh = 0;
  private comments = 0;
  private labels = 0;

  constructor(code: Code) {
    this.code = code;
    this.frames = [frame("func", "", code.func.type.result, [], false)];
  }

  get items(): Item[] {
    return this.frames[0]!.entries.map((entry) => entry.item);
  }

  private get top(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  private target(depth: number): Frame {
    return this.frames[this.frames.length - 1 - depth]!;
  }

  /** Takes up to `count` values that stand last: the operands that can be folded. */
  private operands(count: number): Item[] {
    const { entries } = this.top;
    let from = entries.length;
    while (from > 0 && entries.length - from < count && entries[from - 1]!.value) from--;
    return entries.splice(from).map((entry) => entry.item);
  }

  put(head: string, pops: number, value: boolean): void {
    this.top.entries.push({ item: item(head, this.operands(pops)), value });
  }

  /** Puts the comments in front of an offset. */
  comment(offset: number): void {
    const { comments } = this.code;
    while (this.comments < comments.length && comments[this.comments]!.offset <= offset)
      this.top.entries.push({ item: comment(comments[this.comments++]!.text), value: false });
  }

  /** A label that no block around has: a branch always means the innermost block of its name. */
  private unused(wanted: string): string {
    let free = wanted;
    for (let i = 1; this.open.has(free); i++) free = `${wanted}.${i}`;
    this.open.add(free);
    return free;
  }

  branch({ op, numbers }: Instruction): void {
    const shown = numbers.map((depth) => {
      const to = this.target(depth);
      if (to.kind === "func") return String(depth);
      to.shown = true;
      return `$${to.label}`;
    });
    const to = this.target(numbers[numbers.length - 1]!);
    const carried = to.kind === "loop" || to.result === "void" ? 0 : 1;
    const index = op.name === "br" ? 0 : 1;
    this.put(`${op.name} ${shown.join(" ")}`, carried + index, op.name === "br_if" && carried === 1);
  }

  enter({ op, offset, numbers }: Instruction): void {
    const { entries } = this.top;
    const condition = op.name === "if" && entries[entries.length - 1]?.value ? entries.splice(-1) : [];
    const { labels } = this.code;
    const given = labels[this.labels]?.offset === offset ? labels[this.labels++]!.text : "";
    const label = this.unused(given === "" ? `L${++this.fresh}` : identifier(given));
    this.frames.push(frame(op.name, label, typeOfCode.get(numbers[0]!)!, condition, given !== ""));
  }

  otherwise(): void {
    this.top.yes = this.top.entries;
    this.top.entries = [];
  }

  leave(): void {
    const done = this.frames.pop()!;
    if (this.frames.length === 0) {
      this.frames.push(done);
      return;
    }
    this.open.delete(done.label);
    const named = done.shown ? ` $${done.label}` : "";
    const result = done.result === "void" ? "" : ` (result ${done.result})`;
    this.top.entries.push({ item: blockItem(done, `${done.kind}${named}${result}`), value: done.result !== "void" });
  }
}

function frame(kind: string, label: string, result: ResultType, condition: Entry[], shown: boolean): Frame {
  return { kind, label, result, condition, entries: [], yes: null, shown };
}

function arity(type: FuncType, extra: number): [number, boolean] {
  return [type.params.length + extra, type.result !== "void"];
}

const variable: Readonly<Record<string, [number, boolean]>> = {
  "local.get": [0, true],
  "local.set": [1, false],
  "local.tee": [1, true],
  "global.get": [0, true],
  "global.set": [1, false],
  drop: [1, false],
  select: [3, true],
  unreachable: [0, false],
};

function fixedArity({ op }: Instruction): [number, boolean] {
  return op.special ? variable[op.name]! : [op.params.length, op.result !== "void"];
}

function blockItem(done: Frame, head: string): Item {
  const inside = done.entries.map((entry) => entry.item);
  if (done.kind !== "if") return statements(head, inside);
  const condition = done.condition.map((entry) => entry.item);
  const sides =
    done.yes === null
      ? [["then", inside] as const]
      : ([
          ["then", done.yes.map((e) => e.item)],
          ["else", inside],
        ] as const);
  // An if that gives a value from two expressions may stand on one line; one with statements may not.
  const short = done.result !== "void" && [done.entries, done.yes ?? []].every((list) => list.length === 1);
  const make = short ? (word: string, list: readonly Item[]) => item(word, list, true) : statements;
  const parts = [...condition, ...sides.map(([word, list]) => make(word, list))];
  const tested = condition.length > 0;
  return short ? item(head, parts, true, tested) : statements(head, parts, tested);
}

/** Instructions whose immediates need no knowledge of the blocks around them. */
function plain({ op, numbers, wide, bytes }: Instruction, locals: readonly string[], names: Names): string {
  const [first, second, third] = numbers;
  switch (op.immediate) {
    case "local":
      return `${op.name} $${locals[first!]}`;
    case "global":
      return `${op.name} $${names.globals[first!]}`;
    case "i32":
      return `${op.name} ${first}`;
    case "i64":
      return `${op.name} ${wide}`;
    case "f64":
      return `${op.name} ${floatText(first!)}`;
    case "v128": {
      const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
      return `${op.name} i32x4 ${[0, 4, 8, 12].map((at) => view.getInt32(at, true)).join(" ")}`;
    }
    case "shuffle":
      return `${op.name} ${bytes.join(" ")}`;
    case "lane":
    case "segment":
    case "data":
      return `${op.name} ${first}`;
    case "memory":
    case "memoryLane": {
      const offset = second === 0 ? "" : ` offset=${second}`;
      const align = isAtomic(op) || 1 << first! === op.width ? "" : ` align=${1 << first!}`;
      return `${op.name}${offset}${align}${op.immediate === "memoryLane" ? ` ${third}` : ""}`;
    }
    default:
      return op.name;
  }
}

export function floatText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return Object.is(value, -0) ? "-0" : String(value);
}

/** A name as an identifier of the text format (section 6.3.5): other characters become `_`. */
export function identifier(name: string): string {
  return name.replace(/[^0-9A-Za-z!#$%&'*+\-./:<=>?@\\^_`|~]+/g, "_");
}
