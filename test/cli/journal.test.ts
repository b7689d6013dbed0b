import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { journalLine, newJournal, readJournal, seeded } from "../../src/index.ts";
import { lamp, path, run } from "./harness.ts";

/**
 * The journal of `zonal online` on a disk: one process at a time, nothing answered that is not there, nothing believed that
 * is not whole.
 */
const bin = inject("commands");
chmodSync(path(""), 0o755);

let folders = 0;
/** A model and an input in a folder of their own, and the words of a command for them. */
function stage(events = 8) {
  const folder = path(`stage-${folders++}`);
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const inside = (name: string): string => join(folder, name);
  const [model, input, journal] = [inside("lamp.xta"), inside("events.jsonl"), inside("journal")];
  writeFileSync(model, lamp);
  writeFileSync(input, eventLines(events));
  const base = ["online", model, "--window", "5", "--query", "E<> n == 3 && x == 4", "--json", "--journal", journal];
  return { folder, model, input, journal, base, argv: [...base, "--input", input] };
}

/** The lamp is lit and put out, and the counter set anew. */
function eventLines(count: number): string {
  const events = Array.from({ length: count }, (_, i) => ({
    t: 3 * i + 1,
    set: { n: i % 3 },
    at: { L: i % 2 === 0 ? "on" : "off" },
    clock: { x: i % 5 },
  }));
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

type Reply = Readonly<Record<string, unknown>>;
const replies = (out: string): Reply[] =>
  out
    .slice(0, out.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Reply);
const answers = (all: readonly Reply[]): Map<unknown, string> =>
  new Map(all.map(({ n, t, states, forecasts }) => [n, JSON.stringify([t, states, forecasts])]));
const locks = (journal: string): string[] =>
  readdirSync(dirname(journal)).filter((name) => name.startsWith(`${basename(journal)}.lock-`));

interface Running {
  readonly child: ChildProcess;
  /** The next output, or undefined if it ended without. */
  said(): Promise<string | undefined>;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

function start(argv: readonly string[]): Running {
  const child = spawn(process.execPath, [`${bin}/zonal.js`, ...argv]);
  let [out, err] = ["", ""];
  child.stdin.on("error", () => {});
  child.stdout.on("data", (data: Buffer) => (out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (err += data.toString()));
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, out, err })),
  );
  const said = (): Promise<string | undefined> =>
    Promise.race([
      new Promise<string>((resolve) => child.stdout.once("data", (data: Buffer) => resolve(data.toString()))),
      ended.then(() => undefined),
    ]);
  return { child, said, ended };
}

const event = (t: number): string => `{"t":${t}}\n`;

