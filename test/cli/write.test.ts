import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { writeWhole } from "../../apps/cli/io/write.ts";
import { lamp, path } from "./harness.ts";

/** The one writer of files: whole or not at all, through links, with the rights that were there. */
const bin = inject("commands");

chmodSync(path(""), 0o755);

let folders = 0;
function fresh(): string {
  const folder = path(`folder-${folders++}`);
  mkdirSync(folder);
  return folder;
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const write = (at: string, text: string): void => writeWhole(at, bytes(text));

test("a link stays a link, and what it points to is written", () => {
  const folder = fresh();
  mkdirSync(join(folder, "deep"));
  writeFileSync(join(folder, "file"), "old");
  symlinkSync("../file", join(folder, "deep", "link"));
  // The way back from the folder behind a link is another one than the way back from the link.
  mkdirSync(join(folder, "a", "b"), { recursive: true });
  symlinkSync("a/b", join(folder, "short"));
  writeFileSync(join(folder, "a", "file"), "old");
  symlinkSync("../file", join(folder, "a", "b", "link"));
  write(join(folder, "deep", "link"), "new");
  write(join(folder, "short", "link"), "other");
  expect(readlinkSync(join(folder, "deep", "link"))).toBe("../file");
  expect(readFileSync(join(folder, "file"), "utf8")).toBe("new");
  expect(readFileSync(join(folder, "a", "file"), "utf8")).toBe("other");
  expect(readdirSync(folder).sort()).toEqual(["a", "deep", "file", "short"]);
});

test("a link to nothing makes the file; links in a circle are told", () => {
  const folder = fresh();
  symlinkSync("to-be", join(folder, "link"));
  write(join(folder, "link"), "new");
  expect(readFileSync(join(folder, "to-be"), "utf8")).toBe("new");
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  symlinkSync("b", join(folder, "a"));
  symlinkSync("a", join(folder, "b"));
  expect(() => write(join(folder, "a"), "new")).toThrow("its links lead in a circle");
});

test("the rights of a file stay, and a new one has the usual ones", () => {
  const folder = fresh();
  const at = join(folder, "file");
  write(at, "first");
  writeFileSync(join(folder, "usual"), "");
  expect(statSync(at).mode).toBe(statSync(join(folder, "usual")).mode);
  for (const mode of [0o640, 0o600, 0o666, 0o755]) {
    chmodSync(at, mode);
    write(at, "again");
    expect(statSync(at).mode & 0o777).toBe(mode);
  }
  // Only root can keep a file somebody else's.
  if (process.getuid?.() === 0) {
    chownSync(at, 65_534, 65_534);
    write(at, "by root");
    expect(statSync(at)).toMatchObject({ uid: 65_534, gid: 65_534 });
  }
});

test("whatever lies beside the file, nothing of it is written to", () => {
  const folder = fresh();
  const at = join(folder, "file");
  writeFileSync(join(folder, "victim"), "mine");
  for (const guess of [`.file.${process.pid}.tmp`, "file.new", "file.tmp"]) symlinkSync("victim", join(folder, guess));
  const before = readdirSync(folder);
  write(at, "new");
  expect(readFileSync(join(folder, "victim"), "utf8")).toBe("mine");
  expect(readdirSync(folder)).toEqual([...before, "file"].sort());
});

test("a name as long as can be is no hindrance", () => {
  const at = join(fresh(), "n".repeat(255));
  write(at, "old");
  write(at, "new");
  expect(readFileSync(at, "utf8")).toBe("new");
});

test("what cannot be written is told, and the folder is as before", () => {
  const folder = fresh();
  writeFileSync(join(folder, "file"), "old");
  expect(() => write(folder, "new")).toThrow("is a directory, not a file");
  expect(() => write(join(folder, "file", "below"), "new")).toThrow("a part of the path is not a folder");
  expect(() => write(join(folder, "none", "below"), "new")).toThrow("there is no such file or folder");
  expect(() => write("/dev/full", "new")).toThrow("/dev/full cannot be written: the disk is full");
  expect(readdirSync(folder)).toEqual(["file"]);
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `zonal convert` by the shell, which can set limits. */
function convert(words: string, options: object = {}): Ended {
  const line = words.replace("zonal convert", `"${process.execPath}" "${bin}/zonal.js" convert`);
  return spawnSync("bash", ["--norc", "-c", line], { encoding: "utf8", ...options });
}

test("a disk that fills up on the way leaves the old file, and nothing beside it", () => {
  const folder = fresh();
  writeFileSync(
    join(folder, "in.xta"),
    `${"int unused;".repeat(200).replace(/;/g, (_, i: number) => `${i};\n`)}${lamp}`,
  );
  const at = join(folder, "out.xml");
  writeFileSync(at, "old");
  const { status, stderr } = convert(`ulimit -f 1; zonal convert ${folder}/in.xta ${at}`);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `error: ${at} cannot be written: it would be larger than a file may be\n`,
  });
  expect(readFileSync(at, "utf8")).toBe("old");
  expect(readdirSync(folder).sort()).toEqual(["in.xta", "out.xml"]);
});

test("a file that is not to be written is not replaced either", () => {
  const folder = fresh();
  writeFileSync(join(folder, "in.xta"), lamp);
  const at = join(folder, "out.xml");
  writeFileSync(at, "old");
  chmodSync(at, 0o444);
  chmodSync(folder, 0o777);
  // Rights mean nothing to root: then somebody else tries.
  const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { status, stderr } = convert(`zonal convert ${folder}/in.xta ${at}`, other);
  expect({ status, stderr }).toEqual({ status: 2, stderr: `error: ${at} cannot be written: permission denied\n` });
  expect(readFileSync(at, "utf8")).toBe("old");
  expect(readdirSync(folder).sort()).toEqual(["in.xta", "out.xml"]);
});

test("pipes and standard output are written to, not replaced", () => {
  const folder = fresh();
  writeFileSync(join(folder, "in.xta"), lamp);
  const whole = convert(`zonal convert ${folder}/in.xta - --to xml`).stdout;
  expect(whole).toContain("<nta>");
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const piped = convert(`cat ${folder}/pipe & zonal convert ${folder}/in.xta ${folder}/pipe --to xml; wait`);
  expect(piped.stdout).toBe(whole);
  expect(lstatSync(join(folder, "pipe")).isFIFO()).toBe(true);
  expect(convert(`zonal convert ${folder}/in.xta /dev/stdout --to xml | cat`).stdout).toBe(whole);
  // Standard output that is a file: what was there stays, and the file is the same one.
  const log = join(folder, "log");
  writeFileSync(log, "before\n");
  const { ino } = statSync(log);
  const out = openSync(log, "a");
  expect(
    convert(`zonal convert ${folder}/in.xta /dev/stdout --to xml`, { stdio: ["ignore", out, "pipe"] }).status,
  ).toBe(0);
  closeSync(out);
  expect(readFileSync(log, "utf8")).toBe(`before\n${whole}`);
  expect(statSync(log).ino).toBe(ino);
});

test("no other file of the commands writes to the disk", () => {
  const folder = new URL("../../apps/cli/", import.meta.url);
  const writers = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .filter((name) =>
      /\b(writeFile(Sync)?|appendFile(Sync)?|createWriteStream|renameSync|writeSync|f?truncateSync|copyFileSync)\b/.test(
        readFileSync(new URL(name, folder), "utf8"),
      ),
    );
  // Two are steps of the build; journals grow by lines; the loader tells on standard error what nobody else caught; what a
  // search spills is its own and goes with it.
  expect(writers.sort()).toEqual([
    "bundle/bundle.ts",
    "bundle/code.ts",
    "bundle/keep.ts",
    "io/write.ts",
    "online/journal.ts",
    "sweep/journal.ts",
    "verify/spill.ts",
  ]);
});
