import { describe, expect, test } from "vitest";
import { parseValues, planRuns, pointsOf, readStudy, type Study } from "../../src/index.ts";
import { schemaFaults } from "../cli/schema.ts";

/** Studies as they are written: values, files with all their parts, what is refused and where, and the runs that come of them. */
function study(json: object): Study {
  const read = readStudy(JSON.stringify(json));
  if ("faults" in read) throw new Error(read.faults.join("\n"));
  return read;
}

describe("values", () => {
  test.each([
    ["4", [4]],
    ["2..5", [2, 3, 4, 5]],
    ["2..12:5", [2, 7, 12]],
    ["2..11:5", [2, 7]],
    ["-2..0", [-2, -1, 0]],
    ["0.1..0.5:0.1", [0.1, 0.2, 0.3, 0.4, 0.5]],
    ["1, 2, 8..9, 2", [1, 2, 8, 9]],
    ["true,false", [true, false]],
  ])("%s", (text, values) => {
    expect(parseValues(text)).toEqual(values);
  });

  test.each([
    ["", "'' is no value: a number, true, false, or a range such as 2..12 or 2..12:2"],
    ["1,,2", "'' is no value: a number, true, false, or a range such as 2..12 or 2..12:2"],
    ["N", "'N' is no value: a number, true, false, or a range such as 2..12 or 2..12:2"],
    ["5..2", "the range 5..2 is empty"],
    ["1..2:0", "the step of a range must be above 0"],
    ["0..1000000", "the range 0..1000000 has more than 100000 values"],
    ["0x10", "'0x10' is no value: a number, true, false, or a range such as 2..12 or 2..12:2"],
  ])("'%s' is refused", (text, refused) => {
    expect(parseValues(text)).toEqual({ refused });
  });
});

describe("a file that says something twice", () => {
  test.each([
    ['{"models": ["a.xml"], "set": {"N": "2..3", "N": 5}}', ["set.N: it is given twice"]],
    [
      '{"set": [{"N": 1}, {"a\\"": 1, "\\u0061\\"": [{}]}], "set": {}}',
      ['set[1].a": it is given twice', "set: it is given twice"],
    ],
    [
      '{"models": ["a.xml"], "queries": ["E<> P.a", {"formula": "E<> P.a", "expect": true}]}',
      ["queries[1]: it is asked before, with another expectation"],
    ],
  ])("%s", (text, faults) => {
    expect(readStudy(text)).toEqual({ faults });
  });

  test("but once in each place", () => {
    const text = '{"models": ["set", "set"], "set": [{"set": 1}, {"set": 2}], "queries": ["A", "A"]}';
    expect(readStudy(text)).not.toHaveProperty("faults");
  });
});

test("no limit is infinite: a journal has no word for that", () => {
  const text = '{"models": ["a.xml"], "limits": {"timeout": 1e999, "memory": 1e999}}';
  expect(readStudy(text)).toEqual({
    faults: ["limits.timeout: it must be a number above 0", "limits.memory: it must be a number above 0"],
  });
});

describe("a file", () => {
  test("with all parts", () => {
    const json = {
      models: ["a.xml"],
      set: { N: "2..3", K: [1, "4..5"], B: true },
      sample: { count: 3, seed: 9 },
      queries: ["E<> P.a", { formula: "A[] P.b", expect: false }],
      seed: 5,
      repetitions: 2,
      options: { order: "dfs", epsilon: 0.01, runs: 10, symmetry: false },
      limits: { timeout: 1.5, memory: 64, maxStates: 1000 },
      frontier: "K",
    };
    expect(schemaFaults("study", json)).toEqual([]);
    expect(study(json)).toEqual({
      ...json,
      set: [
        [
          { name: "N", values: [2, 3] },
          { name: "K", values: [1, 4, 5] },
          { name: "B", values: [true] },
        ],
      ],
      queries: [{ formula: "E<> P.a" }, { formula: "A[] P.b", expect: false }],
    });
  });

  test.each<[string, unknown, string[]]>([
    ["no JSON", undefined, [expect.stringMatching(/^it is not JSON: /)] as never],
    ["a list", [], ["it must be an object"]],
    ["nothing", {}, ["models: it must be a list of one or more"]],
    [
      "an unknown part",
      { models: ["a"], modles: [] },
      [
        "modles: there is no such part; there are $schema, models, set, sample, queries, seed, repetitions, options, limits, frontier",
      ],
    ],
    [
      "wrong values",
      { models: ["a"], set: { N: "5..2", K: null } },
      ["set.N: the range 5..2 is empty", "set.K: it must be a number, a truth value, a text such as 2..12, or a list"],
    ],
    [
      "wrong options",
      {
        models: ["a"],
        options: { order: "best", alpha: 2, runs: 0, reduce: 1 },
        limits: { timeout: -1, maxStates: 0.5 },
      },
      [
        "options.order: it must be bfs, dfs, random",
        "options.alpha: it must be a number between 0 and 1",
        "options.runs: it must be a whole number, 1 or more",
        "options.reduce: it must be true or false",
        "limits.maxStates: it must be a whole number, 1 or more",
        "limits.timeout: it must be a number above 0",
      ],
    ],
    [
      "lists in lists",
      { models: ["a"], set: { N: [1, [2, 3]] } },
      ["set.N[1]: it must be a number, a truth value, or a text such as 2..12"],
    ],
    [
      "unknown options",
      { models: ["a"], options: { localTime: "on", toString: 1 } },
      ["localTime", "toString"].map(
        (name) =>
          `options.${name}: there is no such part; there are order, abstraction, engine, symmetry, reduce, acceleration, bitstate, alpha, beta, epsilon, delta, runs`,
      ),
    ],
    [
      "wrong queries",
      { models: ["a"], queries: ["", { formula: 3 }] },
      ["queries[0]: it must be a text", "queries[1].formula: it must be a text"],
    ],
  ])("%s is refused", (_, json, faults) => {
    expect(readStudy(json === undefined ? "{" : JSON.stringify(json))).toEqual({ faults });
  });
});

