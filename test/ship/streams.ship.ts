import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { complaint, type Ended, ended, leave, nodes, project, run, start, workplace } from "./program.ts";

/**
 * The installed commands with the streams that shells give them: closed, full, cut off early, slow, a folder, a terminal. A
 * pseudo-terminal is made by `script` (util-linux); where there is none, that part says so and is left out.
 */
const cwd = workplace();
afterAll(() => leave(cwd));

const hasTerminal = process.platform === "linux" && existsSync("/usr/bin/script");
if (!hasTerminal) console.warn("there is no /usr/bin/script: nothing is tried at a terminal");

describe.each(nodes)("%s", (node) => {
  const zonal = `'${node}' '${join(project, "node_modules/.bin/zonal")}'`;
  const shell = (command: string, stdin = ""): Promise<Ended> => {
    const child = spawn("bash", ["-c", command], { cwd });
    const end = ended(child);
    child.stdin.end(stdin);
    return end;
  };

  test.each([
    ["check - <&-", 2],
    ["check - < .", 2],
    ["simulate examples/lamp.xml < .", 2],
    ["simulate examples/lamp.xml <&-", 0],
    ["simulate examples/lamp.xml --script - < /dev/null", 0],
    ["online examples/monitor.xml --window 20 < .", 2],
    ["online examples/monitor.xml --window 20 --input examples", 2],
    ["reconstruct examples/lamp.xml --script - < .", 2],
    ["show examples/railway.xml >&-", 0],
    ["check none.xml 2>&-", 2],
    ["show examples/railway.xml > /dev/full", 2],
    ["verify examples/lamp.xml > /dev/full", 2],
    ["simulate examples/lamp.xml --random 3 > /dev/full", 2],
    ["check none.xml 2> /dev/full", 2],
  ])("%s", async (command, code) => {
    const end = await shell(`${zonal} ${command}`);
    expect(complaint(end)).toBeUndefined();
    expect(end).toMatchObject({ code });
  });

  test.each([
    "export --graph examples/railway.xml",
    "verify examples/lamp.xml --json",
    "simulate examples/lamp.xml --random 50",
    "online examples/monitor.xml --window 20 --input examples/monitor.jsonl --query 'A[] oxygen >= 0'",
    "convert examples/railway.xml - --to xta",
  ])("%s, whose reader goes away at once", async (command) => {
    const end = await shell(`${zonal} ${command} | true; exit \${PIPESTATUS[0]}`);
    expect(complaint(end)).toBeUndefined();
    expect(end).toMatchObject({ code: 0, err: expect.not.stringContaining("rror") });
  });

  test("lines are answered as they come, not when the input ends", async () => {
    const child = start("zonal online examples/monitor.xml --window 20".split(" "), { cwd, node });
    const end = ended(child);
    const answered = new Promise<string>((told) => child.stdout?.once("data", (chunk: Buffer) => told(String(chunk))));
    child.stdin?.write('{"t": 5, "event": "begin"}\n');
    expect(await answered).toContain("t=5");
    child.kill("SIGTERM");
    expect(await end).toMatchObject({ code: 143, err: expect.stringContaining("1 events answered") });
  });

  test("a slow reader gets everything", async () => {
    const whole = execFileSync("bash", ["-c", `${zonal} export --graph examples/railway.xml --json`], { cwd });
    expect(whole.length).toBeGreaterThan(300_000);
    const slow = await shell(`${zonal} export --graph examples/railway.xml --json | (sleep 1; wc -c)`);
    expect(Number(slow.out)).toBe(whole.length);
  });

  test("started by its name, and through a link", async () => {
    const path = `PATH='${join(node, "..")}:${join(project, "node_modules/.bin")}':"$PATH"`;
    expect(await shell(`${path} zonal check examples/lamp.xml`)).toMatchObject({ code: 0 });
    expect(await shell(`${path} verifyta -sq examples/lamp.xml`)).toMatchObject({ code: 0 });
  });

  describe.runIf(hasTerminal)("at a terminal", () => {
    /** The reader of lines has printed `> ` and put the cursor behind it: from now on it has the keys. */
    const prompt = "\u001b[3G";

    /** Types once the program has printed what it waits with. */
    const type = async (command: string, wait: string, keys: string): Promise<Ended> => {
      const child = spawn("script", ["-qec", `${zonal} ${command}`, "/dev/null"], {
        cwd,
        env: { ...process.env, TERM: "xterm" },
      });
      const end = ended(child);
      let seen = "";
      await new Promise<void>((told) => {
        if (wait === "") told();
        child.stdout.on("data", (chunk: Buffer) => (seen += String(chunk)).includes(wait) && told());
        child.on("close", () => told());
      });
      child.stdin.write(keys);
      // `script` takes the end of its own input for the end of everything.
      const result = await end;
      child.stdin.end();
      return result;
    };

    test.each([
      ["simulate examples/lamp.xml", prompt, "1\rquit\r", 0, "Dim"],
      ["simulate examples/lamp.xml", prompt, "\u0004", 0, "Lamp.Off"],
      ["simulate examples/lamp.xml", prompt, "\u0003", 130, "Lamp.Off"],
      ["check -", "", "process P() { state A; init A; } system P;\r\u0004", 0, "ok"],
      ["verify examples/lamp.xml", "", "", 0, "satisfied"],
      ["online examples/monitor.xml --window 20", "\u001b[1G", '{"t": 5, "event": "begin"}\r\u0004', 0, "t=5"],
    ] as const)("%s", async (command, wait, keys, code, says) => {
      const end = await type(command, wait, keys);
      expect(complaint(end)).toBeUndefined();
      expect(end).toMatchObject({ code, out: expect.stringContaining(says) });
    });
  });
});

test("standard input that another program made non-blocking is waited for", async () => {
  const end = await run(["zonal", "check", "-"], {
    cwd,
    stdin: "process P() { state A; init A; } system P;\n",
    before: ["--require", join(import.meta.dirname, "../../dist/test/ship/inject.js")],
    env: { INJECT: "EAGAIN:readSync:1" },
  });
  expect(end).toMatchObject({ code: 0, out: expect.stringContaining("ok") });
});
