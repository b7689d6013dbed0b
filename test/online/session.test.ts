import { expect, test } from "vitest";
import {
  Forecaster,
  journalLine,
  newJournal,
  Observer,
  OnlineSession,
  open,
  parseEvent,
  readJournal,
  replayJournal,
  type WindowQuery,
} from "../../src/index.ts";

const plant = `clock x; int[0,9] n; chan tick; broadcast chan done;
process Plant() { state A { x <= 10 }, B; init A; trans A -> A { guard x >= 5; sync tick!; assign x = 0, n = n + 1; }, A -> B { guard n == 3; sync done!; }; }
process World() { state W; init W; trans W -> W { sync tick?; }; }
system Plant, World;
`;

function start(options: ConstructorParameters<typeof OnlineSession>[2] = {}, window = 12): OnlineSession {
  const opened = open(plant);
  const observer = new Observer(opened.network!);
  const queries = ["A[] n <= 2", "E<> Plant.B", "A<> n == 1"].map((text) => opened.query(text).query as WindowQuery);
  return new OnlineSession(observer, new Forecaster(observer.network, queries, { window, now: options.now }), options);
}
const tick = (t: number): string => JSON.stringify({ t, event: "tick" });

test("answers come in order, with the earliest time of what will happen", async () => {
  const session = start();
  const replies = await Promise.all([tick(6), tick(12), tick(18)].map((l) => session.push(l)));
  expect(replies.map((r) => (r.kind === "answer" ? [r.n, r.t, r.states] : r))).toEqual([
    [1, 6, 1],
    [2, 12, 1],
    [3, 18, 1],
  ]);
  const outcomes = replies.map((r) => (r.kind === "answer" ? r.forecasts.map((f) => [f.outcome, f.after]) : []));
  expect(outcomes[0]).toEqual([
    ["violated", 10],
    ["satisfied", 10],
    ["satisfied", undefined],
  ]);
  expect(outcomes[1]).toEqual([
    ["violated", 5],
    ["satisfied", 5],
    ["violated", undefined],
  ]);
});

test("what cannot be is refused, counted, and changes nothing", async () => {
  const session = start();
  for (const [line, why] of [
    ["{", "malformed"],
    ["[]", "malformed"],
    ['{"t":-1}', "malformed"],
    ['{"t":1,"x":2}', "malformed"],
    ['{"t":1,"set":{"n":1.5}}', "malformed"],
    [tick(3), "unexplained"],
    ['{"t":11}', "unexplained"],
    ['{"t":1,"set":{"n":10}}', "impossible"],
    ['{"t":1,"at":{"Plant":"C"}}', "impossible"],
    ['{"t":1,"clock":{"y":1}}', "impossible"],
    ['{"t":1,"clock":{"x":11}}', "unexplained"],
  ])
    expect(await session.push(line!), line).toMatchObject({ kind: "refused", why });
  expect(await session.push(tick(6))).toMatchObject({ kind: "answer", n: 1 });
  expect(await session.push(tick(5))).toMatchObject({ kind: "refused", why: "order" });
  expect(session.refused).toEqual({ malformed: 5, order: 1, impossible: 3, unexplained: 3, limit: 0, fault: 0 });
});

test("variables, clocks and locations are adapted", async () => {
  const session = start();
  await session.push('{"t":2,"set":{"n":3},"clock":{"x":[4,5.5]}}');
  const [state] = session.observer.states;
  expect(state!.cells[2]).toBe(3);
  expect(await session.push('{"t":2,"event":"done"}')).toMatchObject({ kind: "answer" });
  expect(await session.push('{"t":50,"resync":true,"at":{"Plant":"A"},"set":{"n":0}}')).toMatchObject({
    kind: "answer",
    t: 50,
  });
  expect(await session.push(tick(50))).toMatchObject({ kind: "answer" });
});

test("the source is held back when the queue is full, and closing answers what waits", async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const session = start({ queue: 2, accept: () => gate });
  const [a, b] = [session.push(tick(6)), session.push(tick(12))];
  expect(session.hasRoom).toBe(false);
  await expect(session.push(tick(18))).rejects.toThrow("full");
  const room = session.room();
  const closing = session.close();
  await expect(session.push(tick(18))).rejects.toThrow("closed");
  release();
  await room;
  await closing;
  expect([await a, await b]).toMatchObject([{ n: 1 }, { n: 2 }]);
});

