import { describe, expect, it } from "vitest";
import type { ClockBounds } from "../../src/analysis/index.ts";
import { emitterFor } from "../../src/engine/compile/emitter.ts";
import { type Entry, INF, LIMIT, type Plan, planFor } from "../../src/engine/compile/plan.ts";
import { nodesOf } from "../../src/engine/compile/store/node.ts";
import { packFunction } from "../../src/engine/compile/store/packing.ts";
import { storeFunctions } from "../../src/engine/compile/store/store.ts";
import { boundsFunction } from "../../src/engine/compile/zones/bounds.ts";
import { readZone } from "../../src/engine/host/state.ts";
import { encode, type WasmGlobal, type WasmMemory, wasm } from "../../src/engine/wasm/index.ts";
import { dbm, isSubsumedLU, INF as NO_LIMIT } from "../../src/zones/index.ts";
import { Random } from "../agree/random-network.ts";
import { many } from "../many.ts";
import { networkWith } from "./clocks-only.ts";

/**
 * The store of compiled searches against a plain list, on random zones of one discrete state: what is dropped on arrival,
 * what goes for it, and what is there in the end. Lists become trees at once, soon, or as late as in real searches.
 */
interface Setting {
  readonly clocks: number;
  readonly entry: Entry;
  readonly leaf: number;
  readonly shortest: boolean;
  /** Without bounds of clocks. */
  readonly exact: boolean;
}

class CompiledStore {
  private readonly plan: Plan;
  private readonly exports: Readonly<Record<string, unknown>>;

  constructor({ clocks, entry, leaf, shortest, exact }: Setting, lower: Int32Array, upper: Int32Array) {
    const network = networkWith(clocks);
    const plan = planFor(network, undefined, { entry, leaf, shortest, trace: false, order: "bfs" });
    const e = emitterFor(plan);
    const general = new Int32Array(
      Array.from({ length: clocks }, (_, i) => [i + 1, lower[i + 1]!, upper[i + 1]!]).flat(),
    );
    const bounds = {
      general,
      rows: [],
      diverges: exact ? "always" : undefined,
      diagonals: { triples: [], unlisted: undefined },
    };
    const store = storeFunctions(e, packFunction(e), boundsFunction(e, bounds as unknown as ClockBounds));
    e.module.addMemory({ min: Math.ceil(e.end() / 65536) + 1, max: 4096 });
    e.module.export("memory", e.module.memory!);
    for (const name of ["open", "insert", "next", "forget"] as const) e.module.export(name, store[name]);
    for (const name of ["stored", "table", "mask"] as const) e.module.export(name, store[name]);
    const host = wasm()!;
    this.exports = new host.Instance(new host.Module(encode(e.module))).exports;
    this.plan = plan;
    this.call("open", e.end());
  }

  call(name: string, ...args: number[]): number {
    return (this.exports[name] as (...all: number[]) => number)(...args);
  }

  insert(zone: Int32Array): boolean {
    const { dim, width, at } = this.plan;
    const words = new Int32Array(this.buffer, at.target, dim * width).fill(INF);
    for (let i = 0; i < dim; i++)
      for (let j = 0; j < dim; j++) words[j * width + i] = zone[i * dim + j] === NO_LIMIT ? INF : zone[i * dim + j]!;
    return this.call("insert") !== 0;
  }

  /** Takes the next waiting node as if to expand it, and then perhaps out of the store; its zone. */
  next(forgets: boolean): string {
    const node = this.call("next");
    const zone = readZone(this.plan, new DataView(this.buffer), node + this.plan.node.zone).join();
    if (forgets) this.call("forget", node);
    return zone;
  }

  zones(): string[] {
    const view = new DataView(this.buffer);
    const table = this.global("table");
    const zones: string[] = [];
    for (let slot = 0; slot <= this.global("mask"); slot++) {
      const record = view.getUint32(table + 4 * slot, true);
      if (record === 0) continue;
      for (const node of nodesOf(view, record))
        zones.push(readZone(this.plan, view, node + this.plan.node.zone).join());
    }
    expect(zones.length).toBe(this.global("stored"));
    return zones.sort();
  }

