/**
 * Members of a set of processes by their arguments: `T(17)`. A query that quantifies over ten thousand processes names each
 * of them, so none is looked for from the first on.
 */
interface Named {
  readonly args: readonly number[];
}

interface Index {
  /** The first with these arguments, and how many processes were looked at. */
  readonly byArgs: Map<string, Named>;
  seen: number;
}

const indices = new WeakMap<readonly Named[], Index>();

/** The first of the processes that was made with exactly these arguments. Processes may be added to the list, at its end. */
export function memberOf<P extends Named>(processes: readonly P[], args: readonly number[]): P | undefined {
  let index = indices.get(processes);
  if (index === undefined) {
    index = { byArgs: new Map(), seen: 0 };
    indices.set(processes, index);
  }
  for (; index.seen < processes.length; index.seen++) {
    const process = processes[index.seen]!;
    const key = keyOf(process.args);
    if (!index.byArgs.has(key)) index.byArgs.set(key, process);
  }
  return index.byArgs.get(keyOf(args)) as P | undefined;
}

/** Adds a process to those of an instance. */
export function addMember<K, P>(sets: Map<K, P[]>, instance: K, process: P): void {
  const known = sets.get(instance);
  if (known === undefined) sets.set(instance, [process]);
  else known.push(process);
}

function keyOf(args: readonly number[]): string {
  return args.join();
}