test("an event that the journal refuses did not happen", async () => {
  let full = true;
  const session = start({
    accept: () => {
      if (full) throw new Error("disk full");
    },
  });
  await expect(session.push(tick(6))).rejects.toThrow("disk full");
  await expect(session.push('{"t": 1, "set": {"n": 2}}')).rejects.toThrow("disk full");
  full = false;
  expect(session.observer.corrections).toEqual([]);
  expect(session.observer.accepted).toBe(0);
  expect(await session.push(tick(6))).toMatchObject({ n: 1 });
});

test("after the deadline the answer is unknown", async () => {
  let time = 0;
  const session = start({ deadline: 5, now: () => (time += 10) });
  expect(await session.push(tick(6))).toMatchObject({
    late: true,
    forecasts: [{ outcome: "unknown", reason: "deadline" }, {}, {}],
  });
});

test("a checkpoint or a journal brings an observer to the same states", async () => {
  const session = start();
  const events = [tick(6.5), '{"t":8.25}', tick(13)];
  let { text: journal, end } = newJournal({ model: "m", asked: "q" });
  for (const [i, e] of events.entries()) {
    expect(await session.push(e)).toMatchObject({ kind: "answer" });
    const event = parseEvent(e) as Exclude<ReturnType<typeof parseEvent>, string>;
    const line = journalLine({ line: i + 1, event }, end);
    journal += line.text;
    end = line.end;
  }
  const wanted = session.observer.checkpoint();
  const restored = start().observer;
  expect(restored.restore(JSON.parse(JSON.stringify(wanted)))).toBeUndefined();
  expect(restored.checkpoint()).toEqual(wanted);
  const replayed = start().observer;
  // The last line is torn.
  const read = readJournal(`${journal}00000004 0000001c 1234abcd {"line":4,"ev`);
  if (typeof read === "string") throw new Error(read);
  expect(replayJournal(read, replayed)).toBeUndefined();
  expect(replayed.checkpoint()).toEqual(wanted);
  const [state] = wanted.states;
  expect(state!.steps).toBeDefined();
  const damaged = (change: object): string | undefined =>
    start().observer.restore({ ...wanted, states: [{ ...state!, ...change }] });
  expect(damaged({ hash: 1 })).toContain("not the one");
  expect(damaged({ steps: [...state!.steps!, [1, 1, 3]] })).toContain("does not lead to it");
  expect(damaged({ steps: [[1, 9, 3]] })).toContain("reconstruction of a zone is damaged");
  expect(damaged({ zone: [0, 0, 1] })).toContain("a zone is damaged");
  expect(damaged({ cells: [0] })).toContain("another number of variables");
});

test("whatever comes as a line is answered or refused, counted, and leaves a session that goes on", async () => {
  const seed = Number(process.env.SEED ?? 1);
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
  };
  const alphabet = '{}[]":,.-+eE0123456789tnx\\\u0000\u00e9\ud800 truefalsnl';
  const session = start();
  const valid = [
    '{"t":6,"event":"tick"}',
    '{"t":7,"set":{"n":1},"clock":{"x":[0,2]}}',
    '{"t":8,"at":{"Plant":"A"},"is":{"n":1}}',
  ];
  let answers = 0;
  for (let i = 0; i < 1500; i++) {
    const line = [...valid[below(valid.length)]!];
    for (let k = below(4); k > 0; k--) line.splice(below(line.length), below(3), alphabet[below(alphabet.length)]!);
    const reply = await session.push(line.join(""));
    if (reply.kind === "answer") answers++;
  }
  const refused = Object.values(session.refused).reduce((a, b) => a + b, 0);
  expect(answers + refused, `seed ${seed}`).toBe(1500);
  expect(answers, `seed ${seed}`).toBe(session.observer.accepted);
  for (const kind of ["malformed", "order", "impossible", "unexplained"] as const)
    expect(session.refused[kind], `seed ${seed}: ${kind}`).toBeGreaterThan(0);
  const again = { t: session.observer.t + 1, resync: true, at: { Plant: "A" }, set: { n: 0 }, clock: { x: 0 } };
  expect(await session.push(JSON.stringify(again))).toMatchObject({ kind: "answer" });
});
