/**
 * A search that leaves its memory for a disk is kept as it was then: if the disk is full it ends as unknown, and what was
 * kept goes on in a larger memory, or to a larger disk, to the verdict and counts of one that was never stopped.
 */
import { expect, it } from "vitest";
import { type Kept, SpillError } from "../../src/engine/index.ts";
import { type VerifyOptions, verify } from "../../src/search/index.ts";
import { model } from "../search/model.ts";
import { fischer } from "./fischer.ts";
import { Shelf } from "./shelf.ts";
import { copyOf } from "./stopped.ts";

class Full extends Shelf {
  override write(name: string, at: number, bytes: Uint8Array): void {
    if (this.written > 2 ** 20) throw new SpillError("the disk is full");
    super.write(name, at, bytes);
  }
}

it.each<VerifyOptions>([{}, { trace: "some" }])("%o", (wishes) => {
  const { network, query } = model(fischer(8));
  const safe = query("A[] forall (i : int[1, N]) forall (j : int[1, N]) P(i).cs and P(j).cs imply i == j");
  const ask = (options: VerifyOptions) => verify(network, safe, { symmetry: false, ...wishes, ...options });
  const keeping = (kept?: Kept) => {
    const all: Kept[] = [];
    return {
      all,
      keeper: {
        kept,
        isDue: () => false,
        keep: (search: Parameters<typeof copyOf>[0]) => void all.push(copyOf(search)),
      },
    };
  };
  const knobs = { spill: { parts: 8 } };
  expect(ask({ memory: 2 ** 21, spill: new Full(), knobs }).reason).toBe(
    "the disk is full; a --checkpoint on another disk would have kept what was done in memory",
  );
  const { all, keeper } = keeping();
  const full = ask({ memory: 2 ** 21, spill: new Full(), knobs, keeper });
  expect([full.outcome, full.reason, all.length > 0]).toEqual(["unknown", "the disk is full", true]);
  const last = all.at(-1)!;
  const whole = ask({ keeper: keeping().keeper });
  const { memory: _, ...counts } = whole.statistics;
  // In a larger memory, without a disk and with one.
  const inMemory = ask({ keeper: keeping(last).keeper });
  expect(inMemory).toMatchObject({ outcome: "satisfied", statistics: counts });
  const room = ask({ memory: 2 ** 28, spill: new Shelf(), keeper: keeping(last).keeper });
  expect(room).toMatchObject({ outcome: "satisfied", statistics: counts });
  expect(inMemory.statistics.explored).toBeGreaterThan(0);
  // With a larger disk.
  const shelf = new Shelf();
  const again = ask({ memory: 2 ** 21, spill: shelf, knobs, keeper: keeping(last).keeper });
  expect([again.outcome, again.statistics.stored]).toEqual(["satisfied", whole.statistics.stored]);
  expect(shelf.written).toBeGreaterThan(2 ** 20);
});
