import { describe, expect, test } from "vitest";
import {
  check,
  Forecaster,
  LearningForecaster,
  largestBox,
  Observer,
  OnlineSession,
  open,
  read,
  type UnknownRange,
  Unknowns,
  type UppaalSource,
  type WindowQuery,
  withUnknowns,
} from "../../src/index.ts";

const lamp = `const int OFF = 3, ON = 5; const int[0,9] T = 1; chan press; clock x;
process Lamp() { const int k = 1; state Dark, Bright { x <= ON }; init Dark;
  trans Dark -> Bright { guard x >= OFF; sync press?; assign x = 0; }, Bright -> Dark { guard x == ON && k > 0; assign x = 0; }; }
process User() { state U; init U; trans U -> U { sync press!; }; }
system Lamp, User;`;

const modelOf = (text: string) => check((read(text, { name: "m.xta" }) as UppaalSource).tree);

function start(text: string, ranges: readonly UnknownRange[], query: string, window: number): OnlineSession {
  const tree = withUnknowns(modelOf(text), ranges);
  if ("refused" in tree) throw new Error(tree.refused);
  const opened = open(tree);
  const unknowns = new Unknowns(opened.network!, ranges);
  const observer = new Observer(opened.network!, { unknowns });
  const forecaster = new Forecaster(observer.network, [opened.query(query).query as WindowQuery], { window });
  return new OnlineSession(observer, new LearningForecaster(forecaster, unknowns));
}

describe("unknown constants", () => {
  const refusal = (ranges: readonly UnknownRange[], text = lamp): unknown => {
    const tree = withUnknowns(modelOf(text), ranges);
    return "refused" in tree ? tree.refused : modelOf(text) && check(tree).diagnostics.map((d) => d.message);
  };

  test.each([
    [{ name: "OFFF", low: 1, high: 2 }, "there is no constant 'OFFF'; the model has OFF, ON, T, Lamp.k"],
    [{ name: "x", low: 1, high: 2 }, "x is a variable, not a constant"],
    [{ name: "T", low: 1, high: 40 }, "T cannot be in 1..40: it is in 0..9"],
  ])("%o is refused", (range, words) => expect(refusal([range])).toBe(words));

  test("twice the same is refused", () => {
    const range = { name: "ON", low: 1, high: 2 };
    expect(refusal([range, range])).toBe("ON is named twice");
  });

  test("only whole numbers are learned", () => {
    const text = "const bool B = true; process P() { state A; init A; } system P;";
    expect(refusal([{ name: "B", low: 0, high: 1 }], text)).toBe("B is a bool: only whole numbers can be learned");
  });

  test("what differs from process to process is refused", () => {
    const text =
      "process P(const int d) { const int k = d * 2; state A; init A; } P1 = P(1); P2 = P(3); system P1, P2;";
    const words = "P.k is not a number that all processes share: it is made of parameters or of other constants";
    expect(refusal([{ name: "P.k", low: 0, high: 4 }], text)).toBe(words);
  });

  test("constants may be large", () => {
    const text = "const int BIG = 100000; clock x; process P() { state A { x <= BIG }; init A; } system P;";
    expect(refusal([{ name: "BIG", low: 99_999, high: 100_001 }], text)).toEqual([]);
  });

  test("where a constant is needed, checking says so", () => {
    const text = "const int N = 2; int a[N]; process P() { state A; init A; } system P;";
    expect(refusal([{ name: "N", low: 1, high: 3 }], text)).toEqual(["this must be known at compile time"]);
  });

  test("no others change", () => {
    const ranges = [
      { name: "ON", low: 4, high: 6 },
      { name: "Lamp.k", low: 0, high: 1 },
    ];
    const session = start(lamp, ranges, "A[] true", 1);
    expect(session.observer.states).toHaveLength(6);
    expect(session.observer.network.slots.map((s) => s.name)).not.toContain("OFF");
  });
});

test("what explains all events stays, and each answer says for which values it holds", async () => {
  const session = start(lamp, [{ name: "OFF", low: 1, high: 9 }], "A[] Lamp.Bright imply x <= 4", 4);
  const push = (event: object) => session.push(JSON.stringify(event));
  expect(await push({ t: 0 })).toMatchObject({
    learned: { constants: [{ name: "OFF", values: [[1, 9]] }], combinations: 9, of: 9 },
    forecasts: [{ outcome: "satisfied", parts: { satisfied: 9, violated: 0, undecided: 0, largest: { OFF: [1, 9] } } }],
  });
  expect(await push({ t: 6, event: "press" })).toMatchObject({
    learned: { constants: [{ values: [[1, 6]] }], combinations: 6, of: 9 },
  });
  // Switched off at 11, and on again after three time units at the earliest.
  expect(await push({ t: 14, event: "press" })).toMatchObject({ learned: { constants: [{ values: [[1, 3]] }] } });
  expect(await push({ t: 14, is: { OFF: 2 } })).toMatchObject({ learned: { constants: [{ values: [[2, 2]] }] } });
});

