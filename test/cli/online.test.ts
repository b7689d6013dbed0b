import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { file, path, run } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const model = `${examples}monitor.xml`;
const input = `${examples}monitor.jsonl`;
const query = ["--window", "30", "--query", "A[] oxygen >= 85"];

const parsed = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split("\n")
    .filter((l) => l !== "")
    .map((l) => JSON.parse(l) as Record<string, unknown>);

test("the example is warned of in time, and the warning ends with the correction", async () => {
  const { code, out } = await run(["online", model, ...query, "--input", input]);
  expect(code).toBe(1);
  const lines = out.split("\n").filter((l) => l.startsWith("  A[]"));
  expect(lines.map((l) => l.replace(/.*: /, ""))).toEqual([
    ...Array(4).fill("satisfied"),
    "violated after 26",
    "violated after 26",
    ...Array(6).fill("satisfied"),
  ]);
});

test("what the model had and what was measured are told together: it drifts, and is corrected", async () => {
  const { out } = await run(["online", model, ...query, "--input", input]);
  const oxygen = out.split("\n").filter((l) => l.startsWith("  oxygen: "));
  expect(oxygen.slice(0, 3)).toEqual([
    "  oxygen: 97 by the model, 96 measured",
    "  oxygen: 94..95 by the model, 93 measured",
    "  oxygen: 91..92 by the model, 89 measured",
  ]);
});

test("every line of JSON is as its schema says", async () => {
  const stdin = `${readFileSync(input, "utf8")}\njunk\n{"t": 1}\n{"t": 90, "set": {"oxygen": 200}}\n`;
  const { out } = await run(["online", model, ...query, "--query", "A<> oxygen == 98", "--json"], { stdin });
  const lines = parsed(out);
  expect(lines.map((line) => schemaFaults("online", line))).toEqual(lines.map(() => []));
  expect(lines.filter((l) => l.kind === "refused")).toHaveLength(3);
  expect(lines[2]!.corrections).toEqual([
    { name: "oxygen", low: 97, high: 97, value: 96 },
    { name: "heart", low: 72, high: 72, value: 70 },
  ]);
});

test("the session is drawn", async () => {
  const svg = path("session.svg");
  const { code } = await run(["online", model, ...query, "--input", input, "--svg", svg]);
  expect(code).toBe(1);
  const text = readFileSync(svg, "utf8");
  expect(text).toMatch(/^<svg [^>]*viewBox="0 0 900 \d+"/);
  expect(text).toContain("<title>the model at 20: 97</title>");
  expect(text).toContain("<title>measured at 20: 96</title>");
  // Foreseen at 40 for 66.
  expect(text).toMatch(/class="bad"><title>asked at 40: violated, from 66 on<\/title>/);
  expect(text.match(/<rect [^>]*class="good"/g)?.length).toBe(12);
  expect(text).toBe(readFileSync(new URL("../../docs/guide/online.svg", import.meta.url), "utf8"));
});

test("malformed lines, times out of order and impossible values are reported, counted and survived", async () => {
  const stdin = [
    '{"t": 5, "event": "begin"}',
    "junk",
    '{"t":4}',
    '{"t":7,"set":{"oxygen":300}}',
    '{"t":12}',
    '{"t":10,"event":"reading"}',
  ].join("\n");
  const { code, out, err } = await run(["online", model, ...query, "--json"], { stdin });
  expect(code).toBe(1);
  expect(parsed(out).map((r) => r.why ?? r.n)).toEqual([1, "malformed", "order", "impossible", "unexplained", 2]);
  expect(err).toContain(
    "2 events answered, 0 with a warning; refused: 1 malformed, 1 order, 1 impossible, 1 unexplained",
  );
});