  private get buffer(): WasmMemory["buffer"] {
    return (this.exports.memory as WasmMemory).buffer;
  }

  private global(name: string): number {
    return Number((this.exports[name] as WasmGlobal).value);
  }
}

/** A closed zone with small constants, so that many are inside others and many are not. */
function randomZone(random: Random, dim: number, largest: number, entry: Entry): Int32Array {
  for (;;) {
    const zone = new Int32Array(dim * dim);
    dbm.zero(zone, 0, dim);
    for (let x = 1; x < dim; x++) dbm.reset(zone, 0, dim, x, random.between(0, largest));
    dbm.up(zone, 0, dim);
    if (random.chance(0.5)) dbm.reset(zone, 0, dim, random.between(1, dim - 1), random.between(0, largest));
    if (random.chance(0.7)) dbm.up(zone, 0, dim);
    let isThere = true;
    for (let k = random.below(4); k > 0 && isThere; k--) {
      const [x, y] = [random.below(dim), random.below(dim)];
      if (x !== y) isThere = dbm.constrain(zone, 0, dim, x, y, 2 * random.between(-2, largest) + random.below(2));
    }
    if (isThere && zone.every((bound) => bound === NO_LIMIT || Math.abs(bound) <= LIMIT[entry])) return zone;
  }
}

describe("the store of compiled searches is a list without what others cover", () => {
  const settings: Setting[] = [];
  for (const clocks of [1, 2, 3, 4, 7, 8, 15, 33])
    for (const leaf of [2, 5, 32]) {
      const entry = leaf === 32 || clocks % 4 === 0 ? 2 : clocks === 3 ? 4 : 1;
      settings.push({ clocks, leaf, entry, shortest: leaf === 5, exact: clocks % 4 === 0 });
    }
  it.each(settings)("%o", (setting) => {
    const dim = setting.clocks + 1;
    for (let seed = 1; seed <= many(6); seed++) {
      const random = new Random(1000 * setting.clocks + 10 * setting.leaf + seed);
      const largest = random.pick([3, 6, setting.entry === 1 ? 15 : setting.clocks < 8 ? 40 : 9]);
      const [lower, upper] = [0, 1].map(() =>
        new Int32Array(dim).map((_, x) => (x === 0 ? 0 : random.between(-1, largest))),
      );
      const store = new CompiledStore(setting, lower!, upper!);
      let list: { zone: Int32Array; name: string; waits: boolean }[] = [];
      const isInside = (a: Int32Array, b: Int32Array) =>
        setting.exact ? dbm.isSubset(a, 0, b, 0, dim) : isSubsumedLU(a, 0, b, 0, dim, lower!, upper!);
      const count = setting.clocks > 10 ? 150 : 400;
      for (let step = 0; step < count; step++) {
        const waiting = list.find(({ waits }) => waits);
        if (waiting !== undefined && random.chance(0.2)) {
          const forgets = random.chance(0.3);
          expect(store.next(forgets), `next at ${step} of seed ${seed}`).toBe(waiting.name);
          waiting.waits = false;
          if (forgets) list = list.filter((one) => one !== waiting);
        }
        const zone = randomZone(random, dim, largest, setting.entry);
        const isNew = !list.some((other) => isInside(zone, other.zone));
        expect(store.insert(zone), `zone ${step} of seed ${seed}`).toBe(isNew);
        if (!isNew) continue;
        // For shortest traces what waits is kept.
        list = list.filter((one) => (setting.shortest && one.waits) || !isInside(one.zone, zone));
        list.push({ zone, name: zone.join(), waits: true });
      }
      expect(store.zones()).toEqual(list.map(({ name }) => name).sort());
    }
  });
});