test("a constant is not set by an event", async () => {
  const session = start(lamp, [{ name: "ON", low: 4, high: 6 }], "A[] Lamp.Bright imply x <= 4", 9);
  await session.push('{"t": 3, "event": "press"}');
  expect(await session.push('{"t": 3, "set": {"ON": 5}}')).toMatchObject({
    why: "impossible",
    reason: "'ON' is learned and cannot be set; 'is' says what it was found to be",
  });
  expect(await session.push('{"t": 3}')).toMatchObject({
    forecasts: [{ outcome: "violated", after: 4, parts: { satisfied: 1, violated: 2, largest: { ON: [4, 4] } } }],
  });
  expect(await session.push('{"t": 3, "is": {"ON": 4}}')).toMatchObject({
    learned: { combinations: 1 },
    forecasts: [{ outcome: "satisfied" }],
  });
});

test("a value with which the model fails drops out, and the others go on", async () => {
  const text = `const int K = 3; int[0,10] n; broadcast chan e;
process P() { clock y; state A { y <= 2 }; init A; trans A -> A { guard y >= 1; sync e!; assign y = 0, n = 12 / K; }; } system P;`;
  const session = start(text, [{ name: "K", low: 0, high: 4 }], "A[] n <= 5", 4);
  expect(await session.push('{"t": 1.5, "event": "e"}')).toMatchObject({
    learned: { constants: [{ name: "K", values: [[2, 4]] }] },
  });
  const all = start(text, [{ name: "K", low: 0, high: 1 }], "A[] n <= 5", 4);
  expect(await all.push('{"t": 1.5, "event": "e"}')).toMatchObject({
    why: "fault",
    reason: expect.stringMatching(/division by zero.*, with K = 0$/),
  });
});

test("a value with which the first state fails is none", async () => {
  const text = "const int K = 3; clock x; process P() { state A { x <= 6 / K }; init A; } system P;";
  const session = start(text, [{ name: "K", low: 0, high: 3 }], "A[] true", 4);
  expect(await session.push('{"t": 2}')).toMatchObject({ learned: { constants: [{ values: [[1, 3]] }], of: 4 } });
  expect(() => start(text, [{ name: "K", low: 0, high: 0 }], "A[] true", 4)).toThrow("division by zero");
});

test("a fault that only the search for the earliest time meets is none of the session's", async () => {
  const text = `const int K = 3; clock x; int n; int z = 0;
process P() { state A, V, B, C; init A;
  trans A -> V { guard x >= K; }, A -> B { guard x >= 1; }, B -> C { assign n = 1 / z; }; } system P;`;
  const session = start(text, [{ name: "K", low: 5, high: 6 }], "A[] not P.V", 8);
  expect(await session.push('{"t": 0}')).toMatchObject({
    forecasts: [{ outcome: "violated", parts: { violated: 2 } }],
  });
});

test("whoever begins again has clocks that invariants allow", async () => {
  const text = `const int K = 3; chan go; clock x;
process P() { state A { x <= 5 }, B; init A; trans A -> B { guard x >= K; sync go!; }; }
process Q() { state U; init U; trans U -> U { sync go?; }; }
system P, Q;`;
  const session = start(text, [{ name: "K", low: 4, high: 7 }], "A[] true", 4);
  expect(await session.push('{"t": 9, "resync": true, "event": "go"}')).toMatchObject({
    learned: { constants: [{ values: [[4, 5]] }] },
  });
});

test("checkpoints keep what was learned", async () => {
  const ranges = [{ name: "OFF", low: 1, high: 9 }];
  const session = start(lamp, ranges, "A[] true", 1);
  await session.push('{"t": 4, "event": "press"}');
  const again = start(lamp, ranges, "A[] true", 1);
  expect(again.observer.restore(JSON.parse(JSON.stringify(session.observer.checkpoint())))).toBeUndefined();
  expect(again.answer()).toEqual(session.answer());
  expect(again.answer().learned?.constants[0]?.values).toEqual([[1, 4]]);
});

describe("the largest box", () => {
  test.each<[number[][], unknown]>([
    [[], undefined],
    [[[3]], [[3, 3]]],
    [[[1], [2], [4], [5], [6], [9]], [[4, 6]]],
    [
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [2, 1],
        [2, 2],
      ],
      [
        [0, 2],
        [1, 1],
      ],
    ],
  ])("of %j", (points, box) => expect(largestBox(points)).toEqual(box));

  test("is as large as any, by trying all", () => {
    for (let seed = 0; seed < 200; seed++) {
      const points: number[][] = [];
      for (let k = 0; k < 27; k++)
        if (Math.imul(seed * 27 + k + 1, 2654435761) >>> 30 !== 0)
          points.push([k % 3, Math.floor(k / 3) % 3, Math.floor(k / 9)]);
      const has = new Set(points.map((p) => p.join()));
      const size = (box: readonly (readonly [number, number])[]): number => {
        const [a, b, c] = box as [[number, number], [number, number], [number, number]];
        let count = 0;
        for (let x = a[0]; x <= a[1]; x++)
          for (let y = b[0]; y <= b[1]; y++)
            for (let z = c[0]; z <= c[1]; z++) {
              if (!has.has([x, y, z].join())) return 0;
              count++;
            }
        return count;
      };
      const spans = [0, 1, 2].flatMap((low) =>
        [0, 1, 2].filter((h) => h >= low).map((h) => [low, h] as [number, number]),
      );
      const best = Math.max(...spans.flatMap((a) => spans.flatMap((b) => spans.map((c) => size([a, b, c])))));
      expect(size(largestBox(points)!)).toBe(best);
    }
  });
});