test("queries that a window cannot answer are refused", async () => {
  const { code, err } = await run(["online", model, "--window", "3", "--query", "A[] not deadlock"]);
  expect(code).toBe(2);
  expect(err).toContain("a deadlock at the end of a time window means nothing");
  expect(await run(["online", model, "--window", "3000000000"])).toMatchObject({ code: 2, out: "" });
});

test("a socket that vanishes is reported and connected to again", { timeout: 30_000 }, async () => {
  const lines = readFileSync(input, "utf8").trim().split("\n");
  let served = 0;
  const server = createServer((socket) => {
    // Two lines for each connection, then it is cut; after all lines the server is gone.
    socket.end(`${lines.slice(served, served + 2).join("\n")}\n`);
    served += 2;
    if (served >= 4) server.close();
  });
  const address = path("events.sock");
  await new Promise<void>((resolve) => server.listen(address, resolve));
  const { code, out, err } = await run([
    "online",
    model,
    ...query,
    "--json",
    "--socket",
    address,
    "--retries",
    "1",
    "--wait",
    "10",
  ]);
  expect(parsed(out).map((r) => r.n)).toEqual([1, 2, 3, 4]);
  expect(err).toMatch(/the socket vanished 3 times/);
  expect(code).toBe(3);
});

test("over TCP a connection that breaks in the middle of a line costs that line only", {
  timeout: 30_000,
}, async () => {
  const lines = readFileSync(input, "utf8").trim().split("\n");
  let connections = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    connections++;
    if (connections === 1) {
      // Half of a line, and then the connection is reset.
      socket.write(`${lines[0]}\n${lines[1]!.slice(0, 20)}`);
      setTimeout(() => socket.resetAndDestroy(), 100);
    } else if (connections === 2) socket.end(`${lines.slice(1, 5).join("\n")}\n`);
    else {
      socket.end(`${lines.slice(5).join("\n")}\n`);
      server.close();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const socket = ["--socket", `127.0.0.1:${port}`, "--retries", "2", "--wait", "10"];
  const { code, out, err } = await run(["online", model, ...query, "--json", ...socket]);
  const replies = parsed(out);
  expect(replies.filter((r) => r.kind === "answer").map((r) => r.n)).toEqual(lines.map((_, i) => i + 1));
  // What came of the half line is told as malformed, unless the system dropped it with the connection.
  expect(replies.filter((r) => r.kind === "refused").every((r) => r.why === "malformed")).toBe(true);
  expect(err).toMatch(/the socket vanished: /);
  expect(err).toMatch(/12 events answered.*the socket vanished 5 times/);
  expect(err).toMatch(/ECONNREFUSED/);
  expect(code).toBe(3);
});

test("a socket that nobody listens on is given up after the retries", async () => {
  const { code, out, err } = await run([
    "online",
    model,
    ...query,
    "--socket",
    path("nobody.sock"),
    "--retries",
    "2",
    "--wait",
    "5",
  ]);
  expect(out).toBe("");
  expect(err.match(/the socket vanished: /g)).toHaveLength(3);
  expect(err).toContain("0 events answered");
  expect(code).toBe(3);
});

test("a signal ends the stream and is told by the exit code", async () => {
  const { code } = await run(["online", model, ...query, "--input", file("none.jsonl", '{"t":1}\n')], {
    signal: () => "SIGTERM",
  });
  expect(code).toBe(143);
});

test("events that meet a fault of the model leave the answer open", async () => {
  const text = `int[0,1] n; broadcast chan e; process P() { state A; init A; trans A -> A { sync e!; assign n = n + 1; }; } system P;`;
  const stdin = '{"t": 1, "event": "e"}\n{"t": 2, "event": "e"}\n';
  const { code, out } = await run(["online", file("fault.xta", text), "--window", "0", "--query", "A[] n <= 1"], {
    stdin,
  });
  expect([code, out.split("\n")[2]]).toEqual([3, expect.stringMatching(/^line 2: refused \(fault\)/)]);
});

test("a channel that is not there, and a first state that fails, are told", async () => {
  const argv = ["online", model, "--window", "9", "--query", "A[] true", "--observe", "readings"];
  expect(await run(argv, { stdin: "" })).toMatchObject({
    code: 2,
    err: "error: --observe: there is no channel 'readings'\n",
  });
  const text = "int k = 0; clock x; process P() { state A { x <= 6 / k }; init A; } system P;";
  expect(
    await run(["online", file("first.xta", text), "--window", "9", "--query", "A[] true"], { stdin: "" }),
  ).toMatchObject({ code: 2, err: expect.stringContaining("the model fails in its first state: division by zero") });
});

describe("--learn", () => {
  const events = `${examples}monitor-learn.jsonl`;
  const learn = (...more: string[]) =>
    run(["online", model, "--window", "20", "--query", "A[] oxygen >= 92", "--input", events, ...more]);

  test("tells the values that are left, and for which a query holds", async () => {
    const { code, out } = await learn("--learn", "BREAKDOWN=2..12");
    expect(code).toBe(1);
    expect(out).toContain(
      "t=30: 6 possible states\n  BREAKDOWN: 3, 8, 10..12\n" +
        "  A[] oxygen >= 92: violated after 15, satisfied for 4 of 5, among them BREAKDOWN = 10..12\n",
    );
  });

  test("is as the schema says, is drawn, and goes on from a journal", async () => {
    const [svg, journal, half] = [path("learn.svg"), path("learn.journal"), file("half.jsonl", firstLines(events, 4))];
    const both = ["--learn", "BREAKDOWN=2..12", "--learn", "MILD=2..3", "--json", "--journal", journal];
    const before = parsed((await learn(...both, "--input", half)).out);
    const { out, err } = await learn(...both, "--svg", svg);
    expect(err).toContain("continued after 4 events");
    const [again, ...rest] = parsed(out);
    expect({ ...again, again: undefined }).toEqual({ ...before.at(-1), again: undefined });
    expect([...before, ...rest].flatMap((line) => schemaFaults("online", line))).toEqual([]);
    const whole = parsed((await learn("--learn", "BREAKDOWN=2..12", "--learn", "MILD=2..3", "--json")).out);
    expect([...before, ...rest]).toEqual(whole);
    expect(readFileSync(svg, "utf8")).toContain("<title>after 50: 8 to 8</title>");
    const other = "it belongs to --learn BREAKDOWN=2..12 --learn MILD=2..3, not to --learn BREAKDOWN=2..11";
    expect(await learn("--learn", "BREAKDOWN=2..11", "--journal", journal)).toMatchObject({
      code: 2,
      err: expect.stringContaining(other),
    });
  });

  test.each([
    ["BREAKDOWN", "--learn 'BREAKDOWN' is not of the form CONSTANT=LOW..HIGH"],
    ["BREAKDOWN=9..2", "--learn BREAKDOWN=9..2: the range is empty"],
    ["SPEED=1..2", "--learn: there is no constant 'SPEED'; the model has BREAKDOWN, MILD, SAFE"],
    ["BREAKDOWN=1..30000", "--learn: these are 30000 combinations of values, more than --max-states 10000"],
    ["level=1..2", "--learn: level is a variable, not a constant"],
  ])("%s is refused", async (range, words) => {
    const { code, err } = await learn("--learn", range);
    expect([code, err]).toEqual([2, `error: ${words}\n`]);
  });

  test("a constant that the model is made of is refused with its place", async () => {
    const { code, err } = await run(["online", `${examples}railway.xml`, "--window", "9", "--learn", "N=2..4"], {
      stdin: "",
    });
    expect(code).toBe(2);
    expect(err).toMatch(/railway\.xml:12:15: N cannot be learned: this must be known at compile time/);
  });
});

const firstLines = (name: string, count: number): string =>
  `${readFileSync(name, "utf8").split("\n").slice(0, count).join("\n")}\n`;
