/**
 * Processes that are left out (docs/semantics.md 9.14): they stand still for ever where they begin, and forbid nothing.
 * Nothing that they could do may matter to the others and to the formula; that they could hold the others back does not count
 * where something is not to be reached.
 */
import type { Expr } from "../../src/syntax/index.ts";
import type { StatedBounds } from "./bounds.ts";
import { shape } from "./expression.ts";
import { mentionsDeadlock } from "./formula.ts";
import { askedBy, leastNeeds, type Needs, touchOf, usesOf } from "./live.ts";
import { at, Refuted } from "./outcome.ts";
import { waysOf } from "./process.ts";
import type { Claim } from "./query.ts";
import { mayFault, valuesOf } from "./safe.ts";
import { type Context, type Named, typeOf, within } from "./scope.ts";
import type { Process, System } from "./system.ts";

/** The system in which these processes stand still. */
export function withStill(system: System, still: ReadonlySet<number>): System {
  const nothing = { data: () => true, limits: () => {}, rates: () => {}, hasLimits: false, hasRates: false };
  const processes = system.processes.map((p) => {
    if (!still.has(p.index)) return p;
    const locations = p.locations.map(({ name }) => {
      return { name, urgent: false, committed: false, invariant: nothing, edges: [] };
    });
    return { ...p, locations, leftOut: p };
  });
  return { ...system, processes };
}

/** Refuses what is left out if it may matter; `needs` is what the others need. */
export function demandStill(system: System, claim: Claim, needs: Needs, bounds: StatedBounds | undefined): void {
  const isSeen = (cell: number): boolean =>
    cell < 0 ? bounds === undefined || bounds.hasAny(-cell) : needs.hasSomewhere(cell);
  const others = new Others(system, claim);
  for (const { leftOut } of system.processes)
    if (leftOut !== undefined)
      at(undefined, `${leftOut.name}, which is left out`, () => {
        const why = others.whyNot(leftOut, isSeen);
        if (why !== undefined) throw new Refuted(why);
      });
}

/** The system without all processes that may be left out, and what the others need. */
export function leastSystem(
  whole: System,
  claim: Claim,
): { readonly still: ReadonlySet<number>; readonly needs: Needs } {
  const still = new Set(whole.processes.map(({ index }) => index));
  for (;;) {
    const system = withStill(whole, still);
    const needs = leastNeeds(claim, system);
    const others = new Others(system, claim);
    const isSeen = (cell: number): boolean => (cell < 0 ? others.reads.has(cell) : needs.hasSomewhere(cell));
    const moving = system.processes.filter(({ leftOut }) => leftOut && others.whyNot(leftOut, isSeen) !== undefined);
    if (moving.length === 0) return { still, needs };
    for (const { index } of moving) still.delete(index);
  }
}

/** Those that are not left out, as the conditions on the others see them. */
class Others {
  /** What they and the formula may read. */
  readonly reads: ReadonlySet<number>;
  private readonly system: System;
  private readonly used: ReadonlySet<number>;
  private readonly general: string | undefined;

  constructor(system: System, claim: Claim) {
    this.system = system;
    this.general = mentionsDeadlock(claim.goal.formula)
      ? "whether there is a deadlock depends on all processes"
      : system.hasPriorities || system.hooks.length > 0
        ? "there are priorities, or updates that come with every transition"
        : undefined;
    this.reads = new Set([...askedBy(claim, system).reads, ...usesOf(system).flatMap(({ reads }) => [...reads])]);
    this.used = new Set(system.processes.flatMap((p) => this.syncsOf(p).flatMap(({ channels }) => channels)));
  }

  /** Why a process may matter; `isSeen` says whether the others see a cell that it writes, or a clock, by its negative number. */
  whyNot(process: Process, isSeen: (cell: number) => boolean): string | undefined {
    if (this.general !== undefined) return this.general;
    if (process.locations.some((l) => l.invariant.hasRates)) return "it makes clocks stand still";
    if (this.reads.has(process.index)) return "where it is matters";
    for (const { channels, direction, isCommitted } of this.syncsOf(process))
      for (const channel of channels.filter((c) => this.used.has(c))) {
        const { broadcast, name } = this.system.channels[channel]!;
        if (!broadcast || direction !== "?") return `it synchronises with others over '${name}'`;
        if (isCommitted) return `it receives '${name}' where it is committed`;
      }
    const { context } = this.system;
    const named = [...context.processes.values()].flat().find(({ index }) => index === process.index)!;
    for (const way of waysOf(named.template))
      for (const cell of touchOf(way, within(context, named.scope)).writes)
        if (isSeen(cell)) return `'${this.nameOf(cell)}', which it sets, matters`;
    return mayFaultIn(named, within(context, named.scope)) ? "it is not plain that it cannot fault" : undefined;
  }

  private nameOf(cell: number): string | undefined {
    const { memory, names, cells } = this.system;
    return cell < 0 ? memory.clockNames[-cell] : names[cells.indexOf(cell)];
  }

  /** The synchronisations of a process, with all channels that they may be about. */
  private syncsOf({ locations }: Process) {
    const edges = locations.flatMap((l) => l.edges).filter((e) => e.channel !== undefined);
    return edges.map(({ fixed, direction, isCommitted }) => {
      return { channels: fixed === undefined ? [...this.system.channels.keys()] : [fixed], direction, isCommitted };
    });
  }
}

function mayFaultIn({ template }: Named, context: Context): boolean {
  const isRisky = (expr: Expr | undefined): boolean => expr !== undefined && mayFault(expr, context);
  const edges = template.edges.map(({ node }) => node);
  return (
    template.locations.some(({ node }) => isRisky(node.invariant?.value)) ||
    edges.some(({ guard, sync }) => isRisky(guard?.value) || isRisky(sync?.value.channel)) ||
    edges.some(({ update }) => (update?.value ?? []).some((one) => mayFail(one, context)))
  );
}

/** Whether an update might fault: plain is only that a variable is set to a value of its range, or a clock to a number. */
function mayFail(expr: Expr, context: Context): boolean {
  if (expr.kind === "comma") return expr.items.some((item) => mayFail(item, context));
  if (expr.kind !== "assign" || expr.op !== "=") return mayFault(expr, context);
  const { target, value } = expr;
  if (mayFault(target, context) || mayFault(value, context)) return true;
  const type = typeOf(target, context);
  if (type.kind === "bool") return false;
  const given = valuesOf(value, context);
  if (given === undefined) return true;
  if (type.kind === "clock") return given[0] < 0;
  const into = shape(type, context);
  return (into.kind !== "int" && into.kind !== "scalar") || given[0] < into.low || given[1] > into.high;
}
