import { expect, test } from "vitest";

import { compose } from "../../src/refine/compose.ts";
import { refine } from "../../src/refine/index.ts";
import { inferInterface } from "../../src/refine/interface.ts";
import { joinNetworks } from "../../src/refine/join.ts";
import { simulates, whyNoSimulation } from "../../src/refine/simulate.ts";
import { networkOf as pairNetwork } from "../laws/refining.ts";
import { randomPair } from "../laws/refining-pairs.ts";
import { ask, verdict } from "./refining.ts";

const text = `chan a, b, c;
process S() { state s, t, u; init s; trans s -> t { sync a!; }, s -> u { sync a!; }, t -> s { sync b!; }, u -> s { sync c!; }; }
process OnlyB() { state s, t; init s; trans s -> t { sync a!; }, t -> s { sync b!; }; }
process Both() { state s, t; init s; trans s -> t { sync a!; }, t -> s { sync b!; }, t -> s { sync c!; }; }
process Wrong() { state s, t; init s; trans s -> t { sync a!; }, t -> s { sync a!; }; }
process Timeout() { clock x; state s { x <= 5 }, t; init s; trans s -> s { guard x < 5; sync a!; }, s -> t { guard x == 5; }, t -> t { sync b!; }; }
process InTime() { clock y; state s { y <= 7 }, t; init s; trans s -> s { guard y < 4; sync a!; }, s -> t { guard y > 5; sync b!; }; }
process TooEarly() { clock y; state s, t; init s; trans s -> t { guard y > 4; sync b!; }; }
process TooLate() { clock y; state s, t; init s; trans s -> t { guard y > 5; sync a!; }; }
process Round() { state s, t; init s; trans s -> t { }, t -> s { }; }
process Leave() { clock x; state s { x <= 2 }, t; init s; trans s -> t { guard x >= 1; }, t -> t { sync a!; }; }
process Stay() { state s; init s; }
system S;
`;
const simulated = (impl: string, spec: string) => verdict(ask(text, impl, spec, { sets: 0, simulation: true }));

test("choices of the specification are made when they come", () => {
  expect(simulated("OnlyB", "S")).toBe("included");
  expect(simulated("S", "S")).toBe("included");
  // Both's traces are included, but the specification would have to know which action follows.
  expect(simulated("Both", "S")).toMatch(/^unknown: the specification does not simulate/);
  expect(simulated("Wrong", "S")).toMatch(/^unknown/);
});

test("internal edges are taken in time", () => {
  expect(simulated("InTime", "Timeout")).toBe("included");
  expect(simulated("TooEarly", "Timeout")).toMatch(/^unknown/);
  expect(simulated("TooLate", "Timeout")).toMatch(/^unknown/);
  expect(simulated("Stay", "Leave")).toBe("included");
  expect(simulated("Timeout", "Timeout")).toBe("included");
  expect(simulated("OnlyB", "Round")).toBe("not-applicable: the internal edges of the specification form a cycle");
});

test("it is asked for, and said", () => {
  expect(verdict(ask(text, "OnlyB", "S", { sets: 0 }))).toMatch(/^not-applicable/);
  expect(ask(text, "OnlyB", "S", { sets: 0, simulation: true }).notes.map((n) => n.code)).toContain("simulation");
});

test("for deterministic specifications it is trace inclusion", () => {
  let asked = 0;
  for (let seed = 1; seed < 260; seed++) {
    const pair = randomPair(seed).text;
    const [implementation, specification] = [pairNetwork(pair, "I"), pairNetwork(pair, "S")];
    const refined = refine(implementation, specification);
    if (refined.outcome !== "included" && refined.outcome !== "not-included") continue;
    const joined = joinNetworks(implementation, specification, "spec");
    const face = inferInterface(implementation, specification, joined, {});
    const composition = compose(joined, face);
    if (whyNoSimulation(composition) !== undefined) continue;
    asked++;
    expect(`${seed} ${simulates(composition, face, {}).holds}`).toBe(`${seed} ${refined.outcome === "included"}`);
  }
  expect(asked).toBeGreaterThan(150);
});
