import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

/** A real editor: Neovim, without a window, by its built-in client. */
const xta = `const int N = 3;
int twice(int a) { return 2*a; }
int doubled() { return twice(N); }
typedef int[0,3] small;
small s;
process Train() {
  clock y;
  state Far, Near;
  urgent Near;
  init Far;
  trans Far -> Near { guard nobody > N; };
}
system Train;
`;
const xml = `<?xml version="1.0" encoding="utf-8"?>
<nta>
<declaration>const int N = 3; // how many</declaration>
<template><name>Train</name><declaration>clock y;</declaration>
<location id="id0"><label kind="invariant">y &lt;= N</label></location>
<init ref="id0"/>
<transition><source ref="id0"/><target ref="id0"/>
<label kind="guard">y &lt; N &amp;&amp; nothing</label></transition>
</template>
<system>system Train;</system>
<queries><query><formula>E&lt;&gt; Train.y &gt;= 2</formula><comment/></query></queries>
</nta>
`;

test("Neovim shows faults, completes, jumps, renames and asks all else in XTA, inside XML and of queries", () => {
  const folder = mkdtempSync(join(tmpdir(), "zonal-neovim-"));
  writeFileSync(join(folder, "train.xta"), xta);
  writeFileSync(join(folder, "train.xml"), xml);
  writeFileSync(join(folder, "train.q"), "E<> Trian.y >= 2\n");
  const program = resolve("dist/bin/zonal.js");
  const { status, stderr } = spawnSync("nvim", ["--headless", "-u", "NONE", "-c", "luafile test/editor/session.lua"], {
    env: { ...process.env, FOLDER: folder, NODE: process.execPath, PROGRAM: program, XDG_STATE_HOME: folder },
    encoding: "utf8",
    timeout: 120_000,
  });
  expect(status, stderr).toBe(0);
  const seen = JSON.parse(readFileSync(join(folder, "seen.json"), "utf8"));
  expect(seen.faults).toEqual([{ line: 11, message: "'nobody' is not declared" }]);
  expect(seen.left).toBe(0);
  expect(seen.completed).toEqual(expect.arrayContaining(["N", "y", "forall"]));
  expect(seen.jumped).toEqual({ line: 1, column: 11 });
  expect(Object.entries(seen.answers).filter(([, count]) => count === 0)).toEqual([]);
  expect(Object.keys(seen.answers)).toHaveLength(14);
  expect(`${seen.renamed}\n`).toBe(xta.replace("nobody", "y").replace(/\bN\b/g, "count"));
  expect(seen.inside).toEqual([{ line: 8, message: "'nothing' is not declared" }]);
  expect(seen.hover).toBe("```uppaal\nconst int N = 3\n```\n\nhow many");
  expect(seen.before).toEqual(["verify"]);
  expect(seen.verdict).toBe("satisfied");
  expect(seen.after).toEqual(["satisfied (verify again)", "open trace"]);
  expect(seen.trace).toContain("Train");
  expect(seen.asked).toEqual([{ line: 1, message: "'Trian' is not declared\ndid you mean 'Train'?" }]);
  expect(seen.led).toEqual({ file: "train.xml", line: 4 });
});
