import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, test } from "vitest";
import { killSweeps } from "../../bench/sweep-kills.ts";
import type { RunRecord } from "../../src/index.ts";
import { file, path, run } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

/** `zonal sweep` as a process: tables, journals, being killed, and runs that break whatever runs them. */
const fischer = fileURLToPath(new URL("../../examples/fischer.xml", import.meta.url));
const mutex = "A[] forall (i : id_t) forall (j : id_t) P(i).Cs && P(j).Cs imply i == j";

function sweep(words: readonly string[], bin = inject("commands")) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${bin}/zonal.js`, "sweep", ...words], {
    encoding: "utf8",
    cwd: path("."),
  });
  return { status, stdout, stderr };
}

function recordsIn(journal: string): RunRecord[] {
  return readFileSync(journal, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as RunRecord);
}

describe("a swarm", () => {
  const deep = `int[0, 9] n[6];
    process P(const int[0, 5] i) { clock x; state a { x <= 2 }, b; init a;
      trans a -> a { guard x >= 1 && n[i] < 9; assign x = 0, n[i]++; }, a -> b { guard n[i] == 9; }; }
    system P;`;

  test("ends with the first that finds something", () => {
    const model = file("deep.xta", deep);
    const query = "A[] n[0] + n[1] + n[2] + n[3] + n[4] + n[5] < 54";
    const swarm = ["--bitstate", "1", "--repetitions", "50", "--first", "--threads", "2", "--timeout", "60"];
    const found = sweep([model, "-e", query, ...swarm, "--journal", "swarm.jsonl", "--quiet"]);
    expect(found).toMatchObject({ status: 0, stderr: "" });
    expect(found.stdout).toMatch(/^\n50 runs: [12] NOT satisfied, 4[89] not needed\n$/);
    const [record] = recordsIn(path("swarm.jsonl"));
    expect(record).toMatchObject({ options: { bitstate: 1 }, outcome: "violated" });
    const again = sweep([model, "-e", query, ...swarm, "--journal", "swarm.jsonl", "--quiet"]);
    expect(again.stdout).toContain("of them known from swarm.jsonl");
  });

  test("that finds nothing has no answer", () => {
    const words = [fischer, "-e", "A[] not deadlock", "--bitstate", "1", "--repetitions", "2", "--first", "--quiet"];
    const { status, stdout } = sweep([...words, "--journal", "none.jsonl"]);
    expect([status, stdout]).toEqual([3, "\n2 runs: 2 unknown\n"]);
    expect(recordsIn(path("none.jsonl"))[0]!.reason).toMatch(/^not found, which proves nothing/);
  });
});

describe("a study from the command line", () => {
  test("gives a table and a journal, and a second time only what is missing", () => {
    const words = [fischer, "-e", mutex, "--threads", "2"];
    const first = sweep([...words, "--set", "N=2..4"]);
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(first.stdout.replace(/\d+\.\d+$/gm, "T")).toBe(
      `${mutex}

N  answer              states    seconds
2  satisfied               10      T
3  satisfied               19      T
4  satisfied               31      T

