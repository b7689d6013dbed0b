import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/**
 * Packs the project as `npm publish` would, and installs the package in an empty project of a temporary folder, without a
 * network: it has no dependencies. What was built before is what is packed.
 */
declare module "vitest" {
  export interface ProvidedContext {
    /** The project that the package is installed in. */
    readonly project: string;
    /** The programs `node` to run it with. */
    readonly nodes: readonly string[];
  }
}

const root = join(import.meta.dirname, "../..");

export default function setup({ provide }: TestProject): () => void {
  const project = mkdtempSync(join(tmpdir(), "zonal-ship-"));
  const npm = (args: readonly string[], cwd: string): string =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const [packed] = JSON.parse(npm(["pack", "--ignore-scripts", "--json", "--pack-destination", project], root));
  writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}\n');
  npm(["install", "--offline", "--no-audit", "--no-fund", join(project, packed.filename)], project);
  provide("project", project);
  provide("nodes", (process.env.ZONAL_NODES ?? process.execPath).split(":"));
  return () => rmSync(project, { recursive: true, force: true });
}
