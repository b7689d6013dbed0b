import { expect, test } from "vitest";
import { Forecaster, Observer, type OnlineEvent, open, type WindowQuery } from "../../src/index.ts";

/** `limit` is written by no edge: only a measurement tells that it is not zero. */
const tank = `clock x; int[0,99] limit;
process Tank() { state A, B, Full; init A; trans A -> B { assign x = 1; }, A -> B { }, B -> Full { guard x >= limit; }; }
system Tank;
`;

function ask(
  texts: readonly string[],
  window: number,
  compiled: boolean,
  event: Omit<OnlineEvent, "t">,
): readonly object[] {
  const opened = open(tank);
  const observer = new Observer(opened.network!);
  expect(observer.observe({ t: 0, ...event })).toBeUndefined();
  const queries = texts.map((text) => opened.query(text).query as WindowQuery);
  const forecaster = new Forecaster(observer.network, queries, { window, compiled });
  expect(forecaster.compiledQueries).toEqual(texts.map((t) => compiled && /^(A\[\]|E<>)/.test(t)));
  return forecaster.forecast(observer.windowStates()).map(({ outcome, after }) => [outcome, after]);
}

test.each([true, false])("a variable that is only measured counts with its value (compiled: %s)", (compiled) => {
  const measured: Omit<OnlineEvent, "t"> = { at: { Tank: "A" }, set: { limit: 50 }, clock: { x: [25, 25] } };
  const asked = ["A[] not Tank.Full", "E<> Tank.Full", "A<> Tank.Full"];
  expect(ask(asked, 30, compiled, measured)).toEqual([
    ["violated", 25],
    ["satisfied", 25],
    ["violated", undefined],
  ]);
  expect(ask(asked.slice(0, 2), 24, compiled, measured)).toEqual([
    ["satisfied", undefined],
    ["violated", undefined],
  ]);
});

test.each([true, false])("a time that is only approached is told as the limit (compiled: %s)", (compiled) => {
  const strict = ["A[] not (Tank.A and x > 30)"];
  expect(ask(strict, 6, compiled, { clock: { x: [25, 25] } })).toEqual([["violated", 5]]);
  expect(ask(strict, 5, compiled, { clock: { x: [25, 25] } })).toEqual([["satisfied", undefined]]);
});

test.each([true, false])("a search of many states ends at the deadline (compiled: %s)", (compiled) => {
  const opened = open(`int[0,40] a, b, c; int s; clock x;
process P() { state A; init A; trans A -> A { guard a < 40; assign a = a + 1; }, A -> A { guard b < 40; assign b = b + 1; }, A -> A { guard c < 40; assign c = c + 1, x = 0; }; }
system P;
`);
  // No state can be seen twice, and none is wrong: only time can end this.
  let time = 0;
  const now = (): number => time++;
  const observer = new Observer(opened.network!, { observe: [] });
  const query = opened.query("A[] s < 9").query as WindowQuery;
  const forecaster = new Forecaster(observer.network, [query], { window: 9, now, maxStates: 10_000_000, compiled });
  expect(forecaster.forecast(observer.windowStates(), 20)[0]).toMatchObject({ outcome: "unknown", reason: "deadline" });
  expect(time).toBeGreaterThan(20);
});