describe("one process at a time", { timeout: 120_000 }, () => {
  test("a second one is refused, and the first goes on", async () => {
    const { base, journal } = stage();
    const first = start(base);
    first.child.stdin?.write(event(1));
    expect(await first.said()).toContain('"n":1');
    const before = readFileSync(journal, "utf8");
    const second = await run(base, { stdin: event(2) });
    expect(second).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining(`journal is in use by process ${first.child.pid}\nhint: name another file`),
    });
    expect(readFileSync(journal, "utf8")).toBe(before);
    first.child.stdin?.end(event(3));
    expect(await first.ended).toMatchObject({ code: 0 });
    expect(locks(journal)).toEqual([]);
    expect(replies((await run(base, { stdin: event(4) })).out).map((r) => r.n)).toEqual([2, 3]);
  });

  test("of many that start at once at most one gets it, also over the locks of the dead", async () => {
    const { base, journal } = stage();
    let owners = 0;
    for (let round = 1; round <= 3; round++) {
      const all = Array.from({ length: 5 }, () => start(base));
      for (const { child } of all) child.stdin?.write(event(round));
      const first = await Promise.all(all.map((one) => one.said()));
      const winners = all.filter((_, i) => first[i] !== undefined);
      expect(winners.length).toBeLessThanOrEqual(1);
      owners += winners.length;
      for (const { child } of winners) child.kill("SIGKILL");
      const ended = await Promise.all(all.map((one) => one.ended));
      for (const [i, { code, err }] of ended.entries())
        if (!winners.includes(all[i]!))
          expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("in use") });
      expect(readJournal(readFileSync(journal, "latin1"))).toMatchObject({ owner: {} });
    }
    expect(owners).toBeGreaterThan(0);
  });

  test("the lock of a process that is gone counts for nothing, even if another has its number", async () => {
    const { base, journal } = stage();
    const killed = start(base);
    killed.child.stdin?.write(event(1));
    await killed.said();
    const [name] = locks(journal);
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(locks(journal)).toEqual([name]);
    const lock = (change: (parts: string[]) => string[]): void =>
      writeFileSync(`${journal}.lock-${change(name!.replace(/.*lock-/, "").split("-")).join("-")}`, "");
    // This process has the number, but began at another time; that one is from before the machine was started.
    lock(([, started, ...rest]) => [String(process.pid), `${started}1`, ...rest]);
    lock(([, started, place]) => [String(process.ppid), started!, place!, "0123abcd"]);
    expect(locks(journal)).toHaveLength(3);
    expect(await run(base, { stdin: event(2) })).toMatchObject({ code: 0, err: expect.stringContaining("continued") });
    expect(locks(journal)).toEqual([]);
    // Of another machine's processes nobody knows, nor where the system tells nothing but their numbers.
    for (const [change, told] of [
      [([pid, started, , boot]: string[]) => [pid!, started!, "0123abcd", boot!], "of another machine or container\n"],
      [([, , place]: string[]) => [String(process.pid), "00000000", place!, "00000000"], `process ${process.pid}\n`],
    ] as const) {
      lock(change);
      const { code, err } = await run(base, { stdin: event(3) });
      expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(told) });
      expect(locks(journal)).toHaveLength(1);
      rmSync(join(dirname(journal), locks(journal)[0]!));
    }
  });

  test("through a link it is the same journal; under several names it is none", async () => {
    const { base, journal, folder } = stage();
    const link = join(folder, "link");
    symlinkSync("journal", link);
    const viaLink = base.map((word) => (word === journal ? link : word));
    const first = start(viaLink);
    first.child.stdin?.write(event(1));
    await first.said();
    expect((await run(base, { stdin: event(2) })).err).toContain("in use");
    first.child.stdin?.end();
    await first.ended;
    linkSync(journal, join(folder, "other"));
    expect(await run(base, { stdin: event(2) })).toMatchObject({ code: 2, err: expect.stringContaining("hard links") });
  });
});

describe("crashes", { timeout: 120_000 }, () => {
  test("killed at a dozen random moments, the answers are the same", async () => {
    const { argv, journal } = stage(60);
    const wanted = answers(replies((await run(argv.filter((w) => w !== "--journal" && w !== journal))).out));
    expect(wanted.size).toBe(60);
    const random = seeded(11);
    const got = new Map<unknown, string>();
    for (let kill = 1; kill <= 13; kill++) {
      const { child, ended } = start([...argv, "--checkpoint", "7"]);
      // After some answers, and then at any moment; the last one may end.
      const [after, wait] = [1 + Math.floor(random() * 4), random() * 6];
      let lines = 0;
      child.stdout?.on("data", (data: Buffer) => {
        const before = lines;
        lines += data.toString().split("\n").length - 1;
        if (kill <= 12 && before < after && lines >= after) setTimeout(() => child.kill("SIGKILL"), wait);
      });
      for (const [n, text] of answers(replies((await ended).out))) {
        expect(text).toBe(wanted.get(n));
        got.set(n, text);
      }
      // The disk may have had the beginning of one more line.
      const read = readJournal(readFileSync(journal, "latin1"));
      if (typeof read === "string") throw new Error(read);
      const next = journalLine({ line: 99, event: { t: 999 } }, read.end).text;
      if (kill <= 12) appendFileSync(journal, next.slice(0, Math.floor(random() * next.length)));
    }
    expect(got).toEqual(wanted);
  });

  test("a changed byte is refused with its line, whichever it is, and nothing is answered or changed", async () => {
    const { argv, journal } = stage(3);
    await run([...argv, "--checkpoint", "2"]);
    const whole = readFileSync(journal);
    const lineOf = (at: number): number => whole.subarray(0, at).toString("latin1").split("\n").length;
    for (let at = 0; at < whole.length; at += 7) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1 << (at % 8);
      writeFileSync(journal, changed);
      const { code, out, err } = await run(argv);
      expect({ at, code, out }).toEqual({ at, code: 2, out: "" });
      expect(err).toContain(lineOf(at) === 1 ? "its first line is damaged" : `line ${lineOf(at)} is damaged`);
      expect(readFileSync(journal).equals(changed)).toBe(true);
    }
  });
});

