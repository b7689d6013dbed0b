import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";

import { describe, expect, inject, test } from "vitest";
import { exit } from "../../apps/cli/process/exit.ts";
import { runVerb } from "../../apps/cli/process/run.ts";
import { InternalError } from "../../src/index.ts";
import { file, lamp, path, runProgram } from "./harness.ts";

/** The commands as processes: bundled, with real signals, pipes and streams. */
const bin = inject("commands");

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(
  argv: readonly string[],
  options: { env?: Record<string, string>; stdout?: number } = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const [name, ...rest] = argv;
  const env = { PATH: process.env.PATH ?? "", ...options.env };
  const child = spawn(process.execPath, [`${bin}/${name}.js`, ...rest], {
    env,
    stdio: ["pipe", options.stdout ?? "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<Ended>((finish) => child.on("close", (code) => finish({ code, out, err })));
  return { child, ended };
}

const run = (
  argv: readonly string[],
  options: { env?: Record<string, string>; stdout?: number } = {},
): Promise<Ended> => {
  const { child, ended } = start(argv, options);
  child.stdin?.end();
  return ended;
};

/** A model whose states take for ever to count. */
const endless = `int[0,9] c[40];
process C(const int[0,39] i) { state s; init s; trans s -> s { guard c[i] < 9; assign c[i] = c[i] + 1; }, s -> s { assign c[i] = 0; }; }
system C;
`;

/** Where a program begins with this, nothing takes too long to be tried at once, however busy the machine is. */
const patient = `const { Script } = require("node:vm");
  const { runInThisContext } = Script.prototype;
  Script.prototype.runInThisContext = function () { return runInThisContext.call(this); };
  process.hrtime.bigint = () => 0n;
`;

test("a short command loads of Node and of itself only what it needs", () => {
  const script = `${patient}process.on("exit", () => console.log(JSON.stringify(
      [...process.moduleLoadList.map((part) => part.replace(/^NativeModule /, "")), ...require("${bin}/code.js").scripts.keys()])));
    process.argv = ["node", "zonal", "verify", "examples/coffee.xml"];
    require("${bin}/zonal.js");`;
  // What reads or writes nothing is a device, and no terminal.
  const stdio = ["ignore", "pipe", "ignore"] as const;
  const out = execFileSync(process.execPath, [file("parts.cjs", script)], { encoding: "utf8", stdio: [...stdio] });
  const parts = JSON.parse(out.trim().split("\n").at(-1) ?? "") as string[];
  for (const heavy of ["tty", "net", "stream", "child_process", "worker_threads", "readline", "perf_hooks", "module"])
    expect(parts).not.toContain(heavy);
  expect(parts.filter((part) => part.endsWith(".js")).sort()).toEqual([
    "command.chunk.js",
    "model.chunk.js",
    "rolldown-runtime.chunk.js",
    "zonal-main.js",
  ]);
});

test("what a thread needs of Node is there before anything that may be ended loads more of it", () => {
  const script = `${patient}process.on("exit", () => console.log(process.moduleLoadList.join(" ")));
    process.argv = ["node", "zonal", "verify", "examples/coffee.xml", "--json"];
    require("${bin}/zonal.js");`;
  const out = execFileSync(process.execPath, [file("order.cjs", script)], { encoding: "utf8" });
  const [thread, sums] = ["NativeModule worker_threads", "NativeModule crypto"].map((part) => out.lastIndexOf(part));
  expect(thread).toBeGreaterThan(0);
  expect(sums).toBeGreaterThan(thread!);
});

describe("kept code", () => {
  /** What V8 says of the kept code of each file that is loaded: `false` if it was taken, `undefined` if none was given. */
  const taken = (folder: string): string => {
    const script = `${patient}const { load, scripts } = require("${folder}/code.js");
      process.on("exit", () => {
        for (const [name, { cachedDataRejected }] of scripts) console.log(name, cachedDataRejected);
      });
      process.argv = ["node", "zonal", "verify", "examples/coffee.xml"];
      load("zonal-main.js");`;
    return execFileSync(process.execPath, ["-e", script], { encoding: "utf8" });
  };

  const checked = (folder: string): string =>
    execFileSync(process.execPath, [`${folder}/zonal.js`, "check", file("kept.xta", lamp)], { encoding: "utf8" });

  test("V8 takes the code kept at build time", () => {
    const out = taken(bin);
    expect(out).toContain("model.chunk.js false");
    expect(out).not.toContain("true\n");
    expect(out).not.toContain("undefined");
  });

  test("V8 is given no code of another Node, even one of the same version", () => {
    const other = path("other-node");
    cpSync(bin, other, { recursive: true });
    const maker = readFileSync(`${other}/maker.code`, "utf8");
    expect(maker).toContain(process.versions.v8);
    writeFileSync(`${other}/maker.code`, maker.replace(process.arch, "other"));
    expect(taken(other)).toContain("model.chunk.js undefined");
    expect(taken(other)).not.toContain("false");
  });

  test("a file of the program that is gone is told in words", () => {
    const other = path("cut-off");
    cpSync(bin, other, { recursive: true });
    for (const [lost, argv] of [
      ["zonal-main.js", ["zonal", "--help"]],
      ["check.chunk.js", ["zonal", "check", "none"]],
      ["thread.chunk.js", ["zonal", "verify", "-", "--progress"]],
      ["worker-main.js", ["zonal", "verify", "-", "--progress"]],
    ] as const) {
      renameSync(`${other}/${lost}`, `${other}/lost`);
      const [name, ...rest] = argv;
      const { status, stderr } = spawnSync(process.execPath, [`${other}/${name}.js`, ...rest], { encoding: "utf8" });
      renameSync(`${other}/lost`, `${other}/${lost}`);
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: expect.stringMatching(/^error: zonal cannot read .*\n$/),
      });
      expect(stderr).toContain(lost);
    }
  });

  test("without it, or with what is none, everything is as before", () => {
    const other = path("other-bin");
    cpSync(bin, other, { recursive: true });
    const kept = readdirSync(other).filter((name) => name.endsWith(".code"));
    expect(kept).toContain("model.chunk.js.code");
    for (const name of kept) writeFileSync(`${other}/${name}`, "no code");
    expect(checked(other)).toBe(checked(bin));
    for (const name of kept) rmSync(`${other}/${name}`);
    expect(checked(other)).toBe(checked(bin));
  });
});

describe("processes", () => {
  test("verifyta speaks the dialect of the folder it is called from", () => {
    const said = (folder: string, env: Record<string, string> = {}): string => {
      mkdirSync(path(`${folder}/bin-Linux`), { recursive: true });
      const link = path(`${folder}/bin-Linux/verifyta`);
      symlinkSync(`${bin}/verifyta.js`, link);
      const text = execFileSync(process.execPath, [link, "-v"], { encoding: "utf8", env: { ...process.env, ...env } });
      rmSync(link);
      return text.trim().split(" ").at(-1) ?? "";
    };
    expect(said("uppaal64-4.1.26")).toBe("4.1.26");
    expect(said("uppaal-5.0.0-linux64")).toBe("5.0.0");
    expect(said("elsewhere")).toBe("5.0.0");
    expect(said("uppaal64-4.1.26", { VERIFYTA_DIALECT: "5.0" })).toBe("5.0.0");
  });

  test("zonal and verifyta run", async () => {
    const name = file("lamp.xta", lamp);
    expect(await run(["zonal", "check", name])).toEqual({ code: 0, out: `${name}: ok\n`, err: "" });
    expect(await run(["zonal", "verify", name, "-e", "A[] n < 3"])).toEqual({
      code: 1,
      out: "1. A[] n < 3: NOT satisfied\n",
      err: "",
    });
    expect(await run(["zonal", "verify", "--help"])).toMatchObject({ code: 0, err: "" });
    const q = file("q.q", "A[] n < 3\n");
    expect(await run(["verifyta", "-sq", name, q])).toEqual({
      code: 0,
      out: `\nVerifying formula 1 at ${q}:1\n -- Formula is NOT satisfied.\n`,
      err: "",
    });
    expect(await run(["verifyta", path("none")])).toMatchObject({ code: 1, out: "" });
  });

  test("standard input", async () => {
    for (const argv of [
      ["zonal", "check", "-"],
      ["zonal", "verify", "-", "-e", "E<> L.on"],
    ]) {
      const { child, ended } = start(argv);
      child.stdin?.end(lamp);
      expect(await ended).toMatchObject({ code: 0, err: "" });
    }
  });

  test("lines of standard input", async () => {
    const name = file("lamp.xta", lamp);
    const event = '{"t": 1, "set": {"n": 1}}\n';
    for (const [argv, input, said] of [
      [["simulate", name], "1\ntrace\nquit\n", "L.on"],
      [["simulate", name, "--script", "-"], "1\ntrace\n", "L.on"],
      [["online", name, "--window", "5", "--query", "E<> L.on"], event, "t=1: 2 possible states"],
    ] as const) {
      const { child, ended } = start(["zonal", ...argv]);
      child.stdin?.end(input);
      const { code, out, err } = await ended;
      expect({ code, err }).toEqual({
        code: 0,
        err: argv[0] === "online" ? expect.stringContaining("1 events answered") : "",
      });
      expect(out).toContain(said);
    }
  });

  test.each([
    ["SIGINT", exit.interrupted],
    ["SIGTERM", exit.terminated],
  ] as const)("%s gives the partial result", async (signal, code) => {
    const { child, ended } = start([
      "zonal",
      "verify",
      file("endless.xta", endless),
      "-e",
      "A[] c[0] <= 9",
      "--no-reduce",
      "--json",
      "--progress",
    ]);
    // The first line of progress says that the search is under way.
    await new Promise<void>((go) => child.stderr?.once("data", () => go()));
    child.kill(signal);
    const { code: got, out } = await ended;
    expect(got).toBe(code);
    const { queries, exitCode } = JSON.parse(out);
    expect(exitCode).toBe(code);
    expect(queries[0]).toMatchObject({ outcome: "unknown", standing: "inconclusive" });
    expect(queries[0].statistics.explored).toBeGreaterThan(0);
  });

  test("a reader that goes away is no error", async () => {
    const { child, ended } = start(["zonal", "export", "--graph", file("lamp.xta", lamp)]);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 0, err: "" });
  });

  test("a reader that goes away changes no verdict, and no file of results", async () => {
    const results = path("unread.xml");
    const { child, ended } = start(["zonal", "verify", file("lamp.xta", lamp), "-e", "A[] L.off", "--junit", results]);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 1, err: "" });
    expect(readFileSync(results, "utf8")).toContain('failures="1"');
  });

  test("nor does one that stops listening to what is wrong", async () => {
    const { child, ended } = start(["zonal", "convert", file("broken.xta", lamp.replace("n < 3", "m < 3")), "-"]);
    child.stderr?.destroy();
    expect(await ended).toMatchObject({ code: 2 });
  });

  test("a full disk behind standard output is told", async () => {
    const full = openSync("/dev/full", "w");
    const { code, err } = await run(["zonal", "show", file("lamp.xta", lamp)], { stdout: full });
    closeSync(full);
    expect({ code, err }).toEqual({ code: 2, err: "error: standard output cannot be written: the disk is full\n" });
  });

  test("colour where it is wanted", async () => {
    const name = file("broken.xta", lamp.replace("n < 3", "m < 3"));
    expect((await run(["zonal", "check", name])).err).not.toContain("\x1b[");
    expect((await run(["zonal", "check", name], { env: { FORCE_COLOR: "1" } })).err).toContain("\x1b[31merror\x1b[39m");
  });

  test("threads share a search and give the same answers", async () => {
    const model = new URL("../../examples/fischer.xml", import.meta.url).pathname;
    const formulas = [
      "A[] not (P(1).Cs and P(2).Cs)",
      "E<> P(3).Cs and id == 3",
      "A[] not deadlock",
      "E<> P(1).Cs and P(2).Cs",
      "A[] true",
    ];
    const ask = async (threads: number) => {
      const { out } = await run([
        "zonal",
        "verify",
        model,
        "--json",
        "--threads",
        String(threads),
        ...formulas.flatMap((f) => ["-e", f]),
      ]);
      return (JSON.parse(out) as { queries: { outcome: string; statistics: { stored: number } }[] }).queries;
    };
    const [one, three] = [await ask(1), await ask(3)];
    expect(three.map((q) => q.outcome)).toEqual(one.map((q) => q.outcome));
    expect(one.map((q) => q.outcome)).toEqual(["satisfied", "satisfied", "satisfied", "violated", "satisfied"]);
    // A complete search keeps the same states, whoever finds them first.
    expect(three[4]!.statistics.stored).toBe(one[4]!.statistics.stored);
  });
});

