import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure } from "../process/exit.ts";
import { sha256 } from "../process/machine.ts";
import { reason } from "./reason.ts";

/**
 * A file for one process at a time. Each first puts a lock of its own beside the file, whose name says which process it is, and
 * then looks for locks of others: so of two that come at once at least one sees the other. Whoever sees a living one takes its
 * own back, tries again a few times, and then gives up. The lock of a process that is gone counts for nothing and is removed; a
 * process is known by its number and the time it was started, so that another one with its number is not taken for it. Of a
 * process on another machine or in another container nobody here can say whether it lives: it is taken to.
 */
interface Holder {
  readonly lock: string;
  readonly pid: number;
  readonly started: string;
  /** Machine and container. */
  readonly place: string;
  /** Since when the machine runs. */
  readonly boot: string;
}

/** Where the system does not tell. */
const unknown = "00000000";
const attempts = 8;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Locks a file; what is given back unlocks it. */
export function lockFile(path: string): () => void {
  const mine = self(path);
  for (let attempt = 1; ; attempt++) {
    announce(path, mine);
    let other: Holder | undefined;
    try {
      other = othersOf(path, mine).find((holder) => isAlive(holder, mine));
    } catch (error) {
      remove(mine.lock);
      throw new Failure(`${path} cannot be locked: ${reason(error)}`);
    }
    if (other === undefined) return () => remove(mine.lock);
    remove(mine.lock);
    if (attempt === attempts) throw inUse(path, other, mine);
    // Two that came at once shall not meet again.
    Atomics.wait(pause, 0, 0, 1 + Math.random() * 40);
  }
}

function announce(path: string, mine: Holder): void {
  let file: number;
  try {
    file = openSync(mine.lock, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw inUse(path, mine, mine);
    throw new Failure(`${path} cannot be locked: ${reason(error)}`);
  }
  try {
    closeSync(file);
  } catch {
    // Nothing was written: that it is there is all that counts.
  }
}

function inUse(path: string, { pid, place, lock }: Holder, mine: Holder): Failure {
  const where = place === mine.place ? "" : " of another machine or container";
  return new Failure(`${path} is in use by process ${pid}${where}`, {
    hint: `name another file; or, if there is no such process any more, remove ${lock}`,
  });
}

function self(path: string): Holder {
  const started = processOf("self")?.started ?? unknown;
  // Whoever locks nothing does not load what tells it.
  const { hostname } = process.getBuiltinModule("node:os");
  const place = short(`${hostname()} ${quietly(() => readlinkSync("/proc/self/ns/pid"))}`);
  const boot = quietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
  const { pid } = process;
  const since = boot === "" ? unknown : short(boot);
  return { lock: `${path}.lock-${pid}-${started}-${place}-${since}`, pid, started, place, boot: since };
}

function othersOf(path: string, mine: Holder): Holder[] {
  const start = `${basename(path)}.lock-`;
  return readdirSync(dirname(path)).flatMap((name) => {
    const lock = join(dirname(path), name);
    if (!name.startsWith(start) || lock === mine.lock) return [];
    const parts = /^(\d+)-(\d+)-([0-9a-f]{8})-([0-9a-f]{8})$/.exec(name.slice(start.length));
    if (parts === null) return [];
    return [{ lock, pid: Number(parts[1]), started: parts[2]!, place: parts[3]!, boot: parts[4]! }];
  });
}

function isAlive(holder: Holder, mine: Holder): boolean {
  const rebooted = holder.boot !== mine.boot && holder.boot !== unknown && mine.boot !== unknown;
  const alive = holder.place !== mine.place || (!rebooted && isRunning(holder));
  if (!alive) remove(holder.lock);
  return alive;
}

function isRunning({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
  const found = processOf(pid);
  // Where the system tells nothing more, the number has to do.
  if (found === undefined || started === unknown) return true;
  return found.started === started && found.state !== "Z" && found.state !== "X";
}

/** What Linux tells of a process: its state, and when it was started. The name before them may hold anything. */
function processOf(pid: number | "self"): { readonly state: string; readonly started: string } | undefined {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, started] = [fields[0], fields[19]];
  return state === undefined || started === undefined ? undefined : { state, started };
}

function short(text: string): string {
  return sha256(text).slice(0, 8);
}

function quietly(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

function remove(lock: string): void {
  // Somebody else may have found it stale as well; a disk that fails is asked once more.
  for (let k = 0; k < 2; k++) {
    try {
      unlinkSync(lock);
      return;
    } catch {}
  }
}