describe("files that cannot be journals are told, and stay as they are", () => {
  test("the model, the input, the drawing", async () => {
    const { argv, model, input, journal, folder } = stage();
    const link = join(folder, "link");
    symlinkSync("lamp.xta", link);
    const hard = join(folder, "hard");
    linkSync(model, hard);
    for (const [other, what] of [
      [model, "the model"],
      [link, "the model"],
      [hard, "the model"],
      [input, "the input"],
    ]) {
      const { code, out, err } = await run(argv.map((word) => (word === journal ? other! : word)));
      expect({ code, out, err }).toEqual({
        code: 2,
        out: "",
        err: `error: ${other} is ${what}: the journal needs a file of its own\n`,
      });
    }
    expect((await run([...argv, "--svg", journal])).err).toContain(
      "is the journal: the drawing needs a file of its own",
    );
    expect((await run([...argv, "--svg", model])).err).toContain("is the model: the drawing needs a file of its own");
    expect(readFileSync(model, "utf8")).toBe(lamp);
    expect(readFileSync(input, "utf8")).toBe(eventLines(8));
    expect(readdirSync(folder).sort()).toEqual(["events.jsonl", "hard", "lamp.xta", "link"]);
  });

  test.each([
    ["a file without an end of line", "my only copy"],
    ["another text", "<nta>\n</nta>\n"],
    ["a journal of before", '{"journal":"zonal","version":1,"of":"00"}\n{"line":1,"event":{"t":1}}\n'],
    ["a journal of another model", newJournal({ model: "m", asked: "q" }).text],
  ])("%s", async (_, text) => {
    const { argv, journal } = stage();
    writeFileSync(journal, text);
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/cannot be continued: it (is not a journal|was written by an older|belongs to another model)/);
    expect(err).toContain("it was left as it is");
    expect(readFileSync(journal, "utf8")).toBe(text);
    expect(locks(journal)).toEqual([]);
  });

  test("a journal of other questions", async () => {
    const { argv } = stage();
    await run(argv);
    const { code, err } = await run(argv.map((word) => (word === "5" ? "6" : word)));
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("other queries, windows or observed channels"),
    });
    expect(await run([...argv, "--dialect", "4"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("or to another dialect"),
    });
  });

  test("an empty file becomes one", async () => {
    const { argv, journal } = stage();
    writeFileSync(journal, "");
    expect(await run(argv)).toMatchObject({ code: 0 });
    expect(readFileSync(journal, "latin1").split("\n")).toHaveLength(10);
  });

  test("folders, devices, pipes", async () => {
    const { argv, journal, folder } = stage();
    mkdirSync(join(folder, "sub"));
    for (const other of [join(folder, "sub"), "/dev/full", "/dev/null", "/dev/stdout"]) {
      const { code, out, err } = await run(argv.map((word) => (word === journal ? other : word)));
      expect({ code, out, err }).toEqual({
        code: 2,
        out: "",
        err: `error: ${other} cannot be a journal: it is not a file on a disk\n`,
      });
    }
    const nowhere = await run(argv.map((word) => (word === journal ? join(folder, "none", "journal") : word)));
    expect(nowhere).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("there is no such file or folder"),
    });
  });
});

