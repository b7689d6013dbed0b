/**
 * Where the order of processes shows although no code names them: receivers of one broadcast update in the order of their
 * processes, and so do the two that meet on a channel in CSP style. What cannot be shown to commute does not: they may write
 * what is their own, store one constant, or count by one constant; they may read what none of the others writes.
 */
import {
  type Address,
  type Code,
  type Edge,
  functionAt,
  type Network,
  processAt,
  type Step,
} from "../../network/index.ts";
import { channelsOf } from "../bounds/monotone.ts";
import { region } from "../code/place.ts";
import type { Failure } from "./images.ts";
import { eachPart, type Manner, mannerOf, OTHER, type Role } from "./manner.ts";

interface Touched {
  /** What a process reads, and what it writes and how; `*` stands for anything. */
  readonly reads: Set<string>;
  readonly writes: Map<string, Manner>;
}

/** `isMoved` tells processes that change places. */
export function orderedUpdates(network: Network, isMoved: (process: number) => boolean): Failure | undefined {
  const touched = new Map<Edge, Touched>();
  for (const { edges, what } of inOrder(network)) {
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
        message: `${name} writes or reads what others may write when it ${what}`,
        origin: edge.origin,
      };
    }
  }
  return undefined;
}

/** Edges that take part in one transition in the order of their processes. */
interface Together {
  readonly edges: Edge[];
  /** What they do together. */
  readonly what: string;
}

function inOrder(network: Network): Iterable<Together> {
  const known = new Map<string, Together>();
  for (const process of network.processes) {
    for (const edge of process.edges) {
      if (edge.sync?.kind !== "channel" || edge.sync.direction === "!" || edge.update.length === 0) continue;
      for (const { name, broadcast } of channelsOf(edge, network)) {
        if (edge.sync.direction === "?" && !broadcast) continue;
        const what = broadcast ? "receives a broadcast" : `meets another on '${name}'`;
        const together = known.get(name) ?? { edges: [], what };
        known.set(name, together);
        together.edges.push(edge);
      }
    }
  }
  return known.values();
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
  const visit = (part: Code, role: Role): void => {
    if (part.op === "load" && role !== "count") read(part.at);
    else if (part.op === "store") write(part.at, "c", mannerOf(part, role));
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
      if (step.do === "code") eachPart(step.code, visit, "statement");
      else if (step.do === "return") {
        if (step.value) eachPart(step.value, visit, "value");
        if (step.from) writes.set("*", OTHER);
      } else {
        if (step.do !== "range") eachPart(step.condition, visit, "value");
        if (step.do === "if") inSteps([...step.yes, ...step.no]);
        if (step.do === "loop") for (const c of step.next) eachPart(c, visit, "statement");
        // Written several times in one update: counting is then no longer by one constant.
        if (step.do === "loop" || step.do === "range") {
          inSteps(step.body);
          for (const [x, manner] of writes) if (!manner.startsWith("=")) writes.set(x, OTHER);
        }
      }
    }
  };
  for (const code of edge.update) eachPart(code, visit, "statement");
  return { reads, writes };
}
