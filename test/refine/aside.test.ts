import { describe, expect, test } from "vitest";
import { check, composeTest, open, rationals, read, type UppaalSource } from "../../src/index.ts";
import { ask, verdict } from "./refining.ts";

/** S hears a broadcast until x is 3, and answers only what it has heard. */
const hears = `broadcast chan r, q[2]; chan a;
process S() { clock x; state s, t; init s; trans s -> t { guard x >= 1 && x <= 3; sync r?; }, t -> t { sync a!; }; }
process Quiet() { clock x; state s, t; init s; trans s -> t { guard x >= 1 && x <= 3; sync r?; }, s -> s { sync a!; }; }
process Same() { clock y; state s, t; init s; trans s -> t { guard y >= 1 && y <= 3; sync r?; }, t -> t { sync a!; }; }
process Talks() { clock y; state s, t; init s; trans s -> t { guard y >= 1 && y <= 3; sync r?; }, s -> s { sync a!; }, t -> t { sync a!; }; }
process Early() { clock x; state s, t; init s; trans s -> t { guard x <= 3; sync r?; }, t -> t { sync a!; }; }
process Brief() { clock x; state s, t { x <= 3 }; commit t; init s; trans s -> t { sync r?; }, t -> s { sync a!; }; }
process Second() { clock x; state s, t; init s; trans s -> t { select k : int[0,1]; guard x <= 3 && k == 1; sync q[k]?; }, t -> t { sync a!; }; }
process Always() { state s, t; init s; trans s -> t { sync r?; }, t -> t { sync a!; }; }
process AtOnce() { state s, t; commit t; init s; trans s -> t { sync r?; }, t -> s { sync a!; }; }
process AlwaysSecond() { state s, t; init s; trans s -> t { sync q[1]?; }, t -> t { sync a!; }; }
system S;
`;

describe("a broadcast is ignored only where the specification is not ready for it", () => {
  test("no verdict rests on ignoring it elsewhere", () => {
    // If Quiet could ignore it while ready, it would still allow a!.
    expect(verdict(ask(hears, "Talks", "Quiet"))).toBe("not-included action a!");
    // If S could ignore it while ready, it would not allow a!.
    expect(verdict(ask(hears, "Same", "S"))).toBe("included");
  });

  test("nor does one by simulation", () => {
    // A choice at the beginning, so that the specification is not deterministic.
    const chosen = hears
      .replace("chan a;", "chan a, c;")
      .replace(/state s, t; init s; trans/g, "state i, s, t; init i; trans i -> s { sync c!; },")
      .replace(/(process (?:S|Quiet)\(\).*)trans/g, "$1trans i -> t { sync c!; },");
    const simulated = (implementation: string, specification: string) =>
      verdict(ask(chosen, implementation, specification, { simulation: true }));
    expect(simulated("Talks", "Quiet")).toMatch(/^unknown: the specification does not simulate/);
    expect(simulated("Same", "S")).toBe("included");
  });

  test("one that it would block in a closed model counts as ignored, by a tester too, and a note says so", () => {
    const blocks = `broadcast chan r; chan a;
process S() { clock x; state s, t { x <= 3 }; init s; trans s -> t { sync r?; }, t -> s { sync a!; assign x = 0; }; }
process Ignores() { clock y; state i, j { y <= 3 }; init i; trans i -> j { guard y <= 3; sync r?; }, j -> i { sync a!; assign y = 0; }; }
process Hears() { clock y; state i, j; init i; trans i -> i { guard y <= 3; sync r?; assign y = 0; }, i -> j { guard y > 3; sync r?; }, j -> j { sync a!; }; }
system Ignores;
`;
    const refinement = ask(blocks, "Ignores", "S");
    expect(verdict(refinement)).toBe("included");
    expect(refinement.notes.filter((n) => n.message.includes("would block")).length).toBe(1);
    expect(verdict(ask(blocks, "Hears", "S"))).toMatch(/^not-included/);
    for (const [implementation, outcome] of [
      ["Ignores", "satisfied"],
      ["Hears", "violated"],
    ] as const) {
      const source = read(blocks, { name: "m.xta" }) as UppaalSource;
      const made = composeTest(source, check(source.tree), { specification: "S", implementation: [implementation] });
      if ("refusal" in made) throw new Error(made.refusal);
      expect(open(made.text, { name: "m.xta" }).verify(made.query).outcome, implementation).toBe(outcome);
    }
  });

  test.each([
    { about: "by its guard", implementation: "Always", specification: "Early" },
    { about: "by the invariant behind", implementation: "AtOnce", specification: "Brief" },
    { about: "for an element", implementation: "AlwaysSecond", specification: "Second" },
  ])("the run waits until it is not ready: $about", ({ implementation, specification }) => {
    const refinement = ask(hears, implementation, specification);
    expect(verdict(refinement)).toBe("not-included action a!");
    expect(rationals.compareRational(refinement.trace!.states[0]!.delay!, rationals.rational(3))).toBe(1);
  });
});

