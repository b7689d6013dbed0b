import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, inject, test } from "vitest";
import { paint } from "../../apps/cli/io/paint.ts";
import { control, shown } from "../../apps/cli/io/terminal.ts";
import { file, lampXml } from "./harness.ts";

/** Nothing that a model, a query, an event or a file's name says to a terminal is obeyed by it. */
const bin = inject("commands");

describe("text", () => {
  test("control characters and turns of the writing direction are shown by their numbers", () => {
    expect(shown("a\x1b[2Jb\x07\x7f\x9b\u202ec\u2066\u200f\u061c\u2028")).toBe(
      "a\\u001b[2Jb\\u0007\\u007f\\u009b\\u202ec\\u2066\\u200f\\u061c\\u2028",
    );
    expect(shown("one\r\ntwo\n\tthree\rfour")).toBe("one\r\ntwo\n\tthree\\u000dfour");
    expect(shown("Grüße, 日本, ∀ 🚂")).toBe("Grüße, 日本, ∀ 🚂");
  });

  test("our own colours go through, and what is painted does not bring others", () => {
    expect(shown(paint("red", "a\x1b[2Jb", true))).toBe("\x1b[31ma\\u001b[2Jb\x1b[39m");
    expect(shown(paint("red", "a\x1b[2Jb", false))).toBe("a\\u001b[2Jb");
    expect(shown(`${control("\r")}x\r`)).toBe("\rx\\u000d");
  });

  test("JSON stays JSON and means the same", () => {
    const value = { "a\x1b\u202e": '\u0000\u009b\u2028"\\' };
    expect(JSON.parse(shown(JSON.stringify(value)))).toEqual(value);
  });
});

/** What XML may hold, and what only other text may. */
const mild = "\u202e\u009b31m";
const evil = `\x1b]0;owned\x07\x1b[2J${mild}`;
const harm = /[^\P{Cc}\t\n]|\p{Bidi_C}/u;
const evilXml = lampXml
  .replace("it can be lit", mild)
  .replace("clock x;", `clock x; // ${mild}\n`)
  .replace("E&lt;&gt; L.on<", "E&lt;&gt; L.on and \u202e nothing<");

/** A command as a process; `terminal` gives it one. */
function run(argv: readonly string[], { stdin = "", terminal = false, color = false } = {}) {
  const words = [process.execPath, `${bin}/${argv[0]}.js`, ...argv.slice(1)];
  const quoted = words.map((w) => `'${w.replaceAll("'", `'\\''`)}'`).join(" ");
  return spawnSync(terminal ? "script" : words[0]!, terminal ? ["-qec", quoted, "/dev/null"] : words.slice(1), {
    encoding: "utf8",
    input: stdin,
    env: { PATH: process.env.PATH ?? "", ...(color ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) },
  });
}

describe("commands", () => {
  const model = (): string => file("evil.xml", evilXml);
  const broken = (): string => file(`broken${evil}.xta`, `int n${evil} = "${evil}"; /* ${evil} */ system ${evil};`);
  const cases: [string, () => readonly string[], string?][] = [
    ["the name of a file that is not there", () => ["zonal", "check", `/none/${evil}`]],
    ["a broken model with a bad name", () => ["zonal", "check", broken()]],
    ["a command that does not exist", () => ["zonal", evil]],
    ["an option that does not exist", () => ["zonal", "check", `--${evil}`]],
    ["a query on the command line", () => ["zonal", "verify", model(), "-e", `E<> ${evil}`]],
    ["the queries of a model", () => ["zonal", "verify", model()]],
    ["a query file", () => ["zonal", "verify", model(), file("evil.q", `/* ${evil} */ E<> ${evil} L.on\n`)]],
    ["a summary", () => ["zonal", "show", model()]],
    ["a file that cannot be written", () => ["zonal", "convert", model(), `/none/${evil}.xml`]],
    [
      "events",
      () => ["zonal", "online", model(), "--window", "3"],
      `{"t":1,"event":"${evil}"}\n{"t":1,"set":{"\\u001b[2J":1}}\n${evil}\n`,
    ],
    ["commands of a simulation", () => ["zonal", "simulate", model()], `${evil}\nwhy ${evil}\n`],
    ["verifyta", () => ["verifyta", "-sq", broken(), file("v.q", evil)]],
  ];
  test.each(cases)("%s", (_, argv, stdin = "") => {
    const words = argv();
    const { stdout, stderr } = run(words, { stdin });
    expect(stdout + stderr).toMatch(/\\u(001b|202e|009b)/);
    expect((stdout + stderr).match(harm)?.[0]).toBeUndefined();
    // With colour there are our own sequences, and no others.
    const painted = run(words, { stdin, color: true });
    let bare = painted.stdout + painted.stderr;
    for (const code of [1, 2, 22, 31, 32, 33, 39]) bare = bare.replaceAll(`\x1b[${code}m`, "");
    expect(bare.replace(/\d+\.\d+/g, "")).toBe((stdout + stderr).replace(/\d+\.\d+/g, ""));
  });

  test("a file stays what it is in a pipe, and is shown harmless on a terminal", () => {
    const at = model();
    const piped = run(["zonal", "convert", at, "-", "--to", "xml"]);
    expect(piped.stdout).toBe(evilXml);
    const onTerminal = run(["zonal", "convert", at, "-", "--to", "xml"], { terminal: true });
    expect(onTerminal.stdout.replaceAll("\r\n", "\n")).toBe(shown(evilXml));
    expect(onTerminal.stdout).toContain("\\u202e");
  });
});

test("nothing but the door to the terminal writes there", () => {
  const folder = new URL("../../apps/cli/", import.meta.url);
  const lines = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) =>
      readFileSync(new URL(name, folder), "utf8")
        .split("\n")
        .filter((line) => /process\.std(out|err)|console\.|x1b|u001b|"\\r"/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
  expect(lines.filter((line) => !/control\(|\\`?\\u001b|`\\u001b`/.test(line)).sort()).toEqual([
    // What is typed is shown as it is typed.
    "io/io.ts: return textLines(process.stdin, isatty(0) ? { output: process.stderr, prompt } : undefined);",
    // An editor reads this, by a protocol of its own.
    "lsp.ts: const code = await serve(process.stdin, process.stdout, ask);",
    "process/thread.ts: process.stderr.write(said);",
  ]);
});
