import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { installed } from "./program.ts";

/** What is in the package: everything that its own pages and its package.json name, and nothing that only makes it. */
const files = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter((name) =>
  statSync(join(installed, name)).isFile(),
);
const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

/** The targets of links and pictures of a page, without those to other places of the world; code is not looked at. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(installed, page), "utf8").replace(/```[\s\S]*?```|`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!).filter((to) => !/^[a-z]+:/.test(to));
}

/** The anchors that a page's headings make. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(join(installed, page), "utf8").matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, words]) =>
    words!
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-"),
  );
}

describe("links", () => {
  const pages = files.filter((name) => name.endsWith(".md"));

  test("there are pages with links", () => {
    expect(pages).toContain("README.md");
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(50);
  });

  test.each(pages)("%s links only to what is packed", (page) => {
    const broken = linksOf(page).filter((to) => {
      const [path, anchor] = to.split("#");
      const target = path === "" ? page : join(dirname(page), path!);
      return !existsSync(join(installed, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

describe("package.json", () => {
  test("names files that are there", () => {
    const { bin, exports } = manifest;
    const doors = Object.values(exports).flatMap((door) => Object.values(door as object));
    for (const name of [...Object.values(bin), ...doors] as string[])
      expect(existsSync(join(installed, name)), name).toBe(true);
    for (const name of Object.values(bin) as string[])
      expect(statSync(join(installed, name)).mode & 0o111, name).not.toBe(0);
  });

  test("says where it comes from, and needs no other package", () => {
    expect(manifest).toMatchObject({
      repository: { url: expect.stringContaining("github.com/zonal-project/zonal") },
      bugs: { url: expect.stringContaining("github.com/zonal-project/zonal") },
      license: "MIT",
    });
    expect(manifest.keywords.length).toBeGreaterThan(3);
    expect(manifest.dependencies).toBeUndefined();
    expect(Object.keys(manifest.scripts).filter((name) => /install|postpack/.test(name))).toEqual([]);
  });
});

test("sources, tests and measurements are not packed", () => {
  expect(
    files.filter((name) => /^(src|apps|test|bench|dist\/(test|bench|apps\/(?!certify\/)\w+))\//.test(name)),
  ).toEqual([]);
  expect(files).toContain("LICENSE");
});
