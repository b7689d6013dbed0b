import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

/**
 * The documentation keeps its word: in README.md and docs/, every line of a ```sh block that begins with `zonal`, `npx zonal`,
 * `verifyta` or `npx verifyta` is run, in a folder that has the project's `examples` and `docs`, and must exit with 0, or
 * with N where the line ends in `# exit N`. Text that is not to be run stands in ```text blocks.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "zonal-docs-"));

beforeAll(() => {
  for (const name of ["examples", "docs"])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, "bin"));
  for (const name of ["zonal", "verifyta"])
    writeFileSync(
      join(folder, "bin", name),
      `#!/bin/sh\nexec "${process.execPath}" "${inject("commands")}/${name}.js" "$@"\n`,
      { mode: 0o755 },
    );
  writeFileSync(join(folder, "bin", "npx"), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pagesBelow(path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function commandsOf(text: string): { readonly line: string; readonly exit: number }[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1]!.replace(/\\\n\s*/g, " "));
  return blocks
    .flatMap((block) => block.split("\n"))
    .map((line) => line.replace(/^\$ /, "").trim())
    .filter((line) => /^(npx )?(zonal|verifyta)( |$)/.test(line))
    .map((line) => ({ line, exit: Number(/# exit (\d+)$/.exec(line)?.[1] ?? 0) }));
}

const pages = [join(root, "README.md"), ...pagesBelow("docs"), ...pagesBelow("examples")].filter((page) =>
  existsSync(page),
);
const all = pages.flatMap((page) =>
  commandsOf(readFileSync(page, "utf8")).map(
    (command) => [page.slice(root.length), command.line, command.exit] as const,
  ),
);

test("commands are found in ```sh blocks only, with their exit codes", () => {
  const text =
    "```sh\nzonal check a.xml\nls\n$ npx zonal verify b.xml \\\n  --json   # exit 1\n```\n```text\nzonal never\n```\n";
  expect(commandsOf(text)).toEqual([
    { line: "zonal check a.xml", exit: 0 },
    { line: "npx zonal verify b.xml  --json   # exit 1", exit: 1 },
  ]);
});

test.each(all)("%s: %s", (_page, line, exit) => {
  const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH ?? ""}` };
  const { status, stderr } = spawnSync("sh", ["-c", line], {
    cwd: folder,
    env,
    input: "",
    encoding: "utf8",
    timeout: 60_000,
  });
  expect({ status, stderr: status === exit ? "" : stderr }).toEqual({ status: exit, stderr: "" });
});
