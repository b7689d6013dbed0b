import { mkdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { file, lamp, lampXml, path, run } from "./harness.ts";

/** `zonal verify`: verdicts in the exit code, expectations, limits, faults, traces, and every kind of output. */
const model = (): string => file("lamp.xta", lamp);
const ask = (...formulas: string[]): Promise<{ code: number; out: string; err: string }> =>
  run(["verify", model(), ...formulas.flatMap((f) => ["-e", f])]);

/** Many states: n processes that count freely. */
const counters = (n: number): string => `int[0,9] c[${n}];
process C(const int[0,${n - 1}] i) { state s; init s; trans s -> s { guard c[i] < 9; assign c[i] = c[i] + 1; }, s -> s { assign c[i] = 0; }; }
system C;
`;

test("a query over several lines is told on one", async () => {
  const queries = file("joined.q", "E<> L.on && \\\n  n == 1\n");
  expect((await run(["verify", model(), queries])).out).toBe("1. E<> L.on && n == 1: satisfied\n");
});

test("a query under a strategy that an earlier one declares is refused for its kind", async () => {
  const { code, out } = await ask("strategy S = control: A[] n < 3", "A[] n < 3 under S");
  expect({ code, out }).toEqual({
    code: 3,
    out: expect.stringMatching(/2\. .* under S: unknown \(a query under a strategy/),
  });
  expect((await ask("A[] n < 3 under S")).out).toContain("there is no strategy 'S'");
});

test("a fault says whether the model or the query is to blame", async () => {
  expect((await ask("E<> 1 / n == 1")).out).toMatch(/fault in the query\n--formula 1:1:5: error: division by zero/);
  const divides = file("divides.xta", lamp.replace("n < 3", "1 / n < 3"));
  expect((await run(["verify", divides, "-e", "A[] true"])).out).toMatch(/fault in the model\n.*divides\.xta:/);
});

describe("exit codes", () => {
  test("0: every query is satisfied", async () => {
    expect(await ask("E<> L.on", "A[] L.on imply x <= 10")).toEqual({
      code: 0,
      err: "",
      out: "1. E<> L.on: satisfied\n2. A[] L.on imply x <= 10: satisfied\n",
    });
  });
  test("1: one is not", async () => {
    expect((await ask("E<> L.on", "A[] n < 3")).code).toBe(1);
  });
  test("2: a query names what is not there, with its place", async () => {
    const { code, out } = await ask("E<> L.on", "E<> L.lit && unheard > 3");
    expect(code).toBe(2);
    expect(out).toMatch(/--formula 2:1:7: error: .*lit/);
    expect(out).toContain("1. E<> L.on: satisfied");
  });
  test("2: the model is wrong", async () => {
    const { code, err } = await run(["verify", file("wrong.xta", lamp.replace("n < 3", "m < 3")), "-e", "E<> true"]);
    expect(code).toBe(2);
    expect(err).toContain("wrong.xta:6:27: error:");
  });
  test("3: a kind of query that is not supported is refused by name", async () => {
    const { code, out } = await ask("control: A<> L.on");
    expect({ code, out }).toEqual({ code: 3, out: expect.stringContaining("control") });
  });
  test("2: wrong usage", async () => {
    for (const argv of [
      ["verify"],
      ["verify", "--order", "sideways", model()],
      ["verify", model(), "--timeout", "soon"],
      ["verify", model(), "--unheard-of"],
      ["verify", model()],
      ["frobnicate"],
      [],
    ]) {
      expect((await run(argv)).code, argv.join(" ")).toBe(2);
    }
  });
});

describe("expectations", () => {
  const queries = (text: string): Promise<{ code: number; out: string }> => run(["verify", model(), file("q.q", text)]);
  test("EXPECT in a query file turns a violation into success and a surprise into failure", async () => {
    expect((await queries("A[] n < 3\n/* EXPECT:F */\n")).code).toBe(0);
    const surprise = await queries("A[] n < 3\n/* EXPECT:T */\nE<> L.on\n// EXPECT:UNSAT\n");
    expect(surprise.code).toBe(1);
    expect(surprise.out).toContain("1. A[] n < 3: NOT satisfied, expected satisfied");
    expect(surprise.out).toContain("2. E<> L.on: satisfied, expected NOT satisfied");
  });
  test("an expected error", async () => {
    expect((await queries("E<> nobody.home\n/* EXPECT:ERROR */\n")).code).toBe(0);
  });
  test("<expect> in XML", async () => {
    const expecting = (outcome: string): string =>
      lampXml.replace(
        "<comment>it can be lit</comment>",
        `<comment/><expect outcome="${outcome}" type="symbolic"><resource type="time" value="1" unit="s"/></expect>`,
      );
    expect((await run(["verify", file("yes.xml", expecting("success"))])).code).toBe(0);
    expect((await run(["verify", file("no.xml", expecting("failure"))])).code).toBe(1);
  });
  test("the value of sup", async () => {
    const valued = (value: string): string =>
      lampXml
        .replace("E&lt;&gt; L.on", "sup: n")
        .replace(
          "<comment>it can be lit</comment>",
          `<comment/><expect outcome="success" type="value" value="${value}"><resource type="time" value="1" unit="s"/></expect>`,
        );
    expect((await run(["verify", file("three.xml", valued("3")), "--query", "1"])).code).toBe(0);
    const four = await run(["verify", file("four.xml", valued("4")), "--query", "1"]);
    expect(four.code).toBe(1);
    expect(four.out).toContain("n <= 3");
  });
});

describe("selection", () => {
  test("--query asks by number", async () => {
    const name = file("two.xml", lampXml);
    expect((await run(["verify", name, "--query", "2"])).out).toBe("2. A[] L.on imply x <= 10: satisfied\n");
    const none = await run(["verify", name, "--query", "7"]);
    expect({ code: none.code, err: none.err }).toEqual({
      code: 2,
      err: expect.stringContaining("there is no query 7"),
    });
  });
  test("a query file that is a directory, is missing, is binary", async () => {
    mkdirSync(path("folder.q"), { recursive: true });
    for (const [name, message] of [
      [path("folder.q"), /is a directory/],
      [path("gone.q"), /no such file/],
      [file("bin.q", new Uint8Array([0, 1, 2, 0xff, 0xfe])), /binary/],
    ] as const) {
      const { code, err } = await run(["verify", model(), name]);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) });
    }
  });
  test("queries beside a model that has none", async () => {
    file("beside.q", "E<> L.on\n");
    expect(await run(["verify", file("beside.xta", lamp)])).toMatchObject({ code: 0, out: "1. E<> L.on: satisfied\n" });
  });
  test("standard input as the model", async () => {
    expect((await run(["verify", "-", "-e", "E<> L.on"], { stdin: lamp })).code).toBe(0);
  });
  test("labels of a .tck", async () => {
    const tck = file(
      "t.tck",
      "system:t\nprocess:P\nevent:a\nclock:1:x\nlocation:P:A{initial:}\nlocation:P:B{labels:goal}\nlocation:P:C{labels:far}\nedge:P:A:B:a{provided:x>=1}\n",
    );
    expect((await run(["verify", tck, "--label", "goal"])).code).toBe(0);
    expect((await run(["verify", tck, "--label", "far"])).code).toBe(1);
    expect((await run(["verify", tck, "--label", "goal,far"])).code).toBe(1);
    expect((await run(["verify", tck, "--label", "nowhere"])).code).toBe(2);
    expect(await run(["verify", tck])).toMatchObject({ code: 0, out: "1. A[] true: satisfied\n" });
    expect((await run(["verify", tck, "-e", "E<> P.B"])).err).toContain("--label");
  });
});

