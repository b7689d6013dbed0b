import { expect, it } from "vitest";
import { seeded } from "../../src/base/index.ts";
import { Store } from "../../src/search/explore/store.ts";
import { waitingList } from "../../src/search/explore/waiting.ts";
import { dbm, le } from "../../src/zones/index.ts";
import { single } from "./model.ts";

const { network } = single("clock x; int n; meta int m;", "state S; init S;");
const covers = (a: Int32Array, at: number, b: Int32Array, bt: number) => dbm.isSubset(a, at, b, bt, 2);

/** x <= most. */
function upTo(most: number): Int32Array {
  const z = dbm.newUniversal(2);
  dbm.constrain(z, 0, 2, 1, 0, le(most));
  return z;
}

it("refuses what is covered and drops what it covers", () => {
  const store = new Store(network, 2);
  const state = Int32Array.of(0, 1, 5);
  const first = store.insert(state, upTo(3), covers, false, 0);
  expect(first).toBe(0);
  expect(store.insert(state, upTo(2), covers, false, 1)).toBe(-1);
  expect(store.stored).toBe(1);
  const second = store.insert(state, upTo(4), covers, false, 1);
  expect(second).toBe(1);
  expect(store.stored).toBe(1);
  expect(store.isGone(first)).toBe(true);
  expect(store.insert(Int32Array.of(0, 2, 5), upTo(1), covers, false, 1)).toBe(2);
  expect(store.stored).toBe(2);
});

it("keeps shallower waiting nodes when asked to", () => {
  const store = new Store(network, 2);
  const state = Int32Array.of(0, 1, 5);
  const first = store.insert(state, upTo(3), covers, true, 0);
  store.insert(state, upTo(4), covers, true, 1);
  expect(store.isGone(first)).toBe(false);
  store.markExpanded(first);
  store.insert(state, upTo(5), covers, true, 2);
  expect(store.isGone(first)).toBe(true);
});

it("leaves meta variables out of the comparison and gives back the node's own", () => {
  const store = new Store(network, 2);
  store.insert(Int32Array.of(0, 1, 5), upTo(3), covers, false, 0);
  expect(store.insert(Int32Array.of(0, 1, 6), upTo(3), covers, false, 0)).toBe(-1);
  const wider = store.insert(Int32Array.of(0, 1, 7), upTo(4), covers, false, 0);
  const cells = new Int32Array(3);
  store.get(wider, cells, new Int32Array(4));
  expect([...cells]).toEqual([0, 1, 7]);
});

it("tells paths even through nodes that are gone", () => {
  const store = new Store(network, 2);
  const a = store.insert(Int32Array.of(0, 1, 0), upTo(1), covers, false, 0);
  const b = store.insert(Int32Array.of(0, 2, 0), upTo(1), covers, false, 1);
  store.link(b, a, Int32Array.of(7, 8, 9), 2);
  const c = store.insert(Int32Array.of(0, 3, 0), upTo(1), covers, false, 2);
  store.link(c, b, Int32Array.of(4), 1);
  store.insert(Int32Array.of(0, 2, 0), upTo(9), covers, false, 2);
  expect(store.isGone(b)).toBe(true);
  expect(store.path(c)).toEqual([[7, 8], [4]]);
});

it("finds thousands of states again", () => {
  const store = new Store(network, 2);
  for (let n = 0; n < 20_000; n++) store.insert(Int32Array.of(0, n, 0), upTo(n % 7), covers, false, 0);
  expect(store.stored).toBe(20_000);
  for (let n = 0; n < 20_000; n += 37)
    expect(store.insert(Int32Array.of(0, n, 0), upTo(n % 7), covers, false, 0)).toBe(-1);
});

it("orders what waits", () => {
  const order = (kind: "bfs" | "dfs" | "random") => {
    const w = waitingList(kind, seeded(7));
    for (let i = 0; i < 6; i++) w.push(i);
    return Array.from({ length: 7 }, () => w.pop());
  };
  expect(order("bfs")).toEqual([0, 1, 2, 3, 4, 5, -1]);
  expect(order("dfs")).toEqual([5, 4, 3, 2, 1, 0, -1]);
  expect([...order("random")].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2, 3, 4, 5]);
  expect(order("random")).toEqual(order("random"));
});
