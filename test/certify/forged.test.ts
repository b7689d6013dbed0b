import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { certify } from "../../apps/certify/certify.ts";
import { textOf } from "../../apps/certify/report.ts";
import { sha256 } from "./prove.ts";

/**
 * Certificates written by hand for a claim that is false: none is taken, and none makes the checker stumble, whatever stands
 * in a field.
 */
const model = new TextEncoder().encode(
  "clock x; int[0,1] n; process P() { state A { x <= 5 }, B; init A; trans A -> B { guard x >= 5; }; } system P;",
);
const header = {
  certificate: "zonal",
  version: 1,
  model: { sha256: sha256(model) },
  query: "A[] not P.B",
  outcome: "satisfied",
  proof: "unreachable",
  order: "inclusion",
  processes: ["P"],
  variables: ["n"],
  clocks: ["x"],
};
const member = { state: [0, 0], zones: [[1, 1, 11, 1]] };
const judged = (...lines: readonly (object | string)[]) =>
  certify(
    model,
    "m.xta",
    new TextEncoder().encode(
      lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
    ),
  );

const odd: readonly unknown[] = [null, 0, -1, 1e20, "", "x", true, [], {}, [null], [[null]], [0], [-1], [99], [[0, 0]]];
const fields = ["certificate", "version", "model", "query", "outcome", "proof", "ending", "loop", "begin", "limit"];
const more = [
  "values",
  "order",
  "bounds",
  "symmetries",
  "live",
  "still",
  "refines",
  "processes",
  "variables",
  "clocks",
];

test.each([...fields, ...more])("any %s", (field) => {
  for (const value of odd) {
    const { result, reason } = judged({ ...header, [field]: value }, member, { end: 1 });
    expect(result, `${JSON.stringify(value)}: ${reason}`).not.toBe("proved");
  }
});

test.each(["state", "zones", "ranks", "permutations"])("any %s of a member", (field) => {
  for (const value of odd) expect(judged(header, { ...member, [field]: value }, { end: 1 }).result).not.toBe("proved");
});

test.each([
  ["the invariant's last instant is left out", [{ state: [0, 0], zones: [[1, 1, 10, 1]] }]],
  ["what is reached has no zone", [member, { state: [1, 0], zones: [] }]],
  ["what is reached has an empty zone", [member, { state: [1, 0], zones: [[1, -100, 1, 1]] }]],
  ["a clock less itself is below zero", [{ state: [0, 0], zones: [[-5, 1, 11, -5]] }]],
  ["the smallest numbers", [{ state: [0, 0], zones: [[1, -(2 ** 31), -(2 ** 31), 1]] }]],
  ["numbers that are no words", [{ state: [0, 0], zones: [[1, 1, 2 ** 53, 1]] }]],
  ["a fraction", [{ state: [0, 0], zones: [[1, 1, 10.5, 1]] }]],
  ["twice", [member, { ...member, zones: [] }]],
  ["a location that is none", [member, { state: [2 ** 32, 0], zones: [[1, 1, 11, 1]] }]],
  ["a value outside its range", [{ state: [0, 5], zones: [[1, 1, 11, 1]] }]],
  ["nothing", []],
  ["a number that is none", ['{"state":[0,0],"zones":[[1,1,NaN,1]]}']],
  ["an infinite number", ['{"state":[0,0],"zones":[[1,1,-1e999,1]]}']],
  ["nested without end", ["[".repeat(100_000)]],
  ["an empty line", ["", member]],
])("%s", (_, members) => {
  expect(judged(header, ...members, { end: members.length }).result).not.toBe("proved");
  for (const end of odd) expect(judged(header, ...members, { end }).result).not.toBe("proved");
});