describe("a value outside its range in a .tck", () => {
  // TChecker stops with "out-of-bounds value"; a verdict about a model without that edge would be another one.
  const model = (...edges: readonly string[]): string =>
    file(
      "range.tck",
      `system:t\nprocess:P\nevent:a\nint:1:0:2:0:n\nint:2:0:1:0:v\nlocation:P:A{initial:}\nlocation:P:B{labels:goal}\nlocation:P:C{labels:far}\n${edges.join("\n")}\n`,
    );
  test.each([
    ["an assignment", ["edge:P:A:A:a{do: n=n+1}"]],
    ["one of several", ["edge:P:A:A:a{do: v[0]=1; v[1]=n+2}"]],
    ["an index", ["edge:P:A:A:a{do: v[n+2]=1}"]],
  ])("%s is a fault", async (_, edges) => {
    for (const engine of [[], ["--engine", "interpret"]]) {
      const { code, out, err } = await run(["verify", model(...edges), "--label", "far", ...engine]);
      expect(code, out + err).toBe(2);
      expect(out + err).toMatch(/outside|range/);
    }
  });
  test("a state that is found before stands", async () => {
    expect((await run(["verify", model("edge:P:A:B:a", "edge:P:B:B:a{do: n=n+1}"), "--label", "goal"])).code).toBe(0);
  });
});

