import { defineConfig } from "vitest/config";

/**
 * The program as it is shipped: packed, installed in an empty project, started as a process. `npm test` needs neither a
 * package nor the other versions of Node that these tests take from `ZONAL_NODES` (paths with `:` between them).
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.ship.ts"],
    globalSetup: "./install.ts",
    // Waiting is for what must come, not for how fast: a busy machine is no failure.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
