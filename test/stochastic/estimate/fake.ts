import type { Batch, Path, RunFault, Sampler } from "../../../src/stochastic/index.ts";

/** Runs whose answers are known: run i succeeds and has a value as the lists say; behind their end a run fails. */
export function fake(success: readonly boolean[], value: readonly number[] = success.map((_, i) => i)): Sampler {
  return {
    sample(first, count): Batch {
      const most = Math.max(0, Math.min(count, success.length - first));
      const fault: RunFault | undefined =
        most < count
          ? { code: "zeno", message: "it goes on for ever", run: first + most, time: 1.5, state: "P.A" }
          : undefined;
      return {
        first,
        count: most,
        success: Uint8Array.from({ length: most }, (_, i) => (success[first + i] ? 1 : 0)),
        value: Float64Array.from({ length: most }, (_, i) => value[first + i]!),
        steps: most,
        ...(fault === undefined ? {} : { fault }),
      };
    },
  };
}

/** A coin with this chance, from a small generator of its own. */
export function coin(chance: number, length: number, seed = 1): boolean[] {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24 < chance;
  });
}

export const path: Path = {
  bound: { by: "time", limit: 100 },
  goal: { is: "and", items: [] },
  succeeds: true,
  text: "<> P.done",
};