describe("limits and faults", () => {
  const big = (): string => file("counters.xta", counters(9));
  test("--max-states, --timeout and --memory end in unknown, exit 3", async () => {
    for (const limit of [
      ["--max-states", "1000"],
      ["--timeout", "0.5"],
      ["--memory", "1"],
    ]) {
      const { code, out } = await run(["verify", big(), "-e", "A[] c[0] <= 9", "--no-reduce", ...limit]);
      expect({ code, out }).toEqual({
        code: 3,
        out: expect.stringMatching(/unknown \(.*limit.*reached; [0-9 ]+ states explored, [0-9 ]+ stored\)/),
      });
    }
  });
  test("--memory 64 ends, and soon", async () => {
    const { code, out } = await run([
      "verify",
      file("wide.xta", counters(40)),
      "-e",
      "A[] c[0] <= 9",
      "--memory",
      "64",
      "--timeout",
      "50",
      "--no-symmetry",
      "--no-reduce",
    ]);
    expect({ code, out }).toEqual({ code: 3, out: expect.stringMatching(/memory limit of 64 MiB/) });
  });
  test("an interrupt gives the partial result", async () => {
    let asked = 0;
    const signal = (): "SIGINT" | undefined => (asked++ > 20 ? "SIGINT" : undefined);
    const { code, out } = await run(
      [
        "verify",
        big(),
        "-e",
        "E<> c[1] == 1",
        "-e",
        "A[] c[0] <= 9",
        "-e",
        "E<> c[0] == 1",
        "--no-symmetry",
        "--no-reduce",
        "--json",
      ],
      { signal },
    );
    expect(code).toBe(130);
    const { queries, exitCode } = JSON.parse(out);
    expect(exitCode).toBe(130);
    expect(queries.map((q: { outcome: string }) => q.outcome)).toEqual(["satisfied", "unknown", "unknown"]);
    expect(queries[1].statistics.explored).toBeGreaterThan(0);
  });
  test("a variable that leaves its range is an error of the model with place, edge and state", async () => {
    const { code, out } = await run(["verify", file("range.xta", lamp.replace("guard n < 3; ", "")), "-e", "A[] true"]);
    expect(code).toBe(2);
    expect(out).toMatch(/range\.xta:6:\d+: error: .*L\.off -> L\.on.*\[fault-range\]/);
    expect(out).toMatch(/in the state: L\.off n=3/);
  });
  test("a function that never returns is an error of the model", async () => {
    const endless = `${lamp.replace("process Lamp", "int f() { while (true) { } return 1; }\nprocess Lamp").replace("n < 3", "n < f()")}`;
    const { code, out } = await run(["verify", file("endless.xta", endless), "-e", "A[] true"]);
    expect({ code, out }).toEqual({ code: 2, out: expect.stringMatching(/fault-endless/) });
  });
  test("constants beyond 2^30 are refused in words", async () => {
    const { code, out, err } = await run([
      "verify",
      file("huge.xta", lamp.replace("x <= 10", "x <= 2000000000")),
      "-e",
      "A[] x <= 2000000001",
    ]);
    expect([2, 3]).toContain(code);
    expect(out + err).toMatch(/2\^30|large|1073741|constant|bound/i);
    expect(out + err).not.toContain("internal error");
  });
});

