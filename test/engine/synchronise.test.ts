import { describe, expect, it } from "vitest";
import { interpret } from "../../src/engine/index.ts";
import { model } from "../search/model.ts";

/** The steps from the initial state: edges by number, and the variables afterwards. */
function steps(text: string): string[] {
  const { network } = model(text);
  const engine = interpret(network);
  expect(engine.initial()).toBe(true);
  const out: string[] = [];
  engine.elapse(() => {
    engine.successors(() => {
      const words = Array.from(engine.transition.subarray(0, engine.transitionLength));
      const variables = Array.from(engine.cells.subarray(network.processes.length, network.slots.length));
      out.push(`${words.join(" ")}: ${variables.join(",")}`);
      return false;
    });
    return false;
  });
  return out;
}

describe("binary synchronisation", () => {
  it("pairs senders and receivers of different processes; the sender's update comes first", () => {
    expect(
      steps(`chan c; int n = 1;
        process A() { state S, T; init S; trans S -> T { sync c!; assign n = n * 2; }, S -> T { sync c?; }; }
        process B() { state S, T; init S; trans S -> T { sync c?; assign n = n + 3; }; }
        system A, B;`),
    ).toEqual(["0 2: 5"]);
  });
  it("evaluates both guards before any update", () => {
    expect(
      steps(`chan c; int n = 0;
        process A() { state S; init S; trans S -> S { sync c!; assign n = 1; }; }
        process B() { state S; init S; trans S -> S { guard n == 0; sync c?; assign n = n + 10; }; }
        system A, B;`),
    ).toEqual(["0 1: 11"]);
  });
  it("matches channel indices by value and gives each select value its own step", () => {
    expect(
      steps(`chan c[3]; int[0,2] n = 0;
        process A() { state S; init S; trans S -> S { select i : int[0,2]; sync c[i]!; assign n = i; }; }
        process B() { state S; init S; trans S -> S { sync c[1]?; }; }
        system A, B;`),
    ).toEqual(["0 1 1: 1"]);
  });
});

describe("broadcast", () => {
  const receivers = (guards: readonly string[]) => `broadcast chan c; clock x; int n = 0;
    process A() { state S; init S; trans S -> S { sync c!; assign n = 1; }; }
    ${guards.map((g, i) => `process B${i}() { state S; init S; trans S -> S { ${g} sync c?; assign n = n * 10 + ${i + 2}; }; }`).join("\n")}
    system A, ${guards.map((_, i) => `B${i}`).join(", ")};`;
  it("takes every enabled receiver along, in the order of the system line", () => {
    expect(steps(receivers(["", "guard n == 1;", "guard n == 0;"]))).toEqual(["0 1 3: 124"]);
  });
  it("goes alone if nobody receives", () => {
    expect(steps(receivers(["guard n == 7;"]))).toEqual(["0: 1"]);
  });
  it("splits by clock guards of receivers", () => {
    expect(new Set(steps(receivers(["guard x >= 3;"])))).toEqual(new Set(["0 1: 12", "0: 1"]));
    expect(new Set(steps(receivers(["guard x >= 3;", "guard x <= 1;"])))).toEqual(
      new Set(["0 1: 12", "0 2: 13", "0: 1"]),
    );
  });
  it("lets each process choose one of its edges", () => {
    expect(
      steps(`broadcast chan c; int n = 0;
        process A() { state S; init S; trans S -> S { sync c!; }; }
        process B() { state S; init S; trans S -> S { sync c?; assign n = 1; }, S -> S { sync c?; assign n = 2; }; }
        system A, B;`),
    ).toEqual(["0 1: 1", "0 2: 2"]);
  });
  it("does not drop a receiver whose target invariant fails: the whole step does not exist", () => {
    expect(
      steps(`broadcast chan c; int n = 0;
        process A() { state S; init S; trans S -> S { sync c!; }; }
        process B() { state S, T { n == 1 }; init S; trans S -> T { sync c?; }; }
        system A, B;`),
    ).toEqual([]);
  });
});

describe("committed locations", () => {
  it("must take part", () => {
    expect(
      steps(`chan c; int n = 0;
        process A() { state S; commit S; init S; trans S -> S { sync c!; assign n = 1; }; }
        process B() { state S; init S; trans S -> S { assign n = 2; }, S -> S { sync c?; }; }
        system A, B;`),
    ).toEqual(["0 2: 1"]);
  });
  it("are content with a committed receiver of a broadcast", () => {
    expect(
      steps(`broadcast chan c; int n = 0;
        process A() { state S; init S; trans S -> S { sync c!; assign n = 1; }; }
        process B() { state S; commit S; init S; trans S -> S { sync c?; }; }
        system A, B;`),
    ).toEqual(["0 1: 1"]);
  });
});

describe("priorities", () => {
  it("let only the highest channel go", () => {
    expect(
      steps(`chan a, b; chan priority a < default < b; int n = 0;
        process A() { state S; init S; trans S -> S { sync a!; assign n = 1; }, S -> S { sync b!; assign n = 2; }, S -> S { assign n = 3; }; }
        process B() { state S; init S; trans S -> S { sync a?; }, S -> S { sync b?; }; }
        system A, B;`),
    ).toEqual(["1 4: 2"]);
  });
  it("are decided valuation by valuation", () => {
    const text = `clock x; int n = 0;
      process A() { state S; init S; trans S -> S { guard x >= 2; assign n = 1; }; }
      process B() { state S; init S; trans S -> S { guard x <= 3; assign n = 2; }; }
      system B < A;`;
    expect(steps(text).sort()).toEqual(["0: 2", "1: 1"].sort());
    expect(model(text).outcome("E<> n == 2 && x > 2")).toBe("satisfied");
    expect(model(`${text}`).outcome("E<> n == 2 && x == 0")).toBe("satisfied");
  });
});

describe("order of updates", () => {
  it("runs before_update first and after_update last", () => {
    expect(
      steps(`chan c; int n = 1;
        before_update { n = n * 10 + 2 }
        after_update { n = n * 10 + 5 }
        process A() { state S; init S; trans S -> S { sync c!; assign n = n * 10 + 3; }; }
        process B() { state S; init S; trans S -> S { sync c?; assign n = n * 10 + 4; }; }
        system A, B;`),
    ).toEqual(["0 1: 12345"]);
  });
  it("reads a value as updated when it sets a clock", () => {
    const m = model(`clock x; int n = 1;
      process A() { state S, T; init S; trans S -> T { assign n = 4, x = n; }; }
      system A;`);
    expect(m.outcome("E<> A.T && x < 4")).toBe("violated");
    expect(m.outcome("E<> A.T && x == 4")).toBe("satisfied");
  });
});
