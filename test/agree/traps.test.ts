/**
 * Models on which plausible mistakes give wrong verdicts, each with the answer that follows from the definitions. Engine
 * and regions must both give it, for the engine with every order and abstraction, compiled or not.
 */
import { describe, expect, it } from "vitest";
import { verify } from "../../src/search/index.ts";
import { compileText } from "./front.ts";
import { decide } from "./regions/decide.ts";

/** Each round takes a unit of a clock that is never reset: zones of a cycle get smaller and smaller, but never equal. */
const shrinking = `clock x, y;
process P() { state A { y <= 5 }, B; init A; trans A -> A { guard x >= 1; assign x = 0; }, A -> B { }; }
system P;`;

/** Extrapolation without care for differences reaches D (after Bouyer 2004). */
const bouyer = `clock x1, x2, x3, x4;
process P() {
state S0, S1, S2, S3, S4, S5, S6, D;
init S0;
trans
S0 -> S1 { guard x3 <= 3; assign x1 = 0, x3 = 0; },
S1 -> S2 { guard x2 == 3; assign x2 = 0; },
S2 -> S3 { guard x1 == 2; assign x1 = 0; },
S3 -> S4 { guard x2 == 2; assign x2 = 0; },
S4 -> S3 { guard x1 == 2; assign x1 = 0; },
S4 -> S5 { guard x1 == 3; assign x1 = 0; },
S5 -> D { guard x2 - x1 > 2 && x4 - x3 < 2; };
}
system P;`;

/** The receiver's guard holds in part of the zone only. */
const partial = `clock x, y; broadcast chan go;
process P() { state A { x <= 4 }, B; init A; trans A -> B { sync go!; assign y = 0; }; }
process Q() { state A, B; init A; trans A -> B { guard x > 1 && x < 2; sync go?; }; }
system P, Q;`;

/** The lower transition is possible only where the higher one is not: on both sides of it. */
const priority = `clock x, y; broadcast chan c; chan priority default < c;
process P() { state A { x <= 4 }, B; init A; trans A -> A { guard x >= 1 && x <= 2; sync c!; }, A -> B { assign y = 0; }; }
system P;`;

/** Time stops at the first instant at which both sides are able. */
const urgent = `clock x; urgent chan u;
process P() { state A, B; init A; trans A -> B { guard x >= 2; sync u!; }; }
process Q() { state A, B; init A; trans A -> B { guard x <= 3; sync u?; }; }
system P, Q;`;

/** The invariant of the target forbids the transition, and the whole broadcast with it. */
const blocked = `clock x; broadcast chan go;
process P() { state A { x <= 3 }, B; init A; trans A -> B { sync go!; }; }
process Q() { state A, B { x < 2 }; init A; trans A -> B { sync go?; }; }
system P, Q;`;

/** The value is read after it has been changed by the sender. */
const order = `int[0,3] n = 0; clock x; chan c;
process P() { state A, B; init A; trans A -> B { sync c!; assign n = 2; }; }
process Q() { state A, B; init A; trans A -> B { guard n == 0; sync c?; assign x = n; }; }
system P, Q;`;

/** The lower priority is never free: the higher step is possible wherever the invariant holds. */
const always = `clock x; broadcast chan c; chan priority c < default;
process P() { state A, B; init A; trans A -> B { }, B -> A { }; }
process Q() { state A { x <= 2 }, B; init A; trans A -> B { sync c!; }; }
system P, Q;`;

/** C is entered early, where the receiver is able, and late, where it is not. */
const early = `clock x; broadcast chan go;
process P() { state A, B, C, D; urgent C; init A; trans A -> C { guard x <= 2; }, A -> D { guard x >= 3; }, D -> C { }, C -> B { sync go!; }; }
process Q() { state A, B; init A; trans A -> B { guard x <= 2; sync go?; }; }
system P, Q;`;

/** In C the urgent channel is ready, so no time passes there, however often the loop is taken. */
const ready = `clock x, y; urgent chan u;
process P() { state A, B, C; init A; trans A -> C { guard x <= 2; assign y = 0; }, C -> C { }, C -> B { sync u!; }; }
process Q() { state A, B; init A; trans A -> B { guard x <= 2; sync u?; }; }
system P, Q;`;

/** From x = 1 on the urgent synchronisation is ready, but its target's invariant forbids it: time and actions stop. */
const stuck = `clock x; urgent broadcast chan u;
process P() { state A, B { x < 1 }, C; init A; trans A -> B { guard x >= 1; sync u!; }, A -> C { guard x >= 3; }; }
system P;`;

const cases: readonly (readonly [string, string, string, boolean])[] = [
  ["a cycle of shrinking zones is no infinite path", shrinking, "A<> P.B", true],
  ["but waiting inside is possible", shrinking, "E[] (P.A && y <= 4)", false],
  ["differences survive abstraction", bouyer, "E<> P.D", false],
  ["a receiver that cannot take part stays behind", partial, "E<> P.B && Q.A && x <= 1", true],
  ["a receiver that can take part must", partial, "E<> P.B && Q.A && y == 0 && x > 1 && x < 2", false],
  ["after the send it may wait", partial, "E<> P.B && Q.A && y > 0 && x > 1 && x < 2", true],
  ["a higher priority blocks", priority, "A[] (P.B && y == 0) imply (x < 1 || x > 2)", true],
  ["below it the lower one is free", priority, "E<> P.B && y == 0 && x < 1", true],
  ["above it, too", priority, "E<> P.B && y == 0 && x > 2", true],
  ["and Zeno runs stay for ever", priority, "A<> P.B", false],
  ["urgency with clock guards stops time", urgent, "A[] P.A imply x <= 2", true],
  ["and not before", urgent, "E<> P.A && x == 2", true],
  ["so the step is certain", urgent, "A<> P.B", true],
  ["a blocked receiver blocks the sender", blocked, "E<> P.B && Q.A", false],
  ["which then deadlocks", blocked, "E<> P.A && deadlock && x >= 2", true],
  ["but not before", blocked, "E<> P.A && deadlock && x < 2", false],
  ["a step that is always higher leaves no room", always, "E<> Q.B", false],
  ["a late state is not covered by an early one", early, "E<> P.B && Q.A", true],
  ["nor the other way round", early, "E<> P.B && Q.B", true],
  ["time stands still where an urgent channel is ready", ready, "E<> P.C && y > 0", false],
  ["a blocked urgent synchronisation stops everything", stuck, "E<> deadlock && x == 1", true],
  ["and since nothing else can come, it is so before", stuck, "E<> deadlock && x < 1", true],
  ["and never later", stuck, "E<> P.C || x > 1", false],
  ["the sender's update comes first", order, "A[] Q.B imply x >= 2", true],
];

describe("traps", () => {
  it.each(cases)("%s", (_, xta, query, expected) => {
    const compiled = compileText(xta, query);
    if ("refused" in compiled) {
      expect(
        compiled.refused.every((reason) => reason.startsWith("deadlock-model:")),
        compiled.refused.join(),
      ).toBe(true);
      return;
    }
    expect(decide(compiled.network, compiled.query)).toMatchObject({ kind: "truth", holds: expected });
    for (const order of ["bfs", "dfs", "random"] as const) {
      for (const abstraction of ["simulation", "extra"] as const) {
        for (const fast of [true, false]) {
          expect(verify(compiled.network, compiled.query, { order, abstraction, compiled: fast }).outcome).toBe(
            expected ? "satisfied" : "violated",
          );
        }
      }
    }
  });
});
