import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { bundle } from "../apps/cli/bundle/bundle.ts";

/** The commands as they are shipped, bundled once for all tests that start them: `inject("commands")` is their folder. */
declare module "vitest" {
  interface ProvidedContext {
    commands: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "zonal-commands-"));
  // Some are started by another user.
  chmodSync(folder, 0o755);
  await bundle(folder);
  project.provide("commands", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