describe("traces", () => {
  test("text by default", async () => {
    const { out } = await run(["verify", model(), "-e", "E<> n == 2", "--trace", "fastest"]);
    expect(out).toContain("L: off -> on  { n < 3; x = 0, n = n + 1 }");
    expect(out).toContain("The goal is reached at time 2.");
  });
  test("to a deadlock, with what is in the way of each edge", async () => {
    const { out } = await run(["verify", model(), "-e", "A[] not deadlock", "--trace", "shortest"]);
    expect(out).toMatch(
      /nothing can happen at the end:\n {5}L: off -> on: this part of the guard is false \(n < 3\)\n/,
    );
    expect((await run(["verify", model(), "-e", "E<> L.on", "--trace", "some"])).out).not.toContain(
      "nothing can happen",
    );
  });
  test.each([
    [".txt", /State 0: L\.off/],
    [".json", /"schemaVersion": 1/],
    [".xtr", /^0 \n\.\n/],
    [".xml", /<trace initial_node="State1"/],
    [".mmd", /^sequenceDiagram/],
    [".svg", /<svg /],
  ])("--trace-file with %s", async (ending, content) => {
    const target = path(`trace${ending}`);
    expect((await run(["verify", model(), "-e", "E<> n == 2", "--trace-file", target])).code).toBe(0);
    expect(readFileSync(target, "utf8")).toMatch(content);
  });
  test("several queries write numbered files; an unknown ending is refused", async () => {
    const several = await run([
      "verify",
      model(),
      "-e",
      "E<> n == 1",
      "-e",
      "E<> n == 2",
      "--trace-file",
      path("many.json"),
    ]);
    expect(several.out).toContain("many-2.json");
    expect((await run(["verify", model(), "-e", "E<> true", "--trace-file", path("t.doc")])).code).toBe(2);
    expect((await run(["verify", model(), "-e", "E<> true", "--trace-file", model()])).code).toBe(2);
  });
  test.each(["--junit", "--sarif", "--plot", "--results", "--trace-file", "--trajectories"])(
    "%s that cannot be written is told before the search",
    async (option) => {
      const target = path(`none/x${option === "--plot" ? ".svg" : option === "--trajectories" ? ".csv" : ".txt"}`);
      const told = { code: 2, out: "", err: `error: ${target} cannot be written: there is no such file or folder\n` };
      expect(await run(["verify", model(), "-e", "E<> true", option, target])).toEqual(told);
    },
  );
  test("a picture of runs that nobody asked for is missed", async () => {
    const { code, err } = await run(["verify", model(), "-e", "E<> true", "--plot", path("x.svg")]);
    expect({ code, err }).toEqual({
      code: 0,
      err: `warning: ${path("x.svg")} is not written: no statistical query is asked\n`,
    });
  });
  test("a full disk loses no answer", async () => {
    const { code, out, err } = await run([
      "verify",
      model(),
      "-e",
      "E<> n == 1",
      "-e",
      "A[] n <= 3",
      "--junit",
      "/dev/full",
    ]);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("/dev/full cannot be written: the disk is full"),
    });
    expect(out).toContain("2. A[] n <= 3: satisfied");
  });
});

describe("what is asked", () => {
  const asked = (...words: string[]) =>
    run(["verify", model(), file("many.q", "E<> n == 0\nE<> n == 1\nE<> n == 2\nE<> n == 3\n"), ...words]);
  test("numbers of queries are listed, and given from one to another", async () => {
    const numbers = async (text: string): Promise<string> =>
      (await asked("--query", text)).out.replace(/\. .*\n/g, " ").trim();
    expect([await numbers("2-4"), await numbers("1,3-4"), await numbers("3")]).toEqual(["2 3 4", "1 3 4", "3"]);
    for (const wrong of ["a", "4-2", "1,", "-1", "1-1000000"])
      expect([wrong, (await asked("--query", wrong)).err]).toEqual([
        wrong,
        expect.stringContaining("as 2 or 1,3 or 2-5"),
      ]);
  });
  test("a model in the place of queries is told once", async () => {
    const { code, err } = await run(["verify", model(), file("second.xml", lampXml)]);
    expect({ code, lines: err.split("\n") }).toEqual({
      code: 2,
      lines: [
        expect.stringMatching(/^error: .*second\.xml is a model, not a file of queries$/),
        expect.any(String),
        "",
      ],
    });
  });
  test("of a binary file nothing is printed", async () => {
    const bytes = Uint8Array.from({ length: 400 }, (_, i) => (i * 37) % 256);
    const { code, out, err } = await run(["verify", model(), file("binary.q", bytes)]);
    expect({ code, told: out + err }).toEqual({
      code: 2,
      told: expect.stringMatching(/^[^\n]*this is a binary file[^\n]*\n$/),
    });
  });
});