3 runs: 3 satisfied
`,
    );
    const before = recordsIn(path("fischer.runs.jsonl"));
    const second = sweep([...words, "--set", "N=2..5", "--quiet"]);
    expect(second.stdout).toBe("\n4 runs: 4 satisfied\n3 of them known from fischer.runs.jsonl\n");
    const after = recordsIn(path("fischer.runs.jsonl"));
    expect(after.slice(0, 3)).toEqual(before);
    expect(after).toHaveLength(4);
  });

  test("as JSON follows its schema, and so does each line of the journal", () => {
    const journal = path("json.jsonl");
    const words = [fischer, "--set", "N=2", "--set", "P.k=1,3", "--repetitions", "2", "--timeout", "50", "-j", journal];
    const { status, stdout } = sweep([...words, "--json"]);
    expect(status).toBe(0);
    const document = JSON.parse(stdout) as { runs: RunRecord[] };
    expect(schemaFaults("sweep", document)).toEqual([]);
    expect(document.runs).toHaveLength(16);
    const runs = recordsIn(journal).map((record) => ({ ...record, standing: "expected" }));
    expect(schemaFaults("sweep", { ...document, runs })).toEqual([]);
  });

  test.each([
    [["--set", "M=1"], "there is no constant 'M'; the model has N, P.k"],
    [["--set", "k=1"], "there is no global constant 'k'; template P has one: P.k"],
    [["--set", "pid=1"], "pid is a parameter of template P"],
    [["--set", "id=1"], "id is a variable, not a constant"],
    [["--set", "N=0..3,true"], "N cannot be true: it is a number, of type int"],
    [["--set", "N"], "it must be NAME=VALUES, such as N=2..6"],
    [["--set", "N=3..2"], "the range 3..2 is empty"],
    [
      ["--set", "N=1..2000", "--set", "P.k=1..2000"],
      "a study has at most 1000000 points; these are 4000000: give a sample",
    ],
    [["--set", "N=1", "--set", "N=2"], "--set N is given twice"],
    [["-e", "A[] ("], "the query A[] (: "],
    [["-e", "A[] Q.a"], "the query A[] Q.a: "],
    [["--journal", fischer], "would overwrite what is read"],
    [["--frontier", "N"], "the frontier of N is looked for among its values, and it has none"],
    [["--sample-seed", "2"], "--sample-seed needs --sample"],
  ])("%j is refused before anything runs", async (words, message) => {
    const journal = path("refused.jsonl");
    const { code, err, out } = await run(["sweep", fischer, "-j", journal, ...words]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(existsSync(journal)).toBe(false);
  });

  test("a file that is no journal is left as it is", async () => {
    const other = file("notes.txt", "my notes");
    const { code, err } = await run(["sweep", fischer, "--set", "N=2", "-j", other]);
    expect(code).toBe(2);
    expect(err).toContain("cannot be continued: it does not begin with a record of a run");
    expect(readFileSync(other, "utf8")).toBe("my notes");
  });
});

test.each([
  [["-j", "a.jsonl", "--csv", "a.jsonl"], "--journal and --csv are the same file, a.jsonl"],
  [["--csv", "./b", "--html", "b"], "--csv and --html are the same file, b"],
  [["--csv", "-", "--junit", "-"], "--csv and --junit are the same file, -"],
  [["-j", "-"], "a journal is a file, not standard output"],
  [["--html", fischer], "would overwrite what is read"],
  [["-j", fischer], "would overwrite what is read"],
])("what one file would overwrite of another is refused: %j", (words, message) => {
  const { status, stdout, stderr } = sweep([fischer, "--set", "N=2", "-e", mutex, ...words]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

describe("a study from a file", () => {
  test("has models beside it, expectations and limits", () => {
    writeFileSync(path("copy.xml"), readFileSync(fischer));
    const queries = [{ formula: mutex, expect: false }, "E<> P(3).Cs"];
    const study = file("study.json", JSON.stringify({ models: ["copy.xml"], set: { N: "2..3" }, queries }));
    const { status, stdout } = sweep([study, "--json"]);
    const { runs } = JSON.parse(stdout) as { runs: (RunRecord & { standing: string })[] };
    expect(runs.map(({ constants, outcome, standing }) => [constants.N, outcome, standing])).toEqual([
      [2, "satisfied", "otherwise"],
      [2, "error", "wrong"],
      [3, "satisfied", "otherwise"],
      [3, "satisfied", "expected"],
    ]);
    expect(status).toBe(2);
  });

  test("that also sets something has no expectations of the model, which are about the values in it", () => {
    const lamp = readFileSync(fischer, "utf8").replace(
      /<queries>[\s\S]*<\/queries>/,
      '<queries><query><formula>E&lt;&gt; exists (i : id_t) i == 3</formula><expect outcome="success" type="symbolic"/></query></queries>',
    );
    const model = file("expects.xml", lamp);
    const asked = (set: object) => {
      const { stdout } = sweep([file("expects.json", JSON.stringify({ models: [model], set })), "--json"]);
      return (JSON.parse(stdout) as { runs: RunRecord[] }).runs.map(({ outcome, expect }) => [outcome, expect]);
    };
    expect(asked([{}, { N: 2 }])).toEqual([
      ["satisfied", undefined],
      ["violated", undefined],
    ]);
    expect(asked({})).toEqual([["satisfied", true]]);
  });

  test("may name models by whole paths", () => {
    const study = file("far.json", JSON.stringify({ models: [fischer], set: { N: "2" }, queries: [mutex] }));
    expect(JSON.parse(sweep([study, "--json"]).stdout).runs).toMatchObject([{ outcome: "satisfied" }]);
  });

  test("is refused with all that is wrong in it, and beside options that it could have", async () => {
    const wrong = file("wrong.json", JSON.stringify({ models: [], set: { N: "x" }, query: [] }));
    const { code, err } = await run(["sweep", wrong]);
    expect(code).toBe(2);
    for (const at of ["models:", "set.N:", "query:"]) expect(err).toContain(at);
    const right = file("right.json", JSON.stringify({ models: ["copy.xml"] }));
    const both = await run(["sweep", right, "--set", "N=3"]);
    expect(both.err).toContain("--set belongs into the study");
  });
});

test("a frontier is found by few runs, and told in every form", () => {
  const study = fileURLToPath(new URL("../../examples/studies/fischer.json", import.meta.url));
  const files = ["csv", "junit", "html"].map((name) => path(`frontier.${name}`));
  const words = [
    study,
    "-j",
    path("frontier.jsonl"),
    ...["csv", "junit", "html"].flatMap((name, i) => [`--${name}`, files[i]!]),
  ];
  const { status, stdout } = sweep(words);
  expect(status).toBe(0);
  for (const N of [2, 3, 4])
    for (const W of [1, 2, 3, 4])
      expect(stdout).toContain(
        `N=${N}, W=${W}: satisfied for D from ${W + 1} to 8 among 1 .. 8 (if the answer changes once at most; `,
      );
  const records = recordsIn(path("frontier.jsonl"));
  expect(records.length).toBeLessThan(85);
  for (const { constants, outcome } of records)
    expect(outcome).toBe(Number(constants.D) > Number(constants.W) ? "satisfied" : "violated");
  const [csv = "", junit = "", html = ""] = files.map((name) => readFileSync(name, "utf8"));
  expect(csv.split("\n")).toHaveLength(records.length + 2);
  expect(csv).toMatch(/^model,sha256,N,W,D,query,repetition,seed,outcome,/);
  expect(junit).toContain(`tests="${records.length}" failures="0"`);
  expect(html).toContain("N=2, W=1: satisfied for D from 2 to 8");
  expect(html.match(/<svg/g)!.length).toBeGreaterThan(3);
  expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
  const again = JSON.parse(sweep([...words, "--json"]).stdout) as { frontiers: { smallest: number }[] };
  expect(schemaFaults("sweep", again)).toEqual([]);
  expect(again.frontiers.map(({ smallest }) => smallest)).toEqual([2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5]);
  expect(recordsIn(path("frontier.jsonl"))).toHaveLength(records.length);
});

test("two stations know of each other after twice the time that a signal takes", () => {
  const study = fileURLToPath(new URL("../../examples/studies/csmacd.json", import.meta.url));
  const { status, stdout } = sweep([study, "-j", path("csmacd.jsonl"), "--json"]);
  expect(status).toBe(0);
  type Found = { others: { N: number; S: number }; smallest: number; largest: number };
  const { frontiers } = JSON.parse(stdout) as { frontiers: Found[] };
  expect(frontiers).toHaveLength(9);
  for (const { others, smallest, largest } of frontiers) expect([smallest, largest]).toEqual([2 * others.S, 8]);
});

test("killed again and again, it comes to the same journal", async () => {
  const words = [fischer, "--set", "N=2..4", "--threads", "2"];
  const found = await killSweeps(`${inject("commands")}/zonal.js`, words, 3, 7);
  expect(found).toMatchObject({ kills: 3, runs: 12, differences: [] });
});

test("Ctrl-C ends it with what was found, and nothing is lost", async () => {
  const journal = path("interrupted.jsonl");
  const words = ["sweep", fischer, "--set", "N=2..4,12", "-e", "A[] not deadlock", "--no-progress", "--threads", "1"];
  const options = ["--engine", "interpret", "-j", journal];
  const child = spawn(process.execPath, [`${inject("commands")}/zonal.js`, ...words, ...options]);
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
    if (/^ 4 /m.test(out)) child.kill("SIGINT");
  });
  const code = await new Promise((ended) => child.on("close", ended));
  expect(code).toBe(130);
  expect(out).toContain("4 runs: 3 satisfied, 1 not done");
  expect(recordsIn(journal)).toHaveLength(3);
});

test("poisoned runs are told once, stop nothing and do not come back", () => {
  // Threads that certain runs break.
  const bin = path("bin");
  cpSync(inject("commands"), bin, { recursive: true });
  const breaks = `const poison = {
    3: () => process.exit(7),
    4: () => { for (;;) {} },
    5: () => { for (const all = []; ; ) all.push(new Array(1000).fill(all.length)); },
    6: () => { throw new Error("broken"); },
  };
  require("node:worker_threads").parentPort.on("message", ({ run }) => poison[run?.constants.N]?.());
  `;
  writeFileSync(`${bin}/part.js`, breaks + readFileSync(`${bin}/part.js`, "utf8").replace(/^#!.*\n/, ""));
  const journal = path("poisoned.jsonl");
  const poisoned = (values: string, ...limits: readonly string[]) => {
    const words = [fischer, "--set", `N=${values}`, "-e", "E<> P(1).Cs", "--threads", "1", "-j", journal, ...limits];
    return [sweep(words, bin).status, sweep(words, bin).status];
  };
  expect(poisoned("2,3,6,7")).toEqual([2, 2]);
  expect(poisoned("4", "--timeout", "0.2")).toEqual([3, 3]);
  expect(poisoned("5", "--memory", "8")).toEqual([3, 3]);
  expect(recordsIn(journal).map((r) => [r.constants.N, r.outcome, r.reason])).toEqual([
    [2, "satisfied", undefined],
    [3, "error", "the run ended its thread with code 7"],
    [6, "error", "the run ended its thread with code 4"],
    [7, "satisfied", undefined],
    [4, "unknown", "the time limit of 0.2 s was reached, and the run had to be ended"],
    [5, "unknown", "the memory limit of 8 MiB was reached"],
  ]);
});

test("a limit of months is one", () => {
  const words = [fischer, "--set", "N=2", "-e", "E<> P(1).Cs", "-j", path("months.jsonl"), "--timeout", "1e7"];
  expect(sweep(words)).toMatchObject({ status: 0, stderr: "" });
});

describe("a cluster", () => {
  // The commands are bundled into a folder that has no packages beside it; `npm run test:cluster` has them, and a Redis.
  test.each([
    [["worker", "redis://:secret@127.0.0.1:1"]],
    [["sweep", fischer, "--set", "N=2", "--cluster", "redis://:secret@127.0.0.1:1", "-j", path("cluster.jsonl")]],
  ])("needs what is not installed, and says how to: %j", (words) => {
    const ended = spawnSync(process.execPath, [`${inject("commands")}/zonal.js`, ...words], { encoding: "utf8" });
    expect([ended.status, ended.stdout]).toEqual([2, ""]);
    expect(ended.stderr).toMatch(/needs BullMQ and its Redis client.*\nhint: npm install bullmq@6 ioredis@5/);
    expect(ended.stderr).not.toContain("secret");
  });

  test.each([
    [["worker", "http://host"], "named by the address of its Redis"],
    [["worker", "secret"], "named by the address of its Redis"],
    [["sweep", fischer, "--ahead", "3", "-j", path("cluster.jsonl")], "--ahead needs --cluster"],
    [
      ["sweep", fischer, "--cluster", "redis://h", "--threads", "2", "-j", path("cluster.jsonl")],
      "said to each worker",
    ],
  ])("%j is refused", async (words, message) => {
    const { code, err } = await run(words);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toContain("secret");
  });
});
