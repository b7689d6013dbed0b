import type { Edge } from "../../../network/index.ts";
import { type Body, type Global, type I32, i32, type Local } from "../../wasm/index.ts";
import { isFromCommitted } from "../code/instance.ts";
import type { Emitter } from "../emitter.ts";

/**
 * The enabled instances of the state being expanded, in one list: senders and events first, then receivers. A transition is
 * a list of addresses of instances, the region `parts`, the sender first.
 */
export interface Instances {
  /** Whether a process is in a committed location. */
  readonly committed: Global<"i32">;
  /** The end of the list, and of the senders and events in it. */
  readonly list: Global<"i32">;
  readonly senderEnd: Global<"i32">;
  /** Bytes of an instance. */
  readonly stride: number;
  /**
   * For each channel a byte: whether it is a broadcast channel; a word: who sends (nobody 0, one its number plus 1, several -1).
   */
  readonly flags: number;
  readonly marks: number;
  /** A number for each process and event that some vector names, and for each a word: whether it is in the list. */
  readonly keys: ReadonlyMap<number, number>;
  readonly present: number;
  /** By edge: its target. */
  readonly targets: number;
}

export function instancesOf(e: Emitter): Instances {
  const { module, plan } = e;
  const { channels, processes, vectors } = plan.network;
  const committed = module.global("i32", "committed");
  const list = module.global("i32", "list_end");
  const senderEnd = module.global("i32", "senders_end");
  const flags = e.data(new Uint8Array(channels.map((c) => (c.broadcast ? 1 : 0))));
  const marks = e.region(4 * Math.max(channels.length, 1));
  const ids = new Set(vectors.flatMap(({ parts }) => parts.map(({ process, event }) => eventId(process, event))));
  const keys = new Map([...ids].map((id, k) => [id, k]));
  const present = e.region(4 * Math.max(keys.size, 1));
  const targets = e.data(new Int32Array(processes.flatMap((p) => p.edges.map((edge) => edge.target))));
  return { committed, list, senderEnd, stride: 4 * plan.instanceWords, flags, marks, keys, present, targets };
}

export function eventId(process: number, event: number): number {
  return process * 65536 + event;
}

/** A loop over the instances that take part in the transition at hand; each is `part` in turn. */
export interface Parts {
  readonly each: (statements: () => void) => void;
  readonly part: Local<"i32">;
}

export function eachPart(f: Body, n: I32, e: Emitter): Parts {
  const [k, part] = f.locals("i32", "k", "part");
  const each = (statements: () => void) =>
    f.for(k, 0, n, () => {
      f.set(part, i32.load(i32.shl(k, 2), e.plan.at.parts));
      statements();
    });
  return { each, part };
}

export function hasCommitted({ plan }: Emitter): boolean {
  return plan.network.processes.some((p) => p.locations.some((l) => l.committed));
}

/** Whether a process is in a committed location, in the state in the cells. */
export function committedNow(e: Emitter): I32 {
  let any: I32 = i32.const(0);
  for (const p of e.plan.network.processes) {
    if (!p.locations.some((l) => l.committed)) continue;
    const table = e.data(new Uint8Array(p.locations.map((l) => (l.committed ? 1 : 0))));
    any = i32.or(any, i32.load8_u(i32.load(0, e.plan.at.cells + 4 * p.index), table));
  }
  return any;
}

/** The committed rule: leaves the function if it forbids the transition of `n` instances. */
export function unlessForbidden({ committed }: Instances, e: Emitter, f: Body, n: I32): void {
  if (!hasCommitted(e)) return;
  const { each, part } = eachPart(f, n, e);
  const may = f.local("i32", "may", i32.eqz(committed));
  each(() => f.set(may, i32.or(may, isFromCommitted(part))));
  f.if(i32.eqz(may), () => f.return());
}

export function isActive(edge: Edge): boolean {
  return edge.sync?.kind !== "channel" || edge.sync.direction !== "?";
}

/** Without `!` and `?` (CSP) an edge both sends and receives. */
export function isPassive(edge: Edge): boolean {
  return edge.sync?.kind === "channel" && edge.sync.direction !== "!";
}