test.each([
  ["conditions on data", "true && ", "true"],
  ["bounds on clocks", "x < 9 || ", "true"],
  ["implications", "n == 0 imply ", "true"],
  ["brackets", "(", "true"],
  ["negations", "!", "true"],
  ["choices", "n == 0 ? true : ", "true"],
])("a chain of %s without end", (_, link, last) => {
  const query = `A[] ${link.repeat(400)}${last}`;
  const { result } = judged({ ...header, query }, member, { end: 1 });
  expect(result).not.toBe("proved");
});

test("what is too deep for calls is not judged", () => {
  const query = `A[] ${"true imply ".repeat(100_000)}true`;
  expect(judged({ ...header, query }, member, { end: 1 })).toMatchObject({
    result: "unsupported",
    reason: "not judged: it is nested too deeply",
  });
});

test("two files in one, halves of one, and what is behind it", () => {
  const text = [header, member, { end: 1 }].map((line) => `${JSON.stringify(line)}\n`).join("");
  const whole = gzipSync(text);
  const resultOf = (...parts: readonly Uint8Array[]) => certify(model, "m.xta", Buffer.concat(parts));
  expect(resultOf(gzipSync(text.slice(0, 99)), gzipSync(text.slice(99)))).toEqual(resultOf(whole));
  expect(resultOf(whole, whole)).toMatchObject({
    result: "unreadable",
    reason: expect.stringContaining("behind its end"),
  });
  for (const damaged of [whole.subarray(0, -9), Buffer.concat([whole, Buffer.from("more")]), gzipSync(whole)])
    expect(resultOf(damaged)).toMatchObject({ result: "unreadable", reason: expect.any(String) });
});

test("names that every object has", () => {
  for (const name of ["__proto__", "constructor", "toString"]) {
    expect(judged({ ...header, processes: [name] }, member, { end: 1 }).result).toBe("unreadable");
    expect(judged({ ...header, variables: [name] }, member, { end: 1 }).result).toBe("unreadable");
    expect(judged({ ...header, clocks: [name] }, member, { end: 1 }).result).toBe("unreadable");
  }
  const hidden = JSON.stringify(header).replace('"query"', '"__proto__"');
  expect(judged(hidden, member, { end: 1 }).result).toBe("unreadable");
  const zones = JSON.stringify(member).replace('"zones"', '"__proto__"');
  expect(judged(header, zones, { end: 1 }).result).toBe("unreadable");
});

test("the model with other ends of lines is another model", () => {
  const text = new TextDecoder().decode(model);
  for (const other of [text.replaceAll("; ", ";\n"), text.replaceAll("; ", ";\r\n"), `${text}\n`, `\ufeff${text}`])
    expect(
      judged({ ...header, model: { sha256: sha256(new TextEncoder().encode(other)) } }, member, { end: 1 }),
    ).toMatchObject({ result: "unreadable", reason: expect.stringContaining("SHA-256") });
});

const closed = [member, { state: [1, 0], zones: [[1, -9, null, 1]] }];

test.each([
  ["sup: n", { limit: { term: 0, bound: -4294967295, strict: false } }],
  ["inf: n", { limit: { term: 0, bound: 4294967296, strict: false } }],
  ["sup: n", { limit: { term: 0, bound: -4294967296, strict: true } }],
  ["bounds: n", { values: { term: 0, intervals: [[2 ** 32, 0, 2 ** 32 + 1, 0]] } }],
  ["bounds: n", { values: { term: 0, intervals: [[-(2 ** 32), 0, 2 ** 32, 0]] } }],
  ["bounds: n", { values: { term: 0, intervals: [[2 ** 32, 0, null, 0]] } }],
])("values of %s that are no words: %j", (query, said) => {
  expect(judged({ ...header, query, ...said }, ...closed, { end: 2 }).result).toBe("unreadable");
});

test("values that are taken, and none of them", () => {
  const taken = { ...header, query: "bounds: n", proof: "taken", values: { term: 0, intervals: [] } };
  expect(judged(taken, { state: [0, 0] }, { end: 1 }).result).toBe("unreadable");
});

