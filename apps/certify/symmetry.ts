/**
 * Symmetries (docs/semantics.md 9.12): whether an exchange of two elements takes the processes, their edges and what is asked
 * to themselves. Then it takes runs to runs, and a state may stand for all its images.
 */
import type { Variable } from "../../src/model/index.ts";
import type { Expr } from "../../src/syntax/index.ts";
import { AlikeCode } from "./alikecode.ts";
import { mayBeFalse } from "./constraint.ts";
import type { Exchange } from "./exchange.ts";
import { at, Refuted } from "./outcome.ts";
import { waysOf } from "./process.ts";
import type { Claim } from "./query.ts";
import { mayFault } from "./safe.ts";
import { type Context, type Named, within } from "./scope.ts";
import type { System } from "./system.ts";

/** Refuses an exchange that is no symmetry, and says by what. */
export function demandSymmetry(exchange: Exchange, system: System, claim: Claim): void {
  try {
    compare(new AlikeCode(system, exchange, true), system, claim);
  } catch (error) {
    if (!(error instanceof Refuted)) throw error;
    compare(new AlikeCode(system, exchange, false), system, claim);
  }
}

function compare(alike: AlikeCode, system: System, { goal, from, context }: Claim): void {
  const { exchange } = alike;
  const { scope, own } = system.context;
  const named = [...system.context.processes.values()].flat();
  const receivers = new Map<number, Touched>();
  const invariants = new Map<number, Invariants>();
  for (const p of named) {
    const { name } = system.processes[p.index]!;
    at(undefined, `${exchange.name}, in ${name}`, () => {
      const q = imageOf(p, named, exchange, system);
      alike.enter(own, [p.scope, q.scope]);
      const touched = new Network(alike, system).process(p);
      receivers.set(p.index, touched);
      invariants.set(p.index, invariantsOf(p, within(system.context, p.scope)));
    });
  }
  at(undefined, exchange.name, () => {
    demandOrder(receivers, exchange);
    demandEnds(invariants, exchange);
    alike.enter(own, [scope, scope]);
    for (const update of system.hooks) alike.value(update);
  });
  at(undefined, `${exchange.name}, in the query`, () => {
    alike.enter(context.tables, [scope, scope]);
    alike.demandEqual(goal.formula);
    if (from !== undefined) alike.demandEqual(from);
  });
}

/** What the invariants of a process may do: be a fault, or forbid a state by its data. */
interface Invariants {
  readonly mayFault: boolean;
  readonly mayEnd: boolean;
}

interface Touched {
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
}

function imageOf(p: Named, all: readonly Named[], exchange: Exchange, { processes }: System): Named {
  const q = all.find(({ index }) => index === exchange.cell(p.index));
  const isAlike = q?.template === p.template && processes[q.index]!.priority === processes[p.index]!.priority;
  if (q === undefined || !isAlike) throw new Refuted("it does not take the process to one of the same kind");
  return q;
}

class Network {
  private readonly alike: AlikeCode;
  private readonly system: System;
  private readonly touched = { reads: new Set<number>(), writes: new Set<number>() };

  constructor(alike: AlikeCode, system: System) {
    this.alike = alike;
    this.system = system;
  }

  /** Returns what the receivers of broadcasts touch. */
  process({ template }: Named): Touched {
    const { alike } = this;
    for (const { node } of template.locations)
      if (node.invariant !== undefined) alike.demandEqual(node.invariant.value);
    for (const way of waysOf(template)) {
      const labels = way.map(({ node }) => node);
      this.selected(
        way.flatMap(({ selects }) => selects),
        () => {
          for (const { guard } of labels) if (guard !== undefined) alike.demandEqual(guard.value);
          const isReceived = labels.some(({ sync }) => sync !== undefined && this.isReceived(sync.value));
          this.updates(
            labels.flatMap(({ update }) => update?.value ?? []),
            isReceived,
          );
        },
      );
    }
    return this.touched;
  }

  /** Each selection has the same value on both sides, or names elements: instances come in no order. */
  private selected([first, ...rest]: readonly Variable[], run: () => void): void {
    if (first === undefined) run();
    else
      this.alike.bound(
        first,
        first.type,
        () => true,
        () => this.selected(rest, run),
      );
  }

  private isReceived({ channel, direction }: { readonly channel: Expr; readonly direction: string }): boolean {
    if (direction === "") throw new Refuted("synchronisation without '!' and '?' goes by the order of processes");
    const all = this.alike.channelsOf(channel);
    return direction === "?" && all.some((c) => this.system.channels[c]!.broadcast);
  }

  private updates(updates: readonly Expr[], isReceived: boolean): void {
    const { alike, touched } = this;
    alike.reads = new Set();
    alike.writes = new Set();
    for (const update of updates) alike.value(update);
    if (!isReceived) return;
    for (const cell of alike.reads) touched.reads.add(cell);
    for (const cell of alike.writes) touched.writes.add(cell);
  }
}

/** 5.7: receivers update in the order of processes. Where that may change nobody sees what another one does. */
function demandOrder(receivers: ReadonlyMap<number, Touched>, exchange: Exchange): void {
  for (const [p, one] of receivers)
    for (const [q, other] of receivers) {
      if (p === q || p < q === exchange.cell(p) < exchange.cell(q)) continue;
      if ([...one.writes].some((cell) => other.reads.has(cell) || other.writes.has(cell)))
        throw new Refuted("receivers of a broadcast see what others of them do, and it changes their order");
    }
}

function invariantsOf({ template }: Named, context: Context): Invariants {
  const all = template.locations.flatMap(({ node }) => node.invariant?.value ?? []);
  return {
    mayFault: all.some((expr) => mayFault(expr, context)),
    mayEnd: all.some((expr) => mayBeFalse(expr, context)),
  };
}

/** 3.2: an invariant that does not hold ends it before those of later processes are a fault. */
function demandEnds(invariants: ReadonlyMap<number, Invariants>, exchange: Exchange): void {
  for (const [p, one] of invariants) {
    if (!one.mayFault) continue;
    for (const [q, other] of invariants) {
      if (p === q || !other.mayEnd || p < q === exchange.cell(p) < exchange.cell(q)) continue;
      throw new Refuted("an invariant may fault behind one that does not hold, and it changes their order");
    }
  }
}
