import { expect, it } from "vitest";
import type { Network } from "../../src/network/index.ts";
import { joinNetworks } from "../../src/refine/join.ts";
import { model } from "../search/model.ts";

/** `name:process` for what a process owns, `name` for the rest; of a template's variables each process has its own. */
function owned({ processes, slots, clocks, channels }: Network): string {
  const all = [...slots.slice(processes.length), ...clocks.slice(1), ...channels];
  return all.map(({ name, owner }) => (owner === undefined ? name : `${name}:${processes[owner]!.name}`)).join(" ");
}

const text = `struct { int a; } s; clock x; chan c;
  process P(int[0,1] i) { int n; clock y[2]; chan d; state A; init A; }
  process Q() { clock z; state A; init A; } system P, Q;`;

it("variables, clocks and channels know the process that owns them", () => {
  expect(owned(model(text).network)).toBe(
    "s.a P(0).i:P(0) P(0).n:P(0) P(1).i:P(1) P(1).n:P(1) " +
      "x P(0).y[0]:P(0) P(0).y[1]:P(0) P(1).y[0]:P(1) P(1).y[1]:P(1) Q.z:Q c P(0).d:P(0) P(1).d:P(1)",
  );
});

it("also in two networks side by side", () => {
  const second = model("int n; process R() { int m; clock w; chan e; state A; init A; } system R;");
  const { network } = joinNetworks(model(text).network, second.network, "spec");
  expect(
    owned(network)
      .split(" ")
      .filter((t) => t.endsWith(":R")),
  ).toEqual(["R.m:R", "R.w:R", "R.e:R"]);
});
