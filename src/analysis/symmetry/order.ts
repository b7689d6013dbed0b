/**
 * Where the order of elements shows although the code names none of them: loops over elements whose rounds do not commute,
 * and receivers of one broadcast, which update in the order of their processes. What cannot be shown to commute does not:
 * rounds and receivers may write what is their own, store one constant, or count by one constant; they may read what none
 * of the others writes.
 */
import {
  type Address,
  type Code,
  type Edge,
  type Function,
  functionAt,
  type Network,
  type Origin,
  processAt,
  type Step,
} from "../../network/index.ts";
import { channelsOf } from "../bounds/monotone.ts";
import { region } from "../code/place.ts";
import type { Failure } from "./images.ts";

type Loop = Step & { readonly do: "range" };

/** `isElement` tells loops that run over elements. */
export function orderedLoop(functions: readonly Function[], isElement: (loop: Loop) => boolean): Failure | undefined {
  for (const f of functions) {
    const origin = orderedIn(f.body, isElement, f.origin);
    if (origin) return { message: `a loop in '${f.name}' may depend on the order of the elements`, origin };
  }
  return undefined;
}

function orderedIn(steps: readonly Step[], isElement: (loop: Loop) => boolean, origin: Origin): Origin | undefined {
  for (const step of steps) {
    const inner =
      step.do === "if"
        ? (orderedIn(step.yes, isElement, origin) ?? orderedIn(step.no, isElement, origin))
        : step.do === "loop" || step.do === "range"
          ? orderedIn(step.body, isElement, origin)
          : undefined;
    if (inner) return inner;
    if (step.do === "range" && isElement(step) && !new Rounds(step.cell).commute(step.body)) return origin;
  }
  return undefined;
}

/** How something is written: by one constant, counted on by one constant, or otherwise. */
type Manner = string;
const OTHER: Manner = "other";

function mannerOf(code: Code & { op: "store" }): Manner {
  const { value, at } = code;
  if (value.op === "const") return `=${value.value}`;
  if ((value.op === "add" || value.op === "sub") && value.b.op === "const" && value.a.op === "load")
    if (sameCell(value.a.at, at)) return `${value.op}${value.b.value}`;
  return OTHER;
}

function sameCell(a: Address, b: Address): boolean {
  return a.base === b.base && a.terms.length === 0 && b.terms.length === 0 && !a.pointer && !b.pointer;
}

/** The rounds of one loop. */
class Rounds {
  private readonly variable: number;
  /** Cells written otherwise than for the round's own element: in what manner. */
  private readonly shared = new Map<string, Manner>();
  private readonly own: Address[] = [];
  private readonly reads: Address[] = [];
  private fails = false;
  private returns: Manner | undefined;

  constructor(variable: number) {
    this.variable = variable;
  }

  commute(body: readonly Step[]): boolean {
    this.steps(body);
    if (this.fails) return false;
    const writes = this.shared.size > 0 || this.own.length > 0;
    if (this.returns !== undefined && (writes || this.returns === OTHER)) return false;
    return this.reads.every((at) => this.isFree(at));
  }

  /** Reads what no other round writes. */
  private isFree(at: Address): boolean {
    const cells = region(at);
    if (at.pointer !== undefined || cells === undefined) return this.shared.size === 0 && this.own.length === 0;
    for (const name of this.shared.keys()) if (cells.some((cell) => name === `c${cell}`)) return false;
    for (const mine of this.own) {
      const theirs = new Set(region(mine));
      if (cells.some((cell) => theirs.has(cell)) && !this.isOwn(at)) return false;
    }
    return true;
  }

  private isOwn(at: Address): boolean {
    return (
      at.pointer === undefined &&
      at.terms.some(
        ({ index }) => index.op === "load" && index.at.base === this.variable && index.at.terms.length === 0,
      )
    );
  }

  private steps(steps: readonly Step[]): void {
    for (const step of steps) {
      switch (step.do) {
        case "code":
          this.code(step.code);
          break;
        case "if":
          this.code(step.condition);
          this.steps(step.yes);
          this.steps(step.no);
          break;
        case "range":
          this.steps(step.body);
          break;
        case "return": {
          const value = step.value?.op === "bool" ? step.value.a : step.value;
          const manner = step.from
            ? OTHER
            : value === undefined
              ? "nothing"
              : value.op === "const"
                ? `=${value.value}`
                : OTHER;
          this.returns = this.returns === undefined || this.returns === manner ? manner : OTHER;
          break;
        }
        default:
          this.fails = true;
      }
    }
  }