describe("machine-readable results", () => {
  test("JUnit and SARIF", async () => {
    const junit = path("r.xml");
    const sarif = path("r.sarif");
    const { code } = await run([
      "verify",
      file("both.xml", lampXml.replace("A[] L.on imply x &lt;= 10", "A[] n &lt; 3")),
      "--junit",
      junit,
      "--sarif",
      sarif,
    ]);
    expect(code).toBe(1);
    const text = readFileSync(junit, "utf8");
    expect(text).toContain('tests="2" failures="1" errors="0" skipped="0"');
    expect(text).toContain('<testcase name="1. E&lt;&gt; L.on"');
    const log = JSON.parse(readFileSync(sarif, "utf8"));
    expect(log).toMatchObject({ version: "2.1.0", runs: [{ results: [{ ruleId: "query-failed", level: "error" }] }] });
    expect(log.runs[0].results[0].locations[0].physicalLocation.region.startLine).toBe(17);
  });
  test("progress only where it is wanted", async () => {
    const name = file("counters9.xta", counters(9));
    const long = ["verify", name, "-e", "A[] c[0] <= 9", "--no-symmetry", "--no-reduce"];
    const shown = await run([...long, "--timeout", "2", "--progress"]);
    expect(shown.err).toMatch(/states explored, .*\/s, .* waiting, /);
    const live = await run([...long, "--timeout", "0.7", "--no-progress"], { live: true });
    expect(live.err).toBe("");
  });
});

test("a member of a process set that does not exist is an error with its place", async () => {
  const { code, out } = await run(["verify", file("set.xta", counters(2)), "-e", "E<> C(1).s and C(7).s"]);
  expect(code).toBe(2);
  expect(out).toContain("--formula 1:1:16: error: there is no process 'C(7)'");
});

test("queries of one state space share a search, unless each is to have its own", async () => {
  const formulas = ["A[] c[0] <= 9", "A[] c[1] >= 0", "E<> c[2] == 5", "E<> c[0] > 9"].flatMap((f) => ["-e", f]);
  const answers = async (...options: string[]) => {
    // Alone each would leave two counters interchangeable, and be asked alone.
    const words = ["verify", file("c.xta", counters(3)), ...formulas, "--no-symmetry", ...options, "--json"];
    const { code, out } = await run(words);
    const { queries } = JSON.parse(out) as {
      queries: { outcome: string; statistics: { explored: number } }[];
    };
    return { code, outcomes: queries.map((q) => q.outcome), explored: queries.map((q) => q.statistics.explored) };
  };
  const [shared, alone] = [await answers(), await answers("--no-share")];
  expect(shared.outcomes).toEqual(["satisfied", "satisfied", "satisfied", "violated"]);
  expect([shared.code, shared.outcomes]).toEqual([alone.code, alone.outcomes]);
  expect(shared.explored.filter((n) => n === 1000)).toHaveLength(3);
});

test("a place that is no folder is told before the search", async () => {
  const nowhere = file("no-folder", "");
  const { code, out, err } = await run([
    ...["verify", model(), "-e", "E<> L.on", "-e", "A[] n <= 3", "--trace-file", `${nowhere}/t.json`],
  ]);
  const told = `error: ${nowhere}/t.json cannot be written: a part of the path is not a folder\n`;
  expect({ code, out, err }).toEqual({ code: 2, out: "", err: told });
});

test("a constant beyond 2^30 is told as it is written", async () => {
  const { code, out } = await ask("E<> x > 2000000000");
  expect(code).toBe(2);
  expect(out).toContain(
    "--formula 1:1:5: error: clocks cannot be compared with 2000000000: constants go up to 1073741822",
  );
});

test("there is at least one thread", async () => {
  const { code, err } = await run(["verify", model(), "-e", "E<> L.on", "--threads", "0"]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("it must be 1 or more") });
});

test("says that local time is interpreted with one thread", async () => {
  const asked = ["verify", "examples/heartbeat.xml", "--query", "1", "--threads", "2", "--local-time", "on"];
  expect((await run([...asked, "--engine", "interpret"])).out).toContain(
    "searched by one thread: the search is interpreted: the interpreter was asked for",
  );
  expect((await run(asked)).out).not.toContain("one thread");
});

test("says where one thread searches although more were asked for", async () => {
  const asked = ["verify", model(), "-e", "A<> L.on", "-e", "E<> L.on", "--threads", "2"];
  const { out } = await run(asked);
  expect(out.match(/searched by one thread: .*/g)).toEqual([
    "searched by one thread: liveness is searched depth first",
  ]);
  const { queries } = JSON.parse((await run([...asked, "--json"])).out) as {
    queries: { roads: { road: string; why?: string }[] }[];
  };
  expect(queries.map((q) => q.roads.find((r) => r.road === "threads")?.why)).toEqual([
    "liveness is searched depth first",
    undefined,
  ]);
});

test("a formula without a query is an error that says so", async () => {
  for (const formula of ["", "// only a comment"]) {
    const { code, out } = await ask(formula);
    expect(code).toBe(2);
    expect(out).toContain("--formula 1:1:1: error: there is no query here");
  }
});
