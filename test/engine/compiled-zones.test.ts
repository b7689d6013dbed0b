import { describe, expect, it } from "vitest";
import { emitterFor } from "../../src/engine/compile/emitter.ts";
import { INF, LIMIT, MAX_CLOCK_VALUE, MAX_WIDE_VALUE, planFor, WIDE_LIMIT } from "../../src/engine/compile/plan.ts";
import { closeFunction, wholeFunctions } from "../../src/engine/compile/zones/closure.ts";
import { zoneFunctions } from "../../src/engine/compile/zones/zone.ts";
import { encode, type WasmMemory, wasm } from "../../src/engine/wasm/index.ts";
import { dbm, justAfter, justBefore, INF as NO_LIMIT } from "../../src/zones/index.ts";
import { Random } from "../agree/random-network.ts";
import { many } from "../many.ts";
import { networkWith } from "./clocks-only.ts";

/**
 * The compiled zone operations against those of `zones/` on random runs of operations, for 1 to 40 clocks, with constants up
 * to the largest that the compiled engine takes.
 */
/** A zone with such entries is not stored, so no operation follows. */
function tooLarge(zone: Int32Array, limit: number = LIMIT[4]): boolean {
  return zone.some((bound) => bound !== NO_LIMIT && Math.abs(bound) > limit);
}

class Compiled {
  readonly dim: number;
  private readonly width: number;
  private readonly at: number;
  private readonly memory: WasmMemory;
  private readonly exports: Readonly<Record<string, unknown>>;
  /** Where the lanes of stopped clocks are; see `rates.ts`. */
  private readonly lanes: number;

  constructor(clocks: number, { mayStop = false, wide = false } = {}) {
    const plan = planFor(networkWith(clocks), undefined, {
      entry: 4,
      wide,
      trace: false,
      order: "bfs",
      shortest: false,
    });
    const e = emitterFor(plan);
    const functions = zoneFunctions(e);
    this.lanes = e.region(plan.rowBytes);
    const rates = mayStop ? { lanes: this.lanes } : undefined;
    const { before, after, endless } = wholeFunctions(e, rates, closeFunction(e));
    Object.assign(functions, { before, after, endless });
    e.module.addMemory({ min: Math.ceil(e.end() / 65536) + 1 });
    e.module.export("memory", e.module.memory!);
    for (const [name, func] of Object.entries(functions)) e.module.export(name, func);
    const host = wasm()!;
    this.exports = new host.Instance(new host.Module(encode(e.module))).exports;
    this.memory = this.exports.memory as WasmMemory;
    this.dim = plan.dim;
    this.width = plan.width;
    this.at = plan.at.zone;
  }

  call(name: string, ...args: number[]): number {
    return (this.exports[name] as (...all: number[]) => number)(this.at, ...args);
  }

  stop(stopped: Uint8Array): void {
    const lanes = new Int32Array(this.memory.buffer, this.lanes, this.width).fill(INF);
    lanes[0] = -0x80000000;
    for (const [x, isStopped] of stopped.entries()) if (isStopped !== 0) lanes[x] = -0x80000000;
  }

  /** Entry (i, j) stands in row j; unused entries are infinite. */
  set(zone: Int32Array): void {
    const words = new Int32Array(this.memory.buffer, this.at, this.dim * this.width).fill(INF);
    for (let i = 0; i < this.dim; i++)
      for (let j = 0; j < this.dim; j++)
        words[j * this.width + i] = zone[i * this.dim + j] === NO_LIMIT ? INF : zone[i * this.dim + j]!;
  }

  get(): Int32Array {
    const words = new Int32Array(this.memory.buffer, this.at, this.dim * this.width);
    const zone = new Int32Array(this.dim * this.dim);
    for (let i = 0; i < this.dim; i++)
      for (let j = 0; j < this.dim; j++)
        zone[i * this.dim + j] = words[j * this.width + i]! >= INF ? NO_LIMIT : words[j * this.width + i]!;
    let spoilt = 0;
    for (let j = 0; j < this.dim; j++)
      for (let i = this.dim; i < this.width; i++) if (words[j * this.width + i] !== INF) spoilt++;
    if (spoilt > 0) expect.fail(`${spoilt} unused entries are not infinite`);
    return zone;
  }
}

describe("compiled zone operations", () => {
  it.each([...Array.from({ length: 40 }, (_, k) => k + 1), 130])("%d clocks", (clocks) => {
    const compiled = new Compiled(clocks);
    const { dim } = compiled;
    for (let seed = 1; seed <= many(6); seed++) {
      const random = new Random(1000 * clocks + seed);
      const largest = seed % 2 === 0 ? 12 : MAX_CLOCK_VALUE;
      const zone = new Int32Array(dim * dim);
      dbm.zero(zone, 0, dim);
      compiled.set(zone);
      for (let step = 0; step < 60; step++) {
        const [x, y] = [random.between(1, clocks), random.between(0, clocks)];
        switch (random.below(6)) {
          case 0:
            dbm.up(zone, 0, dim);
            compiled.call("up");
            break;
          case 1: {
            const value = random.between(0, largest);
            dbm.reset(zone, 0, dim, x, value);
            compiled.call("reset", x, value);
            break;
          }
          case 2:
            if (y > 0) dbm.copyClock(zone, 0, dim, x, y);
            if (y > 0) compiled.call("move", x, y);
            break;
          case 3: {
            // Not below zero, and not beyond what may be stored.
            const least = y === 0 ? 0 : dbm.bounds(zone, 0, dim, y).low;
            const d = random.between(-Math.min(least, largest), largest);
            if (y === 0 || tooLarge(zone)) break;
            dbm.shift(zone, 0, dim, x, y, d);
            compiled.call("shift", x, y, d);
            break;
          }
          default: {
            if (x === y) break;
            const before = zone.slice();
            const bound = 2 * random.between(-largest, largest) + random.below(2);
            const [a, b] = random.chance(0.5) ? [x, y] : [y, x];
            const left = dbm.constrain(zone, 0, dim, a, b, bound);
            expect(compiled.call("constrain", a, b, bound) !== 0).toBe(left);
            if (left) break;
            zone.set(before);
            compiled.set(before);
          }
        }
        const got = compiled.get();
        if (got.some((bound, k) => bound !== zone[k])) expect(got).toEqual(zone);
      }
    }
  });
});