test.each([
  [
    Object.assign(new Error("EIO: i/o error, close"), { code: "EIO", syscall: "close" }),
    2,
    "error: the disk reports a fault\n",
  ],
  [
    Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "open", path: "a" }),
    2,
    "error: a: the disk is full\n",
  ],
  [new RangeError("WebAssembly.Memory(): could not allocate memory"), 3, "error: not enough memory: WebAssembly."],
  [
    new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory"),
    3,
    "error: not enough memory:",
  ],
  [new RangeError("Array buffer allocation failed"), 3, "error: not enough memory: Array"],
])("what the system refuses is no fault of ours: %s", async (error, code, said) => {
  const verb = {
    define: (): void => {
      throw error;
    },
  };
  const ran = await runProgram((argv, io) => runVerb("zonal refused", verb, argv, io), []);
  expect(ran).toMatchObject({ code, out: "", err: expect.stringContaining(said) });
});

test("a fault of ours is exit code 4 and says how to report it", async () => {
  const verb = {
    define: (): void => {
      throw new InternalError("two and two made five");
    },
  };
  const quiet = await runProgram((argv, io) => runVerb("zonal broken", verb, argv, io), []);
  expect(quiet).toMatchObject({
    code: 4,
    out: "",
    err: expect.stringMatching(/^internal error: two and two made five\n[\s\S]*report it/),
  });
  expect(quiet.err).not.toMatch(/\n\s+at /);
  const loud = await runProgram((argv, io) => runVerb("zonal broken", verb, argv, io), [], {
    env: { ZONAL_DEBUG: "1" },
  });
  expect(loud.err).toMatch(/\n\s+at /);
});
