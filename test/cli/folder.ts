import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for each file of tests, made before it and removed after it, although files share the modules they load. */
let folder = "";

/** Called for each file of tests by `setup.ts`. */
export function ownFolder(): void {
  const made = mkdtempSync(join(tmpdir(), "zonal-test-"));
  folder = made;
  afterAll(() => rmSync(made, { recursive: true, force: true }));
}

export function path(name: string): string {
  if (folder === "") throw new Error("run this test by the configuration of the project, which makes its folder");
  return join(folder, name);
}

/** Writes a file of the test's folder and returns its path. */
export function file(name: string, content: string | Uint8Array): string {
  const at = path(name);
  writeFileSync(at, content);
  return at;
}