describe("what cannot be written is not answered", () => {
  /** A command by the shell, which can set limits; not as root, whom no rights bind. */
  const limited = (argv: readonly string[], limit = "true") => {
    const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const words = [process.execPath, `${bin}/zonal.js`, ...argv].map((w) => `'${w}'`).join(" ");
    return spawnSync("bash", ["--norc", "-c", `${limit}; ${words}`], { encoding: "utf8", ...other });
  };

  test("a file or a folder without the right to write", () => {
    const { argv, journal, folder } = stage();
    limited(argv);
    const before = readFileSync(journal, "utf8");
    chmodSync(journal, 0o444);
    const file = limited(argv);
    expect({ code: file.status, out: file.stdout }).toEqual({ code: 2, out: "" });
    expect(file.stderr).toBe(`error: the journal ${journal} cannot be used: permission denied\n`);
    expect(locks(journal)).toEqual([]);
    chmodSync(journal, 0o666);
    chmodSync(folder, 0o555);
    const closed = limited(argv);
    expect({ code: closed.status, out: closed.stdout }).toEqual({ code: 2, out: "" });
    expect(closed.stderr).toBe(`error: ${journal} cannot be locked: permission denied\n`);
    expect(readFileSync(journal, "utf8")).toBe(before);
    chmodSync(folder, 0o777);
  });

  test("a disk that fills up: every answer is in the journal, which is whole and can be continued", async () => {
    const { argv, journal, base } = stage(20);
    const { status, stdout, stderr } = limited(argv, "ulimit -f 1");
    expect(status).toBe(2);
    expect(stderr).toContain(`error: the journal ${journal} cannot be used: it would be larger than a file may be\n`);
    const text = readFileSync(journal, "latin1");
    const read = readJournal(text);
    expect(read).toMatchObject({ length: text.length });
    const answered = replies(stdout).map((r) => r.n);
    expect(answered.length).toBeGreaterThan(2);
    expect(text.split("\n").length - 2).toBe(answered.length);
    const rest = await run(argv);
    expect(rest.code).toBe(0);
    expect(replies(rest.out).map((r) => r.n)).toEqual(
      Array.from({ length: 21 - answered.length }, (_, i) => answered.length + i),
    );
    const alone = await run([
      ...base.filter((w) => w !== "--journal" && w !== journal),
      "--input",
      argv[argv.length - 1]!,
    ]);
    expect(answers([...replies(stdout), ...replies(rest.out)])).toEqual(answers(replies(alone.out)));
  });

  test.each([
    ["removed", (journal: string) => rmSync(journal), "was removed or replaced by somebody else"],
    ["changed", (journal: string) => appendFileSync(journal, "x"), "was changed by somebody else"],
  ])("a journal that is %s meanwhile", async (_, spoil, told) => {
    const { base, journal } = stage();
    const { child, said, ended } = start(base);
    child.stdin?.write(event(1));
    await said();
    spoil(journal);
    child.stdin?.end(event(2));
    const { code, out, err } = await ended;
    expect({ code, answered: replies(out).map((r) => r.n) }).toEqual({ code: 2, answered: [1] });
    expect(err).toContain(told);
    expect(locks(journal)).toEqual([]);
  });

  test("an input that cannot be read is told too", () => {
    const { argv, input } = stage();
    chmodSync(input, 0);
    const { status, stderr } = limited(argv);
    expect(status).toBe(2);
    expect(stderr).toContain(`error: ${input} cannot be read: permission denied\n`);
  });
});
