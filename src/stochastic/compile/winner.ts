import { type Body, call, callIndirect, type Func, f64, type I32, i32 } from "../../engine/index.ts";
import { canLock } from "./draw.ts";
import type { Earliest } from "./earliest.ts";
import { type Emitter, now } from "./emitter.ts";
import { senders } from "./fire.ts";
import { anyStalling } from "./location.ts";
import type { Random } from "./random.ts";

/** Who moves now (`winner` of interpret/engine.ts). */
export interface Winner {
  /** Whether the one that is first moves, without a choice. `stalls` is not 0 while no time may pass. */
  readonly isPlain: (found: Found, stalls: I32) => I32;
  /** Who moves where that is not plain: several at the same moment, or those who hold time up cannot move. */
  readonly choose: Func<readonly [], "i32">;
}

type Found = ReturnType<Earliest["find"]>;
type Test = (process: I32) => I32;

export function winnerFor(earliest: Earliest, random: Random, e: Emitter): Winner {
  const isCommitted = anyStalling(e) ? committedFor(e) : undefined;
  return { isPlain: plainFor(isCommitted, e), choose: chooserFor(isCommitted, earliest, random, e) };
}

/** Nobody else has its moment, and where no time may pass that is now, and nobody who is committed comes before. */
function plainFor(isCommitted: Test | undefined, e: Emitter): Winner["isPlain"] {
  const { committed } = e.at;
  const locks = e.network.processes.some(canLock);
  return ({ time, process, several }, stalls) => {
    const isFree = locks ? i32.eqz(i32.load8_u(process, e.at.locked)) : i32.const(1);
    const alone = i32.and(i32.eqz(several), isFree);
    if (isCommitted === undefined) return alone;
    const ahead = i32.orElse(i32.eqz(i32.load(0, committed)), isCommitted(process));
    return i32.andThen(alone, i32.orElse(i32.eqz(stalls), i32.andThen(f64.eq(time, now(e)), ahead)));
  };
}

function chooserFor(
  isCommitted: Test = () => i32.const(0),
  earliest: Earliest,
  random: Random,
  e: Emitter,
): Func<readonly [], "i32"> {
  const { module } = e;
  const stalls = anyStalling(e);
  const locks = e.network.processes.some(canLock);
  const isFree = (k: I32): I32 => (locks ? i32.eqz(i32.load8_u(k, e.at.locked)) : i32.const(1));
  const each = (f: Body, visit: (k: I32) => void) => {
    const time = f.local("f64", "now", now(e));
    const k = f.local("i32", "k", call(earliest.from, 0, time));
    f.while(i32.ge_s(k, 0), () => {
      f.if(isFree(k), () => visit(k));
      f.set(k, call(earliest.from, i32.add(k, 1), time));
    });
  };
  const others = stalls ? otherSenders(random, e) : undefined;
  return module.func("winner", [], "i32", (f) => {
    const [ready, ahead] = [f.local("i32", "ready", 0), f.local("i32", "ahead", 0)];
    const [one, other] = [f.local("i32", "one"), f.local("i32", "other")];
    each(f, (k) => {
      f.set(ready, i32.add(ready, 1));
      f.set(one, k);
      f.if(isCommitted(k), () => {
        f.set(ahead, i32.add(ahead, 1));
        f.set(other, k);
      });
    });
    f.if(i32.eq(ahead, 1), () => f.return(other));
    // Those who are committed cannot move by themselves: what they can receive is left to the reference engine.
    if (stalls) f.if(i32.and(i32.eqz(ahead), i32.ne(i32.load(0, e.at.committed), 0)), () => f.unreachable());
    f.if(i32.and(i32.eqz(ahead), i32.eq(ready, 1)), () => f.return(one));
    if (others) f.if(i32.and(i32.eqz(ready), i32.ne(i32.load(0, e.at.stalling), 0)), () => f.return(call(others)));
    f.if(i32.eqz(ready), () => f.unreachable());
    const left = f.local("i32", "left", call(random.pick, i32.select(ahead, ahead, ready)));
    each(f, (k) =>
      f.if(i32.or(i32.eqz(ahead), isCommitted(k)), () => {
        f.if(i32.eqz(left), () => f.return(k));
        f.set(left, i32.sub(left, 1));
      }),
    );
    f.unreachable();
    return undefined;
  });
}

/** Those who hold time up can only receive: one of all who can send. */
function otherSenders(random: Random, e: Emitter): Func<readonly [], "i32"> {
  const { module } = e;
  const table = module.tableOf("can", senders(e));
  const type = module.type([], "i32");
  const { length } = e.network.processes;
  const can = e.region(length);
  return module.func("others", [], "i32", (f) => {
    const [k, count] = [f.local("i32", "k"), f.local("i32", "count", 0)];
    f.for(k, 0, length, () => {
      f.do(i32.store8(k, callIndirect(table, type, k), can));
      f.set(count, i32.add(count, i32.load8_u(k, can)));
    });
    f.if(i32.eqz(count), () => f.unreachable());
    const left = f.local("i32", "left", call(random.pick, count));
    f.for(k, 0, length, () =>
      f.if(i32.load8_u(k, can), () => {
        f.if(i32.eqz(left), () => f.return(k));
        f.set(left, i32.sub(left, 1));
      }),
    );
    f.unreachable();
    return undefined;
  });
}

/** Whether a process is in a committed location: by process the first byte of its row; by location 1 where it is. */
function committedFor(e: Emitter): Test {
  const { processes } = e.network;
  const rows = new Int32Array(processes.length);
  const bytes: number[] = [];
  for (const { index, locations } of processes) {
    rows[index] = bytes.length;
    for (const { committed } of locations) bytes.push(+committed);
  }
  const at = { rows: e.region(rows.byteLength), bytes: e.region(bytes.length) };
  e.module.data(at.rows, new Uint8Array(rows.buffer));
  e.module.data(at.bytes, Uint8Array.from(bytes));
  return (process) => {
    const row = i32.load(i32.shl(process, 2), at.rows);
    return i32.load8_u(i32.add(row, i32.load(i32.shl(process, 3))), at.bytes);
  };
}