test("a limit is reached by a run to it, not to what is beyond", () => {
  const told = { state: [0, 0], clocks: ["0"], delay: "3" };
  const reached = (bound: number) => {
    const limit = { term: 0, bound, strict: false };
    return judged({ ...header, query: "sup: x", proof: "run", limit }, told, { end: 1 }).result;
  };
  expect([2, 3, 4].map(reached)).toEqual(["refused", "proved", "refused"]);
});

/** A certificate of another model. */
function judgedOf(text: string, head: object, ...members: readonly object[]) {
  const bytes = new TextEncoder().encode(text);
  const lines = [{ ...header, model: { sha256: sha256(bytes) }, ...head }, ...members, { end: members.length }];
  return certify(bytes, "m.xta", new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
}

test("sums of a clock and integers are those of the integers", () => {
  const stays = "clock x; int[0,1] n; process P() { state A { x <= 5 }; init A; } system P;";
  const result = (query: string, more: object = {}) => judgedOf(stays, { query, ...more }, member).result;
  expect(result("A[] x > -2147483647 - 1")).toBe("proved");
  expect(result("A[] not (x > -2147483647 - 1)")).toBe("refused");
  expect(result("A[] x + 2147483647 + 1 <= 5")).toBe("refused");
  expect(result("A[] x - 2147483647 - 5 < 0")).toBe("proved");
  expect(result("sup: x", { limit: { term: 0, bound: -(2 ** 31), strict: false } })).toBe("refused");
});

/**
 * P(0) takes turn 0, P(1) turn 1. That the one alone in B does not have the turn is false; of an exchange that leaves the
 * turn alone it would follow.
 */
test("cells that hold elements are named once", () => {
  const turns =
    "int[0,1] turn; typedef int[0,1] id_t; process P(const id_t i) { state A, B; init A; trans A -> B { assign turn = i; }; } system P;";
  const query = "A[] forall (i : id_t) (P(i).B imply ((forall (j : id_t) P(j).B) or turn != i))";
  const names = { processes: ["P(0)", "P(1)"], variables: ["turn"], clocks: [] };
  const states = [
    [0, 0, 0],
    [0, 1, 0],
    [1, 0, 1],
    [1, 1, 0],
    [1, 1, 1],
  ];
  const members = states.map((state) => ({ state, zones: [[1]], permutations: [[0]] }));
  for (const [values, expected] of [
    [[2], "refused"],
    [[2, 2], "unreadable"],
    [[2, 2, 2], "unreadable"],
  ] as const) {
    const symmetries = [{ elements: [0, 1], values, swaps: [{ cells: [[0, 1]], clocks: [] }] }];
    expect(judgedOf(turns, { query, ...names, symmetries }, ...members).result).toBe(expected);
  }
});

test("no query and no name looks like a line of the checker", () => {
  const told = (head: object) => {
    const { claim, ...judgement } = judged({ ...header, ...head }, ...closed, { end: 2 });
    return [judgement.result, claim, textOf({ file: "a.cert", seconds: 0, claim, ...judgement }).split("\n").length];
  };
  const good = "A[] true is satisfied";
  expect(told({ query: "A[] true /* is satisfied\n  by nothing\nb.cert: proved: A[] not P.B */" })).toEqual([
    "proved",
    good,
    3,
  ]);
  expect(told({ query: "A[] not P.B //\r\n or true" })).toEqual(["proved", "A[] not P.B or true is satisfied", 3]);
  expect(told({ query: "A[]\n\ttrue" })).toEqual(["proved", good, 3]);
  expect(told({ query: "A[] no\n\u001b[2Kb.cert: proved" })).toEqual([
    "unreadable",
    expect.not.stringMatching(/\p{Cc}/u),
    3,
  ]);
  expect(told({ clocks: ["x\nb.cert: proved: A[] not P.B"] })).toEqual(["unreadable", "A[] not P.B is satisfied", 3]);
});
