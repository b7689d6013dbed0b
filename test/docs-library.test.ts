import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { run } from "./cli/harness.ts";

/**
 * The documentation shows what really happens. Every ```ts block of the README and the guide that is followed by a ```text block
 * is run as a module, with the sources in the place of the package, and must print that text; so must every ```sh block of one
 * `zonal` command. The pictures are those that the commands draw.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "zonal-library-"));
const pages = ["README.md", ...readdirSync(join(root, "docs/guide")).map((name) => `docs/guide/${name}`)];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const programs = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```/gm)].map((match, i) => ({
    name: `${page} ${i + 1}`,
    program: match[1],
    output: match[2],
  }));
});

test("there are some", () => expect(programs.length).toBeGreaterThan(3));

test.each(programs)("$name", async ({ name, program, output }) => {
  const file = join(folder, `${name.replaceAll(/\W/g, "-")}.ts`);
  const from = (door: string): string => `from ${JSON.stringify(join(root, door))}`;
  const certified = program!.replaceAll('from "zonal/certify"', from("apps/certify/index.ts"));
  writeFileSync(file, certified.replaceAll('from "zonal"', from("src/index.ts")));
  let printed = "";
  const log = vi.spyOn(console, "log").mockImplementation((...words: unknown[]) => {
    printed += `${words.map((word) => (typeof word === "string" ? word : JSON.stringify(word))).join(" ")}\n`;
  });
  try {
    await import(file);
  } finally {
    log.mockRestore();
  }
  expect(printed.trimEnd()).toBe(output!.trimEnd());
});

const sessions = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```sh\nzonal ([^\n]*)\n```\n\n```text\n([\s\S]*?)^```/gm)].map((match) => ({
    name: `${page}: zonal ${match[1]}`,
    words: [...match[1]!.replace(/ *#.*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map((word) => word[1] ?? word[2]),
    output: match[2],
  }));
});

test.each(sessions)("$name", async ({ words, output }) => {
  const { out, err } = await run(words.map((word) => (word!.startsWith("examples/") ? join(root, word!) : word!)));
  expect(`${out}${err}`.replaceAll(root, "").trimEnd()).toBe(output!.trimEnd());
});

test.each([
  ["queue-runs.svg", ["verify", "examples/statistical/queue.xml", "--query", "3", "--plot"]],
  ["railway-trace.svg", ["verify", "examples/railway.xml", "--query", "3", "--trace", "shortest", "--trace-file"]],
  ["railway-train.svg", ["show", "examples/railway.xml", "--svg", "--template", "Train", "-o"]],
] as const)("%s is what the command draws", async (name, words) => {
  const drawing = words[0] === "show" ? folder : join(folder, name);
  const { code } = await run([words[0], join(root, words[1]), ...words.slice(2), drawing]);
  expect(code).toBe(0);
  const drawn = words[0] === "show" ? join(folder, "Train.svg") : drawing;
  expect(readFileSync(drawn, "utf8")).toBe(readFileSync(join(root, "docs/images", name), "utf8"));
});

test("files that CONTRIBUTING.md and ARCHITECTURE.md name are there", () => {
  const text = ["CONTRIBUTING.md", "ARCHITECTURE.md"].map((page) => readFileSync(join(root, page), "utf8")).join("\n");
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map((match) => match[1]);
  const paths = named.filter((path) => !path!.startsWith("../") && !path!.startsWith("@"));
  expect(paths.length).toBeGreaterThan(20);
  expect(
    paths.filter(
      (path) => ![root, join(root, "src"), join(root, "src/engine")].some((at) => existsSync(join(at, path!))),
    ),
  ).toEqual([]);
});

test("every folder has its line in the code map, and every file that is named is there", () => {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const map = text.slice(text.indexOf("## Code map"), text.indexOf("## Invariants"));
  const folders = ["src", "apps"].flatMap((above) =>
    readdirSync(join(root, above), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${above}/${entry.name}`),
  );
  expect(folders.filter((name) => !map.includes(`\n| \`${name}\` |`))).toEqual([]);

  const row = /^\| `(\w+(?:\/\w+)?)` \|.*\| (.*) \|$/gm;
  const missing = [...map.matchAll(row)].flatMap(([, name, where]) =>
    [...where!.matchAll(/`([\w.-]+\.tsx?)`/g)]
      .map((file) => `${name}/${file[1]}`)
      .filter((path) => !existsSync(join(root, path))),
  );
  expect([...map.matchAll(row)].length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test("links lead somewhere", () => {
  const anchors = (file: string): string[] =>
    [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map((match) =>
      match[1]!
        .toLowerCase()
        .replaceAll(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
  const dead: string[] = [];
  const all = [...pages, "CONTRIBUTING.md", "ARCHITECTURE.md", "examples/README.md"];
  for (const page of [
    ...all,
    ...readdirSync(join(root, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ]) {
    for (const [, link] of readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link!)) continue;
      const [path, anchor] = link!.split("#");
      const file = path === "" ? join(root, page) : join(root, dirname(page), path!);
      if (!existsSync(file) || (anchor !== undefined && !anchors(file).includes(anchor))) dead.push(`${page}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
});
