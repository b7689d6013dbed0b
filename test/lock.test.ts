import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * What is installed is what was reviewed: every package of the lock file has the digest of its content. The registry that the
 * lock was made with may lack optional builds for other machines; nothing of those is installed there, and only they may go
 * without.
 */
interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = new URL("../", import.meta.url);
const json = (name: string) => JSON.parse(readFileSync(new URL(name, root), "utf8"));
const packages = Object.entries(json("package-lock.json").packages as Record<string, Locked>).filter(
  ([at]) => at !== "",
);

/** An optional build that the machine with glibc on x64, which the tests run on, does not take. */
function isElsewhere({ optional, os, cpu, libc }: Locked): boolean {
  const fits =
    (os ?? ["linux"]).includes("linux") && (cpu ?? ["x64"]).includes("x64") && (libc ?? ["glibc"]).includes("glibc");
  return optional === true && !fits;
}

test("every locked package has a digest, but for optional builds for other machines", () => {
  const without = packages.filter(([, locked]) => !/^sha512-/.test(locked.integrity ?? "") && !isElsewhere(locked));
  expect(packages.length).toBeGreaterThan(50);
  expect(without.map(([at]) => at)).toEqual([]);
});

test("the lock file is of this package.json, and whoever installs zonal gets no other package", () => {
  const { devDependencies, dependencies, version } = json("package.json");
  const locked = json("package-lock.json").packages[""];
  expect(locked.devDependencies).toEqual(devDependencies);
  expect(locked.version).toBe(version);
  expect([dependencies, locked.dependencies]).toEqual([undefined, undefined]);
});

test("every optional build that a locked package names is locked, so that `npm ci` takes the lock file on any machine", () => {
  const locked = new Set(packages.map(([at]) => at));
  const missing = packages.flatMap(([at, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      (name) => !locked.has(`node_modules/${name}`) && !locked.has(`${at}/node_modules/${name}`),
    ),
  );
  expect(missing).toEqual([]);
});