describe("runs", () => {
  const planned = [{ file: "a.xml", sha256: "00", queries: [{ formula: "E<> P.a" }, { formula: "A[] P.b" }] }];

  test("are the product, queries and repetitions, each once", () => {
    const runs = planRuns(study({ models: ["a.xml"], set: { N: [1, 2], K: [5, 6] }, repetitions: 2 }), planned);
    expect(runs).toHaveLength(16);
    expect(runs.slice(0, 5).map(({ constants, query, seed }) => [constants, query, seed])).toEqual([
      [{ N: 1, K: 5 }, "E<> P.a", 1],
      [{ N: 1, K: 5 }, "E<> P.a", 2],
      [{ N: 1, K: 5 }, "A[] P.b", 1],
      [{ N: 1, K: 5 }, "A[] P.b", 2],
      [{ N: 1, K: 6 }, "E<> P.a", 1],
    ]);
    const twice = study({ models: ["a.xml"], set: [{ N: [1, 2] }, { N: [2, 3] }] });
    expect(planRuns(twice, planned)).toHaveLength(6);
  });

  test("of a sample are different points of the product, the same for the same seed", () => {
    const set = [
      { N: "1..100", K: "1..1000" },
      { N: "200..300", K: 7 },
    ];
    const sample = (seed: number) => pointsOf(study({ models: ["a"], set, sample: { count: 50, seed } }));
    expect(new Set(sample(3).map((point) => JSON.stringify(point))).size).toBe(50);
    expect(sample(3)).toEqual(sample(3));
    expect(sample(3)).not.toEqual(sample(4));
    for (const { N, K } of sample(3)) expect(Number(N) <= 100 ? Number(K) <= 1000 : K === 7).toBe(true);
    expect(pointsOf(study({ models: ["a"], set: { N: [1, 2] }, sample: { count: 9 } }))).toEqual([{ N: 1 }, { N: 2 }]);
  });

  test("of a sample are anywhere in a product of any size", () => {
    const names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
    for (const size of [4, 6, 10]) {
      const set = Object.fromEntries(names.slice(0, size).map((name) => [name, "0..1023"]));
      const points = pointsOf(study({ models: ["a"], set, sample: { count: 40, seed: 3 } }));
      expect(points).toHaveLength(40);
      for (const name of names.slice(0, size)) {
        const values = points.map((point) => Number(point[name]));
        expect(new Set(values).size, name).toBeGreaterThan(30);
        expect(values.filter((value) => value < 512).length, name).toBeGreaterThan(8);
        expect(values.filter((value) => value % 2 === 0).length, name).toBeGreaterThan(8);
      }
    }
    const beside = [{ A: "0..99999", B: "0..99999" }, { C: [1, 2] }];
    const points = pointsOf(study({ models: ["a"], set: beside, sample: { count: 20 } }));
    for (const { A, B, C } of points)
      expect(C === undefined ? Number(A) >= 0 && Number(B) >= 0 : Number(C) > 0).toBe(true);
  });

  test("too many are refused", () => {
    expect(() => pointsOf(study({ models: ["a"], set: { N: "1..2000", K: "1..2000" } }))).toThrow(/give a sample/);
    const last = study({ models: ["a"], seed: Number.MAX_SAFE_INTEGER, repetitions: 2 });
    expect(() => planRuns(last, [])).toThrow(/seeds are whole numbers up to 9007199254740991/);
  });
});
