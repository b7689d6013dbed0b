/** One part of a search shared by several threads; see crew.ts for what they share. */
import { clockBounds, formulasOf, mentionsDeadlock } from "../analysis/index.ts";
import { CompiledReach, type Engine, interpret, type ReachedState } from "../engine/index.ts";
import { type Link, type PartTask, put, STOP, take } from "./crew.ts";
import type { FormulaQuery } from "./reach.ts";

/** States expanded between two looks at the rings. */
const PORTION = 100;
/** Milliseconds that an idle part sleeps when nobody wakes it. */
const NAP = 5;

/** Explores one part to the end of the whole search. `look` is asked now and then whether to stop. */
export function runPart(task: PartTask, look: () => boolean = () => false): void {
  const { control } = task.link;
  try {
    new Part(task).run(look);
  } catch (error) {
    Atomics.compareExchange(control, 1, STOP.none, STOP.failed);
    wake(control);
    throw error;
  } finally {
    Atomics.add(control, 2, 1);
    Atomics.notify(control, 2);
  }
}

class Part {
  private readonly link: Link;
  private readonly part: number;
  private readonly search: CompiledReach;
  /** Chunks that did not fit into a ring yet, by receiver. */
  private readonly late: Uint8Array[][];

  constructor(task: PartTask) {
    const { network, query, link, part, order, entry, memory, live, symmetry } = task;
    this.link = link;
    this.part = part;
    this.late = Array.from({ length: link.parts }, () => []);
    const symmetric = formulasOf(query).some(mentionsDeadlock);
    const bounds = clockBounds(network, { query, symmetric });
    const partition = { part, parts: link.parts, send: (to: number, messages: Uint8Array) => this.send(to, messages) };
    this.search = new CompiledReach(network, query, bounds, {
      order,
      trace: false,
      shortest: false,
      memory,
      confirm: confirmer(task),
      live,
      symmetry,
      partition,
      entry,
    });
  }

  run(look: () => boolean): void {
    const { control } = this.link;
    while (Atomics.load(control, 1) === STOP.none) {
      const received = this.receive();
      const status = this.search.run(PORTION);
      this.search.flush();
      this.deliverLate();
      this.count();
      if (status === "found") this.stop(STOP.found);
      else if (status === "bounds") this.stop(STOP.bounds);
      else if (status === "memory" || look()) this.stop(STOP.limit);
      else if (status === "exhausted" && !received && this.late.every((list) => list.length === 0) && this.rest())
        return;
    }
  }

  /** Waits for messages; true when the search is over. */
  private rest(): boolean {
    const { control } = this.link;
    Atomics.sub(control, 0, 1);
    for (;;) {
      const tick = Atomics.load(control, 3);
      if (Atomics.load(control, 0) === 0 || Atomics.load(control, 1) !== STOP.none) {
        wake(control);
        return true;
      }
      if (this.hasMail()) {
        Atomics.add(control, 0, 1);
        return false;
      }
      Atomics.wait(control, 3, tick, NAP);
    }
  }

  private hasMail(): boolean {
    const { parts, rings } = this.link;
    for (let from = 0; from < parts; from++) {
      const ring = rings[from * parts + this.part];
      if (from !== this.part && Atomics.load(ring, 0) !== Atomics.load(ring, 1)) return true;
    }
    return false;
  }

  private receive(): boolean {
    const { parts, rings, control } = this.link;
    let any = false;
    for (let from = 0; from < parts; from++) {
      if (from === this.part) continue;
      // As much as is there now, not what comes while we read: others must get their turn.
      for (let chunks = 0; chunks < 64; chunks++) {
        const chunk = take(rings[from * parts + this.part]);
        if (chunk === undefined) break;
        any = true;
        this.search.receive(chunk);
        Atomics.sub(control, 0, chunk.length / this.search.messageBytes);
      }
    }
    return any;
  }

  private send(to: number, messages: Uint8Array): void {
    const { control } = this.link;
    Atomics.add(control, 0, messages.length / this.search.messageBytes);
    this.late[to].push(messages.slice());
    this.deliverLate();
  }

  private deliverLate(): void {
    const { parts, rings, control } = this.link;
    for (let to = 0; to < parts; to++) {
      const list = this.late[to];
      while (list.length > 0 && put(rings[this.part * parts + to], list[0])) {
        list.shift();
        wake(control);
      }
    }
  }

  private stop(reason: number): void {
    const { control } = this.link;
    Atomics.compareExchange(control, 1, STOP.none, reason);
    wake(control);
  }

  private count(): void {
    const { control } = this.link;
    const { explored, stored, transitions, waiting, memory } = this.search.counters;
    [explored, stored, transitions, waiting, memory / 1024].forEach((value, k) =>
      Atomics.store(control, 8 + 8 * this.part + k, value),
    );
  }
}

function wake(control: Int32Array): void {
  Atomics.add(control, 3, 1);
  Atomics.notify(control, 3);
}

/** Deadlocks are confirmed by an interpreter of the part's own, made when it is first needed. */
function confirmer({ network, query }: PartTask): (state: ReachedState) => boolean {
  let engine: Engine | undefined;
  return (state) => {
    engine ??= interpret(network, query);
    const { formula, kind } = query as FormulaQuery;
    engine.cells.set(state.cells);
    engine.zone = state.zone;
    return engine.predicate(formula, kind === "A[]").holds(state.zone);
  };
}
