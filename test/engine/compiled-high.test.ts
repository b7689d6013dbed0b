import { expect, it } from "vitest";
import { clockBounds } from "../../src/analysis/index.ts";
import type { Instance } from "../../src/engine/host/instance.ts";
import { CompiledReach, type ReachedState, type ReachOptions, SeveralReach } from "../../src/engine/index.ts";
import { model } from "../search/model.ts";

/**
 * Addresses of 2 GiB and more: pages below are skipped, which takes no memory since nobody touches them. Paths and states are
 * those of a search that begins at the bottom.
 */
const { network, query } = model(`clock x, y; int[0, 100] a; int[0, 100] b;
  process P() { state s; init s; trans
    s -> s { guard x >= 1 && a < 100; assign a = a + 1, x = 0; },
    s -> s { guard y >= 1 && b < 100; assign b = b + 1, y = 0; }; }
  system P;`);
const goal = query("E<> a == 100 and b == 100");
const options: ReachOptions = {
  order: "bfs",
  trace: true,
  shortest: false,
  memory: 2 ** 32,
  entry: 4, // It would begin anew, at the bottom, if smaller entries were not enough.
  confirm: () => false,
};
const bounds = clockBounds(network, { query: goal, symmetric: false });
const HIGH = 40_000;

/** Has a search take its next pages from beyond 2 GiB. */
function lift(search: CompiledReach): void {
  const { instance } = search as unknown as { readonly instance: Instance };
  instance.set("top", HIGH);
}

function finish(search: CompiledReach | SeveralReach): { path: ReachedState[]; all: string[] } {
  while (search.run(1000) === "working");
  const all: string[] = [];
  search.each(({ cells }) => all.push(cells.join(" ")));
  return { path: search.path(), all: all.sort() };
}

it("states and paths are read from addresses beyond 2 GiB", () => {
  const low = finish(new CompiledReach(network, goal, bounds, options));
  expect(low.path.length).toBe(201);
  const search = new CompiledReach(network, goal, bounds, options);
  lift(search);
  expect(finish(search)).toEqual(low);
  expect(search.found).toBeGreaterThan(2 ** 31);
});

it("also in several memories", () => {
  const low = finish(new CompiledReach(network, goal, bounds, options));
  const memories = { bytes: 2 ** 32, alone: 0 };
  const several = new SeveralReach(network, goal, bounds, { ...options, memory: 2 ** 33 }, memories);
  const { parts } = several as unknown as { readonly parts: readonly CompiledReach[] };
  for (const part of parts) lift(part);
  const high = finish(several);
  expect(high.path.length).toBe(low.path.length);
  expect(high.path.map(({ cells }) => cells[1]! + cells[2]!)).toEqual(low.path.map((_, k) => k));
  expect(high.all).toEqual(low.all);
  expect(Math.max(...parts.map((part) => part.found))).toBeGreaterThan(2 ** 31);
});
