import { describe, expect, test } from "vitest";
import { advice } from "../../apps/certify/certify.ts";
import { coverInTurns, type Matters, verify } from "../../src/index.ts";
import { many } from "../many.ts";
import { randomOf } from "./mutate.ts";
import { judge, prove, queryOf, type Subject, sha256, subjectOf } from "./prove.ts";

/**
 * What certificates leave out (docs/semantics.md 9.13, 9.14). The checker says of a query what matters; a search that obeys
 * it must not miss what is reached, and what is stated otherwise is refused.
 */
function mattersTo({ bytes, name, made }: Subject, query: string): Matters {
  const { processes, slots, clocks } = made.network;
  const outcome = query.startsWith("A[]") ? "satisfied" : "violated";
  const head = {
    ...{ certificate: "zonal", version: 1, model: { sha256: sha256(bytes) }, query, outcome, proof: "unreachable" },
    processes: processes.map((p) => p.name),
    variables: slots.slice(processes.length).map((s) => s.name),
    clocks: clocks.slice(1).map((c) => c.name),
  };
  return advice(bytes, name).matters(JSON.stringify(head), true);
}

const subject = (text: string): Subject => subjectOf(new TextEncoder().encode(text), "m.xta")!;

const model = (rest: string): string => `
int x; int y; int z; clock c; clock d; chan hand; broadcast chan cry; urgent chan now;
process Main() {
  state A, B, C; init A;
  trans A -> B { guard x == 1; assign y = 2; }, B -> C { guard y == 2 && c >= 1; assign y = 0, x = 0; },
        C -> A { sync cry!; assign c = 0; };
}
process Other() { ${rest} }
system Main, Other;`;

const facts = (text: string, query = "A[] not Main.C"): Matters => mattersTo(subject(text), query);

describe("who may be left out", () => {
  test.each([
    ["what only counts its own steps by a clock", "state A; init A; trans A -> A { guard d > 3; assign d = 0; };"],
    ["what receives a broadcast", "state A, B; init A; trans A -> B { sync cry?; assign z = 3; }, B -> A { };"],
    ["what holds others back", "state A, B { d <= 2 }; commit A; init A; trans A -> B { assign d = 0; };"],
  ])("%s", (_, rest) => {
    expect(facts(model(rest)).still).toEqual([1]);
  });

  test.each([
    ["what sets a variable that others read", "state A; init A; trans A -> A { assign x = 1; };"],
    ["what sets a clock that others compare", "state A; init A; trans A -> A { assign c = 0; };"],
    ["what may fault", "state A; init A; trans A -> A { assign z = z + 1; };"],
    ["what may divide by zero", "state A; init A; trans A -> A { guard 1 / z == 1; };"],
    ["what receives where it is committed", "state A; commit A; init A; trans A -> A { sync cry?; };"],
    ["what stops a clock", "state A { c' == 0 }; init A; trans A -> A { };"],
  ])("not %s", (_, rest) => {
    expect(facts(model(rest)).still).toEqual([]);
  });

  test("not who is asked about, nor anybody where deadlocks are", () => {
    const text = model("state A, B; init A; trans A -> B { };");
    expect(facts(text).still).toEqual([1]);
    expect(facts(text, "A[] not (Main.C && Other.B)").still).toEqual([]);
    expect(facts(text, "A[] not deadlock").still).toEqual([]);
  });

  test("not who shakes hands with others, but who does so with others that are left out", () => {
    const text = (third: string): string =>
      `chan hand; bool b; process P() { state A; init A; trans A -> A { ${third} }; }
       process Q() { state A; init A; trans A -> A { sync hand!; }; }
       process R() { state A; init A; trans A -> A { sync hand?; }; } system P, Q, R;`;
    expect(facts(text("assign b = true;"), "A[] not b").still).toEqual([1, 2]);
    expect(facts(text("guard b; sync hand?;"), "A[] not P.A").still).toEqual([]);
  });
});

test("a variable is live where it is read, or passed on to where it is", () => {
  const { live } = facts(model("state A; init A;"));
  // Of Main, Other, x, y, z: x is read in A and set on the way to C, y is set on the way to B and read there, z is of no use.
  expect(live).toEqual({
    everywhere: [],
    locations: [
      [0, 0, 2],
      [0, 1, 3],
      [0, 2, 2],
    ],
  });
});

test.each([
  ["a function that reads it", "int f() { return x; }", "assign y = f();", [0, 0, 2]],
  ["a function that sets it before all else", "void f() { x = 1; y = 2; }", "assign f();", [0, 1, 2]],
  ["a function that may not set it", "void f() { if (z > 0) x = 1; }", "assign f();", [0, 0, 2, 4]],
  ["an argument by reference", "void f(int &r) { r = 1; }", "assign f(x);", [0, 0, 2]],
])("%s counts", (_, declared, assigned, row) => {
  const text = `int x; int y; int z; ${declared}
    process P() { state A, B, C; init A; trans A -> B { ${assigned} }, B -> C { guard x == 0; }; }
    process Q() { state A; init A; trans A -> A { assign z = 1; }; } system P, Q;`;
  expect(facts(text, "A[] not P.C").live?.locations[0]).toEqual(row);
});

