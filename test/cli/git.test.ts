import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { file, lampXml, path, run } from "./harness.ts";

/** Git with our commands as its merge driver, its difftool and its textconv, set up as the documentation says. */
const folder = path("repository");

function git(...argv: readonly string[]) {
  const env = { ...process.env, PATH: `${path("bin")}:${process.env.PATH}`, GIT_CONFIG_GLOBAL: "/dev/null" };
  return spawnSync("git", ["-c", "user.name=A", "-c", "user.email=a@b", ...argv], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
}

/** The settings that the page on Git names. */
function settings(): readonly string[] {
  const page = readFileSync(new URL("../../docs/guide/git.md", import.meta.url), "utf8");
  return [...page.matchAll(/^git config (.*)$/gm)].map(([line]) => line);
}

function start(): void {
  mkdirSync(folder);
  mkdirSync(path("bin"));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${inject("commands")}/zonal.js" "$@"\n`;
  writeFileSync(join(path("bin"), "zonal"), program, { mode: 0o755 });
  git("init", "-q", "-b", "main");
  for (const line of settings()) spawnSync("sh", ["-c", line], { cwd: folder });
  writeFileSync(join(folder, ".gitattributes"), "*.xml merge=zonal diff=zonal\n");
  commit("main", lampXml, "begin");
}

function commit(branch: string, text: string, message: string): void {
  if (branch !== "main") git("checkout", "-q", "-b", branch, "main");
  writeFileSync(join(folder, "lamp.xml"), text);
  git("add", ".");
  git("commit", "-q", "-m", message);
}

describe("in a repository", () => {
  start();
  commit("left", lampXml.replace("n &lt; 3", "n &lt; 2"), "another guard");
  commit("right", lampXml.replace("x &lt;= 10</label>", "x &lt;= 9</label>").replace('x="150"', 'x="160"'), "other");
  commit("wrong", lampXml.replace("n &lt; 3", "n &lt; 1"), "a third guard");

  test("git diff shows the model and not its drawing", () => {
    const { stdout } = git("diff", "main", "right");
    expect(stdout).toContain("+    on { x <= 9 };");
    expect(stdout).not.toContain("160");
  });

  test("git difftool tells the change by meaning", () => {
    const { stdout } = git("difftool", "-t", "zonal", "main", "left");
    expect(stdout).toContain("n < 2");
  });

  test("changes of two branches come together", () => {
    git("checkout", "-q", "left");
    expect(git("merge", "-q", "right").status).toBe(0);
    const text = lampXml.replace("n &lt; 3", "n &lt; 2").replace("x &lt;= 10</label>", "x &lt;= 9</label>");
    expect(readFileSync(join(folder, "lamp.xml"), "utf8")).toBe(text.replace('x="150"', 'x="160"'));
  });

  test("a conflict stops the merge, and the file is a model", async () => {
    const merging = git("merge", "wrong");
    expect(merging.status).toBe(1);
    expect(merging.stdout + merging.stderr).toContain(
      "conflict: template Lamp, edge off -> on, label guard: theirs has n < 1",
    );
    expect(git("status", "--porcelain").stdout).toContain("UU lamp.xml");
    const text = readFileSync(join(folder, "lamp.xml"), "utf8");
    expect(text).toContain("n &lt; 2 /* CONFLICT: theirs has n &lt; 1 */");
    expect((await run(["check", join(folder, "lamp.xml")])).code).toBe(0);
  });
});

describe("zonal merge", () => {
  test("prints, writes over ours, and nothing at all where a version cannot be read", async () => {
    const base = file("base.xml", lampXml);
    const ours = file("ours.xml", lampXml.replace("n &lt; 3", "n &lt; 2"));
    const theirs = file("theirs.xml", lampXml.replace('x="150"', 'x="160"'));
    const merged = lampXml.replace("n &lt; 3", "n &lt; 2").replace('x="150"', 'x="160"');
    expect(await run(["merge", base, ours, theirs])).toEqual({ code: 0, out: merged, err: "" });
    expect((await run(["merge", base, ours, theirs, "-o", ours])).code).toBe(0);
    expect(readFileSync(ours, "utf8")).toBe(merged);
    const broken = file("broken.xml", lampXml.slice(0, 300));
    const refused = await run(["merge", base, ours, broken, "-o", ours]);
    expect(refused).toMatchObject({ code: 2, err: "error: theirs cannot be read: check it first\n" });
    expect(readFileSync(ours, "utf8")).toBe(merged);
    expect((await run(["merge", base, ours, theirs, "-o", theirs])).code).toBe(2);
  });

  test("a version that is no text is told by the file's name and its side, not by Git's name for it", async () => {
    const [base, binary] = [file("base.xml", lampXml), file("merge_file_x", new Uint8Array([0, 1, 0xff, 2]))];
    const { code, err } = await run(["merge", base, binary, base, "--as", "models/lamp.xml"]);
    expect([code, err]).toEqual([2, "error: models/lamp.xml (ours): this is a binary file, not a model\n"]);
  });
});
