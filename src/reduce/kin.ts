/**
 * Kin: the cells of one kind (`analysis/symmetry/kinds.ts`) that hold all elements of something whose elements are told
 * apart. All have one range, which is that of every assignment, argument and result of the kind, and bound variables of the
 * kind stay inside of it. So what such a cell holds is in the range, and a value more, below the range, can be let through
 * without losing a fault: that value is written nowhere, and what is turned on (`(x + 1) % N`) is 0 or more, so where the
 * range begins with 0 it is never that value.
 */
import { dataOf, eachCode, eachStep, type Identifiers, identifiersOf, Kinds, Ranges } from "../analysis/index.ts";
import { last } from "../base/index.ts";
import { type Argument, type Code, type Network, Renumbering, type Slot, type Step, slotAt } from "../network/index.ts";

export interface Kin {
  readonly low: number;
  readonly high: number;
  /** Those of the state. */
  readonly cells: readonly number[];
  /** Whether a cell of the network is of the kind, scratch included. */
  readonly has: (cell: number) => boolean;
}

export type Store = Extract<Code, { op: "store" }>;

/** The value that names nobody. */
export const nobodyOf = ({ low }: Kin): number => low - 1;

const LEAST = -(2 ** 31);

/** Kinds that hold all elements of something whose elements are told apart. */
export function kinOf(network: Network): readonly Kin[] {
  const partial = [
    ...identifiersOf(network).filter(({ failure, copies }) => failure !== undefined && !copies),
    ...dataOf(network).filter((data) => data.failure !== undefined || beginsInside(network, data)),
  ];
  if (partial.length === 0) return [];
  const ranges = new Ranges(network);
  const kinds = new Kinds(network, undefined, (at) => ranges.addresses(at));
  const by = new Map<number, number[]>();
  network.slots.forEach((_, cell) => {
    const root = kinds.root(cell);
    const known = by.get(root);
    if (known) known.push(cell);
    else by.set(root, [cell]);
  });
  const made: Kin[] = [];
  for (const [root, cells] of by) {
    const { low, high } = slotAt(network, cells[0]!);
    if (kinds.whyNumber(root) !== undefined || (low !== 0 && kinds.isTurned(root))) continue;
    const isAlike = (slot: Slot): boolean =>
      slot.type === "int" && !slot.meta && slot.low === low && slot.high === high && low > LEAST;
    if (!cells.every((cell) => isAlike(slotAt(network, cell)))) continue;
    const kin: Kin = { low, high, cells, has: (cell) => cell < network.cells && kinds.root(cell) === root };
    if (partial.some((p) => low <= p.low && high >= p.high) && isClosed(network, kin)) made.push(kin);
  }
  return made;
}

/** Whether some variable of these begins with one of the values. */
function beginsInside({ slots }: Network, { low, high, found }: Identifiers): boolean {
  return slots.some(
    ({ initial }, cell) =>
      initial >= low && initial <= high && found.some(({ kinds, identifiers }) => identifiers.has(kinds.root(cell))),
  );
}

/** Whether all that is put into cells of the kind is checked against its range, or inside of it. */
function isClosed(network: Network, { low, high, has }: Kin): boolean {
  let closed = true;
  const same = (cell: number, range: { readonly low?: number; readonly high?: number }, value: Code): void => {
    if (has(cell) && (range.low !== low || range.high !== high || mayBe(value, low - 1))) closed = false;
  };
  const inside = (range: { readonly cell: number; readonly low: number; readonly high: number }): void => {
    if (has(range.cell) && (range.low < low || range.high > high)) closed = false;
  };
  for (const p of network.processes) for (const e of p.edges) e.selects.forEach(inside);
  eachCode(network, undefined, (code) => {
    if (code.op === "store" && code.at.pointer === undefined) same(code.at.base, code, code.value);
    else if (code.op === "call") {
      for (const arg of code.args) if (arg.kind === "value") same(arg.cell, arg, arg.value);
    } else if (code.op === "forall" || code.op === "exists" || code.op === "sum") inside(code);
  });
  for (const f of network.functions)
    eachStep(f.body, (step) => {
      if (step.do === "range") inside(step);
      else if (step.do === "return" && step.value !== undefined && f.resultCount > 0) same(f.result, step, step.value);
    });
  network.constants.forEach((value, k) => inside({ cell: network.slots.length + k, low: value, high: value }));
  return closed;
}

/** Whether a constant is among what code yields, where nothing is computed. */
function mayBe(code: Code, value: number): boolean {
  if (code.op === "const") return code.value === value;
  if (code.op === "choose") return mayBe(code.yes, value) || mayBe(code.no, value);
  return code.op === "sequence" && code.items.length > 0 && mayBe(last(code.items), value);
}

/** Assignments of one of the elements, as a number, to a cell of the kinds. */
export function numbersOf(network: Network, kin: readonly Kin[]): readonly Store[] {
  const found = new Set<Store>();
  eachCode(network, undefined, (code) => {
    if (code.op !== "store" || code.value.op !== "const" || code.at.pointer !== undefined) return;
    const { value } = code.value;
    if (kin.some(({ low, high, has }) => has(code.at.base) && value >= low && value <= high)) found.add(code);
  });
  return [...found];
}

/** The network with room for nobody in all cells of the kinds. */
export abstract class Widening extends Renumbering {
  protected readonly kin: readonly Kin[];

  constructor(kin: readonly Kin[], cell: (old: number) => number) {
    const same = (old: number): number => old;
    super({ cell, clock: same, channel: same, function: same });
    this.kin = kin;
  }

  /** What is written instead of a number. */
  protected abstract instead(store: Store, kin: Kin): Code | undefined;

  protected kinAt(cell: number): Kin | undefined {
    return this.kin.find(({ has }) => has(cell));
  }

  override code(c: Code): Code {
    const kin = c.op === "store" && c.at.pointer === undefined ? this.kinAt(c.at.base) : undefined;
    if (c.op !== "store" || kin === undefined) return super.code(c);
    const wide = super.code({ ...c, low: nobodyOf(kin) }) as Store;
    const value = this.instead(c, kin);
    return value === undefined ? wide : { ...wide, value };
  }

  protected override argument(a: Argument): Argument {
    const kin = a.kind === "value" ? this.kinAt(a.cell) : undefined;
    return super.argument(kin !== undefined && a.kind === "value" ? { ...a, low: nobodyOf(kin) } : a);
  }

  protected edges(network: Network): Pick<Network, "processes" | "functions" | "beforeUpdate" | "afterUpdate"> {
    return {
      processes: network.processes.map((p) => ({
        ...p,
        locations: p.locations.map((l) => ({ ...l, invariant: this.invariant(l.invariant) })),
        edges: p.edges.map((e) => this.edge(e)),
      })),
      functions: network.functions.map((f) => {
        const kin = f.resultCount > 0 ? this.kinAt(f.result) : undefined;
        return kin === undefined ? this.function(f) : this.function({ ...f, body: widened(f.body, nobodyOf(kin)) });
      }),
      beforeUpdate: this.codes(network.beforeUpdate),
      afterUpdate: this.codes(network.afterUpdate),
    };
  }
}

/** Statements whose results may be as low as this. */
function widened(steps: readonly Step[], low: number): readonly Step[] {
  return steps.map((s): Step => {
    if (s.do === "return" && s.value !== undefined) return { ...s, low };
    if (s.do === "if") return { ...s, yes: widened(s.yes, low), no: widened(s.no, low) };
    return s.do === "loop" || s.do === "range" ? { ...s, body: widened(s.body, low) } : s;
  });
}
