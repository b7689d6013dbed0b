import { describe, expect, test } from "vitest";
import { open, read, reduce, verify } from "../../src/index.ts";
import { check, checkQuery } from "../../src/model/index.ts";
import { instantiate, instantiateQuery } from "../../src/network/index.ts";
import { Fragment, parseQuery } from "../../src/syntax/index.ts";
import { difference } from "../laws/reducing.ts";

/** Values that reach templates by reference are reset as those that are named directly (Slomp, section 6.1.1). */
const query = "A[] not deadlock";

function reduced(text: string, substitute = false) {
  const source = read(text);
  if (source.format === "tck") throw new Error("no UPPAAL model");
  const model = check(source.tree);
  expect([...source.diagnostics, ...model.diagnostics].filter((d) => d.severity === "error")).toEqual([]);
  const { made } = instantiate(model);
  const { query: parsed } = parseQuery(Fragment.of(query));
  if (made === undefined || parsed === undefined) throw new Error("no network");
  const asked = instantiateQuery(made, checkQuery(model, parsed), query).query;
  if (asked === undefined) throw new Error("no query");
  return reduce(source, made, { queries: [asked], substitute });
}

/** All states, with all reductions off. */
function states(text: string): number {
  const { network, diagnostics } = open(`${text}query { ${query} }\n`);
  if (network === undefined) throw new Error(diagnostics[0]?.message);
  const source = read(text);
  if (source.format === "tck") throw new Error("no UPPAAL model");
  const model = check(source.tree);
  const { made } = instantiate(model);
  const { query: parsed } = parseQuery(Fragment.of(query));
  const asked = instantiateQuery(made!, checkQuery(model, parsed!), query).query!;
  return verify(network, asked, { reduce: false, symmetry: false, acceleration: false, order: "bfs" }).statistics
    .stored;
}

const types = "chan c, d; typedef int[0,3] msg_t;";
const send = (name: string, parameters: string, channel: string, to: string): string =>
  `process ${name}(${parameters}) { state a, b; init a; trans a -> b { select v : msg_t; sync ${channel}!; assign ${to} = v; }, b -> a { }; }\n`;
const receive = (name: string, parameters: string, channel: string, from: string): string =>
  `process ${name}(${parameters}) { bool h; state p, q; init p; trans p -> q { sync ${channel}?; assign h = ${from} > 1; }, q -> p { guard h; assign h = false; }, q -> p { guard !h; }; }\n`;

const direct = `${types} msg_t m;\n${send("S", "", "c", "m")}${receive("R", "", "c", "m")}system S, R;\n`;
const byReference = `${types} msg_t m;\n${send("S", "msg_t &out", "c", "out")}${receive("R", "msg_t &inp", "c", "inp")}P = S(m); Q = R(m); system P, Q;\n`;

test("sender and receiver with references come to as few states as with the variable itself", () => {
  const [a, b] = [reduced(direct), reduced(byReference)];
  expect(states(direct)).toBe(states(byReference));
  expect(states(a.text)).toBeLessThan(states(direct));
  expect(states(b.text)).toBe(states(a.text));
  expect(b.resets.map((r) => `${r.template} ${r.variable} ${r.rule}`)).toContain("R inp passed");
  expect(b.text).toContain("assign h = inp > 1, inp = 0;");
});

describe("answers stay, and states become fewer", () => {
  const two = "msg_t m, n;";
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["one name in all processes", byReference, ["R inp"]],
    [
      "each pair has its own variable and channel",
      `${types} ${two}\n${send("S", "chan &k, msg_t &out", "k", "out")}${receive("R", "chan &k, msg_t &inp", "k", "inp")}P1 = S(c, m); P2 = S(d, n); Q1 = R(c, m); Q2 = R(d, n); system P1, P2, Q1, Q2;\n`,
      ["R inp"],
    ],
    [
      "one side names the variable",
      `${types} msg_t m;\n${send("S", "msg_t &out", "c", "out")}${receive("R", "", "c", "m")}P = S(m); system P, R;\n`,
      ["R m"],
    ],
    [
      "an element of an array",
      `${types} msg_t buf[2];\n${send("S", "msg_t &out", "c", "out")}${receive("R", "msg_t &inp", "c", "inp")}P = S(buf[1]); Q = R(buf[1]); system P, Q;\n`,
      ["R inp"],
    ],
    [
      "a struct",
      `${types} typedef struct { msg_t a; msg_t b; } pair; pair m;\n${send("S", "pair &out", "c", "out.b")}${receive("R", "pair &inp", "c", "inp.b")}P = S(m); Q = R(m); system P, Q;\n`,
      ["R inp.b"],
    ],
    [
      "through a partial instance",
      `${types} msg_t m;\n${send("S", "msg_t &out", "c", "out")}${receive("R", "msg_t &inp, const int k", "c", "inp")}P = S(m); H(const int k) = R(m, k); Q = H(2); system P, Q;\n`,
      ["R inp"],
    ],
    [
      "two receivers of one template, of which one uses another variable",
      `${types} ${two}\n${send("S", "chan &k, msg_t &out", "k", "out")}${receive("R", "chan &k, msg_t &inp", "k", "inp")}process L() { state s; init s; trans s -> s { guard n > 2; }; }\nP1 = S(c, m); P2 = S(d, n); Q1 = R(c, m); Q2 = R(d, n); system P1, P2, Q1, Q2, L;\n`,
      ["R m"],
    ],
  ];
  test.each(cases)("%s", (_, text, expected) => {
    const result = reduced(text);
    const passed = result.resets.filter((r) => r.rule === "passed").map((r) => `${r.template} ${r.variable}`);
    expect(passed).toEqual(expected);
    for (const substitute of [false, true]) expect(difference(text, query, substitute).problem).toBe(undefined);
    expect(states(result.text)).toBeLessThan(states(text));
  });
});

test("over a broadcast channel the variable itself becomes meta", () => {
  const text = byReference.replace("chan c", "broadcast chan c");
  const result = reduced(text);
  expect(result.meta.map((m) => m.variable)).toEqual(["m"]);
  expect(difference(text, query).problem).toBe(undefined);
});

test("where processes of a template differ in what they may reset, that is said", () => {
  const text = `${types} msg_t m, n;
process T(msg_t &k) { state a, b; init a; trans a -> b { select v : msg_t; assign k = v; }, b -> a { guard k > 1; }, b -> a { guard k <= 1; }; }
process L() { state s; init s; trans s -> s { guard n > 2; }; }
P = T(m); Q = T(n); system P, Q, L;
`;
  const result = reduced(text);
  expect(result.resets).toEqual([]);
  expect(result.skipped).toEqual([
    { variable: "k", why: "it means another variable in each process of T, and not all are its own" },
  ]);
});