describe("compiled zone operations with the largest constants", () => {
  it.each([1, 2, 3, 4, 5, 8, 13, 40])("%d clocks", (clocks) => {
    const compiled = new Compiled(clocks, { wide: true });
    const { dim } = compiled;
    const count = { done: 0, refused: 0, empty: 0 };
    for (let seed = 1; seed <= many(60); seed++) {
      const random = new Random(1000 * clocks + seed);
      const zone = new Int32Array(dim * dim);
      dbm.zero(zone, 0, dim);
      for (let step = 0; step < 40; step++) {
        const [x, y] = [random.between(1, clocks), random.between(0, clocks)];
        const before = zone.slice();
        const value = random.between(0, random.chance(0.3) ? 1000 : MAX_WIDE_VALUE);
        let isLeft = true;
        let act: () => unknown;
        const which = random.below(6);
        if (which === 0) {
          dbm.up(zone, 0, dim);
          act = () => compiled.call("up");
        } else if (which === 1) {
          dbm.reset(zone, 0, dim, x, value);
          act = () => compiled.call("reset", x, value);
        } else if (which === 2 && y > 0) {
          dbm.shift(zone, 0, dim, x, y, value);
          act = () => compiled.call("shift", x, y, value);
        } else if (x !== y) {
          const [a, b] = random.chance(0.5) ? [x, y] : [y, x];
          const bound = 2 * (random.chance(0.5) ? value : -value) + random.below(2);
          isLeft = dbm.constrain(zone, 0, dim, a, b, bound);
          act = () => expect(compiled.call("constrain", a, b, bound) !== 0).toBe(isLeft);
        } else continue;
        compiled.set(before);
        if (!isLeft) {
          act();
          count.empty++;
          zone.set(before);
        } else if (tooLarge(zone, WIDE_LIMIT)) {
          expect(act).toThrow();
          count.refused++;
          zone.set(before);
        } else {
          act();
          count.done++;
          const got = compiled.get();
          if (got.some((bound, k) => bound !== zone[k])) expect(got).toEqual(zone);
        }
      }
    }
    expect(Math.min(count.done, count.refused, count.empty)).toBeGreaterThan(many(20));
  });
});

describe("compiled borders and endless delays", () => {
  it.each([false, true])("with stopped clocks: %s", (mayStop) => {
    let [gone, endless] = [0, 0];
    for (let clocks = 1; clocks <= 12; clocks++) {
      const compiled = new Compiled(clocks, { mayStop });
      const { dim } = compiled;
      for (let seed = 1; seed <= many(40); seed++) {
        const random = new Random(1000 * clocks + seed);
        const zone = randomZone(random, dim);
        const stopped = new Uint8Array(dim);
        if (mayStop) for (let x = 1; x < dim; x++) stopped[x] = random.below(2);
        compiled.stop(stopped);
        for (const [name, border] of [["before", justBefore] as const, ["after", justAfter] as const]) {
          const expected = border(zone, dim, mayStop ? stopped : undefined);
          compiled.set(zone);
          const isLeft = compiled.call(name) !== 0;
          expect(isLeft, name).toBe(expected !== null);
          if (expected === null) gone++;
          else expect(compiled.get(), `${name} of ${zone} where ${stopped} stand`).toEqual(expected);
        }
        compiled.set(zone);
        const isEndless = Array.from(stopped.keys()).every((x) => x === 0 || stopped[x] || zone[x * dim] === NO_LIMIT);
        expect(compiled.call("endless") !== 0).toBe(isEndless);
        if (isEndless) endless++;
      }
    }
    expect(Math.min(gone, endless)).toBeGreaterThan(many(20));
  });
});

/** Not empty, closed, with small constants. */
function randomZone(random: Random, dim: number): Int32Array {
  const zone = new Int32Array(dim * dim);
  dbm.zero(zone, 0, dim);
  for (let step = 0; step < 12; step++) {
    const [x, y] = [random.between(1, dim - 1), random.between(0, dim - 1)];
    if (random.chance(0.3)) dbm.up(zone, 0, dim);
    else if (random.chance(0.2)) dbm.reset(zone, 0, dim, x, random.below(4));
    else if (x !== y) {
      const before = zone.slice();
      const bound = 2 * random.between(-4, 6) + random.below(2);
      const [a, b] = random.chance(0.5) ? [x, y] : [y, x];
      if (!dbm.constrain(zone, 0, dim, a, b, bound)) zone.set(before);
    }
  }
  return zone;
}