/** S goes on from t unseen until x is 1, and is stuck there later. */
const stuck = `broadcast chan r; chan a, d; int[0,1] g;
process S() { clock x; state s, t, e; commit t; init s; trans s -> t { sync a!; }, t -> e { guard x <= 1; }; }
process Waits() { state s, t; init s; trans s -> t { sync a!; }; }
process Hears() { state s, t, u; commit t; init s; trans s -> t { sync a!; }, t -> u { sync r?; }; }
process Moves() { state s, t, u; commit t; init s; trans s -> t { sync a!; }, t -> u { }; }
process Sets() { clock x; state s, t, e; commit t; init s; trans s -> t { sync a!; }, t -> e { guard x <= 1; assign g = 1; }; }
process HasSet() { state s, t; init s; trans s -> t { sync a!; assign g = 1; }; }
process Shows() { state s, t; init s; trans s -> t { sync a!; assign g = 1; }, t -> t { sync d!; }; }
process Late() { clock y; state s, t, u; commit t; init s; trans s -> t { sync a!; }, t -> u { guard y <= 1; assign g = 1; }, t -> u { guard y > 1; sync d!; assign g = 1; }; }
system S;
`;

test("who is stuck on arrival is told apart by a delay, even one at whose end an unseen edge could be taken", () => {
  const text = `chan a;
process S() { clock x; state s, t, e; commit t; init s; trans s -> t { sync a!; assign x = 0; }, t -> e { guard x >= 1; }; }
process Waits() { state s, t; init s; trans s -> t { sync a!; }; }
process Later() { clock y; state s, t { y <= 1 }, u; init s; trans s -> t { sync a!; assign y = 0; }, t -> u { guard y == 1; sync a!; }; }
process First() { clock x; state s, e; urgent s; init s; trans s -> e { guard x >= 2; }; }
process Idle() { state s; init s; }
system S;
`;
  // Each answer is certified, too.
  expect(verdict(ask(text, "Waits", "S"))).toBe("not-included delay");
  expect(verdict(ask(text, "Later", "S"))).toBe("not-included delay");
  expect(verdict(ask(text, "Idle", "First"))).toBe("not-included delay");
});

describe("a run shows the specification stuck, or variables that differ, only where that is so", () => {
  test.each([
    { about: "a delay", implementation: "Waits", specification: "S", expected: "not-included delay" },
    { about: "a broadcast before it", implementation: "Hears", specification: "S", expected: "not-included delay" },
    { about: "an unseen step before it", implementation: "Moves", specification: "S", expected: "not-included delay" },
    { about: "a variable", implementation: "HasSet", specification: "Sets", expected: "not-included shared" },
    { about: "before an action", implementation: "Late", specification: "Shows", expected: "not-included shared" },
  ])("$about", ({ implementation, specification, expected }) => {
    const refinement = ask(stuck, implementation, specification);
    expect(verdict(refinement)).toBe(expected);
    expect(rationals.compareRational(refinement.trace!.states[0]!.delay!, rationals.rational(1))).toBe(1);
  });
});

test("who is stuck in a location that it passes is left there by unseen steps of the implementation alone, and a run shows them", () => {
  const text = `chan a; int[0,1] g;
process S() { clock x; state s, t, e; urgent t; init s; trans s -> t { sync a!; assign x = 0; }, t -> e { guard x > 1; assign g = 1; }; }
process I() { state s, t, u; urgent t; init s; trans s -> t { sync a!; }, t -> u { assign g = 1; }; }
process Acts() { state s, t, u, e; init s; trans s -> t { sync a!; }, t -> u { }, u -> e { sync a!; }; }
system S;
`;
  for (const [implementation, expected] of [
    ["I", "not-included shared"],
    ["Acts", "not-included delay"],
  ] as const) {
    const refinement = ask(text, implementation, "S");
    expect(verdict(refinement)).toBe(expected);
    expect(refinement.trace?.concrete).toBe(true);
  }
});