test("a certificate says what is left out, and what is left out beside that is refused", () => {
  const one = subject(model("state A; init A; trans A -> A { guard d > 3; assign d = 0; };"));
  const { lines, judgement } = prove(one, queryOf(one, "A[] not Main.C")!);
  expect(judgement).toMatchObject({ result: "proved", leftOut: ["Other"], dead: 3 });
  const [head, ...rest] = lines!;
  const changed = (so: object) => judge(one, [`${JSON.stringify({ ...JSON.parse(head!), ...so })}\n`, ...rest]);
  expect(changed({ still: [0, 1] })).toMatchObject({ result: "refused", reason: "where it is matters" });
  expect(changed({ live: { everywhere: [], locations: [] } })).toMatchObject({
    result: "refused",
    reason: "'x' is stated as dead, and Main in A needs it",
  });
  expect(changed({ still: [7] })).toMatchObject({ result: "unreadable" });
  expect(changed({ proof: "ends" })).toMatchObject({ result: "unreadable" });
});

/** A few processes with variables and clocks in common, by a seed. */
function randomModel(seed: number): { readonly text: string; readonly query: string } {
  const random = randomOf(seed);
  const one = (...list: readonly string[]): string => list[random(list.length)]!;
  const variable = () => one("a", "b", "c");
  const number = () => String(random(3));
  const some = (chance: number, text: string): string => (random(100) < chance ? text : "");
  const edge = (locations: readonly string[]): string => {
    const guards = [
      some(50, `${variable()} == ${number()}`),
      some(30, `${one("x", "y")} ${one(">=", "<=")} ${number()}`),
    ];
    const sets = [
      some(50, `${variable()} = ${one(number(), variable(), "f()", "g()")}`),
      some(30, `${one("x", "y")} = 0`),
      some(15, "h()"),
    ];
    const guard = guards.filter((part) => part !== "").join(" && ");
    const assign = sets.filter((part) => part !== "").join(", ");
    const sync = some(35, `sync ${one("hand!", "hand?", "cry!", "cry?", "now!", "now?")};`);
    return `${one(...locations)} -> ${one(...locations)} { ${guard && `guard ${guard};`} ${sync} ${assign && `assign ${assign};`} }`;
  };
  const processes = ["P", "Q", "R"].slice(0, 2 + random(2)).map((name) => {
    const locations = ["A", "B", "C"].slice(0, 1 + random(3));
    const edges = Array.from({ length: 1 + random(4) }, () => edge(locations)).join(",\n    ");
    const invariants = locations.map((l) => l + some(25, ` { ${one("x", "y")} <= ${1 + random(3)} }`)).join(", ");
    return `process ${name}() { state ${invariants}; ${some(20, `commit ${one(...locations)};`)} init A;\n  trans ${edges}; }`;
  });
  const names = processes.map((_, k) => "PQR"[k]).join(", ");
  const text = `int[0,2] a; int[0,2] b; int[0,2] c; clock x; clock y; chan hand; broadcast chan cry; urgent chan now;
int[0,2] f() { return b; } int[0,2] g() { if (c == 0) a = 1; return 2; } void h() { b = 0; c = b; }
${processes.join("\n")}\nsystem ${names};\n`;
  const asked = [some(60, `${variable()} == ${number()}`), some(70, "P.A"), some(30, `x >= ${number()}`)];
  return { text, query: `E<> ${asked.filter((part) => part !== "").join(" && ") || "Q.A && c == 2"}` };
}

/** MATTERS_RUNS asks for more. */
const count = Number(process.env.MATTERS_RUNS ?? many(60));

test("what is reached is reached without what does not matter, and the other way round but for what is left out", () => {
  const tally = { reached: 0, covered: 0, dead: 0, leftOut: 0 };
  for (let seed = 1; seed <= count; seed++) {
    const { text, query: asked } = randomModel(seed);
    const one = subject(text);
    const query = queryOf(one, asked)!;
    const matters = mattersTo(one, asked);
    const { outcome } = verify(one.made.network, query, { reduce: false, symmetry: false });
    if (outcome !== "satisfied" && outcome !== "violated") continue;
    const turns = coverInTurns(one.made.network, query, {}, matters);
    let turn = turns.next();
    while (turn.done !== true) turn = turns.next();
    const { kind } = turn.value;
    const isReached = outcome === "satisfied";
    tally[isReached ? "reached" : "covered"]++;
    if (matters.live!.everywhere.length < 3) tally.dead++;
    if (matters.still!.length > 0) tally.leftOut++;
    if (isReached) expect(kind, `seed ${seed}\n${text}// ${asked}`).toBe("uncovered");
    else if (matters.still!.length === 0) expect(kind, `seed ${seed}\n${text}// ${asked}`).toBe("cover");
  }
  if (process.env.MATTERS_RUNS !== undefined) console.log(tally);
  for (const number of Object.values(tally)) expect(number).toBeGreaterThan(count / 10);
});