  private code(code: Code): void {
    eachPart(code, (part, isCount) => {
      switch (part.op) {
        case "load":
          if (!isCount) this.reads.push(part.at);
          break;
        case "store":
          this.write(part.at, "c", mannerOf(part));
          break;
        case "reset":
          this.write(part.clock, "x", part.value.op === "const" ? `=${part.value.value}` : OTHER);
          break;
        case "copy":
        case "call":
        case "move":
        case "same":
          this.fails = true;
          break;
        default:
      }
    });
  }

  private write(at: Address, space: string, manner: Manner): void {
    if (this.isOwn(at)) {
      if (space === "c") this.own.push(at);
      return;
    }
    if (at.terms.length > 0 || at.pointer !== undefined) {
      this.fails = true;
      return;
    }
    const name = `${space}${at.base}`;
    const before = this.shared.get(name);
    if (manner === OTHER || (before !== undefined && before !== manner)) this.fails = true;
    this.shared.set(name, manner);
  }
}

/** Calls `visit` for all parts; `isCount` tells the read of `n = n + 1`. */
function eachPart(code: Code, visit: (part: Code, isCount: boolean) => void, isCount = false): void {
  visit(code, isCount);
  const inAddress = (at: Address) => {
    if (at.first) eachPart(at.first, visit);
    for (const t of at.terms) eachPart(t.index, visit);
  };
  switch (code.op) {
    case "const":
      return;
    case "load":
      return inAddress(code.at);
    case "neg":
    case "not":
    case "abs":
    case "bool":
    case "inv":
      return eachPart(code.a, visit);
    case "choose":
      for (const part of [code.condition, code.yes, code.no]) eachPart(part, visit);
      return;
    case "call":
      for (const arg of code.args) {
        if (arg.kind === "value") eachPart(arg.value, visit);
        else inAddress(arg.kind === "cells" ? arg.from : arg.to);
      }
      return;
    case "store": {
      inAddress(code.at);
      const { value } = code;
      if ((value.op === "add" || value.op === "sub") && mannerOf(code) !== OTHER) {
        eachPart(value.a, visit, true);
        eachPart(value.b, visit);
      } else eachPart(value, visit);
      return;
    }
    case "copy":
      inAddress(code.to);
      return inAddress(code.from);
    case "same":
      inAddress(code.a);
      return inAddress(code.b);
    case "forall":
    case "exists":
    case "sum":
      return eachPart(code.body, visit);
    case "sequence":
      for (const item of code.items) eachPart(item, visit);
      return;
    case "reset":
      inAddress(code.clock);
      return eachPart(code.value, visit);
    case "move":
      inAddress(code.clock);
      inAddress(code.from);
      return eachPart(code.plus, visit);
    default:
      eachPart(code.a, visit);
      eachPart(code.b, visit);
  }
}

interface Touched {
  /** What a process reads, and what it writes and how; `*` stands for anything. */
  readonly reads: Set<string>;
  readonly writes: Map<string, Manner>;
}

/** `isMoved` tells processes that change places. */
export function orderedBroadcast(network: Network, isMoved: (process: number) => boolean): Failure | undefined {
  const receivers = new Map<string, Edge[]>();
  for (const process of network.processes) {
    for (const edge of process.edges) {
      if (edge.sync?.kind !== "channel" || edge.sync.direction !== "?" || edge.update.length === 0) continue;
      for (const channel of channelsOf(edge, network)) {
        if (!channel.broadcast) continue;
        const known = receivers.get(channel.name);
        if (known) known.push(edge);
        else receivers.set(channel.name, [edge]);
      }
    }
  }
  const touched = new Map<Edge, Touched>();
  for (const edges of receivers.values()) {
    if (!edges.some((edge) => isMoved(edge.process))) continue;
    const by = new Map<number, Touched>();
    for (const edge of edges) {
      const found = touched.get(edge) ?? touches(edge, network);
      touched.set(edge, found);
      const all = by.get(edge.process) ?? { reads: new Set(), writes: new Map() };
      by.set(edge.process, all);
      for (const x of found.reads) all.reads.add(x);
      for (const [x, manner] of found.writes) {
        const before = all.writes.get(x);
        all.writes.set(x, before === undefined || before === manner ? manner : OTHER);
      }
    }
    const edge = conflict(by, isMoved, edges);
    if (edge) {
      const name = processAt(network, edge.process).name;
      return {
        message: `${name} writes or reads what others may write when it receives a broadcast`,
        origin: edge.origin,
      };
    }
  }
  return undefined;
}

