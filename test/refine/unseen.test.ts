import { describe, expect, test } from "vitest";
import { rationals, refine } from "../../src/index.ts";
import { certificateOf } from "../certify/refines.ts";
import { ask, networkOf, verdict } from "./refining.ts";

describe("over a hidden channel the two processes of an implementation that speak it go together, whatever the specification does", () => {
  const text = `chan c, a; int[0,1] g;
process Says() { state s, t, e; init s; trans s -> t { sync c!; }, t -> e { sync a!; }; }
process Deaf() { state s; init s; trans s -> s { guard false; sync c?; }; }
process Needs() { state s, t { g == 1 }; init s; trans s -> t { sync c?; }, t -> t { sync a!; }; }
process Gives() { state s, t; init s; trans s -> t { sync c!; assign g = 1; }; }
process Mute() { state s, t; init s; trans s -> t { guard false; sync c!; }; }
process Passes() { state s, t; urgent s; init s; trans s -> t { sync c!; }; }
system Says;
`;
  const options = { channels: ["a"], variables: [] };

  test("who has no partner does not go alone", () => {
    const refinement = ask(text, "Says+Deaf", "Mute", options);
    expect(verdict(refinement)).toBe("included");
    expect(refinement.interface.hidden).toEqual(["c"]);
  });
  test("and both go in one step", () => {
    // Needs may only be where Gives has written.
    const { outcome, distinction } = ask(text, "Gives+Needs", "Mute", options);
    expect(outcome).toBe("not-included");
    expect(distinction?.steps.map((step) => step.edges.length)).toEqual([2, 1]);
  });
  test("and a certificate, which knows no such channel, is not made", () => {
    const processes = ["Says", "Deaf"];
    const own = { text, network: networkOf(text, processes), processes };
    const other = { text, network: networkOf(text, ["Passes"]), processes: ["Passes"] };
    const refinement = refine(own.network, other.network, options);
    expect(refinement.outcome).toBe("included");
    expect(certificateOf(refinement, own, other)).toMatch(
      /^channel c is spoken between processes of the implementation/,
    );
  });
});

describe("a run is shown where the implementation goes unseen over", () => {
  test("a broadcast of its own", () => {
    const text = `broadcast chan q; chan a;
process I() { state s, t; init s; trans s -> t { sync q!; }, t -> t { sync a!; }; }
process S() { state s; init s; }
system I;
`;
    expect(ask(text, "I", "S", { channels: ["a"] }).trace?.concrete).toBe(true);
  });
  test("an urgent channel, which does not hurry it before both are ready", () => {
    const text = `urgent chan w; chan a;
process I() { state s, t; init s; trans s -> t { sync w!; }; }
process J() { clock y; state s; init s; trans s -> s { guard y >= 1; sync w?; }, s -> s { guard y >= 1; sync a!; }; }
process S() { state s; init s; }
system I;
`;
    const late = ask(text, "I+J", "S");
    expect(verdict(late)).toBe("not-included action a!");
    expect(late.trace?.concrete).toBe(true);
  });
});

test("a run apart is confirmed where an urgent broadcast of the interface is not used", () => {
  const text = `urgent broadcast chan v; chan a, b;
process I() { clock y; state s; init s; trans s -> s { guard y >= 1; sync a!; }; }
process S() { state i, s, t; init i; trans i -> s { sync b!; }, i -> t { sync b!; }, i -> s { }; }
system I;
`;
  const { outcome, distinction } = ask(text, "I", "S", { channels: ["a", "b", "v"] });
  expect(outcome).toBe("not-included");
  expect(distinction?.steps.at(-1)?.action).toBe("a!");
});

test("a simulation leaves what it passes before a broadcast is heard or ignored", () => {
  const text = `broadcast chan r;
process I() { clock y; state s, t, u; urgent u; init s; trans s -> t { guard y >= 1; sync r?; }, t -> s { sync r?; }, s -> u { sync r!; }, u -> t { }; }
process S() { clock x; state s, t, u; urgent u; init s; trans s -> t { guard x >= 1; sync r?; }, t -> s { sync r?; }, s -> u { sync r!; }, u -> t { }, u -> s { }; }
system I;
`;
  // Where S ignored r? in u it could still choose t, and follow from there.
  expect(verdict(ask(text, "I", "S", { sets: 0, simulation: true }))).toMatch(
    /^unknown: the specification does not simulate/,
  );
});

test("a run apart does not wait past the moment of an urgent step of the implementation", () => {
  const text = `urgent chan w; chan b;
process I() { clock y; state s, t, u; init s; trans s -> t { }, t -> u { sync w!; }, t -> t { guard y >= 4; sync b!; }; }
process J() { clock z; state s; init s; trans s -> s { guard z > 3; sync w?; }; }
process S() { clock x; state s, t; init s; trans s -> s { guard x < 4; sync b!; }, s -> t { }; }
system I;
`;
  const { outcome, reason, distinction } = ask(text, "I+J", "S", { channels: ["b"] });
  expect(`${outcome}: ${reason}`).toMatch(/^not-included: at time 4 the implementation does b!/);
  // In t the urgent step is ready from 3 on.
  expect(distinction?.steps.map((step) => rationals.showRational(step.delay))).toEqual(["4", "0"]);
});

describe("a variable that the implementation changes unseen may be changed by an unseen step of the specification in that moment", () => {
  const text = `chan a; int[0,3] g;
process I() { clock y; state s, t; init s; trans s -> t { guard y == 1; assign g = 2; }, t -> t { sync a!; }; }
process Sooner() { clock y; state s, t; init s; trans s -> t { guard y == 0; assign g = 2; }, t -> t { sync a!; }; }
process Other() { clock y; state s, t; init s; trans s -> t { guard y == 1; assign g = 3; }, t -> t { sync a!; }; }
process With() { clock y; state s, t; init s; trans s -> t { guard y == 1; sync a!; assign g = 2; }, t -> t { sync a!; }; }
process S() { clock x; state s, t; init s; trans s -> t { guard x == 1; assign g = 2, x = 0; }, t -> t { sync a!; }; }
process Passes() { clock x; state s, u, t; urgent u; init s; trans s -> u { guard x == 1; assign g = 1; }, u -> t { assign g = 2; }, t -> t { sync a!; }; }
process After() { clock x; state s, u, t; init s; trans s -> u { guard x == 1; sync a!; }, u -> t { assign g = 2; }, t -> t { sync a!; }; }
system I;
`;
  test.each([
    ["I", "S", "included"],
    ["I", "Passes", "included"],
    ["S", "I", "included"],
    ["Sooner", "S", "not-included"],
    ["Other", "S", "not-included"],
    // In between, the old value would be seen.
    ["With", "After", "not-included"],
  ])("%s and %s: %s", (implementation, specification, outcome) => {
    const answer = ask(text, implementation, specification);
    expect(answer.outcome, answer.reason).toBe(outcome);
    expect(answer.notes.some((n) => n.code === "sets")).toBe(true);
  });
});

test("an action that leads to where no state is is none at which variables have to agree, for the checker either", () => {
  const text = `broadcast chan r; int[0,3] g;
process I() { state s { g != 1 }, t; commit t; init s; trans s -> t { assign g = 1; }, t -> s { sync r?; }, t -> s { assign g = 0; }; }
process S() { state s, t; commit t; init s; trans t -> s { assign g = 0; }; }
system I;
`;
  const refinement = ask(text, "I", "S", { channels: ["r"] });
  expect(verdict(refinement)).toBe("included");
  expect(refinement.pairs).toBeDefined();
});
