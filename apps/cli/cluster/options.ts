import { Failure } from "../process/exit.ts";
import type { Options } from "../verify/options.ts";

/** What cannot be asked of others, or would be asked here, is told before anything begins. */
export function checkCluster({ cluster, ...options }: Options): void {
  if (cluster === undefined) return;
  for (const name of others)
    if (options[name] !== undefined) throw new Failure(`give --cluster or --${name}, not both`);
  if (options.threads > 1) throw new Failure("--threads is said to each worker of a cluster, not here");
}

const others = [
  "spill",
  "checkpoint",
  "resume",
  "accelerate",
  "certificate",
  "emit",
  "run",
  "watch",
] as const satisfies readonly (keyof Options)[];