/** An edge of a process that meets another one's writes, if either changes places. */
function conflict(
  by: ReadonlyMap<number, Touched>,
  isMoved: (process: number) => boolean,
  edges: readonly Edge[],
): Edge | undefined {
  // For each thing its writers; a few are enough to find a process other than a given one.
  const writers = new Map<string, { readonly process: number; readonly manner: Manner }[]>();
  for (const [process, { writes }] of by)
    for (const [x, manner] of writes) writers.set(x, [...(writers.get(x) ?? []), { process, manner }]);
  const anything = writers.get("*");
  const meets = (process: number, x: string, manner: Manner | undefined): boolean =>
    (writers.get(x) ?? []).some(
      (w) =>
        w.process !== process &&
        (isMoved(process) || isMoved(w.process)) &&
        (manner === undefined || manner === OTHER || manner !== w.manner),
    );
  for (const [process, { reads, writes }] of by) {
    const unsure = anything?.some((w) => w.process !== process) === true || (reads.has("*") && by.size > 1);
    const met =
      unsure ||
      [...reads].some((x) => meets(process, x, undefined)) ||
      [...writes].some(([x, m]) => meets(process, x, m));
    if (met) return edges.find((edge) => edge.process === process);
  }
  return undefined;
}

/** What the update of an edge reads and writes, through functions too. Scratch cells of functions are of no account. */
function touches(edge: Edge, network: Network): Touched {
  const reads = new Set<string>();
  const writes = new Map<string, Manner>();
  const seen = new Set<number>();
  const count = network.slots.length;
  const write = (at: Address, space: string, manner: Manner): void => {
    const cells = region(at);
    if (at.pointer !== undefined || cells === undefined) {
      writes.set("*", OTHER);
      return;
    }
    const one = cells.length === 1 ? manner : OTHER;
    for (const cell of cells) {
      if (space === "c" && cell >= count) continue;
      const before = writes.get(`${space}${cell}`);
      writes.set(`${space}${cell}`, before === undefined || (before === one && one.startsWith("=")) ? one : OTHER);
    }
  };
  const read = (at: Address, size = 1): void => {
    const cells = region(at);
    if (at.pointer !== undefined || cells === undefined) reads.add("*");
    else for (const cell of cells) for (let k = 0; k < size; k++) if (cell + k < count) reads.add(`c${cell + k}`);
  };
  const visit = (part: Code, isCount: boolean): void => {
    if (part.op === "load" && !isCount) read(part.at);
    else if (part.op === "store") write(part.at, "c", mannerOf(part));
    else if (part.op === "reset") write(part.clock, "x", part.value.op === "const" ? `=${part.value.value}` : OTHER);
    else if (part.op === "move" || part.op === "same" || part.op === "copy") {
      writes.set("*", OTHER);
    } else if (part.op === "call") {
      for (const arg of part.args) if (arg.kind === "cells") read(arg.from, arg.count);
      if (!seen.has(part.function)) {
        seen.add(part.function);
        inSteps(functionAt(network, part.function).body);
      }
    }
  };
  const inSteps = (steps: readonly Step[]): void => {
    for (const step of steps) {
      if (step.do === "code") eachPart(step.code, visit);
      else if (step.do === "return") {
        if (step.value) eachPart(step.value, visit);
        if (step.from) writes.set("*", OTHER);
      } else {
        if (step.do !== "range") eachPart(step.condition, visit);
        if (step.do === "if") inSteps([...step.yes, ...step.no]);
        if (step.do === "loop") for (const c of step.next) eachPart(c, visit);
        // Written several times in one update: counting is then no longer by one constant.
        if (step.do === "loop" || step.do === "range") {
          inSteps(step.body);
          for (const [x, manner] of writes) if (!manner.startsWith("=")) writes.set(x, OTHER);
        }
      }
    }
  };
  for (const code of edge.update) eachPart(code, visit);
  return { reads, writes };
}
