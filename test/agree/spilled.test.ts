/**
 * A search in memory and one that goes to the disk: the same verdict; of complete searches the same number of states stored;
 * traces that replay (verify sees to that), and shortest ones as short. There is so little memory that one part at a time is
 * in it. `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { type Spill, SpillError } from "../../src/engine/index.ts";
import { type VerifyOptions, verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { ALWAYS } from "./active.ts";
import { fischer } from "./fischer.ts";
import { compareHolders } from "./held.ts";
import type { QueryKind } from "./random-network.ts";
import { Shelf } from "./shelf.ts";

const runs = Number(process.env.RUNS ?? many(4));
const first = Number(process.env.SEED ?? 1);

/** In so many parts from the start, of which one is in memory at a time. */
function onDisk(parts: number, spill: Spill = new Shelf()): VerifyOptions {
  return { memory: 2 ** 20, spill, knobs: { leaf: 2, ...ALWAYS, spill: { parts, alone: 0 } } };
}

describe("a search in memory and one that goes to the disk agree", () => {
  it.each<readonly [QueryKind, number]>([
    ["E<>", 1],
    ["A[]", 1],
    ["deadlock", 1],
    ["A[]", 3000],
  ])("on random networks: %s with constants times %d", (kind, scale) => {
    const shelves: Shelf[] = [];
    const { compared, counted } = compareHolders({ first, runs }, kind, scale, (seed) => {
      const shelf = new Shelf();
      shelves.push(shelf);
      return onDisk(2 + (seed % 4), shelf);
    });
    expect(compared, "networks compared").toBeGreaterThan(runs / 2);
    expect(shelves.some(({ written }) => written > 0)).toBe(true);
    if (runs >= 500) console.log(`${kind} times ${scale}: ${compared} verdicts and ${counted} counts compared`);
  });

  const safe = "A[] forall (i : int[1, N]) forall (j : int[1, N]) P(i).cs and P(j).cs imply i == j";

  it("on Fischer's protocol: states, transitions, shortest traces", () => {
    const { network, query } = model(fischer(5));
    for (const options of [{}, { order: "bfs" }, { trace: "some" }, { symmetry: true }] as const) {
      const ask = (more: VerifyOptions) => verify(network, query(safe), { symmetry: false, ...options, ...more });
      const { explored, stored, transitions } = ask({}).statistics;
      for (const parts of [2, 3, 7])
        expect(ask(onDisk(parts))).toMatchObject({
          outcome: "satisfied",
          statistics: { explored, stored, transitions, waiting: 0 },
        });
    }
    const far = (more: VerifyOptions) =>
      verify(network, query("E<> P(3).cs and P(1).wait and P(2).wait and id == 3"), { trace: "shortest", ...more });
    const [short, also] = [far({}), far(onDisk(3))];
    expect(short.trace?.transitions.length).toBeGreaterThan(5);
    expect(also.trace?.transitions.length).toBe(short.trace?.transitions.length);
    expect(far({ trace: "some", ...onDisk(4) }).trace?.transitions.length).toBeGreaterThan(5);
  });

  it("begins anew in parts when memory is full, and tells what went to the disk", () => {
    const { network, query } = model(fischer(8));
    const ask = (options: VerifyOptions) => verify(network, query(safe), { symmetry: false, ...options });
    const { explored, stored, transitions, memory } = ask({}).statistics;
    const found = ask({ memory: 2 ** 21, spill: new Shelf(), knobs: { spill: { parts: 8 } } });
    expect(found).toMatchObject({ outcome: "satisfied", statistics: { explored, stored, transitions } });
    const { what, spill } = found.roads!.find(({ road }) => road === "spilled")!;
    expect(what).toBe("answered");
    expect(spill!.parts).toBe(8);
    expect(spill!.bytes).toBeGreaterThan(memory!);
    expect(spill!.written).toBeGreaterThan(spill!.bytes);
    expect(spill!.read).toBeGreaterThan(0);
    // Where there is enough of it nothing goes to the disk.
    const shelf = new Shelf();
    expect(ask({ memory: 2 ** 28, spill: shelf }).outcome).toBe("satisfied");
    expect(shelf.written).toBe(0);
  });

  it("keeps limits, says what is full, and tells faults", () => {
    const { network, query } = model(fischer(6, 20));
    const ask = (options: VerifyOptions) =>
      verify(network, query("A[] true"), { symmetry: false, trace: "some", ...options });
    expect(ask({ ...onDisk(3), maxStates: 500 })).toMatchObject({ reason: "the limit of 500 states was reached" });
    class Full extends Shelf {
      override write(name: string, at: number, bytes: Uint8Array): void {
        if (this.written > 2 ** 20) throw new SpillError("the disk is full");
        super.write(name, at, bytes);
      }
    }
    const full = ask(onDisk(3, new Full()));
    expect(full).toMatchObject({ outcome: "unknown", reason: expect.stringContaining("the disk is full") });
    expect(full.statistics.explored).toBeGreaterThan(0);
    const part = "a part of the search that goes to the disk does not fit into memory";
    expect(verify(model(fischer(9, 20)).network, query("A[] true"), { symmetry: false, ...onDisk(2) }).reason).toBe(
      part,
    );
    const faulty = model(`int[0, 3] n; clock x; process P() { state a; init a;
      trans a -> a { guard x > 1; assign n = n + 1, x = 0; }; } system P;`);
    const fault = (options: VerifyOptions) => verify(faulty.network, faulty.query("A[] 6 / (3 - n) > 0"), options);
    expect(fault({}).outcome).toBe("fault");
    for (const parts of [2, 3, 4]) expect(fault(onDisk(parts)).fault).toEqual(fault({}).fault);
  });

  it.each<readonly [string, VerifyOptions, string]>([
    ["A<> P(1).cs", {}, "only a search for states, E<> and A[], goes to the disk"],
    ["sup: id", {}, "only a search for states, E<> and A[], goes to the disk"],
    ["A[] true", { order: "dfs" }, "the depth first order has no levels to share"],
    ["A[] true", { trace: "fastest" }, "the search for a fastest trace does not go to the disk"],
    ["A[] true", { bitstate: 1024 }, "a bit-state search has no store that could go to the disk"],
    ["A[] true", { localTime: true }, "a search that goes to the disk has no local times"],
    ["A[] true", { compiled: false }, "the interpreter was asked for"],
  ])("refuses %s with %o", (text, options, why) => {
    const { network, query } = model(fischer(2));
    const found = verify(network, query(text), { ...options, ...onDisk(2) });
    expect(found.outcome).toBe("unknown");
    expect(found.roads).toContainEqual({ road: "spilled", what: "refused", why });
  });
});
